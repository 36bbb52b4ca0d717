"""models.lock: which bytes are installed under the name of a model.

The first bytes must be those that the catalogue names; where it names none, they are trusted as they are
seen. This file records them, and from then on other bytes under the same name are refused, wherever they come
from: a hijacked repository, a bad stick. A model is installed if, and only if, it is in this file; it is
replaced as a whole (durable rename), so a power cut leaves the old list or the new one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from daemon.base.durable import write_durably
from daemon.base.errors import StateDamagedError
from pipelines.model import Model, UtcDatetime

FILE_NAME = "models.lock"

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
    path = models_dir / FILE_NAME
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
    write_durably(models_dir / FILE_NAME, lock.model_dump_json(indent=2) + "\n")
