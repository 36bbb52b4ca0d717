"""Claims of one draft that cannot all stand: two owners, two days, a decision and its opposite.

Two claims are compared by plain code; what takes three, or follows from orders, absences and limits, a solver
finds (`guardrails.contradiction_solver`). Where that fails, the pairs stand.

Each of them may well have been said, at different times of the meeting or by people who did not listen to
each other, so none is corrected here: all get the flag and the reason names all. A person decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from guardrails.contradiction_away import Resolve, Told, concerns, told_in
from guardrails.contradiction_days import Days
from guardrails.contradiction_matters import (
    are_opposite,
    are_swapped,
    is_same_matter,
    is_waited_for,
)
from guardrails.contradiction_opposites import opposite_words
from guardrails.contradiction_roles import one_role
from guardrails.contradiction_solver import conflicts
from guardrails.contradiction_values import differ_in_one_value, excludes
from guardrails.guardrail import Ask, Scene
from guardrails.logic.solver import Run
from guardrails.types import Claim, Segment, Verdict
from guardrails.words import word_set

FLAG = "contradiction"
_Rule = Callable[[Claim, Claim, Days], str | None]
"""Why the two cannot both stand, in words; None where they can."""


class Contradiction:
    """Holds each claim against every other one, and all of them together."""

    name = "contradiction"
    deadline_s = 4.0
    """A step gets half of it: a second for the solver, and one for everything else."""

    def __init__(self, resolve: Resolve | None = None, run: Run | None = None) -> None:
        """`resolve` gives the day of a due phrase; without it days are not compared.

        `run` starts the solver's process; without it small problems are decided by trying.
        """
        # Every claim is held against every other one: the same few phrases are resolved again and again.
        self._resolve = lru_cache(maxsize=1024)(resolve) if resolve else None
        self._run = run
        self._away: tuple[tuple[Segment, ...], tuple[Told, ...]] | None = None
        self._together: tuple[tuple[object, ...], Mapping[str, str]] | None = None

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return next(self._reasons(claim, scene), None) is not None

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if FLAG not in claim.flags and (reason := next(self._reasons(claim, scene), None)):
            return Verdict("unverified", reason)
        return Verdict("verified", "no other item says the contrary")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return replace(claim, flags=(*claim.flags, FLAG))

    def _reasons(self, claim: Claim, scene: Scene) -> Iterator[str]:
        if claim.kind not in ("action", "decision"):
            return
        days = Days(self._resolve, scene.said_on)
        for other in scene.claims:
            if other.id == claim.id or other.kind not in ("action", "decision"):
                continue
            for rule in _RULES:
                if why := rule(claim, other, days):
                    yield f'it contradicts "{other.text}": {why}'
        yield from self._absences(claim, scene, days)
        if why := self._conflicts(scene, days).get(claim.id):
            yield why

    def _absences(self, claim: Claim, scene: Scene, days: Days) -> Iterator[str]:
        phrase = days.phrase_of(claim) if claim.owner else None
        if claim.owner is None or phrase is None:
            return
        if self._away is None or self._away[0] is not scene.segments:
            told = (one for s in scene.segments for one in told_in(s.text, s.speaker))
            self._away = scene.segments, tuple(told)
        for away in self._away[1]:
            if concerns(away.who, claim.owner) and days.is_within(phrase, away):
                yield f'{claim.owner} is away then: "{away.words}"'

    def _conflicts(self, scene: Scene, days: Days) -> Mapping[str, str]:
        """Found once for a draft, whatever flags its claims get: the solver's process costs 0.2 s."""
        drafted = (scene.segments, scene.said_on, *(replace(claim, flags=()) for claim in scene.claims))
        if self._together is None or self._together[0] != drafted:
            self._together = drafted, {}  # what fails in there is not tried again for the next claim
            self._together = drafted, conflicts(scene, days, self._run)
        return self._together[1]


def _owners(one: Claim, other: Claim, days: Days) -> str | None:
    if one.kind != "action" or other.kind != "action" or not one.owner or not other.owner:
        return None
    names, others = word_set(one.owner), word_set(other.owner)
    if names <= others or others <= names or not is_same_matter(one, other):
        return None
    return f"{one.owner} and {other.owner} cannot both be the one who does it"


def _due_days(one: Claim, other: Claim, days: Days) -> str | None:
    phrase, another = days.phrase_of(one), days.phrase_of(other)
    if not phrase or not another or not days.differ(phrase, another):
        return None
    if not is_same_matter(replace(one, due_phrase=phrase), replace(other, due_phrase=another)):
        return None
    if one.owner and other.owner and one.owner.casefold() != other.owner.casefold():
        return None  # two people, each with a part
    return f'"{phrase}" and "{another}" are two different days'


def _opposites(one: Claim, other: Claim, days: Days) -> str | None:
    if are_opposite(one, other):
        return "one denies what the other says"
    words = opposite_words(one, other)
    return f'"{words[0]}" is the opposite of "{words[1]}"' if words else None


def _values(one: Claim, other: Claim, days: Days) -> str | None:
    if who := one_role(one, other):
        return f"{who[0]} and {who[1]} cannot both have the one role"
    values = differ_in_one_value(one, other) or excludes(one, other) or excludes(other, one)
    return f'"{values[0]}" and "{values[1]}" cannot both hold' if values else None


def _orders(one: Claim, other: Claim, days: Days) -> str | None:
    return "each puts before what the other puts after" if are_swapped(one, other) else None


def _waiting(one: Claim, other: Claim, days: Days) -> str | None:
    for waiting, first in ((one, other), (other, one)):
        if not is_waited_for(first, waiting):
            continue
        phrase, another = days.phrase_of(waiting), days.phrase_of(first)
        if phrase and another and days.is_before(phrase, another):
            return f'what waits is due "{phrase}", what it waits for "{another}"'
    return None


_RULES: tuple[_Rule, ...] = (_owners, _due_days, _opposites, _values, _orders, _waiting)
