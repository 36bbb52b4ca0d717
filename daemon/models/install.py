"""How a model is installed, wherever its files come from; a power cut leaves it complete or absent.

Files are gathered in an unfinished folder, held against the hashes that are trusted, renamed durably as one
folder, and become a model by their entry in models.lock. The final name is made from the contents: a new
version never overwrites the one that a worker may be reading. The next installation of the same model resumes
from what an interruption left, or removes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from daemon.base.durable import TEMPORARY_PREFIX, make_folder, move_durably, remove_tree
from daemon.base.errors import ModelsError, NotFoundError
from daemon.base.lock import WriterLock
from daemon.base.sizes import require_space
from daemon.models.catalogue import Trusted
from daemon.models.formats import problem
from daemon.models.index import WHEELS
from daemon.models.presence import (
    InstalledModel,
    LockedFile,
    LockedModel,
    damage,
    described,
    read_lock,
    write_lock,
)
from daemon.models.source import Part, RemoteFile, Source
from daemon.models.spec import ModelSpec
from pipelines.errors import BadInputError
from pipelines.progress import Progress, silent

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


def obtain(
    models_dir: Path,
    spec: ModelSpec,
    source: Source,
    *,
    update: bool = False,
    gate: Gate | None = None,
    progress: Progress = silent,
) -> tuple[InstalledModel, bool]:
    """Install `spec` from `source`; the second value: whether it was new.

    An intact installed model is left alone, without asking a hub, unless `update` asks for the newest
    version. Without `update` only the bytes that are trusted are accepted, at the commit that goes with them.
    `gate` examines a model or version that is new here; what was fetched of a refused one is kept.

    UnreachableError within seconds; NotFoundError for what the source does not have; ModelsError for bytes
    that are not trusted; BadInputError for a folder's files that cannot be read or are no model;
    StateWriteError for a full disk; StateBusyError.
    """
    with sole_writer(models_dir):
        known = read_lock(models_dir).models.get(spec.name)
        # Who is told of damage comes here, and rotten bytes change neither size nor time.
        whole = known is not None and not damage(models_dir, known, progress, thorough=True)
        if known and whole and not update and not source.is_folder:
            return described(models_dir, spec, known), False
        trusted = Trusted() if update else Trusted.of(spec, known)
        files = source.files(spec, trusted.revision, progress if whole else None)
        if trusted.is_published:
            files = [file for file in files if file.name in trusted.files]
            if lacking := trusted.files.keys() - {file.name for file in files}:
                raise NotFoundError(f"{spec.name}: {source.name} lacks {', '.join(sorted(lacking))}")
        if known and whole and _same(known, files):
            return described(models_dir, spec, _at_revision(models_dir, spec, known, files[0])), False
        announced = {file.name: file.sha256 for file in files if file.sha256}
        trusted.require(spec.name, announced, _command(source))
        # By the hash that it must have, so that another source goes on with what came from one.
        files = [replace(file, etag=trusted.files.get(file.name, file.etag)) for file in files]
        stage = stage_of(models_dir, spec)
        try:
            hashes = _gather(stage, spec, source, files, trusted, progress)
            if gate and (known is None or hashes != known.hashes):
                gate(spec, stage, hashes)
        except BaseException:
            _put_aside(stage, source, files)
            raise
        now = install(models_dir, spec, stage, hashes, source.name, files[0].revision)
        return described(models_dir, spec, now), True


def _gather(
    stage: Path,
    spec: ModelSpec,
    source: Source,
    files: list[RemoteFile],
    trusted: Trusted,
    progress: Progress,
) -> dict[str, str]:
    """Fill the folder with all files of a usable model; returns their sha256 by name."""
    if source.is_folder:
        remove_tree(stage)  # copying starts over: reading a stick is cheaper than comparing with it
    make_folder(stage)
    parts = {file.name: _part_path(stage, file) for file in files}
    for stray in set(stage.iterdir()) - set(parts.values()) - {stage / WHEELS}:
        remove_tree(stray)
    require_space(stage.parent, sum(file.size - _size(parts[file.name]) for file in files))
    hashes = {file.name: _fetch(spec, source, file, parts[file.name], trusted, progress) for file in files}
    trusted.require(spec.name, hashes, _command(source))
    for name, part in parts.items():
        move_durably(part, stage / name)
    if trouble := problem(spec, stage):
        remove_tree(stage)
        if source.is_folder:
            raise BadInputError(f"the copy of {spec.name} is not a usable model: {trouble}")
        raise ModelsError(f"{spec.name} from {source.name} is not a usable model: {trouble}")
    return hashes


def _fetch(
    spec: ModelSpec, source: Source, file: RemoteFile, path: Path, trusted: Trusted, progress: Progress
) -> str:
    """Complete the file at `path` and return its sha256; bytes that are already there are kept."""

    def tell(done: int) -> None:
        progress(file.name, done, file.size)

    with Part(path, file.size, tell) as part:
        kept = part.done
        if part.done < file.size:
            source.append(spec, file, part, progress)
        if kept and not _as_announced(file, part):
            # A power cut can leave a part of the right length with wrong bytes: start again from zero.
            part.restart()
            source.append(spec, file, part, progress)
        if not _as_announced(file, part):
            seen = part.sha256
            part.restart()
            trusted.require(spec.name, {file.name: seen}, _command(source))
            raise ModelsError(
                f"{file.name} of {spec.name} has other bytes than {source.name} announces and was "
                "thrown away: try again; if it happens again, do not use this source"
            )
        return part.sha256


def _as_announced(file: RemoteFile, part: Part) -> bool:
    return file.sha256 in (None, part.sha256) and file.git_sha1 in (None, part.git_sha1)


def _part_path(folder: Path, file: RemoteFile) -> Path:
    """Named after the contents, so that a newer version never continues the bytes of an older one."""
    return folder / f"{file.name}.{(file.etag or file.revision or '')[:16]}"


def _put_aside(stage: Path, source: Source, files: list[RemoteFile]) -> None:
    """After a failure or a refusal: under unfinished names what was fetched need not be fetched again."""
    if source.is_folder:
        remove_tree(stage)
        return
    for file in files:
        if (stage / file.name).exists():
            move_durably(stage / file.name, _part_path(stage, file))


def _command(source: Source) -> str:
    return "import DIR" if source.is_folder else "pull"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _same(known: LockedModel, files: list[RemoteFile]) -> bool:
    """Whether the source announces what is installed: the same commit, or hashes that are all known here."""
    if files[0].revision is not None and files[0].revision == known.revision:
        return True
    return {file.name: file.sha256 for file in files} == known.hashes


def _at_revision(models_dir: Path, spec: ModelSpec, known: LockedModel, file: RemoteFile) -> LockedModel:
    """A newer commit that did not change these files: only its name is recorded."""
    if file.revision in (None, known.revision):
        return known
    renamed = known.model_copy(update={"revision": file.revision})
    write_lock(models_dir, read_lock(models_dir).with_model(spec.name, renamed))
    return renamed


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
