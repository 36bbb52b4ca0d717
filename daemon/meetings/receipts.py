"""Receipts: what was done for a meeting, durable as soon as it is done, so that nothing is done twice.

What people took off the record leaves them too: the words, and all that was made of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import AliasChoices, Field, ValidationError

from daemon.base.durable import (
    append_durably,
    open_to_append,
    remove_durably,
    truncate_durably,
    write_durably,
)
from daemon.meetings import MeetingFolder, Step
from daemon.spool import Recording
from pipelines.calendar import Event
from pipelines.draft import Draft
from pipelines.editing.corrections import with_lines
from pipelines.model import Model
from pipelines.names import may_be_named
from pipelines.note import Engine, Engines, Note
from pipelines.speech.passages import Mark
from pipelines.transcript import Lines, Segment, Transcript

Line = TypeVar("Line", bound=Model)
Whole = TypeVar("Whole", bound=Model)


class Heard(Model):
    """One passage, with all that is needed to go on after it."""

    segments: Lines
    mark: Mark
    flags: tuple[str, ...]
    """Of the recording so far, as are `warnings`."""
    warnings: tuple[str, ...]
    engine: Engine | None
    track: int = Field(default=0, exclude_if=lambda track: not track)
    """Which one it was heard on, from 1, in a recording with a track for each person."""


class Answered(Model):
    """One answer of the language model, or why there was none that could be used."""

    question: str
    """Hash of everything that the answer depends on."""
    text: str | None
    """With a problem: as much as there was when the answer was cut off."""
    problem: str | None = None
    prompt_tokens: int
    prompt_tokens_total: int
    output_tokens: int
    place: str | None = Field(default=None, exclude_if=lambda place: place is None)
    """The server that computed it; None is this machine."""


class EndedEarly(Model):
    """A chunk that was drafted before it was full."""

    segment: str
    """Id of its last one."""


class Found(Model):
    """What the calendars had for a meeting when somebody looked."""

    event: Event | None
    is_final: bool
    """Whether the meeting's length was known."""


class Transcribed(Model):
    transcript: Transcript
    asr: Engine | None
    template: str | None = None
    """The form that a person has asked for; None is the configured one."""
    rules_wanted: bool = False
    """Whether a person has asked for a note by rules."""
    has_note: bool = False
    """Whether the meeting has a note already, which stays until this one is made."""
    corrected: Lines = Field(default=(), validation_alias=AliasChoices("corrected", "mended"))
    """Lines of that note as people corrected and named them: it is drafted from these."""

    attendees: tuple[str, ...] = ()
    """By the calendar, as are `planned_s` and `series`; else by a list in the transcript."""
    planned_s: float | None = None
    series: str | None = None
    continues: str | None = Field(default=None, exclude_if=lambda part: part is None)
    """Of a note that is made again, whose recording is gone: the part before."""

    @property
    def lines(self) -> tuple[Segment, ...]:
        """What the note is drafted from."""
        return with_lines(self.transcript.segments, self.corrected)

    def people(self, roster: Sequence[str]) -> tuple[str, ...]:
        """Who may be named in it: who was invited, then the house's."""
        return may_be_named(self.attendees, roster)

    def of_event(self, event: Event | None) -> Transcribed:
        """With what the calendar says of it; a title of the transcript's own stays."""
        if event is None:
            return self
        titled = self.transcript.model_copy(update={"title": self.transcript.title or event.title or None})
        return self.model_copy(
            update={
                "transcript": titled,
                "attendees": event.attendees or self.attendees,
                "planned_s": event.planned_s,
                "series": event.series,
            }
        )


class Drafted(Model):
    draft: Draft
    engines: Engines
    flags: tuple[str, ...] = ()


class SoFar(Model):
    """The note of a meeting that goes on, as it stood in its last pause. It is shown, and nothing else."""

    note: Note
    heard_s: float
    """How far into the meeting it goes."""
    later: str | None = None
    """When the language model will work on it, for people; None: it has, or is not there."""


class ReceiptLog(Generic[Line]):
    """A file of lines, one JSON document each; of one that a crash tore off, nothing is left."""

    def __init__(self, path: Path, kind: type[Line]) -> None:
        """Read what is there, or begin the file (StateWriteError)."""
        self._path = path
        self.lines: list[Line] = []
        if not path.exists():
            write_durably(path, b"")
        self._fd = open_to_append(path)
        self._end = 0
        with path.open("rb") as file:
            for raw in file:
                try:
                    line = kind.model_validate_json(raw)
                except ValidationError:
                    break
                if not raw.endswith(b"\n"):
                    break
                self.lines.append(line)
                self._end += len(raw)
        truncate_durably(self._fd, path, self._end)

    def append(self, line: Line) -> None:
        """StateWriteError: the file is as it was."""
        data = line.model_dump_json().encode() + b"\n"
        self._end = append_durably(self._fd, self._path, self._end, data)
        self.lines.append(line)

    def close(self) -> None:
        os.close(self._fd)


@contextmanager
def receipt_log(path: Path, kind: type[Line]) -> Iterator[ReceiptLog[Line]]:
    """A log, closed at the end."""
    log = ReceiptLog(path, kind)
    try:
        yield log
    finally:
        log.close()


def read_receipt(path: Path, kind: type[Whole]) -> Whole | None:
    """None where the step is not done, or its receipt has rotted: it is then done again."""
    try:
        return kind.model_validate_json(path.read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def write_receipt(path: Path, receipt: Model) -> None:
    """StateWriteError."""
    write_durably(path, receipt.model_dump_json())


def current_step(folder: MeetingFolder) -> Step:
    """The first step whose receipt is missing."""
    if not folder.transcript.exists():
        return "transcribe"
    return "compose" if folder.draft.exists() else "draft"


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
        line.model_copy(
            update={
                "segments": tuple(s for s in line.segments if not is_forgotten(s, spans)),
                "mark": replace(line.mark, context=()),
            }
        )
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
