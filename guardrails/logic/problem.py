"""Typed constraints over days, orders, owners and amounts.

A thing is a number inside: a day its ordinal, a name its place in the list of values. So every kind of
condition is one over whole numbers, whose meaning is its Z3 term (`guardrails.logic.terms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

MAX_THINGS = 40
"""A week of a team; a puzzle that people tell each other has ten."""
MAX_NUMBER = 10**9

# Of a kind: how many things and values it takes (a range for things), and how a person says it.
KINDS: Mapping[str, tuple[range, int, str]] = {
    "before": (range(2, 3), 0, "{0} is before {1}"),
    "after": (range(2, 3), 0, "{0} is after {1}"),
    "no_later": (range(2, 3), 0, "{0} is no later than {1}"),
    "same": (range(2, 3), 0, "{0} is the same as {1}"),
    "different": (range(2, MAX_THINGS), 0, "{all} are all different"),
    "next_to": (range(2, 3), 0, "{0} is next to {1}"),
    "not_next_to": (range(2, 3), 0, "{0} is not next to {1}"),
    "more_by": (range(2, 3), 1, "{0} is {v0} more than {1}"),
    "times": (range(2, 3), 1, "{0} is {v0} times {1}"),
    "is": (range(1, 2), 1, "{0} is {v0}"),
    "is_not": (range(1, 2), 1, "{0} is not {v0}"),
    "at_most": (range(1, 2), 1, "{0} is {v0} at most"),
    "at_least": (range(1, 2), 1, "{0} is {v0} at least"),
    "only_one_of": (range(2, MAX_THINGS), 1, "only one of {all} is {v0}"),
    "sum_at_most": (range(1, MAX_THINGS), 1, "{all} come to {v0} at most"),
    "sum_is": (range(1, MAX_THINGS), 1, "{all} come to {v0}"),
}
OF_DAYS = {
    "is": "{0} is on {v0}",
    "is_not": "{0} is not on {v0}",
    "at_most": "{0} is by {v0}",
    "at_least": "{0} is not before {v0}",
    "more_by": "{0} is {v0} days after {1}",
}
"""How it is said of days, where that differs."""
OF_COUNTS = frozenset(("sum_at_most", "sum_is", "more_by", "times"))
"""Kinds whose value is a plain number, whatever their things are."""


class ProblemError(ValueError):
    """The text states no problem in this form; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A variable: days and numbers from `low` to `high`, or one of `values`, whose places are 0 and up."""

    name: str
    low: int
    high: int
    values: tuple[str, ...] = ()
    is_day: bool = False

    def number(self, value: object) -> int:
        """What `value` is inside; ProblemError where it is no value of this kind of thing."""
        if self.values:
            if not isinstance(value, str) or value not in self.values:
                raise ProblemError(f"{value!r:.40} is none of the values of {self.name}")
            return self.values.index(value)
        return day(value) if self.is_day else number(value)

    def text(self, number: int) -> str:
        if self.values:
            return self.values[number]
        return date.fromordinal(number).isoformat() if self.is_day else str(number)


@dataclass(frozen=True, slots=True)
class Constraint:
    """One condition; `things` are places in the problem, `numbers` what the values are inside."""

    kind: str
    things: tuple[int, ...]
    numbers: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Things, conditions, and the things that somebody asks about (all, if none is named)."""

    things: tuple[Thing, ...]
    constraints: tuple[Constraint, ...]
    asked: tuple[int, ...]


def day(value: object) -> int:
    try:
        return date.fromisoformat(value).toordinal() if isinstance(value, str) else number(None)
    except ValueError:
        raise ProblemError(f"{value!r:.40} is no day like 2026-11-20") from None


def number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_NUMBER:
        raise ProblemError(f"{value!r:.40} is no whole number")
    return value
