"""A confident count of arrangements, or a named sequence: what a small model cannot do and code cannot check.

"There are 5,040 ways to seat them" and "the first ten primes are ..." come out fluent and wrong. Without
the problem behind them nothing here can compute them, so a claim that says what nobody said is kept and
marked for a person. This is a known limit, not a cure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict
from guardrails.language import Clause, read
from guardrails.language.figures import figures_in, same

FLAG = "check-by-hand"
# Up to here people count on their fingers ("three ways to do it").
_BY_HAND = 4


class Combinatorial:
    """Marks what only a person can check."""

    name = "combinatorial"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return any(_uncountable(claim.text, context.language))

    def check(self, claim: Claim, context: Context) -> Verdict:
        if FLAG in claim.flags:
            return Verdict("verified", "it is marked to be checked by hand")
        if all(_was_said(clause, claim, context) for clause in _uncountable(claim.text, context.language)):
            return Verdict("verified", "this was said, right or wrong")
        return Verdict(
            "unverified", "a count of possibilities or a sequence that nobody said: check it by hand"
        )

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return replace(claim, flags=(*claim.flags, FLAG))


def _uncountable(text: str, code: str) -> Iterator[Clause]:
    """The clauses that count possibilities, or tell of a sequence."""
    for clause in read(text, code).clauses:
        counts = any(not figure.unit and figure.value > _BY_HAND for figure in clause.figures)
        if clause.has("sequence") or (counts and clause.has("possibilities")):
            yield clause


def _was_said(clause: Clause, claim: Claim, context: Context) -> bool:
    """Whether its count was, or the name of its sequence with all figures."""
    is_sequence = clause.has("sequence")
    counts = clause.figures if is_sequence else [max(clause.figures, key=lambda figure: figure.value)]
    lines = [segment.text for segment in context.cited(claim) or context.segments]
    said = [figure for line in lines for figure in figures_in(line, context.language)]
    return all(any(same(one, other) for other in said) for one in counts) and (
        not is_sequence
        or any(spoken.has("sequence") for line in lines for spoken in read(line, context.language).clauses)
    )
