"""Sound on its way from the sound card's thread to the recorder's: bounded, without a lock, never waiting."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawBlock:
    """Sound as the card gives it."""

    data: bytes
    at_s: float
    """When its last sample was heard, in seconds since boot."""
    lost_bytes: int
    """What was thrown away just before it."""
    overflow: bool
    """Whether the sound system lost something before it."""


class SoundQueue:
    """One thread puts, one takes. CPython's deque needs no lock for that, and each counter has one writer."""

    def __init__(self, longest_bytes: int) -> None:
        self._longest = longest_bytes
        self._blocks: deque[RawBlock] = deque()
        self._put = 0
        self._taken = 0
        self._lost = 0

    def put(self, data: bytes, at_s: float, overflow: bool) -> None:
        """Called by the sound card: adds a block, or counts it as lost where the queue is full."""
        if self._put - self._taken + len(data) > self._longest:
            self._lost += len(data)
            return
        self._blocks.append(RawBlock(data, at_s, self._lost, overflow))
        self._lost = 0
        self._put += len(data)

    def take(self) -> list[RawBlock]:
        """All that has come since the last call."""
        taken = []
        while self._blocks:
            block = self._blocks.popleft()
            self._taken += len(block.data)
            taken.append(block)
        return taken
