"""A claim keeps the no, the if, the except and the maybe of the words it was made from."""

from guardrails.qualifier.guard import CLEARED, FLAGS, Qualifier
from guardrails.qualifier.retraction import Retraction, retraction_of

__all__ = ["CLEARED", "FLAGS", "Qualifier", "Retraction", "retraction_of"]
