"""Removes a part of a recording for good: whole segments, and the affected part of others.

Crash-safe by repetition: every step may be done twice, and the record, which is written first, says what
has to be gone (`finish_forgetting`). Bytes may remain in blocks that the disk has not reused yet; see
daemon/base/durable.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from daemon.base.durable import remove_durably, write_durably
from daemon.spool.recording import Gap, GapReason, Recording, write_record
from daemon.spool.segment import SAMPLES_PER_MS, list_segments, segment_path, wav_header
from pipelines.speech.audio import SAMPLE_RATE

_FOREVER_S = 1e6
"""Longer than any recording: eleven days."""


def forget_range(folder: Path, recording: Recording, from_s: float, to_s: float) -> Recording:
    """Remove what an ended recording holds between two seconds of the meeting; returns its new record."""
    changed = recording.model_copy(update={"gaps": with_forgotten(recording.gaps, from_s, to_s)})
    write_record(folder, changed)
    finish_forgetting(folder, changed)
    counted = changed.model_copy(update={"segments": len(list_segments(folder))})
    write_record(folder, counted)
    return counted


def finish_forgetting(folder: Path, recording: Recording) -> None:
    """Remove what the record says is off the record or forgotten, and a crash may have left."""
    for gap in recording.gaps:
        if gap.reason in ("forgotten", "paused"):
            end_s = _FOREVER_S if gap.end_s is None else gap.end_s
            cut_segments(folder, round(gap.start_s * SAMPLE_RATE), round(end_s * SAMPLE_RATE))


def cut_segments(folder: Path, first: int, end: int) -> None:
    """Remove the samples `first` to `end` (without it) from the sealed segments."""
    for segment in list_segments(folder):
        if segment.end <= first or segment.start >= end or segment.is_open:
            continue
        audio = segment.read()
        if segment.end > end:
            # Its own file must begin at a whole millisecond: up to 15 samples more are forgotten.
            tail_start = -(-end // SAMPLES_PER_MS) * SAMPLES_PER_MS
            tail = audio[(tail_start - segment.start) * 2 :]
            if tail:
                write_durably(segment_path(folder, tail_start), wav_header(len(tail)) + tail)
        if segment.start < first:
            head = audio[: (first - segment.start) * 2]
            write_durably(segment.path, wav_header(len(head)) + head)
        else:
            remove_durably(segment.path)


def with_forgotten(
    gaps: Iterable[Gap], from_s: float, to_s: float, reason: GapReason = "forgotten"
) -> tuple[Gap, ...]:
    """The gaps of a recording after a part of it was removed; a gap that still lasts goes on after it."""
    if to_s <= from_s:
        return tuple(gaps)
    before: list[Gap] = []
    after: list[Gap] = []
    for gap in gaps:
        if gap.start_s < from_s:
            before.append(gap.model_copy(update={"end_s": min(gap.end_s or from_s, from_s)}))
        if gap.end_s is None or gap.end_s > to_s:
            after.append(gap.model_copy(update={"start_s": max(gap.start_s, to_s)}))
    return (*before, Gap(start_s=from_s, end_s=to_s, reason=reason), *after)
