"""A room with people in it: sound that a test makes, heard by a recorder's session as from a microphone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path
from typing import Any

import numpy as np

from daemon.base.config import load_config, packaged_config
from daemon.base.errors import StateWriteError
from daemon.base.sections import Recorder
from daemon.recorder.bounds import Beginnings, Conditions
from daemon.recorder.session import Session
from daemon.recorder.soundcard import Block
from daemon.spool import Recording, list_recordings
from daemon.spool.recording import spool_dir
from daemon.spool.segment import BYTES_PER_S
from pipelines.speech.silero import CHUNK
from tests.fakes.clock import FakeClock
from tests.fakes.spooled import joined

BLOCK_BYTES = BYTES_PER_S // 10


class LoudnessVoice:
    """Stands in for the voice detector: what is loud is speech."""

    def __init__(self) -> None:
        self._waiting = b""

    def hear(self, pcm: bytes) -> Sequence[bool]:
        self._waiting += pcm
        whole = len(self._waiting) // (2 * CHUNK)
        chunks = np.frombuffer(self._waiting, "<i2", count=whole * CHUNK).reshape(whole, CHUNK)
        self._waiting = self._waiting[whole * 2 * CHUNK :]
        return [bool(peak > 1000) for peak in chunks.max(axis=1)]

    def reset(self) -> None:
        self._waiting = b""


def settings(**changes: Any) -> Recorder:
    """The packaged configuration of the recorder, with changes."""
    return load_config(packaged_config()).recorder.model_copy(update=changes)


class Room:
    """Lets people talk and time pass; everything that sounded is kept in `sounded`, by seconds since boot."""

    def __init__(self, state: Path, **changes: Any) -> None:
        self.state = state
        self.clock = FakeClock()
        self.free_bytes = 10**11
        self._count = 0
        self.settings = settings(**changes)
        self.session = self.restarted()
        self.sounded: list[tuple[float, bytes]] = []
        self._random = np.random.default_rng(1)

    def restarted(self) -> Session:
        """A new process with the same spool (which has been salvaged)."""
        (self.state / "spool").mkdir(parents=True, exist_ok=True)
        self.session = Session(
            self.settings,
            self.state,
            self.clock,
            LoudnessVoice(),
            Conditions(self.settings, UTC, lambda: self.free_bytes),
            Beginnings(spool_dir(self.state), self.clock, UTC, self._digits),
        )
        self.session.tick()
        return self.session

    def talk(self, seconds: float) -> bytes:
        """Somebody speaks; returns the sound."""
        return self.noise(seconds, 8000)

    def quiet(self, seconds: float) -> bytes:
        """Nobody speaks, but the room hums."""
        return self.noise(seconds, 60)

    def dead(self, seconds: float) -> bytes:
        """The microphone is muted."""
        return self.noise(seconds, 0)

    def converse(self, seconds: float) -> bytes:
        """People speak most of the time."""
        return b"".join(self.talk(3) + self.quiet(1) for _ in range(round(seconds / 4)))

    def without_microphone(self, seconds: float) -> None:
        """The microphone is gone; time passes."""
        self.session.microphone_lost()
        self.session.silent_because = "unplugged"
        for _ in range(round(seconds)):
            self.clock.sleep(1)
            self.session.tick()

    def hear(self, pcm: bytes, **loss: Any) -> None:
        """One block, at most 0.1 s."""
        self.clock.sleep(len(pcm) / BYTES_PER_S)
        self.sounded.append((self.clock.boot_s() - len(pcm) / BYTES_PER_S, pcm))
        self.session.hear(Block(pcm, self.clock.boot_s(), **loss))
        self.session.tick()

    def recorded(self, number: int = -1) -> list[tuple[float, bytes]]:
        """The audio of a recording: (second of the meeting, PCM), neighbouring stretches joined."""
        return joined(list_recordings(self.state)[number].audio())

    def on_disk(self) -> bytes:
        """Every byte in the state directory."""
        return b"".join(path.read_bytes() for path in self.state.rglob("*") if path.is_file())

    def noise(self, seconds: float, amplitude: int) -> bytes:
        """Sound of at most this amplitude; returns it."""
        made = []
        for _ in range(round(seconds * 10)):
            noise = self._random.integers(-amplitude, amplitude + 1, BLOCK_BYTES // 2, dtype=np.int16)
            block = noise.tobytes()
            self.hear(block)
            made.append(block)
        return b"".join(made)

    def _digits(self) -> str:
        self._count += 1
        return f"{self._count:04x}"


def only(room: Room) -> Recording:
    (spooled,) = list_recordings(room.state)
    return spooled.recording


def seconds(pcm: bytes) -> float:
    return len(pcm) / BYTES_PER_S


def refuse(*_: Any) -> None:
    raise StateWriteError("cannot write: disk full; free some space on its disk and try again")
