"""A tenth of a second of sound on its way from the microphone to the spool."""

from __future__ import annotations

from dataclasses import dataclass

from daemon.spool.segment import BYTES_PER_S


@dataclass(frozen=True, slots=True)
class Block:
    """Mono 16-bit PCM at 16 kHz."""

    pcm: bytes
    at_s: float
    """When its last sample was heard, in seconds since boot."""
    lost_s: float = 0.0
    """What was lost just before it, because nobody took the blocks in time."""
    overflow: bool = False
    """Whether the sound system itself lost something before it; it does not say how much."""

    @property
    def duration_s(self) -> float:
        return len(self.pcm) / BYTES_PER_S

    @property
    def began_s(self) -> float:
        """When its first sample was heard."""
        return self.at_s - self.duration_s
