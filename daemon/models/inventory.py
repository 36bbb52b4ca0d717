"""What `models list` shows: each model that the configuration names, and everything else in the folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from daemon.base.durable import TEMPORARY_PREFIX
from daemon.models.catalogue import Trusted
from daemon.models.configured import left_out
from daemon.models.install import sole_writer
from daemon.models.presence import LockedModel, damage, read_lock, write_lock
from daemon.models.spec import VOICES_SUFFIX, Kind, ModelSpec
from pipelines.model import Model, UtcDatetime
from pipelines.progress import Progress, silent

State = Literal["installed", "missing", "left out", "damaged", "unfinished", "unknown"]
"""Left out: not there, and nothing is missing, because this machine has too little memory for it."""


class Listed(Model):
    """One model, or something else in the models folder."""

    name: str
    kind: Kind | None = None
    configured: bool = False
    """Whether the configuration names it: what the engines will look for."""
    state: State
    problem: str | None = None
    size: int | None = None
    """Bytes on the disk."""
    revision: str | None = None
    sha256: str | None = None
    """Of the file with the weights."""
    path: Path | None = None
    source: str | None = None
    """Where it came from: the hub's address, "package index" or "import"."""
    published: bool | None = None
    """Whether its files are those of the catalogue; else they are trusted because they came first."""
    installed_at: UtcDatetime | None = None


def inventory(
    models_dir: Path, configured: Sequence[ModelSpec], progress: Progress = silent, *, thorough: bool = False
) -> list[Listed]:
    """Configured models first, then other installed ones, then leftovers. `thorough` hashes every file."""
    lock = read_lock(models_dir)
    others = [spec for name in lock.models if (spec := ModelSpec.parse(name)) not in configured]
    listed = [
        _model(models_dir, spec, lock.models.get(spec.name), spec in configured, progress, thorough)
        for spec in (*configured, *others)
    ]
    return listed + _leftovers(models_dir, {model.folder for model in lock.models.values()})


def remember_times(models_dir: Path) -> None:
    """After all bytes were verified: record the files' current times (a restored backup changes them), so
    that the next start need not hash."""
    lock = read_lock(models_dir)
    present = {name: _with_times(models_dir, known) for name, known in lock.models.items()}
    if present != lock.models:
        with sole_writer(models_dir):
            write_lock(models_dir, lock.model_copy(update={"models": present}))


def _with_times(models_dir: Path, known: LockedModel) -> LockedModel:
    folder = models_dir / known.folder
    if not folder.is_dir():
        return known
    files = {
        name: file.model_copy(update={"modified_s": int((folder / name).stat().st_mtime)})
        for name, file in known.files.items()
    }
    return known.model_copy(update={"files": files})


def _model(
    models_dir: Path,
    spec: ModelSpec,
    known: LockedModel | None,
    configured: bool,
    progress: Progress,
    thorough: bool,
) -> Listed:
    if known is None or not (models_dir / known.folder).is_dir():
        state: State = "left out" if left_out(spec) else "missing"
        return Listed(name=spec.name, kind=spec.kind, configured=configured, state=state)
    trouble = damage(models_dir, known, progress, thorough=thorough)
    folder = models_dir / known.folder
    return Listed(
        name=spec.name,
        kind=spec.kind,
        configured=configured,
        state="damaged" if trouble else "installed",
        problem="; ".join(trouble) or None,
        size=known.size,
        revision=known.revision,
        sha256=known.files[spec.weights].sha256,
        path=folder / spec.weights if spec.file else folder,
        source=known.source,
        published=Trusted.of(spec, known).is_published,
        installed_at=known.installed_at,
    )


def _leftovers(models_dir: Path, folders: set[str]) -> list[Listed]:
    """Interrupted downloads, old versions left by a power cut, files that somebody put there."""
    found = []
    for path in sorted(models_dir.glob("*")) if models_dir.is_dir() else ():
        if path.name.startswith(TEMPORARY_PREFIX):
            found.append(_leftover(models_dir, path, "unfinished"))
        elif path.is_dir():
            strays = [child for child in sorted(path.iterdir()) if f"{path.name}/{child.name}" not in folders]
            found.extend(_leftover(models_dir, child, "unknown") for child in strays)
        elif path.suffix in (".gguf", VOICES_SUFFIX):
            found.append(_leftover(models_dir, path, "unknown"))
    return found


def _leftover(models_dir: Path, path: Path, state: State) -> Listed:
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    return Listed(
        name=str(path.relative_to(models_dir)),
        state=state,
        size=sum(file.stat().st_size for file in files),
        path=path,
    )
