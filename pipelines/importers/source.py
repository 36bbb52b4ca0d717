"""A transcript file as numbered lines of text, whatever its encoding and line ends."""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pipelines.characters import visible
from pipelines.errors import BadInputError
from pipelines.importers.damage import Damage
from pipelines.importers.docx import is_docx, lines_of
from pipelines.importers.encodings import marked, old_encoding

MAX_BYTES = 16 * 1024 * 1024
"""A day of talk with the time of each word: anything larger is no transcript of a meeting, and must not fill
the memory."""
MAX_LINES = 1_000_000
"""A file of empty lines would otherwise take a hundred times its size in memory."""

_OPENING_BYTES, _ENDING_BYTES = 20_000, 2_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
# In Windows-1252 every byte but five is a letter or a sign, so damage would pass for text. Accents stand
# alone or in pairs; the last letter, y with two dots, is in practice a filler byte. Both become a byte that
# is undefined there.
_UNLIKELY_IN_CP1252 = re.compile(rb"[\x80-\xff]{3,}|\xff")
_UNDEFINED_IN_CP1252 = b"\x81"


class Line(NamedTuple):
    number: int
    """From 1, as an editor counts."""
    text: str


def shown(path: Path) -> str:
    """The path for a message or a title of one line: its name may hold line ends, what a terminal obeys, and
    bytes that are no text."""
    return visible(os.fsencode(path).decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of one file, with the damage found in it so far."""

    path: str
    """For messages."""
    suffix: str
    data: bytes
    """UTF-8 or, where that fails, an old encoding; lines end with a line feed."""
    damage: Damage = field(compare=False)

    @classmethod
    def read(cls, path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> Source:
        """The file's content; BadInputError where there is none to be had."""
        name = shown(path)
        try:
            with (open_file or _open)(path) as file:
                data = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            raise BadInputError(f"{name} does not exist; check the path.") from None
        except PermissionError:
            raise BadInputError(f"{name} may not be read; give this user permission to read it.") from None
        except (OSError, ValueError) as error:  # ValueError: a null byte in the path
            raise BadInputError(
                f"{name} cannot be read: {getattr(error, 'strerror', None) or error}."
            ) from None
        if not data:
            raise BadInputError(f"{name} is empty; export the transcript again.")
        if len(data) > MAX_BYTES:
            raise BadInputError(f"{name} is larger than {MAX_BYTES >> 20} MiB; split the transcript.")
        data = _normalised(lines_of(data, name) if is_docx(data) else data)
        if data.count(b"\n") > MAX_LINES:
            raise BadInputError(f"{name} has more than {MAX_LINES:,} lines; split the transcript.")
        return cls(name, path.suffix.lower(), data, Damage(shown(Path(path.name))))

    def lines(self) -> Iterator[Line]:
        """Every line, without its end; bytes that are no text are replaced by U+FFFD and noted as damage."""
        legacy = _is_old(self.data)
        for number, raw in enumerate(io.BytesIO(self.data), start=1):
            text = _decoded(raw.rstrip(b"\n"), legacy)
            if not text.isprintable():
                text = _CONTROL.sub("\ufffd", text)
            if "\ufffd" in text:
                self.damage.add(number, "some bytes are no text, shown as \ufffd")
            yield Line(number, text)

    @property
    def opening(self) -> str:
        """The first lines, to recognise the file by; nothing of it is noted as damage."""
        return self.data[:_OPENING_BYTES].decode("utf-8", "replace")

    @property
    def edges(self) -> str:
        """The first lines and the last, where programs say who wrote the file."""
        end = self.data[_OPENING_BYTES:][-_ENDING_BYTES:]
        return f"{self.opening}\n{end.decode('utf-8', 'replace')}" if end else self.opening

    def beginning(self) -> Source:
        """Its first lines alone, of which damage is noted apart."""
        data = self.data[:_OPENING_BYTES]
        if len(self.data) > len(data):
            data = data[: data.rfind(b"\n") + 1] or data
        return replace(self, data=data, damage=Damage(self.path))

    def text(self) -> str:
        """The whole file as one string."""
        return "\n".join(line.text for line in self.lines())

    def nothing_readable(self, what: str) -> BadInputError:
        """The error for a file in which no line made sense; names the first that did not."""
        return BadInputError(
            f"{self.path}, line {self.damage.first_line or 1}: {what}; export the transcript again."
        )


def _open(path: Path) -> BinaryIO:
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise BadInputError(f"{shown(path)} is a folder; give the transcript file inside it.")
    # A pipe or a device could block for ever.
    if not stat.S_ISREG(status.st_mode):
        raise BadInputError(f"{shown(path)} is not a regular file; copy the transcript into one first.")
    return path.open("rb")


def _normalised(data: bytes) -> bytes:
    encoding = marked(data) or (old_encoding(data) if _is_old(data) else "utf-8")
    # Windows-1252 is read line by line: see `lines`.
    if encoding not in ("utf-8", "cp1252"):
        data = data.decode(encoding, "replace").encode("utf-8", "replace")
    data = data.removeprefix(b"\xef\xbb\xbf")
    # Text mode applied twice leaves "\r\r\n"; a lone "\r" ends a line in WebVTT.
    return data.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _is_old(data: bytes) -> bool:
    """Whether the file is in an old encoding, as opposed to UTF-8 with a few damaged lines."""
    broken = False
    for raw in io.BytesIO(data):
        if raw.isascii():
            continue
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            broken = True
        else:
            return False  # A multi-byte sequence that happens to be right is no accident.
    return broken


def _decoded(raw: bytes, legacy: bool) -> str:
    if not legacy:
        return raw.decode("utf-8", "replace")
    raw = _UNLIKELY_IN_CP1252.sub(lambda match: _UNDEFINED_IN_CP1252 * len(match[0]), raw)
    return raw.decode("cp1252", "replace")
