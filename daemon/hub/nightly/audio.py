"""Where the audio of each meeting lies: its original from the inbox, or the recording in the spool."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.hub.nightly.retention import AudioKept
from daemon.meetings import Meeting, MeetingFolder, read_jobs
from daemon.meetings.folder import meetings_dir
from daemon.meetings.sound import loudness_files
from daemon.spool import SpooledRecording, find_recording


def kept_audio(state_dir: Path, note_ids: Collection[str]) -> list[AudioKept]:
    """The audio of every meeting that still has some; `note_ids` are those of the stored notes.

    A meeting that is just being taken in, or whose record cannot be read, is left out: what nobody
    understands, no job removes.
    """
    in_work = {job.id for job in read_jobs(state_dir)}
    found = []
    for path in sorted(meetings_dir(state_dir).glob("*/")):
        folder = MeetingFolder(state_dir, path.name)
        try:
            meeting = folder.meeting()
            recording = find_recording(state_dir, meeting.recording) if meeting.recording else None
        except NotFoundError:
            recording = None
        except (FileNotFoundError, StateDamagedError):
            continue
        paths = [
            each for each in (folder.source_dir, recording and recording.folder) if each and each.exists()
        ]
        if paths:
            found.append(
                AudioKept(
                    id=meeting.id,
                    paths=(*loudness_files(folder), *paths),
                    bytes=sum(map(size, paths)),
                    finished_at=_finished_at(meeting, recording),
                    note_stored=meeting.id in note_ids and meeting.id not in in_work,
                )
            )
    return found


def _finished_at(meeting: Meeting, recording: SpooledRecording | None) -> datetime | None:
    if recording is None:
        return meeting.received_at
    return recording.recording.ended_at if recording.recording.state == "ended" else None


def size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder."""
    if not path.is_dir():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
