"""Deletes a note with all that holds its words, wherever it lies in the state directory."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from daemon.backup.deletions import record_deletion
from daemon.durable import remove_tree
from daemon.errors import NotFoundError, StateDamagedError
from daemon.jobs import MeetingFolder
from daemon.nightly.digests import DigestStore
from daemon.spool import find_recording
from daemon.store import NoteHead, NoteStore


def delete_note(state_dir: Path, store: NoteStore, note_id: str, now: datetime) -> NoteHead:
    """Delete the note of exactly this id, its digests' lines, its meeting's folder and its recording.

    What may fail comes before the note itself goes, so that the same can be tried again. Old backups are not
    touched: that it was deleted is written down for the day on which one is put back. NotFoundError,
    StateWriteError.
    """
    if all(head.id != note_id for head in store.heads()):
        raise NotFoundError(f"there is no note {note_id!r}; see `roomscribe notes list`")
    record_deletion(state_dir, note_id, now)
    _remove_meeting(state_dir, note_id)
    DigestStore(state_dir).forget(note_id)
    return store.delete(note_id)


def _remove_meeting(state_dir: Path, meeting_id: str) -> None:
    folder = MeetingFolder(state_dir, meeting_id)
    try:
        recording = folder.meeting().recording
    except (FileNotFoundError, StateDamagedError):
        recording = meeting_id  # a recording's meeting has its id
    with suppress(NotFoundError):
        if recording:
            remove_tree(find_recording(state_dir, recording).folder)
    remove_tree(folder.path)
