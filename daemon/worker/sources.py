"""Where a meeting's words come from: its transcript, its audio file, or the recorder's spool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daemon.spool import Gap, Recording, SpooledRecording
from pipelines.speech.audio import SAMPLE_RATE, clock

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

_LOST = {
    "unplugged": "the microphone was unplugged",
    "overflow": "the machine was too slow",
    "power": "the recorder was interrupted",
    "disk": "the disk took no more",
}
"""Gaps that nobody wanted. What was paused or forgotten is nobody's business, also not as a warning."""
_REPORTED_S = 2.0
"""A shorter gap costs a word at most."""


class SpoolAudio:
    """A recording of the room, also while it is being recorded; obeys `pipelines.speech.passages.Audio`.

    Gaps are silence of their length, so that times stay those of the meeting.
    """

    def __init__(self, spooled: SpooledRecording) -> None:
        self._spooled = spooled
        self.position_s = 0.0
        self.length_s: float | None = spooled.duration_s
        missing = dict(_missing(spooled.recording))
        self.flags: tuple[str, ...] = tuple(missing)
        self.warnings: tuple[str, ...] = tuple(missing.values())

    @property
    def has_ended(self) -> bool:
        """Whether it will not grow any more."""
        return self._spooled.has_ended

    def blocks(self, from_s: float) -> Iterator[Samples]:
        """The sound from there to what is on disk now, shape (n,), at most 30 s at once."""
        import numpy as np

        self.position_s = from_s
        for start_s, pcm in self._spooled.audio(from_s):
            yield from self._silence(start_s - self.position_s)
            samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(32768)
            self.position_s = start_s + len(samples) / SAMPLE_RATE
            yield samples

    def _silence(self, seconds: float) -> Iterator[Samples]:
        import numpy as np

        left = round(seconds * SAMPLE_RATE)
        while left > 0:
            size = min(left, 30 * SAMPLE_RATE)
            yield np.zeros(size, dtype=np.float32)
            left -= size


def _missing(recording: Recording) -> Iterator[tuple[str, str]]:
    """Flags and warnings: what is missing from a recording, for whoever reads its note."""
    lost = [gap for gap in recording.gaps if gap.reason in _LOST and _length_s(gap) >= _REPORTED_S]
    if lost:
        first = lost[0]
        places = "one place" if len(lost) == 1 else f"{len(lost)} places"
        where = f"{places} (at {clock(first.start_s)}: {_LOST[first.reason]})"
        yield "recording-gaps", f"The recording has a gap in {where}; what was said there is missing."
    if recording.state == "recording":
        return  # the rest is known at the end
    if recording.overflows:
        times = "once" if recording.overflows == 1 else f"{recording.overflows} times"
        yield (
            "recording-overflows",
            f"The machine was too slow {times} while it recorded; words may be missing.",
        )
    if recording.silent:
        yield (
            "recording-silent",
            "The microphone gave next to nothing all the time: it was muted, broken or too far away.",
        )


def _length_s(gap: Gap) -> float:
    return 0.0 if gap.end_s is None else gap.end_s - gap.start_s
