"""A sound card without hardware, whose every sample tells when it was heard."""

from __future__ import annotations

import numpy as np

from daemon.base.errors import MicrophoneError
from daemon.recorder.soundcard import Block

RATE = 16_000
BLOCK = 1600


def sound_at(first: int, count: int) -> bytes:
    """The room from sample `first` (since boot) on: loud, and never twice the same."""
    indices = np.arange(first, first + count, dtype=np.uint64)
    mixed = (indices * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(49)
    return (mixed.astype(np.int32) - 16_384).astype("<i2").tobytes()


class FakeCard:
    """Gives real-time sound by the clock that it is given; can be unplugged."""

    def __init__(self, clock: object) -> None:
        self.clock = clock
        self.problem: str | None = None
        """Why no microphone can be opened; None: there is one."""
        self.opened = 0

    def open(self, pattern: str) -> FakeMicrophone:
        if self.problem is not None:
            raise MicrophoneError(self.problem)
        self.opened += 1
        return FakeMicrophone(self)


class FakeMicrophone:
    def __init__(self, card: FakeCard) -> None:
        self.name = "Room mic"
        self.detail = "16000 Hz, 1 channel"
        self.gives = True
        self.is_closed = False
        self._card = card
        self._next = self._now()

    def take(self) -> list[Block]:
        blocks = []
        while self._card.problem is None and self.gives and self._next + BLOCK <= self._now():
            self._next += BLOCK
            blocks.append(Block(sound_at(self._next - BLOCK, BLOCK), self._next / RATE))
        return blocks

    def is_alive(self) -> bool:
        return not self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def _now(self) -> int:
        return int(self._card.clock.boot_s() * RATE)
