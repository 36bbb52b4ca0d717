"""Deletes a note with all that holds its words, wherever it lies in the state directory.

What was deleted, and when, is written down, so that putting back an older backup does not bring it back:

    STATE/deletions.json    {"version": 1, "notes": {"2026-11-16-planning": "2026-11-20T02:30:00Z"},
                             "audio": {"2026-11-17-budget": "2026-11-20T09:12:00Z"}}

An id tells nothing that was said, except as far as the name of a file did.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, remove_tree, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError, unreadable
from daemon.inbox.upload import forget_finished
from daemon.meetings import MeetingFolder
from daemon.meetings.sound import remove_loudness
from daemon.notes.digests import DigestStore
from daemon.notes.questions import QuestionStore
from daemon.notes.search import forget_note
from daemon.notes.store import NoteHead, NoteStore
from daemon.spool import find_recording
from pipelines.model import Model, UtcDatetime

DELETIONS = "deletions.json"


class Deletions(Model):
    version: Literal[1] = 1
    notes: dict[str, UtcDatetime] = Field(default_factory=dict)
    """When each was deleted last, or something of it was taken off the record, by the note's id. A meeting
    that had no note yet is among them."""
    audio: dict[str, UtcDatetime] = Field(default_factory=dict)
    """When the sound of a meeting was deleted and its note kept."""

    def merged(self, later: Deletions) -> Deletions:
        return Deletions(notes=self.notes | later.notes, audio=self.audio | later.audio)


def read_deletions(state_dir: Path) -> Deletions:
    """Empty where nothing was deleted yet. StateDamagedError."""
    path = state_dir / DELETIONS
    try:
        return Deletions.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Deletions()
    except ValidationError:
        raise StateDamagedError(
            f"{path} is damaged; move it away (a backup that is put back may then bring deleted notes back)"
        ) from None
    except OSError as error:
        raise unreadable(path, error) from error


def write_deletions(state_dir: Path, deletions: Deletions) -> None:
    """StateWriteError."""
    make_folder(state_dir)
    write_durably(state_dir / DELETIONS, deletions.model_dump_json(indent=1))


def record_deletion(state_dir: Path, note_id: str, now: datetime) -> None:
    """Write down durably that a meeting was deleted at `now` (aware). For the store's writer only.

    StateWriteError, StateDamagedError.
    """
    write_deletions(state_dir, read_deletions(state_dir).merged(Deletions(notes={note_id: now})))


def record_audio_deletion(state_dir: Path, note_id: str, now: datetime) -> None:
    """The same for the sound of a meeting alone."""
    write_deletions(state_dir, read_deletions(state_dir).merged(Deletions(audio={note_id: now})))


def delete_note(state_dir: Path, store: NoteStore, note_id: str, now: datetime) -> NoteHead:
    """As `delete_notes`."""
    return delete_notes(state_dir, store, [note_id], now)[0]


def delete_notes(
    state_dir: Path, store: NoteStore, note_ids: Collection[str], now: datetime
) -> list[NoteHead]:
    """Delete the notes of exactly these ids, their digests' lines, the answers that rest on them, their
    places in the search index, their meetings' folders and their recordings.

    What may fail comes before the note itself goes, so that the same can be tried again. Old backups are not
    touched: that they were deleted is written down for the day on which one is put back. NotFoundError,
    before anything is deleted; StateWriteError.
    """
    known = {head.id for head in store.heads()}
    for note_id in note_ids:
        if note_id not in known:
            raise NotFoundError(f"there is no note {note_id!r}; see `roomscribe notes list`")
    for note_id in note_ids:
        record_deletion(state_dir, note_id, now)
        remove_meeting(state_dir, note_id)
        DigestStore(state_dir).forget(note_id)
        QuestionStore(state_dir).forget_note(note_id)
        forget_note(state_dir, note_id)
    return store.delete_all(note_ids)


def delete_audio(state_dir: Path, meeting_id: str, now: datetime) -> None:
    """Delete the sound of a meeting whose note is stored, and nothing else. StateWriteError."""
    record_audio_deletion(state_dir, meeting_id, now)
    folder = MeetingFolder(state_dir, meeting_id)
    with suppress(FileNotFoundError, NotFoundError, StateDamagedError):
        if recording := folder.meeting().recording:
            remove_tree(find_recording(state_dir, recording).folder)
    remove_loudness(folder)
    remove_tree(folder.source_dir)


def remove_meeting(state_dir: Path, meeting_id: str) -> None:
    """Remove the folder of a meeting and its recording, whatever state they are in, and the name under which
    it was uploaded. StateWriteError.
    """
    forget_finished(state_dir)
    folder = MeetingFolder(state_dir, meeting_id)
    try:
        recording = folder.meeting().recording
    except (FileNotFoundError, StateDamagedError):
        recording = meeting_id  # a recording's meeting has its id
    with suppress(NotFoundError):
        if recording:
            remove_tree(find_recording(state_dir, recording).folder)
    remove_tree(folder.path)
