"""The manifest: the last file of an archive, which says what has to be in it.

notes/notes.journal, notes/transcripts/..., notes/tapes/...
digests/..., deletions.json
settings.json, templates/...    what people changed on the page, and their forms of notes
models/models.lock    which weights were trusted; not the weights
config.toml           the file that overrides the defaults, if there is one
meetings/..., spool/..., jobs/...    only where audio is backed up too
manifest.json
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pipelines.model import Model, UtcDatetime

MANIFEST = "manifest.json"
CONFIG = "config.toml"
MODELS_LOCK = "models/models.lock"
FILES = frozenset({CONFIG, MODELS_LOCK, "deletions.json", "settings.json"})
FOLDERS = frozenset({"notes", "digests", "templates", "meetings", "spool", "jobs"})


_UNFIT = re.compile(r"[\x00-\x1f\x7f\\]")


def safe_name(name: str) -> str:
    """`name` if it lies where a backup may put a file, below the state directory; else ValueError.

    An archive may come from anywhere: a name in it is never trusted to stay in its folder.
    """
    path = PurePosixPath(name)
    plain = str(path) == name and not _UNFIT.search(name) and ".." not in path.parts
    if not plain or not (name in FILES or (len(path.parts) > 1 and path.parts[0] in FOLDERS)):
        raise ValueError(f"{name!r} is no place for a file of a backup")
    return name


class FileEntry(Model):
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Manifest(Model):
    backup: Literal["roomscribe"] = "roomscribe"
    version: Literal[1] = 1
    release: str
    """Of Roomscribe."""
    host: str
    made_at: UtcDatetime
    notes: int
    files: dict[Annotated[str, AfterValidator(safe_name)], FileEntry]
    """By name in the archive."""
    superseded: tuple[str, ...] = ()
    """Files of notes that were replaced or deleted while the backup was made: in it, and never put back."""
