"""Makes a stored note again, with another engine, from its transcript: an ordinary job of the worker.

People's edits are stored beside the note and stay (docs/adr/0080). The old note is shown until the new one
replaces it; if the job fails, the old one stays.
"""

from __future__ import annotations

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
from pipelines.editing import corrected_lines
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
    """Put the job into the queue. NotFoundError, StateWriteError; BadInputError if it cannot be done.

    `template`: name of its new template; None keeps the one it has.
    """
    note = store.made(note_id)
    refuse_foreign(note)
    if template is not None:
        Templates(state_dir).find(template)
    if queue.get(note.id) is not None:
        raise BadInputError("this note is already being made; wait until it is ready")
    if not note.transcript.segments:
        raise BadInputError("this note has no transcript to make it from again")
    folder = MeetingFolder(state_dir, note.id)
    # Receipts left by a crash would be taken for finished work.
    remove_tree(folder.receipts)
    make_folder(folder.receipts)
    knows_its_date = _settle_record(state_dir, folder, note, clock)
    # A day that was only assumed is determined, and reported, as before.
    is_assumed = DATE_ASSUMED in note.flags and knows_its_date
    transcribed = Transcribed(
        transcript=note.heard(None if is_assumed else note.started_at),
        asr=note.engines.asr,
        template=template or note.template.name,
        rules_wanted=by_rules,
        has_note=True,
        attendees=note.attendees,
        planned_s=note.planned_s,
        series=note.series,
        corrected=corrected_lines(note, store.edits(note.id)),
    )
    write_receipt(folder.transcript, transcribed)
    job = Job(
        id=note.id,
        source=note.source,
        priority="normal",
        created_at=queue.next_moment(clock.now()),
        step="draft",
    )
    queue.put(job)
    return job


def _settle_record(state_dir: Path, folder: MeetingFolder, note: Note, clock: Clock) -> bool:
    """Make sure that there is a record the worker can use; returns whether the existing one was kept.

    Notes stored by commands may have none, and a recording may be gone, which then no longer says when it
    began.
    """
    now = clock.now()
    try:
        meeting = folder.meeting()
    except FileNotFoundError:
        meeting = Meeting(
            id=note.id, source=note.source, sha256=None, origin="command", received_at=now, modified_at=now
        )
    else:
        if meeting.recording is None or _has_audio(state_dir, meeting.recording):
            return True
    folder.write(meeting.model_copy(update={"recording": None, "started_at": note.started_at}))
    return False


def _has_audio(state_dir: Path, recording: str) -> bool:
    try:
        find_recording(state_dir, recording)
    except NotFoundError:
        return False
    return True
