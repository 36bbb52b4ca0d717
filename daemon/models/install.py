"""The last steps of every installation; a power cut at any point leaves a model complete or absent.

Files are gathered in an unfinished folder, renamed durably as one folder, and become a model by their entry
in models.lock. The final name is made from the contents: a new version never overwrites the one that a worker
may be reading. Leftovers of a power cut are reused or removed by the next installation of the same model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from daemon.durable import TEMPORARY_PREFIX, make_folder, move_durably, remove_tree
from daemon.models.lock import LockedFile, LockedModel, read_lock, write_lock
from daemon.models.spec import ModelSpec
from daemon.store.lock import WriterLock

LOCK_NAME = ".writer"

Gate = Callable[[ModelSpec, Path, dict[str, str]], None]
"""Examines a model that is new here (its files in a folder, and their sha256); if it raises, nothing
changes."""


@contextmanager
def sole_writer(models_dir: Path) -> Iterator[None]:
    """Lock out other installations; StateBusyError if one is running."""
    make_folder(models_dir)
    lock = WriterLock(models_dir / LOCK_NAME)
    try:
        yield
    finally:
        lock.close()


def stage_of(models_dir: Path, spec: ModelSpec) -> Path:
    """Where the files of `spec` are gathered; one place for each model, so that the next attempt finds it."""
    file = f"@{spec.file.replace('/', '@')}" if spec.file else ""
    return models_dir / f"{TEMPORARY_PREFIX}{spec.repo_folder}{file}"


def install(
    models_dir: Path, spec: ModelSpec, stage: Path, hashes: dict[str, str], source: str, revision: str | None
) -> LockedModel:
    """Make the files in `stage` (their names and sha256 in `hashes`) the installed model.

    They are already durable and checked. On StateWriteError the model installed before is kept.
    """
    lock = read_lock(models_dir)
    before = lock.models.get(spec.name)
    for stray in set(stage.iterdir()) - {stage / name for name in hashes}:
        remove_tree(stray)
    content = hashlib.sha256("".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes)).encode())
    folder = f"{spec.repo_folder}/{content.hexdigest()[:12]}"
    target = models_dir / folder
    make_folder(target.parent)
    remove_tree(target)  # the same contents, damaged or never finished
    move_durably(stage, target)
    now = LockedModel(
        folder=folder,
        source=source,
        revision=revision,
        installed_at=datetime.now(UTC).replace(microsecond=0),
        files={name: _locked(target / name, sha256) for name, sha256 in hashes.items()},
    )
    write_lock(models_dir, lock.with_model(spec.name, now))
    if before and before.folder != folder:
        remove_tree(models_dir / before.folder)
    return now


def _locked(path: Path, sha256: str) -> LockedFile:
    found = path.stat()
    return LockedFile(size=found.st_size, sha256=sha256, modified_s=int(found.st_mtime))
