"""Conflicts that take more than two claims to see: due days and orders of work that cannot all hold.

Claims become typed conditions over days and places in an order; a solver says which of them cannot hold
together, none of them being superfluous. It is asked only where conditions meet in one thing and could
conflict at all, which is in few drafts. Claims that two conditions must meet in ("after the inspection" and
"Do the inspection") are found by the content words that they share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from textwrap import shorten
from typing import Any

from guardrails.consistency.days import Days
from guardrails.consistency.matter import matter_in
from guardrails.core.types import Claim
from guardrails.language import read
from guardrails.language.words import spoken_words

Solve = Callable[[Mapping[str, Any]], Sequence[Sequence[int]]]
"""Places of the constraints of a problem that cannot hold together, a core each; none where nobody can
tell."""
MOST_THINGS = 40
"""So many a problem has room for."""
LONGEST = 1_000
"""Characters of a claim that is read for conditions; the longest that people wrote has 775."""
_FEWEST = 4
"""Conditions of two orders, or of one between two days: fewer always hold."""
# Of the words for a thing, so many must be those of an item for it to be meant, and so many the other way
# round.
_SAID_OF, _ABOUT = 0.6, 0.5
# A claim's text in a reason that names three of them.
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a claim says must hold, in the form of a typed constraint."""

    kind: str
    things: tuple[str, ...]
    values: tuple[str, ...]
    by: str
    """Id of the claim that says it."""
    words: str


@dataclass(frozen=True, slots=True)
class _Order:
    """What a claim comes before or after, in its words."""

    of: str
    is_before: bool
    what: str
    words: str


@dataclass(frozen=True, slots=True)
class _Item:
    """Something to do or to happen, without its due phrase and what it comes before or after."""

    claim: Claim
    number: int
    stems: frozenset[str]
    phrase: str
    order: _Order | None

    def is_meant_by(self, what: frozenset[str]) -> bool:
        named = self.stems | frozenset(spoken_words(self.claim.owner or ""))
        shared = len(what & named)
        is_near = shared >= max(1, round(_SAID_OF * len(what))) and shared >= _ABOUT * len(self.stems)
        return is_near and bool(what & self.stems)


def conflicts(claims: Sequence[Claim], days: Days, solve: Solve) -> Mapping[str, str]:
    """By id of each claim in a conflict, why it cannot stand beside the others."""
    stated = _related(conditions_of(claims, days))
    reasons: dict[str, str] = {}
    texts = {claim.id: claim.text for claim in claims}
    for core in solve(problem_of(stated, days.said_on)) if stated else ():
        conditions = [stated[place] for place in core]
        reason = _in_words(conditions, texts)
        for condition in conditions:
            reasons.setdefault(condition.by, reason)
    return reasons


def conditions_of(claims: Sequence[Claim], days: Days) -> tuple[Condition, ...]:
    items = [
        _item(claim, number, days)
        for number, claim in enumerate(claims)
        if claim.kind in ("action", "decision") and len(claim.text) <= LONGEST
    ]
    return (*_due_conditions(items, days), *_order_conditions(items, days))


def _item(claim: Claim, number: int, days: Days) -> _Item:
    phrase = days.phrase_of(claim) or ""
    text = claim.text.replace(phrase, " ") if phrase else claim.text
    order = _order_in(text, days.code)
    own = order.of if order else text
    return _Item(claim, number, matter_in(own, claim.kind == "action", days.code).stems, phrase, order)


def _order_in(text: str, code: str) -> _Order | None:
    for clause in read(text, code).clauses:
        for name in ("comes_after", "comes_before"):
            for first, last in clause.language.phrases(name).find(clause.line):
                start, what = clause.tokens[first].start, clause.said(last, len(clause.tokens))
                if text[:start].strip() and what:
                    words = clause.said(first, len(clause.tokens))
                    return _Order(text[:start], name == "comes_before", what, words)
    return None


def _due_conditions(items: Sequence[_Item], days: Days) -> Iterator[Condition]:
    """On which day each is promised."""
    for item in items:
        thing, by = (f"day {item.number}",), item.claim.id
        day = days.day(item.phrase) if item.phrase else None
        if day is not None:
            yield Condition("is", thing, (day.isoformat(),), by, f'due "{item.phrase.strip(" .")}"')


def _order_conditions(items: Sequence[_Item], days: Days) -> Iterator[Condition]:
    """For each order two conditions: of places, which all differ, and of days, which may be one."""
    strangers: dict[frozenset[str], int] = {}
    for item in items:
        if item.order is None or days.day(item.order.what):
            continue
        what = matter_in(item.order.what, code=days.code).stems
        meant = [other.number for other in items if other is not item and other.is_meant_by(what)]
        if not what or len(meant) > 1:
            continue
        first, then = meant[0] if meant else strangers.setdefault(what, -1 - len(strangers)), item.number
        if item.order.is_before:
            first, then = then, first
        by, words = item.claim.id, item.order.words
        yield Condition("before", (f"place {first}", f"place {then}"), (), by, words)
        yield Condition("no_later", (f"day {first}", f"day {then}"), (), by, words)


def _related(conditions: Sequence[Condition]) -> list[Condition]:
    """Orders and what fixes a day of theirs; none where there are fewer than could conflict, or more than a
    problem has room for."""
    ordered = set(chain.from_iterable(one.things for one in conditions if one.kind != "is"))
    kept = [one for one in conditions if not ordered.isdisjoint(one.things)]
    return kept if len(kept) >= _FEWEST and len(ordered) <= MOST_THINGS else []


def problem_of(conditions: Sequence[Condition], said_on: date | None) -> dict[str, Any]:
    """The conditions as a typed problem."""
    names = list(dict.fromkeys(chain.from_iterable(condition.things for condition in conditions)))
    days = [date.fromisoformat(value) for condition in conditions for value in condition.values]
    days += [said_on] if said_on else []
    first, last = (min(days), max(days)) if days else (date.min, date.min)
    # One day more at the end: further ones make no difference, and few are soon tried.
    span = {"from": str(first), "to": str(min(last, date.max - timedelta(days=1)) + timedelta(days=1))}
    order = {"from": 0, "to": len(names)}
    return {
        "things": [{"name": name, **(span if name.startswith("day") else order)} for name in names],
        "constraints": [{"kind": c.kind, "things": c.things, "values": c.values} for c in conditions],
        "asked": names[:1],
    }


def _in_words(core: Sequence[Condition], texts: Mapping[str, str]) -> str:
    """What cannot hold together, each claim once with all that it says."""
    lines = []
    for by, text in texts.items():
        words = [one.words for one in core if one.by == by]
        if words:
            lines.append(f'"{shorten(text, _SHOWN, placeholder=" …")}" ({", ".join(dict.fromkeys(words))})')
    return f"these cannot all hold: {'; '.join(lines)}"
