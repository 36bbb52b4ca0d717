"""Is a claim the result of what was said, though nobody said it: "the profit is 800" of 5,000 and 4,200?

Its words are then those of the computation and not of the speech, so that no search finds them there.
"""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_readings import readings
from guardrails.figures_said import is_said, said_by, said_in
from guardrails.types import Segment

# A claim, or a speech, with more figures is a table read aloud: some two of them come to anything.
_MANY = 12


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
