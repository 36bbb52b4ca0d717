"""Retention: audio by age and by free space, notes by age where the house wants that.

Audio goes only when its meeting is over and its note is stored. Of a recording that failed, the audio is
all there is, and a full disk is then better than its loss: the recorder stops cleanly. It is the original
from the inbox, or the recording in the spool.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from daemon.base.durable import remove_tree
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.sections import Retention
from daemon.base.sizes import human
from daemon.inbox.upload import forget_abandoned
from daemon.meetings import Meeting, MeetingFolder, read_jobs
from daemon.meetings.folder import meetings_dir
from daemon.meetings.sound import loudness_files
from daemon.notes.deletion import delete_notes
from daemon.notes.store import NoteHead, NoteStore
from daemon.spool import SpooledRecording, find_recording
from pipelines.model import Model, UtcDatetime

Reason = Literal["age", "space"]


@dataclass(frozen=True, slots=True)
class AudioKept:
    """The audio of one meeting."""

    id: str
    """Of the meeting, which is the note's."""
    paths: tuple[Path, ...]
    """Files or folders that hold it and nothing else."""
    bytes: int
    finished_at: datetime | None
    """None while the meeting goes on."""
    note_stored: bool
    """Whether its note is stored and no work on it is left."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the configuration says."""

    keep_for: timedelta | None
    """None keeps audio for ever, as long as there is room."""
    free_bytes: int
    """At least so much of the disk is to be free."""


class Removed(Model):
    """Audio that went, or would go."""

    id: str
    bytes: int
    finished_at: UtcDatetime
    reason: Reason

    def __str__(self) -> str:
        why = "for its age" if self.reason == "age" else "to make room on the disk"
        return f"the audio of {self.id} ({self.finished_at:%Y-%m-%d}, {human(self.bytes)}) {why}"


def choose(
    kept: Iterable[AudioKept], now: datetime, rules: Rules, free: int
) -> list[tuple[AudioKept, Removed]]:
    """What is to go, the oldest first; `free` is what the disk has now, in bytes."""
    chosen = []
    finished = sorted(
        ((audio.finished_at, audio) for audio in kept if audio.finished_at and audio.note_stored),
        key=lambda pair: (pair[0], pair[1].id),
    )
    for finished_at, audio in finished:
        reason: Reason
        if rules.keep_for is not None and now - finished_at > rules.keep_for:
            reason = "age"
        elif free < rules.free_bytes:
            reason = "space"
        else:
            break
        free += audio.bytes
        chosen.append(
            (audio, Removed(id=audio.id, bytes=audio.bytes, finished_at=finished_at, reason=reason))
        )
    return chosen


def prune_audio(
    kept: Iterable[AudioKept],
    now: datetime,
    rules: Rules,
    free: int,
    log: Callable[[str], object],
    *,
    dry_run: bool = False,
) -> list[Removed]:
    """Remove what `choose` finds, each a line to `log`; returns what went (in a dry run: would go).

    StateWriteError ends it at the first that cannot be removed; the rest is for the next time.
    """
    gone = []
    for audio, removed in choose(kept, now, rules, free):
        if not dry_run:
            for path in audio.paths:
                remove_tree(path)
            log(f"removed {removed}")
        gone.append(removed)
    return gone


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


class Pruned(Model):
    """What went, or in a dry run would go."""

    dry_run: bool
    notes: tuple[str, ...]
    """Ids."""
    audio: tuple[Removed, ...]
    freed_bytes: int


def prune(
    state_dir: Path,
    store: NoteStore,
    rules: Retention,
    now: datetime,
    log: Callable[[str], object],
    *,
    dry_run: bool = False,
    by_age: bool = True,
) -> Pruned:
    """Remove what is older than `rules` allow, and the oldest audio of finished meetings on a full disk.

    `store` must be a writer's, except in a dry run. Without `by_age` only the room on the disk counts. Each
    removal is one line to `log`. StateWriteError at the first that fails; the rest is for the next time.
    """
    heads = store.heads()
    expired = _expired(state_dir, heads, now, rules.note_days) if by_age else []
    if expired and not dry_run:
        delete_notes(state_dir, store, [head.id for head in expired], now)
        for head in expired:
            log(f"removed the note {head.id} ({head.started_at:%Y-%m-%d}) for its age")
    if by_age and not dry_run and (count := forget_abandoned(state_dir, now)):
        log(f"removed {count} {'upload' if count == 1 else 'uploads'} that nobody added")
    left = {head.id for head in heads} - {head.id for head in expired}
    removed = prune_audio(
        kept_audio(state_dir, left),
        now,
        Rules(
            keep_for=timedelta(days=rules.audio_days) if by_age and rules.audio_days else None,
            free_bytes=rules.free_mb * 1_000_000,
        ),
        shutil.disk_usage(state_dir).free if state_dir.exists() else 0,
        log,
        dry_run=dry_run,
    )
    return Pruned(
        dry_run=dry_run,
        notes=tuple(head.id for head in expired),
        audio=tuple(removed),
        freed_bytes=sum(each.bytes for each in removed),
    )


def would_prune(state_dir: Path, rules: Retention, now: datetime) -> Pruned:
    """What `prune` would remove; needs no lock."""
    with NoteStore.open_reader(state_dir) as store:
        return prune(state_dir, store, rules, now, lambda line: None, dry_run=True)


def _expired(state_dir: Path, heads: Sequence[NoteHead], now: datetime, note_days: int) -> list[NoteHead]:
    """Notes of meetings that are being processed again are left out: the hub alone ends a job. So are those
    of other rooms, each of which has rules of its own."""
    if not note_days:
        return []
    in_work = {job.id for job in read_jobs(state_dir)}
    heads = [head for head in heads if head.id not in in_work and head.room is None]
    return [head for head in heads if now - head.started_at > timedelta(days=note_days)]
