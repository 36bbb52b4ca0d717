"""models.lock: which bytes were trusted when a model was first installed.

No hashes are shipped. The first pull or import records here what it saw, and from then on other bytes under
the same name are refused, wherever they come from: a hijacked repository, a bad stick. A model is installed
if, and only if, it is in this file; it is replaced as a whole (durable rename), so a power cut leaves the old
list or the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from daemon.durable import write_durably
from daemon.errors import ModelsError, StateDamagedError
from pipelines.transcript import UtcDatetime

FILE_NAME = "models.lock"

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LockedFile(_Entry):
    size: int = Field(ge=0)
    sha256: Sha256
    modified_s: int
    """Whole seconds since 1970, as precise as backups keep it: lets a start skip hashing."""


class LockedModel(_Entry):
    folder: str = Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*/[0-9a-f]{12}$")
    """Below the models folder."""
    source: str
    """Address of the hub, or "import"."""
    revision: str | None
    """Commit in the repository; None for an import, which cannot know it."""
    installed_at: UtcDatetime
    files: dict[FileName, LockedFile] = Field(min_length=1)

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())


class ModelsLock(_Entry):
    version: Literal[1] = 1
    models: dict[str, LockedModel] = {}

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


def refuse_other_bytes(name: str, known: LockedModel | None, seen: Mapping[str, str], command: str) -> None:
    """ModelsError if a hash in `seen` (file name to sha256) is not the one that is trusted for `name`."""
    for file, sha256 in seen.items() if known else ():
        trusted = known.files.get(file) if known else None
        if trusted is None or trusted.sha256 != sha256:
            was = f"sha256 {trusted.sha256[:12]}..." if trusted else "no such file"
            raise ModelsError(
                f"{name}: {file} is not the one that models.lock trusts (it has sha256 {sha256[:12]}..., "
                f"trusted is {was}): nothing was changed; to accept this version, run `roomscribe models "
                f"{command} --update`"
            )
