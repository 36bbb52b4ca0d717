"""Makes a stored note again, by another engine, from the words it has: an ordinary job of the worker.

What people changed lies beside the note and stays (docs/adr/0080). The old note is shown until the new one
takes its place; if the job fails, the old one stays.
"""

from __future__ import annotations

from pathlib import Path

from daemon.clock import Clock
from daemon.durable import make_folder, remove_tree
from daemon.errors import NotFoundError
from daemon.jobs import Job, JobQueue, Meeting, MeetingFolder
from daemon.spool import find_recording
from daemon.store import NoteStore
from daemon.templates import Templates
from daemon.worker.receipts import Transcribed, write_receipt
from pipelines.dating import DATE_ASSUMED
from pipelines.editing import mended_lines
from pipelines.errors import BadInputError
from pipelines.note import Note


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
    """Put the job into the queue. NotFoundError, StateWriteError; BadInputError where it cannot be done.

    `template`: name of its new form; None keeps the one it has.
    """
    note = store.made(note_id)
    if template is not None:
        Templates(state_dir).find(template)
    if queue.get(note.id) is not None:
        raise BadInputError("this note is being made already; wait until it is there")
    if not note.transcript.segments:
        raise BadInputError("this note has no transcript to make it from again")
    folder = MeetingFolder(state_dir, note.id)
    # What a crash has left of the first time would be taken for work that is done.
    remove_tree(folder.receipts)
    make_folder(folder.receipts)
    knows_its_date = _settle_record(state_dir, folder, note, clock)
    # A day that was only assumed is worked out, and told, as it was before.
    is_assumed = DATE_ASSUMED in note.flags and knows_its_date
    transcribed = Transcribed(
        transcript=note.heard(None if is_assumed else note.started_at),
        asr=note.engines.asr,
        template=template or note.template.name,
        rules_wanted=by_rules,
        has_note=True,
        mended=mended_lines(note, store.edits(note.id)),
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
    """See to a record that the worker can go by; whether the one that was there is as it was.

    Notes that commands stored may have none, and the audio of a recording may be gone, which then says no
    more when it began.
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
