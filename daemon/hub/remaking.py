"""Makes a stored note again, with another engine, from its transcript: an ordinary job of the worker, or the
work of a command where no hub runs.

People's edits are stored beside the note and stay (docs/adr/0080). The old note is shown until the new one
replaces it; if the job fails, the old one stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import make_folder, remove_tree
from daemon.base.errors import NotFoundError
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder
from daemon.meetings.receipts import Transcribed, write_receipt
from daemon.meetings.templates import Templates
from daemon.notes.store import NoteHead, NoteStore
from daemon.spool import find_recording
from pipelines.dating import DATE_ASSUMED
from pipelines.editing import Edit, corrected_lines
from pipelines.errors import BadInputError
from pipelines.note import Note


def refuse_foreign(note: Note | NoteHead) -> None:
    """BadInputError for a note of another room."""
    if note.room:
        raise BadInputError(f"this meeting belongs to the room {note.room.name}; that can be done there")


def remake(
    state_dir: Path,
    store: NoteStore,
    queue: JobQueue,
    clock: Clock,
    note_id: str,
    *,
    by_rules: bool,
    template: str | None = None,
) -> Job:
    """Put the job into the queue. NotFoundError, StateWriteError; BadInputError if it cannot be done."""
    note = store.made(note_id)
    if queue.get(note.id) is not None:
        raise BadInputError("this note is already being made; wait until it is ready")
    edits = store.edits(note.id)
    meeting, transcribed = heard_again(
        state_dir, note, edits, clock.now(), by_rules=by_rules, template=template
    )
    folder = MeetingFolder(state_dir, meeting.id)
    # Receipts left by a crash would be taken for finished work.
    remove_tree(folder.receipts)
    make_folder(folder.receipts)
    if not folder.record.exists() or folder.meeting() != meeting:
        folder.write(meeting)
    write_receipt(folder.transcript, transcribed)
    job = Job(
        id=meeting.id,
        source=note.source,
        priority="normal",
        created_at=queue.next_moment(clock.now()),
        step="draft",
    )
    queue.put(job)
    return job


def heard_again(
    state_dir: Path,
    note: Note,
    edits: Iterable[Edit],
    now: datetime,
    *,
    by_rules: bool,
    template: str | None = None,
) -> tuple[Meeting, Transcribed]:
    """What a note is made again from: its meeting, and its words with people's `edits`. BadInputError if that
    cannot be done.

    `note`: as the engines made it. `template`: name of its new template; None keeps the one it has.
    """
    refuse_foreign(note)
    if template is not None:
        Templates(state_dir).find(template)
    if not note.transcript.segments:
        raise BadInputError("this note has no transcript to make it from again")
    transcribed = Transcribed(
        # A day that was only assumed is determined, and reported, as before.
        transcript=note.heard(None if DATE_ASSUMED in note.flags else note.started_at),
        asr=note.engines.asr,
        template=template or note.template.name,
        rules_wanted=by_rules,
        has_note=True,
        attendees=note.attendees,
        planned_s=note.planned_s,
        series=note.series,
        continues=note.continues,
        corrected=corrected_lines(note, edits),
    )
    return _record(state_dir, note, now), transcribed


def _record(state_dir: Path, note: Note, now: datetime) -> Meeting:
    """The meeting's, or one that says the same of it: notes stored by commands may have none, or one that
    doesn't know how old their file is. A recording that is gone no longer says when it began."""
    is_assumed = DATE_ASSUMED in note.flags
    try:
        meeting = MeetingFolder(state_dir, note.id).meeting()
    except FileNotFoundError:
        meeting = Meeting(
            id=note.id,
            source=note.source,
            sha256=None,
            origin="command",
            received_at=now,
            modified_at=now,
            started_at=None if is_assumed else note.started_at,
            tags=note.tags,
        )
    if is_assumed:
        return meeting.model_copy(update={"modified_at": note.started_at})
    if meeting.recording is None or _has_audio(state_dir, meeting.recording):
        return meeting
    return meeting.model_copy(update={"recording": None, "started_at": note.started_at})


def _has_audio(state_dir: Path, recording: str) -> bool:
    try:
        find_recording(state_dir, recording)
    except NotFoundError:
        return False
    return True
