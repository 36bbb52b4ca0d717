"""What a solver found, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from guardrails.logic.problem import Problem

MOST_CORES = 8
"""Conflicts that are looked for: a draft with more of them needs another look anyway."""
TOLD = 5
"""Values of one thing that a person reads; beyond, it is open."""


@dataclass(frozen=True, slots=True)
class Result:
    """Either the conditions that cannot hold together, or the numbers that each asked thing can have."""

    cores: tuple[tuple[int, ...], ...] = ()
    """Conflicts, each by the places of its conditions, none of which it could do without; empty where all
    conditions can hold. The next one is looked for without the last condition of the one before."""
    values: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By place of the thing, up to one more than are told."""


def in_words(problem: Problem, result: Result) -> str:
    """The answer as a person would say it."""
    if result.cores:
        core = result.cores[0]
        numbers = [str(place + 1) for place in core]
        said = "; ".join(f"{place + 1}: {problem.constraints[place].words}" for place in core)
        if len(numbers) == 1:
            return f"{numbers[0]} cannot hold ({said})"
        both = "both" if len(numbers) == 2 else "all"
        return f"{', '.join(numbers[:-1])} and {numbers[-1]} cannot {both} hold ({said})"
    return ". ".join(_told(problem, place, result.values.get(place, ())) for place in problem.asked) + "."


def _told(problem: Problem, place: int, numbers: tuple[int, ...]) -> str:
    thing = problem.things[place]
    texts = [thing.text(number) for number in numbers]
    if not texts or len(texts) > TOLD:
        return f"{thing.name} is left open"
    if len(texts) == 1:
        return f"{thing.name} is {texts[0]}"
    return f"{thing.name} can be {', '.join(texts[:-1])} or {texts[-1]}"
