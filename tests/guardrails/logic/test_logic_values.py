"""The values that a solver finds for a thing are all there are, or none are told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from guardrails.logic.result import TOLD
from guardrails.logic.terms import values_of


class Told:
    """A solver that finds `numbers` and then answers `last`; it is its own model, term and module."""

    sat, unknown, unsat = "sat", "unknown", "unsat"

    def __init__(self, numbers: Sequence[int], last: str) -> None:
        self.answers = [self.sat] * len(numbers) + [last]
        self.numbers = list(numbers)

    def check(self) -> str:
        return self.answers.pop(0)

    def model(self) -> Told:
        return self

    def eval(self, variable: object, *, model_completion: bool) -> Told:
        return self

    def as_long(self) -> int:
        return self.numbers.pop(0)

    def add(self, *terms: object) -> None: ...

    def push(self) -> None: ...

    def pop(self) -> None: ...


@pytest.mark.parametrize("numbers", [[], [3], [3, 1]])
def test_what_the_solver_did_not_finish_is_not_told_as_all_there_is(numbers: list[int]) -> None:
    unfinished, finished = Told(numbers, "unknown"), Told(numbers, "unsat")
    assert values_of(unfinished, unfinished, "thing") is None
    assert values_of(finished, finished, "thing") == tuple(sorted(numbers))


def test_more_values_than_are_told_need_no_end() -> None:
    endless = Told(range(TOLD + 1), "unknown")
    assert values_of(endless, endless, "thing") == tuple(range(TOLD + 1))
