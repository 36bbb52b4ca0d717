"""The simulated time: what tokens take a model of Gemma 4 E2B's shape, and a clock that moves on by it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.fakes.clock import FakeClock

Slower = tuple[tuple[int, float], ...]
"""Tokens of context, and by how much slower than at its beginning."""
SLOWER_READING: Slower = ((0, 1.0), (384, 1.0), (768, 1.02), (1536, 1.04))
SLOWER_WRITING: Slower = ((0, 1.0), (512, 1.0), (1024, 1.0), (2048, 1.04))

GUESSING = 2.1
"""Times a written token's time that a pass over four of them takes: one, and three that were guessed
(bench/llm.py, random weights of E2B's shape in Q4_0)."""
LISTENING, VOICES = 0.002, 0.0008
"""Seconds of computing here for a second of recording: to hear its voices, which is done while people talk,
and to tell them apart at the end (`python -m bench.speakers --hours 1`, and 0.72 of that since some of it is
kept; docs/voices.md)."""
PI_OWN_CODE = 2.5
"""Times the processor time here that our own code is taken to need on a Raspberry Pi 5: two to three times is
expected of its cores, and was not measured."""
BESIDE_DRAFT = 20
"""Tokens written for a chunk beside its draft, on average: answers to questions, its part of the summary."""


@dataclass(frozen=True)
class Speed:
    """A machine's."""

    name: str
    prompt_per_s: float
    written_per_s: float
    hearing: float = 0.25
    """Seconds of computing for a second of talk."""
    written: int = 200
    """Least tokens of the draft of a full chunk."""
    slower_reading: Slower = SLOWER_READING
    slower_writing: Slower = SLOWER_WRITING
    own_code: float = PI_OWN_CODE
    """Times the processor time here that our own code takes, voices included."""
    guesses: bool = True
    """Whether what is copied is guessed (pipelines.llm.lookup)."""

    def prompt_s(self, begin: int, end: int) -> float:
        """Seconds to read the tokens from `begin` to `end` of a context."""
        return (end - begin) / self.prompt_per_s * _slower(self.slower_reading, (begin + end) / 2)

    def without_guesses(self) -> Speed:
        return replace(self, name=f"{self.name}, nothing guessed", guesses=False)

    def written_s(self, at: int) -> float:
        return 1 / self.written_per_s * _slower(self.slower_writing, at)


def pessimistic(hearing: float, written: int) -> Speed:
    """A Raspberry Pi 5 that is slower than was published of it, and slows down with depth as an ARM machine
    was published to (prefill 81 to 43 and decode 15.1 to 12.7 tokens/s between none and 4,096)."""
    return Speed(
        f"Raspberry Pi 5, pessimistic: 28 and 6.5, hearing {hearing:.2f}, {written} written",
        28,
        6.5,
        hearing,
        written - BESIDE_DRAFT,
        ((0, 1.0), (4096, 2.0)),
        ((0, 1.0), (4096, 1.2)),
    )


TARGET = Speed("33 prompt, 8 written tokens/s", 33, 8, own_code=1.0)
PI = Speed("Raspberry Pi 5: 32 and 6.4", 32, 6.4)


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
