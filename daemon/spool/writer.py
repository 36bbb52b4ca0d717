"""Writes one recording into the spool.

`append` and the marking of gaps only change memory, so they cannot fail and never make the microphone wait;
`flush` brings all of it to the disk. What a failed flush (StateWriteError) could not write stays in memory
and is tried again by the next one.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

from daemon.base.durable import make_folder
from daemon.spool.forget import cut_segments, with_forgotten
from daemon.spool.recording import Gap, GapReason, Recording, write_record
from daemon.spool.segment import BYTES_PER_SAMPLE, SAMPLES_PER_MS, OpenSegment, list_segments
from pipelines.speech.audio import SAMPLE_RATE


class RecordingWriter:
    """The only writer of a recording's folder. Positions are samples from the start of the meeting."""

    def __init__(self, folder: Path, recording: Recording, position: int = 0) -> None:
        """Create the folder, or go on at `position` in one that was salvaged (StateWriteError)."""
        self.recording = recording
        self.position = position
        """Where the next sample belongs."""
        self._folder = folder
        self._runs: deque[tuple[int, bytearray]] = deque()
        """Audio that is not yet on disk: where it begins, and its bytes; a new run after every gap."""
        self._open: OpenSegment | None = None
        self._open_end = 0
        make_folder(folder)
        write_record(folder, recording)
        self._changed = False
        """Whether the record on disk is out of date."""

    @property
    def position_s(self) -> float:
        return self.position / SAMPLE_RATE

    @property
    def is_deleted(self) -> bool:
        """Whether somebody has removed the whole recording: people may delete a meeting that goes on."""
        return not self._folder.exists()

    @property
    def unwritten_bytes(self) -> int:
        return sum(len(audio) for _, audio in self._runs)

    def append(self, audio: bytes) -> None:
        """Take the next audio, 16-bit mono at 16 kHz."""
        if self._runs and self._run_end() == self.position:
            self._runs[-1][1].extend(audio)
        else:
            self._runs.append((self.position, bytearray(audio)))
        self.position += len(audio) // BYTES_PER_SAMPLE

    def open_gap(self, reason: GapReason) -> None:
        """There is no audio from here until `close_gap`; a gap that ends here for the same reason goes on."""
        if self._gap_is_open():
            return
        before, start_s = list(self.recording.gaps), self.position_s
        if before and (before[-1].reason, before[-1].end_s) == (reason, start_s):
            start_s = before.pop().start_s
        self._set_gaps(*before, Gap(start_s=start_s, end_s=None, reason=reason))

    def close_gap(self, position_s: float) -> None:
        """The gap, if one is open, ends here; time never runs backwards."""
        if not self._gap_is_open():
            return
        samples = max(self.position, round(position_s * SAMPLE_RATE))
        self.position = -(-samples // SAMPLES_PER_MS) * SAMPLES_PER_MS
        *before, gap = self.recording.gaps
        self._set_gaps(*before, gap.model_copy(update={"end_s": self.position_s}))

    def drop_unwritten(self) -> None:
        """Give up what is in memory, because the disk does not take it; marked as a gap."""
        if not self._runs:
            return
        self._align()
        start_s = self._runs[0][0] / SAMPLE_RATE
        self._runs.clear()
        lost = Gap(start_s=start_s, end_s=self.position_s, reason="disk")
        still = self.recording.gaps[-1:] if self._gap_is_open() else ()
        closed = (gap for gap in self.recording.gaps if gap.end_s is not None and gap.start_s < start_s)
        self._set_gaps(*closed, lost, *still)

    def update(self, **changes: Any) -> None:
        """Change fields of the record; they reach the disk with its next change there."""
        self.recording = self.recording.model_copy(update=changes)

    def flush(self, *, seal: bool = False) -> None:
        """Make all audio and the record durable (StateWriteError); with `seal`, no segment stays open."""
        while self._runs:
            start, audio = self._runs[0]
            if self._open is not None and (self._open_end != start or not self._open.room):
                self._seal()
            if self._open is None:
                self._open, self._open_end = OpenSegment(self._folder, start), start
            chunk = bytes(audio[: self._open.room])
            self._open.append(chunk)
            self._open_end += len(chunk) // BYTES_PER_SAMPLE
            self._runs.popleft()
            if len(audio) > len(chunk):
                self._runs.appendleft((self._open_end, audio[len(chunk) :]))
        if self._open is not None and (seal or not self._open.room):
            self._seal()
        if self._changed:
            self.update(duration_s=self.position_s)
            write_record(self._folder, self.recording)
            self._changed = False

    def end(self, **changes: Any) -> None:
        """Seal all, then say so in the record, with these last changes (StateWriteError: try again)."""
        self._close_gap_for_good()
        self.flush(seal=True)
        self.update(**changes)
        self._changed = True
        self.flush()

    def discard(self, **changes: Any) -> None:
        """Say in the record that nothing is kept, then remove the audio (StateWriteError: try again)."""
        self._close_gap_for_good()
        self.update(**changes, state="discarded", duration_s=self.position_s, segments=0)
        write_record(self._folder, self.recording)
        self._runs.clear()
        if self._open is not None:
            self._seal(0)
        cut_segments(self._folder, 0, self.position)

    def forget(self, position_s: float, reason: GapReason = "forgotten") -> None:
        """Remove all audio from here to now, from memory and disk (StateWriteError: try again).

        The record comes first: whoever reads it knows what has to go, even if a crash follows.
        """
        self._align()
        first = min(self.position, max(0, round(position_s * SAMPLE_RATE)))
        kept = ((start, audio[: max(0, first - start) * BYTES_PER_SAMPLE]) for start, audio in self._runs)
        self._runs = deque(run for run in kept if run[1])
        self._set_gaps(*with_forgotten(self.recording.gaps, first / SAMPLE_RATE, self.position_s, reason))
        write_record(self._folder, self.recording)
        if self._open is not None and first < self._open_end:
            surplus = (self._open_end - first) * BYTES_PER_SAMPLE
            self._seal(max(0, self._open.written - surplus))
        self.flush(seal=True)
        cut_segments(self._folder, first, self.position)
        self.update(segments=len(list_segments(self._folder)))
        write_record(self._folder, self.recording)

    def close(self) -> None:
        """Let go of the files as they are; salvage makes the best of them."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _seal(self, audio_bytes: int | None = None) -> None:
        assert self._open is not None
        self._open.seal(audio_bytes)
        self.close()
        self.update(segments=self.recording.segments + 1)
        self._changed = True

    def _align(self) -> None:
        """Segments begin at whole milliseconds."""
        self.position = -(-self.position // SAMPLES_PER_MS) * SAMPLES_PER_MS

    def _run_end(self) -> int:
        start, audio = self._runs[-1]
        return start + len(audio) // BYTES_PER_SAMPLE

    def _gap_is_open(self) -> bool:
        return bool(self.recording.gaps) and self.recording.gaps[-1].end_s is None

    def _close_gap_for_good(self) -> None:
        self.close_gap(self.position_s)

    def _set_gaps(self, *gaps: Gap) -> None:
        self.update(gaps=gaps)
        self._changed = True
