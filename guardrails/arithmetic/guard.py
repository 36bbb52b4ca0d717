"""Are the figures of a claim the ones that were said, or what follows from them?

Three failures: an equation whose result is wrong, a result that does not follow from what was said, and a
figure that nobody said. Results are computed again: a model may write an expression, never a result, and
code evaluates it. A figure that was said stays as it is, right or wrong: notes report. One that nobody said
is marked and stays, since a recogniser mishears figures more often than a note invents them; a summary has
no marks, and loses the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from guardrails.arithmetic.computed import fits, readings
from guardrails.arithmetic.equations import committed, equations_in, in_words, is_result
from guardrails.arithmetic.figures import (
    Mention,
    digits,
    is_counted,
    is_said,
    mentioned_by,
    mentions_in,
    written_like,
)
from guardrails.arithmetic.heard import is_heard, is_told_otherwise
from guardrails.arithmetic.model import computed
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Mark, Segment, Verdict
from guardrails.language.figures import Figure, figures_in

COMPUTED = "figure-computed"
# A claim, or a speech, with more figures is a table read aloud: nothing in it leaves one reading.
_MANY = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """One figure of a claim that is wrong or was not said."""

    figure: Figure
    reason: str
    value: Decimal | None = None
    """What it should be, where that was computed."""


class Arithmetic:
    """Compares the figures of one claim with what was said, and with each other."""

    name = "arithmetic"
    deadline_s = 2.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        figures = figures_in(claim.text[: _MANY * 100], context.language)
        return 0 < sum(figure.firm for figure in figures) <= _MANY

    def check(self, claim: Claim, context: Context) -> Verdict:
        found = _faults(claim, context)
        if found:
            reason = "; ".join(dict.fromkeys(fault.reason for fault in found))
            marks = (Mark(_words(fault, claim), "figure", fault.reason) for fault in found)
            return Verdict("unverified", reason, tuple(marks) if claim.kind != "summary" else ())
        return Verdict("verified", "its figures were said, or follow from what was said")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        """With computed results in place; what nobody said is left to its mark."""
        said, flags, text = mentioned_by(context.cited(claim), context.language), [*claim.flags], claim.text
        for fault in sorted(_faults(claim, context), key=lambda fault: -fault.figure.start):
            sample = _words(fault, claim)
            value = fault.value
            if value is None and ask is not None:
                value = computed(claim, sample, said, ask)
            written = written_like(sample, value) if value is not None else None
            if written is not None:
                flags.append(COMPUTED)
                text = text[: fault.figure.start] + written + text[fault.figure.end :]
        return replace(claim, text=text, flags=tuple(dict.fromkeys(flags)))


def is_worked_out(text: str, cited: Sequence[Segment], code: str) -> bool:
    """Whether every figure of `text` was said in `cited` or follows from it, one at least so.

    The words of such a claim are those of the computation and not of the speech: no search finds them there.
    """
    claimed = [one for one in mentions_in(text, code) if one.figure.firm]
    said = mentioned_by(cited, code)
    worked_out = [one for one in claimed if not is_said(one, said)]
    return bool(worked_out) and all(
        any(is_result(reading.value, one.figure, text) for reading in readings(one, said))
        for one in worked_out
    )


def _words(fault: Fault, claim: Claim) -> str:
    return claim.text[fault.figure.start : fault.figure.end]


def _faults(claim: Claim, context: Context) -> list[Fault]:
    """Those that nothing marks or computed yet."""
    marked = {mark.words for mark in claim.marks}
    return [fault for fault in _all_faults(claim, context) if _words(fault, claim) not in marked]


def _all_faults(claim: Claim, context: Context) -> list[Fault]:
    found, settled = _equation_faults(claim.text)
    cited = context.cited(claim)
    if COMPUTED in claim.flags or (not cited and claim.kind != "summary"):
        return (
            found  # a person is warned already, or what it cites does not exist: the evidence check says so
        )
    claimed = [
        one
        for one in mentions_in(claim.text, context.language)
        if one.figure.firm and one.figure not in settled
    ]
    said = mentioned_by(cited, context.language)[:_MANY]
    anywhere = () if cited else _meeting(context.segments, context.language)
    for one in claimed:
        fault = _figure_fault(one, claimed, said)
        if fault is not None and fault.value is None and not is_told_otherwise(one, claimed, said):
            heard = is_counted(one) or is_said(one, anywhere)
            named = claim.kind != "summary" and is_heard(one, said, context.segments)
            fault = None if heard or named else fault
        found += [fault] if fault else []
    return found


def _equation_faults(text: str) -> tuple[list[Fault], set[Figure]]:
    """Equations that do not hold, and the figures that equations account for."""
    found: list[Fault] = []
    settled: set[Figure] = set()
    for equation in equations_in(text):
        stated = committed(text, equation)
        results = [equation.result, *([stated] if stated else [])]
        settled |= {*equation.operands, *results}
        for figure in results:
            if not is_result(equation.value, figure, text):
                reason = f"{in_words(equation)}, not {text[figure.start : figure.end]}"
                found.append(Fault(figure, reason, equation.value))
    return found, settled


def _figure_fault(one: Mention, claimed: Sequence[Mention], said: Sequence[Mention]) -> Fault | None:
    """Of a figure that the lines neither have nor give."""
    listed = [other for other in claimed if other is not one]
    if is_said(one, said) or fits(one, said) or fits(one, listed):
        return None
    values = [] if is_counted(one) else readings(one, said) or readings(one, listed)
    if len(values) == 1:
        how = f"{values[0].how} is {digits(values[0].value)}, not {one.words}"
        return Fault(one.figure, how, values[0].value)
    return Fault(one.figure, f"“{one.words}” was not heard, and nothing that was said gives it")


@lru_cache(maxsize=2)  # every sentence of a summary is compared with the same meeting
def _meeting(segments: tuple[Segment, ...], code: str) -> tuple[Mention, ...]:
    return mentioned_by(segments, code)
