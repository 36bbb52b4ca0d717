"""The simulated time: what tokens take a model of Gemma 4 E2B's shape, and a clock that moves on by it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.fakes.clock import FakeClock


@dataclass(frozen=True)
class Speed:
    name: str
    prompt_per_s: float
    written_per_s: float

    def prompt_s(self, begin: int, end: int) -> float:
        """Seconds to read the tokens from `begin` to `end` of a context."""
        return (end - begin) / self.prompt_per_s * _slower(SLOWER_READING, (begin + end) / 2)

    def written_s(self, at: int) -> float:
        return 1 / self.written_per_s * _slower(SLOWER_WRITING, at)


TARGET = Speed("33 prompt, 8 written tokens/s", 33, 8)
PI = Speed("Raspberry Pi 5: 32 and 6.4", 32, 6.4)
SLOWER_READING = ((0, 1.0), (384, 1.0), (768, 1.02), (1536, 1.04))
SLOWER_WRITING = ((0, 1.0), (512, 1.0), (1024, 1.0), (2048, 1.04))
"""Tokens of context, and by how much slower than at its beginning."""


def _slower(table: Sequence[tuple[int, float]], at: float) -> float:
    index = min(max(bisect_right(table, (at, float("inf"))), 1), len(table) - 1)
    (low, first), (high, second) = table[index - 1], table[index]
    return first + (second - first) * (at - low) / (high - low)


class TalkingClock(FakeClock):
    """While it moves on, people talk and the recorder records."""

    talk: Callable[[], None] | None = None

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.talk is not None:
            self.talk()
