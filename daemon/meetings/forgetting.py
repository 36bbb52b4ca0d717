"""What people took off the record leaves the receipts too: the words, and all that was made of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from daemon.base.durable import remove_durably, write_durably
from daemon.meetings import MeetingFolder
from daemon.meetings.receipts import Heard, SoFar, Transcribed, read_receipt, receipt_log, write_receipt
from daemon.spool import Recording
from pipelines.transcript import Segment

Spans = tuple[tuple[float, float], ...]
"""Parts of a meeting: from and to, in seconds."""


def forgotten_spans(recording: Recording) -> Spans:
    """What is to be forgotten of a recording, as of its record, which the recorder writes first of all."""
    return tuple(
        (gap.start_s, gap.end_s)
        for gap in recording.gaps
        if gap.reason == "forgotten" and gap.end_s is not None
    )


def is_forgotten(segment: Segment, spans: Spans) -> bool:
    """Whether any of the segment lies in them; one without times could."""
    if segment.start_s is None or segment.end_s is None:
        return bool(spans)
    return any(segment.start_s < end_s and segment.end_s > start_s for start_s, end_s in spans)


def holds_forgotten(segments: Iterable[Segment], spans: Spans) -> bool:
    return any(is_forgotten(segment, spans) for segment in segments)


def forget_in_receipts(folder: MeetingFolder, spans: Spans) -> None:
    """Take the words out of the receipts; what was made of them is made anew. StateWriteError."""
    if not spans:
        return
    if not folder.heard.exists():
        _forget_in_transcript(folder, spans)
        return
    with receipt_log(folder.heard, Heard) as log:
        lines = log.lines
    made = (read_receipt(folder.transcript, Transcribed), read_receipt(folder.so_far, SoFar))
    typed = (
        each.transcript if isinstance(each, Transcribed) else each.note.transcript for each in made if each
    )
    if not any(holds_forgotten(each.segments, spans) for each in (*lines, *typed)):
        return
    # In this order: while the words are in `heard`, a crash leaves something that shows there is work to do.
    drafted = folder.note, folder.draft, folder.answers, folder.ends
    _remove(folder.so_far, folder.early, *drafted, folder.transcript)
    kept = [
        line.model_copy(update={"segments": tuple(s for s in line.segments if not is_forgotten(s, spans))})
        for line in lines
    ]
    write_durably(folder.heard, "".join(f"{line.model_dump_json()}\n" for line in kept))


def _remove(*made: Path) -> None:
    for path in made:
        if path.exists():
            remove_durably(path)


def _forget_in_transcript(folder: MeetingFolder, spans: Spans) -> None:
    """Of a note that is made again there is the transcript alone. StateWriteError."""
    transcribed = read_receipt(folder.transcript, Transcribed)
    if transcribed is None or not holds_forgotten(transcribed.transcript.segments, spans):
        return
    # The transcript last: while the words are in it, a crash leaves something that shows there is work to do.
    _remove(folder.early, folder.note, folder.draft, folder.answers)
    kept = tuple(each for each in transcribed.transcript.segments if not is_forgotten(each, spans))
    corrected = tuple(each for each in transcribed.corrected if not is_forgotten(each, spans))
    left = {
        "transcript": transcribed.transcript.model_copy(update={"segments": kept}),
        "corrected": corrected,
    }
    write_receipt(folder.transcript, transcribed.model_copy(update=left))
