"""Hears whether somebody speaks, chunk by chunk, and when enough was said that a meeting has begun."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import CHUNK, VoiceNetwork
from pipelines.speech.vad import VadSettings

CHUNK_S = CHUNK / SAMPLE_RATE
_CHUNK_BYTES = 2 * CHUNK
_BATCH_BYTES = 31 * _CHUNK_BYTES
"""The network is asked once a second: in such batches it costs half as much."""
_THRESHOLDS = VadSettings()
"""Those measured for rooms, with Silero's hysteresis."""


class Voice(Protocol):
    """Says of every chunk of a stream whether it is speech."""

    def hear(self, pcm: bytes) -> Sequence[bool]:
        """Take 16-bit PCM at 16 kHz; return a flag for every chunk (CHUNK_S) decided on meanwhile."""
        ...

    def reset(self) -> None:
        """What comes next does not follow on what was."""
        ...


class VoiceDetector:
    """Silero's network with hysteresis; decides once a second."""

    def __init__(self, network: VoiceNetwork) -> None:
        self._network = network
        self._waiting = bytearray()
        self._speaking = False

    def hear(self, pcm: bytes) -> Sequence[bool]:
        import numpy as np

        self._waiting += pcm
        if len(self._waiting) < _BATCH_BYTES:
            return ()
        whole = len(self._waiting) // _CHUNK_BYTES * _CHUNK_BYTES
        samples = np.frombuffer(bytes(self._waiting[:whole]), dtype="<i2").astype(np.float32)
        samples /= 32_768
        del self._waiting[:whole]
        flags = [self._decide(probability) for probability in self._network.probabilities(samples)]
        # A click or a cough in an empty room must not keep a meeting from ending.
        return flags if sum(flags) * CHUNK_S >= _THRESHOLDS.shortest_s else [False] * len(flags)

    def reset(self) -> None:
        self._waiting.clear()
        self._speaking = False

    def _decide(self, probability: float) -> bool:
        self._speaking = probability >= (_THRESHOLDS.end if self._speaking else _THRESHOLDS.begin)
        return self._speaking


class Listener:
    """What is kept, in memory alone, while nobody records: the last seconds, and what of them was speech."""

    def __init__(self, speech_s: float, within_s: float, before_s: float) -> None:
        """A meeting begins with `speech_s` of speech in `within_s`; `before_s` before it are part of it."""
        self._speech_chunks = round(speech_s / CHUNK_S)
        self._before_bytes = _bytes(before_s)
        self._longest_bytes = _bytes(before_s + within_s + 2)  # the detector is up to 1 s late
        self._flags: deque[bool] = deque(maxlen=round(within_s / CHUNK_S))
        self._blocks: deque[bytes] = deque()
        self._begin = 0
        """Where the kept blocks begin, in bytes since the reset."""
        self._end = 0
        self._decided = 0
        """Up to where there are flags."""

    def reset(self) -> None:
        """Forget all of it."""
        self._flags.clear()
        self._blocks.clear()
        self._begin = self._end = self._decided = 0

    def hear(self, pcm: bytes, flags: Sequence[bool]) -> bool:
        """Take the next block, and the flags decided on meanwhile; whether a meeting has begun."""
        self._blocks.append(pcm)
        self._end += len(pcm)
        while self._end - self._begin - len(self._blocks[0]) >= self._longest_bytes:
            self._begin += len(self._blocks.popleft())
        self._flags.extend(flags)
        self._decided += len(flags) * _CHUNK_BYTES
        return sum(self._flags) >= self._speech_chunks

    @property
    def speech_s(self) -> float:
        """Speech in the window."""
        return sum(self._flags) * CHUNK_S

    def meeting(self) -> bytes:
        """What belongs to the meeting that has begun: from `before_s` before its first speech to now."""
        window_begin = self._decided - len(self._flags) * _CHUNK_BYTES
        first_speech = window_begin + self._flags.index(True) * _CHUNK_BYTES
        kept = max(0, first_speech - self._before_bytes - self._begin)
        return b"".join(self._blocks)[kept:]


def _bytes(seconds: float) -> int:
    return 2 * round(seconds * SAMPLE_RATE)
