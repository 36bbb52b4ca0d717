"""Notes that people type while the room is recorded: meetings/<id>/typed.json, each line with its time.

They are lines of the meeting like those that were said, under ids of their own: the draft reads and cites
them, the note keeps them as they were typed. The hub alone writes the file; what is taken off the record
goes from it too.
"""

from __future__ import annotations

import logging

from pydantic import ValidationError

from daemon.base.durable import write_durably
from daemon.meetings import MeetingFolder
from daemon.meetings.receipts import Spans, is_forgotten
from guardrails.core.types import Segment
from pipelines.errors import BadInputError
from pipelines.model import Model
from pipelines.text import Name, Words
from pipelines.transcript import TYPED, Transcript

log = logging.getLogger("roomscribe.typed")

MOST = 500
"""Lines of one meeting: one a minute for a working day."""


class TypedLine(Model):
    at_s: float
    """Seconds from the start of the meeting."""
    name: Name | None
    """As whoever typed it signs on that device."""
    text: Words


class _File(Model):
    lines: tuple[TypedLine, ...] = ()


def read_typed(folder: MeetingFolder) -> tuple[TypedLine, ...]:
    """In the order in which they were typed; none where the file cannot be read."""
    try:
        return _File.model_validate_json(folder.typed.read_bytes()).lines
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        log.error("%s cannot be read: %s", folder.typed, error)
        return ()


def add_typed(folder: MeetingFolder, line: TypedLine) -> None:
    """BadInputError where there are too many, StateWriteError."""
    lines = read_typed(folder)
    if len(lines) >= MOST:
        raise BadInputError(f"There are {MOST} typed notes of this meeting already.")
    _write(folder, (*lines, line))


def forget_typed(folder: MeetingFolder, spans: Spans) -> None:
    """Remove what was typed in parts that are to be forgotten. StateWriteError."""
    lines = read_typed(folder)
    kept = tuple(line for line in lines if not is_forgotten(_segment(0, line), spans))
    if kept != lines:
        _write(folder, kept)


def with_typed(transcript: Transcript, folder: MeetingFolder, spans: Spans, until_s: float) -> Transcript:
    """`transcript` with what was typed until then, each line behind the one that was being spoken."""
    typed = [_segment(number, line) for number, line in enumerate(read_typed(folder), 1)]
    added = [each for each in typed if (each.start_s or 0.0) <= until_s and not is_forgotten(each, spans)]
    lines = sorted((*transcript.segments, *added), key=lambda each: each.start_s or 0.0)
    return transcript.model_copy(update={"segments": tuple(lines)})


def _segment(number: int, line: TypedLine) -> Segment:
    return Segment(f"{TYPED}{number}", line.at_s, line.at_s, line.name, line.text)


def _write(folder: MeetingFolder, lines: tuple[TypedLine, ...]) -> None:
    write_durably(folder.typed, _File(lines=lines).model_dump_json())
