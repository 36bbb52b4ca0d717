"""Puts a backup back: read as a whole first, unpacked beside the state, then moved into its place."""

from __future__ import annotations

from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from daemon.base.durable import (
    TEMPORARY_PREFIX,
    make_folder,
    move_durably,
    remove_durably,
    remove_tree,
    write_checked,
)
from daemon.base.errors import StateBusyError, StateDamagedError
from daemon.base.lock import WriterLock
from daemon.base.settings import FILE_NAME as SETTINGS
from daemon.notes.backup.archive import (
    CONFIG,
    FOLDERS,
    MODELS_LOCK,
    Manifest,
    Readable,
    StateInUseError,
    read_through,
    verify,
)
from daemon.notes.deletion import (
    DELETIONS,
    Deletions,
    delete_audio,
    delete_note,
    read_deletions,
    remove_meeting,
    write_deletions,
)
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from daemon.spool import list_recordings
from pipelines.model import Model, UtcDatetime

RESTORED_CONFIG = "restored-config.toml"
_PIECE_BYTES = 1 << 20


class Restored(Model):
    made_at: UtcDatetime
    """When the backup was made."""
    notes: int
    deleted: tuple[str, ...]
    """Ids of notes that were deleted after the backup was made, and stay deleted."""
    set_aside: str | None
    """Folder with what was there before."""
    config: str | None
    """The configuration of then, for comparison; the one in force was left alone."""


def restore(archive: Path | BinaryIO, state_dir: Path, now: datetime, *, force: bool = False) -> Restored:
    """Make the state that of the backup, byte for byte; models and the configuration in force stay.

    Nothing is touched before the whole archive was read and found good (ArchiveError), and unless the state
    holds nothing (StateInUseError), or `force` is given: then what is there is set aside, not deleted. Notes
    that were deleted since are deleted again. StateBusyError while a service runs; StateWriteError.
    """
    manifest = verify(archive)
    make_folder(state_dir / "notes")
    aside = state_dir / f"set-aside-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    staging = state_dir / f"{TEMPORARY_PREFIX}{token_hex(8)}"
    with ExitStack() as stack:
        stack.enter_context(closing(WriterLock(state_dir / "notes" / "lock")))
        if (state_dir / "work").is_dir():
            stack.enter_context(closing(WriterLock(state_dir / "work" / "lock")))
        there = _holdings(state_dir)
        if there and not force:
            raise StateInUseError(
                f"{state_dir} holds {there}; restore into an empty one with --state DIR, or use --force, "
                "which sets what is there aside"
            )
        for left in state_dir.glob(f"{TEMPORARY_PREFIX}*"):
            remove_tree(left)  # by a restore that a power cut ended
        stack.callback(remove_tree, staging)
        _unpack(archive, manifest, staging)
        deleted = _delete_again(staging, state_dir, manifest)
        # The folder that is locked goes aside; the one that comes is locked until all is in its place.
        stack.enter_context(closing(WriterLock(staging / "notes" / "lock")))
        _swap(staging, state_dir, aside)
    if not there:
        remove_tree(aside)
    return Restored(
        made_at=manifest.made_at,
        notes=manifest.notes - len(deleted),
        deleted=deleted,
        set_aside=str(aside) if there else None,
        config=str(state_dir / RESTORED_CONFIG) if CONFIG in manifest.files else None,
    )


def _holdings(state_dir: Path) -> str | None:
    """What the state holds that a restore would put aside, in words; None if that is nothing."""
    recordings = [each.recording for each in list_recordings(state_dir)]
    if any(recording.state == "recording" for recording in recordings):
        raise StateBusyError("a recording is going on; stop it (`roomscribe record stop`) and try again")
    try:
        with NoteStore.open_reader(state_dir) as store:
            notes = len(store.heads())
    except StateDamagedError:
        return "notes that cannot be read"
    counts = {
        "note": notes,
        "digest": len(DigestStore(state_dir).ids()),
        "meeting": sum(1 for _ in (state_dir / "meetings").glob("*/meeting.json")),
        "recording": sum(recording.state != "discarded" for recording in recordings),
    }
    return ", ".join(f"{count} {what}{'s' * (count != 1)}" for what, count in counts.items() if count) or None


def _unpack(archive: Path | BinaryIO, manifest: Manifest, staging: Path) -> None:
    """Write the files of the manifest into `staging`, checking them once more on the way."""

    def write(name: str, content: Readable) -> None:
        if name in manifest.files:
            path = staging / (RESTORED_CONFIG if name == CONFIG else name)
            make_folder(path.parent)
            write_checked(path, lambda file: _copy(content, file))

    make_folder(staging / "notes")
    read_through(archive, write)


def _copy(content: Readable, file: BinaryIO) -> None:
    while piece := content.read(_PIECE_BYTES):
        file.write(piece)


def _delete_again(staging: Path, state_dir: Path, manifest: Manifest) -> tuple[str, ...]:
    """Delete, in `staging`, what this machine knows to have been deleted since; the notes' ids."""
    known = read_deletions(state_dir)
    with NoteStore.open_reader(staging) as reader:  # a store of a newer release is refused here
        ids = {head.id for head in reader.heads()}
    since = sorted(note_id for note_id, at in known.notes.items() if at > manifest.made_at)
    gone = tuple(note_id for note_id in since if note_id in ids)
    if gone:
        with NoteStore.open_writer(staging) as store:
            for note_id in gone:
                delete_note(staging, store, note_id, known.notes[note_id])
    for meeting_id in since:
        remove_meeting(staging, meeting_id)  # also one that had no note yet
        if (job := staging / "jobs" / f"{meeting_id}.json").exists():
            remove_durably(job)
    for note_id, at in known.audio.items():
        if at > manifest.made_at:
            delete_audio(staging, note_id, at)
    if known != Deletions():
        write_deletions(staging, read_deletions(staging).merged(known))
    return gone


def _swap(staging: Path, state_dir: Path, aside: Path) -> None:
    """Move what is there aside, then the new into its place. A crash in between loses nothing: all of it lies
    in one of the two folders, and the restore can be run again."""
    make_folder(aside)
    for name in sorted((*FOLDERS, DELETIONS, SETTINGS)):
        if (state_dir / name).exists():
            move_durably(state_dir / name, aside / name)
    trusted = staging / MODELS_LOCK
    if trusted.exists() and not (state_dir / MODELS_LOCK).exists():
        make_folder((state_dir / MODELS_LOCK).parent)
        move_durably(trusted, state_dir / MODELS_LOCK)
    for name in sorted((*FOLDERS, DELETIONS, SETTINGS, RESTORED_CONFIG)):
        if (staging / name).exists():
            move_durably(staging / name, state_dir / name)
