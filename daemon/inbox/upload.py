"""One upload, as its sender offers it and as it is on the disk.

STATE/uploads/<id>.json   its record, for seven days: programs ask what came of it, and the hub how to read it
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import Field, ValidationError

from daemon.base.durable import remove_durably
from daemon.base.foreign import Seen
from pipelines.model import Model, UtcDatetime
from pipelines.speech.audio import LARGEST_BYTES
from pipelines.text import FileName

FOLDER = "uploads"
KEPT = timedelta(days=7)
"""What nobody goes on with, or adds, for so long is removed."""


class Offer(Model):
    """A file that somebody wants to send."""

    name: FileName
    size_bytes: int = Field(ge=0, le=LARGEST_BYTES)
    modified_at: UtcDatetime | None = None
    """When it was last changed, as the sender's device says."""
    nonce: str = ""
    """Makes it another file than all others, for who cannot come back."""

    @property
    def id(self) -> str:
        """The same for the same file, so that who comes back finds what is here already."""
        return hashlib.sha256(
            f"{self.name}\0{self.size_bytes}\0{self.modified_at}\0{self.nonce}".encode()
        ).hexdigest()[:32]


class Upload(Model):
    """One upload, as it is on the disk."""

    id: str
    offer: Offer
    offset: int = 0
    """Bytes that are safely here."""
    crc32: int = 0
    """Of those bytes."""
    taken_as: str | None = None
    """Its name in the inbox, once it was put there."""
    known_as: str | None = None
    """The meeting that this very file has become before; it was not kept again."""
    seen: Seen | None = Field(default=None, exclude_if=lambda seen: seen is None)
    """What it was taken for, once all of it is here; from then on it may be kept."""
    reader: str | None = Field(default=None, exclude_if=lambda name: name is None)
    """How a person wants a transcript read (`pipelines.importers.READERS`)."""
    sha256: str | None = Field(default=None, exclude_if=lambda digest: digest is None)
    """Of a transcript for which that was chosen, by which the hub knows it."""
    changed_at: UtcDatetime

    @property
    def is_over(self) -> bool:
        return self.taken_as is not None or self.known_as is not None


def records(state_dir: Path) -> Iterator[tuple[Path, Upload]]:
    """Of all uploads, with where they are."""
    for path in (state_dir / FOLDER).glob("*.json"):
        with suppress(FileNotFoundError, ValidationError):
            yield path, Upload.model_validate_json(path.read_bytes())


def waiting(state_dir: Path) -> list[Upload]:
    """Those that were looked into and not kept yet, the oldest first."""
    found = [each for _, each in records(state_dir) if each.seen is not None and not each.is_over]
    return sorted(found, key=lambda each: (each.changed_at, each.id))


def chosen_reader(state_dir: Path, sha256: str) -> str | None:
    """How a person wants the transcript of that content read."""
    return next((each.reader for _, each in records(state_dir) if each.sha256 == sha256), None)


def forget_abandoned(state_dir: Path, now: datetime) -> int:
    """Remove the uploads that are older than `KEPT`, whether or not somebody begins a new one, and what a
    crash has left without a record; how many had not been added. StateWriteError."""
    found = {upload.id: upload for _, upload in records(state_dir)}
    old = {upload_id for upload_id, upload in found.items() if now - upload.changed_at > KEPT}
    for path in list((state_dir / FOLDER).glob("*")):
        upload_id = path.name.partition(".")[0]
        with suppress(FileNotFoundError):
            if upload_id in old or (upload_id not in found and _age(path, now) > KEPT):
                remove_durably(path)
    return sum(not found[upload_id].is_over for upload_id in old)


def _age(path: Path, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - path.lstat().st_mtime)


def forget_finished(state_dir: Path) -> None:
    """Remove the records of all uploads that are over: they hold the names that files had. StateWriteError.

    Who has not heard yet that one is over begins anew, and learns whether the file is here already.
    """
    for path, upload in records(state_dir):
        if upload.is_over:
            remove_durably(path)
