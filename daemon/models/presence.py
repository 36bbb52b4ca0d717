"""Which models are on this machine: their bytes by models.lock, whether they are still that, and what they
passed.

The first bytes must be those that the catalogue names; where it names none, they are trusted as they are
seen. models.lock records them, and from then on other bytes under the same name are refused, wherever they
come from: a hijacked repository, a bad stick. A model is installed if, and only if, it is in this file; it
is replaced as a whole (durable rename), so a power cut leaves the old list or the new one.

A start must not read gigabytes: a file with the size and the time in models.lock is assumed to be
unchanged. A file with another time (restored from a backup) is hashed; `models verify` hashes all.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

from pydantic import Field, ValidationError

from daemon.base.durable import write_durably
from daemon.base.errors import StateDamagedError
from daemon.models.spec import ModelSpec
from pipelines.errors import WeightsDamagedError, WeightsMissingError
from pipelines.model import Model, UtcDatetime
from pipelines.progress import Progress, silent

LOCK_FILE = "models.lock"

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")]


class LockedFile(Model):
    size: int = Field(ge=0)
    sha256: Sha256
    modified_s: int
    """Whole seconds since 1970, as precise as backups keep it: lets a start skip hashing."""


class LockedModel(Model):
    folder: str = Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*/[0-9a-f]{12}$")
    """Below the models folder."""
    source: str
    """Address of the hub, "package index" or "import"."""
    revision: str | None
    """Commit in the repository; None for an import, which cannot know it."""
    installed_at: UtcDatetime
    files: dict[FileName, LockedFile] = Field(min_length=1)

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())

    @property
    def hashes(self) -> dict[str, str]:
        return {name: file.sha256 for name, file in self.files.items()}


class ModelsLock(Model):
    version: Literal[1] = 1
    models: dict[str, LockedModel] = Field(default_factory=dict)

    def with_model(self, name: str, model: LockedModel) -> ModelsLock:
        return self.model_copy(update={"models": {**self.models, name: model}})


def read_lock(models_dir: Path) -> ModelsLock:
    """An empty one if nothing was installed yet; StateDamagedError if it cannot be read."""
    path = models_dir / LOCK_FILE
    try:
        return ModelsLock.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return ModelsLock()
    except (OSError, ValidationError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a list of trusted models"
        raise StateDamagedError(
            f"{path} cannot be read ({reason}): restore a copy, or remove it and run `roomscribe models "
            "pull`, which then trusts what the hub sends"
        ) from None


def write_lock(models_dir: Path, lock: ModelsLock) -> None:
    """StateWriteError if it cannot be written; the old one is then kept."""
    write_durably(models_dir / LOCK_FILE, lock.model_dump_json(indent=2) + "\n")


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


RECORDS_FILE = "selfcheck.json"


class Record(Model):
    """What one version of a model passed of one control set."""

    sha256: str
    control: str
    """Version of the control set."""
    tried_at: UtcDatetime
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    prompt_per_s: float | None = None
    """Tokens that a language model read, and those that it wrote, in a second of the cases."""
    output_per_s: float | None = None
    hearing: float | None = None
    """Seconds that a speech model computed for a second of talk."""

    def at_speed_of(self, later: Record) -> Record:
        """The same results with the speeds of a later try, as far as that one has any."""
        speeds = {name: getattr(later, name) for name in ("prompt_per_s", "output_per_s", "hearing")}
        return self.model_copy(update={name: speed for name, speed in speeds.items() if speed is not None})

    def __str__(self) -> str:
        parts = [f"{len(self.passed)} of {len(self.passed) + len(self.failed)} right"]
        if self.prompt_per_s and self.output_per_s:
            parts.append(f"reads {self.prompt_per_s:.0f}, writes {self.output_per_s:.1f} tokens/s")
        if self.hearing is not None:
            parts.append(hears(self.hearing))
        return "; ".join(parts)


def hears(hearing: float) -> str:
    """How fast that is, for people."""
    return f"hears at {hearing:.2f}"


class Records(Model):
    version: Literal[1] = 1
    models: dict[str, Record] = Field(default_factory=dict)
    """By the name of the model; the version in use."""


def records(models_dir: Path) -> dict[str, Record]:
    """What is recorded, by the names of the models; lost or damaged: they are tried again."""
    try:
        return Records.model_validate_json((models_dir / RECORDS_FILE).read_bytes()).models
    except (OSError, ValidationError):
        return {}
