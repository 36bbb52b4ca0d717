"""A recording in passages: transcription that can stop after each and go on there, in another process too.

What is being recorded can be transcribed while it grows: its last words wait until they are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from guardrails.core.types import Segment
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.decode import AudioFile

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a recording has been transcribed."""

    heard_s: float = 0.0
    """Everything before is transcribed, nothing after it."""
    segments: int = 0
    """Segments so far: the next is s(segments + 1)."""
    last_s: float = 0.0
    """End of the last of them."""
    language: str | None = None
    """As it was detected at the beginning."""
    context: tuple[int, ...] = ()
    """What Whisper wrote last, as its tokens: what follows is heard as its continuation."""
    model: str | None = None
    """Whose tokens they are: another model has other ones."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What was said in one window of speech (or several), and the mark after it."""

    segments: tuple[Segment, ...]
    mark: Mark


class Audio(Protocol):
    """A recording that can be read from any second on."""

    @property
    def position_s(self) -> float:
        """Where reading has come to."""

    @property
    def length_s(self) -> float | None:
        """How long it is, for progress; None where nobody knows."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What was found to be wrong with it, after the last block; a word each."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """The same in sentences."""

    def blocks(self, from_s: float) -> Iterator[Samples]:
        """The sound from there on, as `AudioFile.blocks`."""


class FileAudio(AudioFile):
    """A file, from any second on. What lies before is decoded and dropped: an hour of it takes seconds, and
    seeking is inexact in half of the formats."""

    def blocks(self, from_s: float = 0.0) -> Iterator[Samples]:
        left = round(from_s * SAMPLE_RATE)
        for block in super().blocks():
            if left < len(block):
                yield block[left:]
            left = max(0, left - len(block))
