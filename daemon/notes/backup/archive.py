"""The archive: a tar under gzip, readable with any tool, in which every file answers to a checksum.

    notes/notes.journal, notes/transcripts/..., notes/tapes/...
    digests/..., deletions.json
    settings.json, templates/...    what people changed on the page, and their forms of notes
    models/models.lock    which weights were trusted; not the weights
    config.toml           the file that overrides the defaults, if there is one
    meetings/..., spool/..., jobs/...    only where audio is backed up too
    manifest.json         the last: what has to be in it

gzip at its lowest level makes transcripts a quarter of their size at 130 MB/s on one core; level 6 would
save another sixth for three times the work.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Annotated, BinaryIO, Literal, Protocol

from pydantic import AfterValidator, Field, ValidationError

from daemon.base.durable import FILE_MODE
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model, UtcDatetime


class TargetError(RoomscribeError):
    """The folder for backups is missing, not mounted or not writable; no backup was begun."""

    exit_code = 2
    retry_helps = True


class ArchiveError(RoomscribeError):
    """The archive is torn, altered or none of ours; nothing was touched."""

    exit_code = 2


class StateInUseError(RoomscribeError):
    """There is something in the state directory that a restore would replace."""

    exit_code = 2


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


_ADVICE = "nothing was touched; take another backup"
_LEVEL = 1
_PIECE_BYTES = 1 << 20
_MAX_MANIFEST_BYTES = 256 << 20
_MAX_HEADERS_BYTES = 64 << 10
"""Before each file; ours have 2 KB. tarfile takes in whatever length a header gives itself, and megabytes of
zeros are a kilobyte under gzip."""
_MOST_FILES = 5_000_000
"""A note has four."""


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


Consumer = Callable[[str, Readable], object]
"""Takes the name of a file and its content; need not read it to the end."""


class ArchiveWriter:
    """Writes files one after another; `files` is what the manifest will say of them."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.files: dict[str, FileEntry] = {}

    def add(self, name: str, content: Readable, size: int, modified_s: float) -> None:
        """Add the first `size` bytes of `content`."""
        info = tarfile.TarInfo(safe_name(name) if name != MANIFEST else name)
        info.size, info.mtime, info.mode = size, int(modified_s), FILE_MODE
        reader = _HashingReader(content)
        self._tar.addfile(info, reader)  # type: ignore[arg-type]  # it only calls read
        self.files[name] = FileEntry(size=size, sha256=reader.sha256)

    def add_bytes(self, name: str, data: bytes, modified_s: float) -> None:
        self.add(name, io.BytesIO(data), len(data), modified_s)


@contextmanager
def writing(file: BinaryIO) -> Iterator[ArchiveWriter]:
    """An archive that is written into `file`; the caller adds the manifest last."""
    with (
        gzip.GzipFile(fileobj=file, mode="wb", compresslevel=_LEVEL) as zipped,
        tarfile.open(fileobj=zipped, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        yield ArchiveWriter(tar)


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """ArchiveError if it cannot be read."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise ArchiveError(f"{path}: no such backup") from None
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read ({error.strerror}); {_ADVICE}") from None
    with file:
        yield file


def verify(archive: Path | BinaryIO) -> Manifest:
    """Read the whole archive; its manifest if every byte is as it says, else ArchiveError."""
    return read_through(archive, lambda name, content: None)


def read_through(archive: Path | BinaryIO, consume: Consumer) -> Manifest:
    """Hand each file of the archive to `consume` and check all of it.

    Only the end tells whether the archive is whole: what `consume` did with the files is worth nothing if
    this raises ArchiveError.
    """
    if isinstance(archive, Path):
        with opened(archive) as file:
            return read_through(file, consume)
    path = archive.name
    try:
        archive.seek(0)
        with gzip.open(archive) as zipped:
            unpacked = _Bounded(zipped)
            with tarfile.open(fileobj=unpacked, mode="r|") as tar:  # type: ignore[call-overload]  # it only reads
                found, manifest = _members(tar, unpacked, consume)
            while zipped.read(_PIECE_BYTES):
                pass  # gzip's own checksum is at its very end
    except (tarfile.TarError, zlib.error, gzip.BadGzipFile, EOFError, ValueError, RecursionError) as error:
        raise ArchiveError(f"{path} is no whole backup ({error}); {_ADVICE}") from None
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read ({error.strerror}); {_ADVICE}") from None
    expected = {*manifest.files, *manifest.superseded}
    wrong = [name for name, entry in manifest.files.items() if found.get(name) != entry]
    if wrong or found.keys() != expected:
        name = (wrong or sorted(found.keys() ^ expected))[0]
        raise ArchiveError(f"{path} is not as it was written ({name}); {_ADVICE}")
    return manifest


class _Bounded:
    """The unpacked archive, of which so much may be read before a file begins."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._left: int | None = _MAX_HEADERS_BYTES

    def bound(self, *, headers: bool) -> None:
        """Headers follow, or what is in a file."""
        self._left = _MAX_HEADERS_BYTES if headers else None

    def read(self, size: int, /) -> bytes:
        piece = self._source.read(size)
        if self._left is not None:
            self._left -= len(piece)
            if self._left < 0:
                raise ValueError("its headers have no end")
        return piece


def _members(
    tar: tarfile.TarFile, unpacked: _Bounded, consume: Consumer
) -> tuple[dict[str, FileEntry], Manifest]:
    """All files, each read to its end, and the manifest; ValueError where a backup would not look so."""
    found: dict[str, FileEntry] = {}
    while (member := tar.next()) is not None:
        unpacked.bound(headers=False)
        tar.members.clear()  # type: ignore[attr-defined]  # it remembers every one, typeshed does not
        if len(found) >= _MOST_FILES:
            raise ValueError("it has too many files")
        if not member.isreg() or member.issparse():
            raise ValueError(f"{member.name!r} is no ordinary file")
        content = tar.extractfile(member)
        assert content is not None  # an ordinary file has content
        if member.name == MANIFEST:
            manifest = _manifest(content.read(_MAX_MANIFEST_BYTES))
            unpacked.bound(headers=True)
            if tar.next() is not None:
                raise ValueError("something follows its manifest")
            return found, manifest
        if member.name in found:
            raise ValueError(f"{member.name!r} is in it twice")
        reader = _HashingReader(content)
        consume(safe_name(member.name), reader)
        while reader.read(_PIECE_BYTES):
            pass
        found[member.name] = FileEntry(size=reader.size, sha256=reader.sha256)
        unpacked.bound(headers=True)
    raise ValueError("its end is missing")


def _manifest(data: bytes) -> Manifest:
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        raise ValueError(f"its manifest: {error.errors()[0]['msg']}") from None


class _HashingReader:
    def __init__(self, source: Readable) -> None:
        self._source = source
        self._sha256 = hashlib.sha256()
        self.size = 0

    def read(self, size: int, /) -> bytes:
        piece = self._source.read(size)
        self._sha256.update(piece)
        self.size += len(piece)
        return piece

    @property
    def sha256(self) -> str:
        return self._sha256.hexdigest()
