"""Deciding a small problem by trying: what Z3 is held against.

Depth first, the thing with the fewest values first, a condition tested as soon as all its things have a
value. A fixed number of tests bounds the time; beyond it there is no answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from guardrails.logic.problem import Constraint, Problem, Thing
from guardrails.logic.result import MOST_CORES, TOLD, Result
from tests.fakes.linking import linked_groups

# Tests of conditions, a second or so in all.
MAX_TESTS = 1_000_000


class TooManyError(Exception):
    """The problem is too large for trying."""


def enumerated(problem: Problem, most_tests: int = MAX_TESTS) -> Result | None:
    """What the conditions allow; None where trying would take too long."""
    search = _Search(problem, most_tests)
    kept = list(range(len(problem.constraints)))
    cores: list[tuple[int, ...]] = []
    try:
        while search.solution(kept) is None and len(cores) < MOST_CORES:
            core = list(kept)
            for each in kept:  # what is not needed for the conflict goes
                if search.solution(rest := [one for one in core if one != each]) is None:
                    core = rest
            cores.append(tuple(core))
            kept.remove(core[-1])
        if cores:
            return Result(tuple(cores))
        return Result(values={place: search.values_of(place) for place in problem.asked})
    except TooManyError:
        return Result(tuple(cores)) if cores else None


def holds(constraint: Constraint, at: Mapping[int, int]) -> bool:
    """Whether it holds where the thing at place n has the number `at[n]`: the meaning of each kind."""
    one, *others = (at[thing] for thing in constraint.things)
    other = others[0] if others else 0
    value = constraint.numbers[0] if constraint.numbers else 0
    match constraint.kind:
        case "before":
            return one < other
        case "after":
            return one > other
        case "same":
            return one == other
        case "different":
            return len({one, *others}) == 1 + len(others)
        case "no_later":
            return one <= other
        case "next_to":
            return abs(one - other) == 1
        case "not_next_to":
            return abs(one - other) != 1
        case "more_by":
            return one == other + value
        case "times":
            return one == value * other
        case "is":
            return one == value
        case "is_not":
            return one != value
        case "at_most":
            return one <= value
        case "at_least":
            return one >= value
        case "only_one_of":
            return [one, *others].count(value) == 1
        case "sum_at_most":
            return one + sum(others) <= value
        case "sum_is":
            return one + sum(others) == value
    return one != value or not constraint.numbers[1] <= other <= constraint.numbers[2]  # away


class _Search:
    def __init__(self, problem: Problem, most_tests: int) -> None:
        self._most_tests = most_tests
        self._things = problem.things
        self._constraints = problem.constraints
        self._tests = 0

    def values_of(self, place: int) -> tuple[int, ...]:
        """The first values that the thing at `place` can have, one more than are told."""
        found: list[int] = []
        thing = self._things[place]
        for number in range(thing.low, thing.high + 1):
            if self.solution(range(len(self._constraints)), {place: number}) is not None:
                found.append(number)
                if len(found) > TOLD:
                    break
        return tuple(found)

    def solution(
        self, kept: Collection[int], fixed: Mapping[int, int] | None = None
    ) -> Mapping[int, int] | None:
        """A number for each thing that a condition speaks of, so that all `kept` conditions hold."""
        self._count(1 + len(kept))
        at = dict(fixed or {})
        constraints = [self._constraints[place] for place in kept]
        if not all(holds(one, at) for one in constraints if at.keys() >= set(one.things)):
            return None
        # No group is tried again for the sake of another.
        for together in linked_groups(constraints, lambda one: one.things):
            used = {place for one in together for place in one.things} - at.keys()
            order = sorted(used, key=lambda place: self._things[place].high - self._things[place].low)
            if not self._fill(order, at, together):
                return None
        return at

    def _count(self, tests: int) -> None:
        self._tests += tests
        if self._tests > self._most_tests:
            raise TooManyError

    def _fill(self, order: list[int], at: dict[int, int], constraints: list[Constraint]) -> bool:
        if not order:
            return True
        place, *rest = order
        ready = [one for one in constraints if place in one.things and at.keys() >= set(one.things) - {place}]
        for number in _candidates(self._things[place], place, ready, at):
            self._count(1 + len(ready))
            at[place] = number
            if all(holds(one, at) for one in ready) and self._fill(rest, at, constraints):
                return True
        at.pop(place, None)
        return False


def _candidates(thing: Thing, place: int, ready: list[Constraint], at: Mapping[int, int]) -> Iterator[int]:
    """The numbers of a thing, without those that a bound or a fixed value excludes anyway."""
    low, high = thing.low, thing.high
    for one in ready:
        if one.things == (place,):
            low = max(low, one.numbers[0]) if one.kind in ("is", "at_least") else low
            high = min(high, one.numbers[0]) if one.kind in ("is", "at_most") else high
    yield from range(low, high + 1)
