"""A state directory with something to lose, and backups of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from daemon.notes.backup.make import BackupMade, make_backup
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from pipelines.digest import Period, make_digest
from tests.fakes.meetings import STARTED, office_move

NOW = datetime(2026, 11, 20, 2, 30, tzinfo=UTC)


def filled(state: Path, count: int = 3) -> Path:
    with NoteStore.open_writer(state) as store:
        for number in range(count):
            store.save(office_move(f"meeting-{number}", STARTED + timedelta(hours=number)))
        DigestStore(state).put(make_digest(store.notes(), Period.week(STARTED.date()), timezone=UTC))
    (state / "models").mkdir(exist_ok=True)
    (state / "models" / "models.lock").write_text('{"version": 1, "models": {}}\n')
    (state / "models" / "weights.gguf").write_bytes(b"weights")
    (state / "settings.json").write_text('{"vocabulary": {"roster": ["Ann"]}}')
    (state / "templates").mkdir(exist_ok=True)
    (state / "templates" / "house.toml").write_text('title = "House"\n')
    return state


def backed_up(
    state: Path, folder: Path, *, when: datetime = NOW, keep: int = 3, audio: bool = False
) -> BackupMade:
    folder.mkdir(exist_ok=True)
    return make_backup(state, folder, None, when, keep=keep, audio=audio, host="Room 1")


def content(root: Path) -> dict[str, bytes]:
    """Every file below a folder, but for locks, which hold a process id."""
    files = (path for path in root.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(root)): path.read_bytes() for path in files}
