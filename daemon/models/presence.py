"""Which models are on this machine, and whether their files are still what was installed.

A start must not read gigabytes: a file with the size and the time in models.lock is assumed to be unchanged.
A file with another time (restored from a backup) is hashed; `models verify` hashes all.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from daemon.base.errors import StateDamagedError
from daemon.models.lock import LockedFile, LockedModel, read_lock
from daemon.models.spec import ModelSpec
from pipelines.errors import WeightsDamagedError, WeightsMissingError
from pipelines.progress import Progress, silent

PIECE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InstalledModel:
    path: Path
    """The GGUF file, or the folder of a speech model."""
    name: str
    revision: str | None
    """Commit in the repository; None for an import."""
    sha256: str
    """Of the file with the weights."""
    size: int
    """Bytes of all files."""
    source: str
    """Address of the hub, "package index" or "import"."""


def installed(
    models_dir: Path, spec: ModelSpec, progress: Progress = silent, *, thorough: bool = False
) -> InstalledModel:
    """The model, ready to be loaded; WeightsMissingError, with advice, if it is absent or damaged."""
    known = read_lock(models_dir).models.get(spec.name)
    if known is None:
        raise WeightsMissingError(f"{spec.title} is not installed: {WAYS_OUT}")
    if trouble := damage(models_dir, known, progress, thorough=thorough):
        raise WeightsDamagedError(f"{spec.title} cannot be used: {'; '.join(trouble)}; {WAYS_OUT}")
    return described(models_dir, spec, known)


def is_there(models_dir: Path, spec: ModelSpec) -> bool:
    """Whether it was installed, without a look at its files; nothing is where the list cannot be read."""
    try:
        return spec.name in read_lock(models_dir).models
    except StateDamagedError:
        return False


WAYS_OUT = "run `roomscribe models pull`, or `roomscribe models import DIR` with a folder that contains it"


def described(models_dir: Path, spec: ModelSpec, known: LockedModel) -> InstalledModel:
    folder = models_dir / known.folder
    return InstalledModel(
        path=folder / spec.weights if spec.file else folder,
        name=spec.name,
        revision=known.revision,
        sha256=known.files[spec.weights].sha256,
        size=known.size,
        source=known.source,
    )


def damage(
    models_dir: Path, known: LockedModel, progress: Progress = silent, *, thorough: bool = False
) -> list[str]:
    """What is wrong with the files, by name; empty if nothing. `thorough` hashes all of them."""
    return [
        f"{models_dir / known.folder / name} {trouble}"
        for name, file in known.files.items()
        if (trouble := _changed(models_dir / known.folder / name, file, progress, thorough))
    ]


def sha256_of(path: Path, progress: Progress = silent) -> str:
    """Reads the whole file, reporting progress."""
    with path.open("rb") as file:
        return sha256_of_open(file, path.name, progress)


def sha256_of_open(file: BinaryIO, name: str, progress: Progress = silent) -> str:
    """As `sha256_of`, from the beginning of an open file."""
    sha256, size = hashlib.sha256(), os.fstat(file.fileno()).st_size
    file.seek(0)
    while piece := file.read(PIECE_BYTES):
        sha256.update(piece)
        progress(f"checking {name}", file.tell(), size)
    return sha256.hexdigest()


def _changed(path: Path, file: LockedFile, progress: Progress, thorough: bool) -> str | None:
    try:
        found = path.stat()
        if found.st_size != file.size:
            return f"has {found.st_size:,} bytes instead of {file.size:,}"
        if (thorough or int(found.st_mtime) != file.modified_s) and sha256_of(path, progress) != file.sha256:
            return "differs from what was installed"
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None
