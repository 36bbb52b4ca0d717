"""Claims of one draft that cannot all stand: two owners, two days, two values, a decision and its opposite.

Two claims are compared by plain code; what takes three, or follows from orders and days, a solver finds
(`guardrails.consistency.conflicts`).

Each of them may well have been said, at different times of the meeting or by people who did not listen to
each other, so none is corrected here: all get the flag and the reason names all. A person decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from guardrails.consistency.conflicts import Solve, conflicts
from guardrails.consistency.days import Days, Resolve
from guardrails.consistency.matter import are_opposite, is_same_matter, owners_differ
from guardrails.consistency.values import differ_in_one_value
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict

FLAG = "contradiction"
_Rule = Callable[[Claim, Claim, Days], str | None]
"""Why the two cannot both stand, in words; None where they can."""


class Contradiction:
    """Compares each claim with every other one, and all of them together."""

    name = "contradiction"
    deadline_s = 4.0
    """A step gets half of it: a second for the solver, and one for everything else."""

    def __init__(self, resolve: Resolve | None = None, solve: Solve | None = None) -> None:
        """`resolve` gives the day of a due phrase; without it days are not compared.

        `solve` decides typed problems; without it pairs alone are compared.
        """
        self._resolve = resolve
        self._solve = solve
        self._together: dict[bool, tuple[tuple[object, ...], Mapping[str, str]]] = {}

    def triggers(self, claim: Claim, context: Context) -> bool:
        return next(self._reasons(claim, context), None) is not None

    def check(self, claim: Claim, context: Context) -> Verdict:
        if FLAG not in claim.flags and (reason := next(self._reasons(claim, context), None)):
            return Verdict("unverified", reason)
        return Verdict("verified", "no other item says the contrary")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return replace(claim, flags=(*claim.flags, FLAG))

    def _reasons(self, claim: Claim, context: Context) -> Iterator[str]:
        if claim.kind not in ("action", "decision"):
            return
        days = Days(self._resolve, context.said_on, context.language)
        for other in context.beside(claim):
            if other.id == claim.id or other.kind not in ("action", "decision"):
                continue
            for rule in _RULES:
                if why := rule(claim, other, days):
                    yield f'it contradicts "{other.text}": {why}'
        if why := self._conflicts(claim, context, days).get(claim.id):
            yield why

    def _conflicts(self, claim: Claim, context: Context, days: Days) -> Mapping[str, str]:
        """Found once for a draft, whatever flags its claims get: the solver's process costs 0.2 s."""
        if self._solve is None:
            return {}
        is_offered = claim.id in context.offered
        claims = tuple(replace(each, flags=()) for each in context.beside(claim))
        drafted = (context.segments, context.said_on, *claims)
        if self._together.get(is_offered, ((),))[0] != drafted:
            self._together[is_offered] = (
                drafted,
                {},
            )  # what fails in there is not tried again for the next claim
            self._together[is_offered] = drafted, conflicts(claims, days, self._solve)
        return self._together[is_offered][1]


def _owners(one: Claim, other: Claim, days: Days) -> str | None:
    both = one.kind == other.kind == "action"
    if not both or not owners_differ(one, other) or not is_same_matter(one, other, days.code):
        return None
    return f"{one.owner} and {other.owner} cannot both be the one who does it"


def _due_days(one: Claim, other: Claim, days: Days) -> str | None:
    phrase, another = days.phrase_of(one), days.phrase_of(other)
    if not phrase or not another or not days.differ(phrase, another):
        return None
    if not is_same_matter(replace(one, due_phrase=phrase), replace(other, due_phrase=another), days.code):
        return None
    return f'"{phrase}" and "{another}" are two different days'


def _opposites(one: Claim, other: Claim, days: Days) -> str | None:
    return "one denies what the other says" if are_opposite(one, other, days.code) else None


def _values(one: Claim, other: Claim, days: Days) -> str | None:
    values = differ_in_one_value(one, other, days.code)
    return f'"{values[0]}" and "{values[1]}" cannot both hold' if values else None


_RULES: tuple[_Rule, ...] = (_owners, _due_days, _opposites, _values)
