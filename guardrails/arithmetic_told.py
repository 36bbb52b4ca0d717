"""A result that was told in a turn of its own: "we had 80, and we tossed 32" ... "forty-eight left".

Whoever adds up aloud says no more than the result. It is one where all that was said before comes to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.arithmetic_explained import explains
from guardrails.arithmetic_readings import is_computed
from guardrails.figures_rival import is_slip
from guardrails.figures_said import Said, is_counted
from guardrails.numbers import same

# What comes of two figures is seldom chance; what comes of some of many is.
_FROM = 2


def last_told(one: Said, said: Sequence[Said], kept: Sequence[Said]) -> Said | None:
    """The last said figure, where the two others come to it and `one` stands for it in the claim.

    `one` does so where it is nearly written alike, or is given as a result, and is like neither of the two.
    """
    *others, result = [other for other in said if other.figure.firm] or [one]
    if len(others) > _FROM:
        others = [other for other in others if not is_counted(other)]
    is_own = all(other.text != result.text for other in others)
    if len(others) != _FROM or not is_own or not explains(result, others) or explains(one, others):
        return None
    if any(same(result.figure, other.figure) for other in kept):
        return None
    if len({one.figure.unit, result.figure.unit} - {""}) > 1:
        return None
    if any(is_slip(one.figure, other.figure) for other in others):
        return None
    return result if is_slip(one.figure, result.figure) or is_computed(one) else None
