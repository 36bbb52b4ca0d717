"""From probabilities of speech to spans of speech, with hysteresis, on a stream.

The rules are Silero's own: speech begins when a chunk is more likely voice than not, and ends when the
probability stays clearly below that for a while. On a stream there is no second look, so a span is given out
as soon as its end is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.silero import CHUNK


@dataclass(frozen=True, slots=True)
class VadSettings:
    """Silero's figures, but for the room.

    Six clips of meeting rooms (AMI, 3 min): beginning at 0.4 instead of 0.5 misses 9 instead of 11 % of the
    speech and hears 1.4 instead of 1.1 % too much, which Whisper's own thresholds then catch.
    """

    begin: float = 0.4
    """Probability at which speech begins."""
    end: float = 0.25
    """Probability under which it may have ended."""
    pause_s: float = 0.6
    """How long it must stay there; must be at least twice `pad_s`."""
    shortest_s: float = 0.2
    """What is shorter is a click or a cough: "yes" takes 0.3 s."""
    longest_s: float = 28.0
    """Speech without a pause is cut here at the latest: with its pads it still fits Whisper's 30 s."""
    pad_s: float = 0.3
    """Kept on both sides: soft consonants have little voice."""


@dataclass(frozen=True, slots=True)
class Span:
    """Speech between two samples of the stream, pads included. Spans never overlap."""

    start: int
    end: int


class SpanTracker:
    """Feed it probabilities, one for each chunk; take the spans that have ended."""

    def __init__(self, settings: VadSettings) -> None:
        self._settings = settings
        self._pad = round(settings.pad_s * SAMPLE_RATE)
        self._pause = _chunks(settings.pause_s)
        self._longest = _chunks(settings.longest_s)
        self._index = 0
        self._start: int | None = None
        """First chunk of the speech that goes on now."""
        self._quiet: int | None = None
        """First chunk of the pause that may be its end."""
        self._heard: list[float] = []
        """Probabilities since `_start`."""
        self._given = 0
        """Where the last span ended, in samples."""

    @property
    def needed_from(self) -> int:
        """Samples before this one are in no span still to come."""
        start = self._index if self._start is None else self._start
        return max(self._given, start * CHUNK - self._pad)

    @property
    def quiet_from(self) -> int | None:
        """The sample with which the last speech ended; None while it goes on."""
        return self._given if self._start is None else None

    def feed(self, probabilities: Sequence[float]) -> list[Span]:
        """Take the next chunks; return the spans that ended in them, in order."""
        found: list[Span] = []
        for probability in probabilities:
            self._step(probability, found)
            self._index += 1
        return found

    def finish(self, total: int) -> list[Span]:
        """The stream has `total` samples: return the span that its end has closed, if any."""
        found: list[Span] = []
        if self._start is not None:
            end = self._index if self._quiet is None else self._quiet
            self._close(end, found, total)
        return found

    def _step(self, probability: float, found: list[Span]) -> None:
        if self._start is None:
            if probability < self._settings.begin:
                return
            self._start = self._index
            self._heard = []
        self._heard.append(probability)
        if probability >= self._settings.begin:
            self._quiet = None
        elif probability < self._settings.end and self._quiet is None:
            self._quiet = self._index
        if self._quiet is not None and self._index + 1 - self._quiet >= self._pause:
            self._close(self._quiet, found)
        elif len(self._heard) >= self._longest:
            self._cut(found)

    def _cut(self, found: list[Span]) -> None:
        """Divide endless speech where it is least likely speech, in the later half; nothing is lost."""
        assert self._start is not None
        half = len(self._heard) // 2
        at = min(range(half, len(self._heard)), key=self._heard.__getitem__)
        found.append(self._span(self._start * CHUNK - self._pad, (self._start + at) * CHUNK))
        self._start += at
        self._heard = self._heard[at:]
        if self._quiet is not None:
            self._quiet = max(self._quiet, self._start)

    def _close(self, end: int, found: list[Span], total: int | None = None) -> None:
        assert self._start is not None
        if (end - self._start) * CHUNK >= self._settings.shortest_s * SAMPLE_RATE:
            padded = end * CHUNK + self._pad
            last = padded if total is None else min(padded, total)
            found.append(self._span(self._start * CHUNK - self._pad, last))
        self._start = self._quiet = None
        self._heard = []

    def _span(self, start: int, end: int) -> Span:
        span = Span(max(self._given, start), end)
        self._given = end
        return span


def _chunks(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE / CHUNK)
