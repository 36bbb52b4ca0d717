"""Is a claim the result of what was said, though nobody said it: "the profit is 800" of 5,000 and 4,200?

Its words are then those of the computation and not of the speech, so that no search finds them there. And the
other way round: was a figure that a claim gives as a result said of something else only?
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_readings import clause_of, readings
from guardrails.arithmetic_templates import noun_follows
from guardrails.figures_said import Said, is_said, said_by, said_in
from guardrails.numbers import same
from guardrails.types import Segment
from guardrails.units import MONEY

# A claim, or a speech, with more figures is a table read aloud: some two of them come to anything.
_MANY = 12

_LEFT = re.compile(r"\b(?:left|remain\w*|unspent|unused|unsold|to spare)\b", re.IGNORECASE)
_GONE = re.compile(r"\b(?:spent|spend|gone|used(?: up)?|paid|sold|cost|given away|taken)\b", re.IGNORECASE)


def is_worked_out(text: str, cited: Sequence[Segment]) -> bool:
    """Whether every figure of `text` was said in the `cited` segments or follows from it, one at least so.

    It follows where the words around it name how it came about (a total, a profit, an average), and that
    computation of the figures that were said there gives it.
    """
    claimed = [one for one in said_in(text) if one.figure.firm]
    said = said_by(cited)
    if not claimed or len(claimed) > _MANY or len(said) > _MANY:
        return False
    computed = [one for one in claimed if not is_said(one, said)]
    return bool(computed) and all(
        any(rounds_to(reading.value, one.figure, text) for reading in readings(one, said)) for one in computed
    )


def was_spent(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the claim says that so much is left, where it was said that so much is gone."""
    there = [other for other in said if same(claimed.figure, other.figure)]
    return (
        _LEFT.search(clause_of(claimed)) is not None
        and bool(there)
        and all(_GONE.search(clause_of(other)) and not _LEFT.search(clause_of(other)) for other in there)
    )


def was_counted(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the claim has money where such a number was said of things only: "five people"."""
    there = [other for other in said if same(claimed.figure, other.figure)]
    counts = [other for other in there if not other.figure.unit and noun_follows(other)]
    return claimed.figure.unit in MONEY and bool(there) and counts == there
