"""A zip archive with a track for each person, as Zoom's separate audio files and Craig's tracks come.

The archive comes from outside: it may unpack to terabytes, hold thousands of files, other archives or names
that lead out of it. Its tracks are read where they lie, a piece at a time; nothing is unpacked to the disk.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Final, cast

from pipelines.characters import visible
from pipelines.dating import date_in_name, moment_in_name
from pipelines.errors import BadInputError
from pipelines.speech.audio import ARCHIVE, AUDIO_SUFFIXES, LARGEST_BYTES

MOST_TRACKS: Final = 50
_MOST_MEMBERS: Final = 1_000
_INFO: Final = "info.txt"
"""Craig's, beside the tracks: when the recording began, and of whom they are."""
_INFO_BYTES: Final = 64 * 1024
_TIMES: Final = 8
"""How often a track may be read in all: what lies before the place where a decoder goes back to is unpacked
anew, and a hostile file would have it go back for every sample."""
_SPARE_BYTES: Final = 256 * 2**20

Open = Callable[[Path], BinaryIO]


def is_archive(path: Path) -> bool:
    """By its name."""
    return path.suffix.lower() == ARCHIVE


def _open(path: Path) -> BinaryIO:
    return path.open("rb")


@dataclass(frozen=True, slots=True)
class Archive:
    """The tracks of one archive, by their names in it."""

    path: Path
    sounds: tuple[str, ...]
    info: str
    """What Craig says of the recording; empty where there is nothing."""
    opened: Open

    @classmethod
    def read(cls, path: Path, open_file: Open | None = None) -> Archive:
        """BadInputError, one line, for what is no archive of tracks, or may do harm."""
        opened = open_file or _open
        try:
            with opened(path) as file, zipfile.ZipFile(file) as archive:
                members = [each for each in archive.infolist() if not each.is_dir()]
                _refuse(path, members)
                sounds = _tracks(members)
                if not 1 < len(sounds) <= MOST_TRACKS:
                    raise BadInputError(
                        f"{path}: holds {len(sounds)} recordings, a meeting has 2 to {MOST_TRACKS} tracks; "
                        "unpack it and add its files"
                    )
                if len({moment_in_name(name) or date_in_name(name) for name in sounds}) > 1:
                    raise BadInputError(
                        f"{path}: by their names its recordings began at different times, and are no tracks "
                        "of one meeting; unpack it and add its files"
                    )
                info = next((each for each in members if PurePosixPath(each.filename).name == _INFO), None)
                text = archive.open(info).read(_INFO_BYTES).decode("utf-8", "replace") if info else ""
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError):
            raise BadInputError(f"{path}: is damaged, or no zip archive; pack it again") from None
        except OSError as error:
            raise BadInputError(f"{path}: cannot be read: {error.strerror}") from None
        return cls(path, sounds, text, opened)

    def open(self, sound: str) -> BinaryIO:
        """A track as a file. OSError, BadInputError."""
        file = self.opened(self.path)
        try:
            archive = zipfile.ZipFile(file)
            raw = _Member(file, archive.open(sound), archive.getinfo(sound).file_size)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, KeyError, ValueError):
            file.close()
            raise BadInputError(f"{self.path}: is damaged, or no zip archive; pack it again") from None
        return cast(BinaryIO, io.BufferedReader(raw, 256 * 1024))


class _Member(io.RawIOBase):
    """A file in an archive. One that is damaged ends there, as a recording does that was cut off."""

    def __init__(self, file: BinaryIO, member: IO[bytes], size: int) -> None:
        super().__init__()
        self._file, self._member = file, member
        self._left = size * _TIMES + _SPARE_BYTES

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]  # whatever can be written to
        try:
            piece = self._member.read(len(view))
        except (zipfile.BadZipFile, zlib.error, EOFError):
            return 0
        self._spend(len(piece))
        view[: len(piece)] = piece
        return len(piece)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        before = self._member.tell()
        try:
            position = self._member.seek(offset, whence)
        except (zipfile.BadZipFile, zlib.error, EOFError):
            return self._member.tell()
        self._spend(position - before if position >= before else position)
        return position

    def tell(self) -> int:
        return self._member.tell()

    def close(self) -> None:
        if not self.closed:
            self._member.close()
            self._file.close()
        super().close()

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise OSError(5, "is read again and again")


def _refuse(path: Path, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > _MOST_MEMBERS:
        raise BadInputError(f"{path}: holds {len(members):,} files; pack the tracks of one meeting alone")
    for each in members:
        parts = each.filename.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "":
            raise BadInputError(f"{path}: names a file outside of itself; pack the tracks again")
        if parts[-1].lower().endswith(ARCHIVE):
            raise BadInputError(f"{path}: holds another archive; unpack it and add its files")
        if each.flag_bits & 1:
            raise BadInputError(f"{path}: is protected by a password; unpack it and add its files")
    if sum(each.file_size for each in members) > LARGEST_BYTES:
        raise BadInputError(f"{path}: unpacks to more than {LARGEST_BYTES / 10**9:.0f} GB; divide it")


def _tracks(members: list[zipfile.ZipInfo]) -> tuple[str, ...]:
    """The recordings of the folder that has most of them: beside the folder of tracks, Zoom puts the mix."""
    sounds = [
        PurePosixPath(each.filename)
        for each in members
        if _is_sound(PurePosixPath(each.filename)) and each.file_size
    ]
    folders = Counter(each.parent for each in sounds)
    most = max(folders, key=lambda folder: folders[folder], default=None)
    return tuple(sorted((f"{each}" for each in sounds if each.parent == most), key=_in_order))


def _is_sound(name: PurePosixPath) -> bool:
    is_hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts)
    return not is_hidden and name.suffix.lower() in AUDIO_SUFFIXES and visible(f"{name}") == f"{name}"


def _in_order(name: str) -> tuple[int, str]:
    """Craig numbers them: "10-tom.flac" comes after "2-jane.flac"."""
    digits = PurePosixPath(name).name.partition("-")[0]
    return (int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0, name)
