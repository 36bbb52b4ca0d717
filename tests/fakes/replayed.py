"""Whether a stored note is made again from its draft, field by field."""

from __future__ import annotations

import time
from dataclasses import replace

from guardrails.core.types import Tape, TapeEntry
from pipelines.checking import Checker
from pipelines.note import Note
from pipelines.replay import replay_note


def assert_replays(note: Note) -> None:
    # Processor time: a busy machine is no slow check.
    with Checker(start=None, clock=time.process_time) as checker:
        again = replay_note(note, checker)
    assert again.summary == note.summary
    assert again.action_items == note.action_items
    assert again.decisions == note.decisions
    assert again.questions == note.questions
    assert set(again.flags) <= set(note.flags)
    assert set(again.warnings) <= set(note.warnings)
    assert _untimed(again.tape) == _untimed(note.tape)


def _untimed(tape: Tape) -> list[TapeEntry]:
    return [replace(entry, ms=0.0) for entry in tape]
