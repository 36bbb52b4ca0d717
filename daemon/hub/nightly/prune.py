"""Retention as a whole: audio by age and by free space, notes by age where the house wants that."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from daemon.base.sections import Retention
from daemon.hub.nightly.audio import kept_audio
from daemon.hub.nightly.retention import Removed, Rules, prune_audio
from daemon.meetings import read_jobs
from daemon.notes.deletion import delete_notes
from daemon.notes.store import NoteHead, NoteStore
from pipelines.model import Model


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
