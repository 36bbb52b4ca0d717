"""The journal: one file of checksummed lines, each a change that happened wholly or not at all.

    9c1f0a3be27d4418 {"journal":"roomscribe","version":1,"snapshot":0}
    51d2e80f7c6a9b03 {"put":{"notes":{"1":{"id":"standup","title":"Stand-up"}}}}

A line is a checksum, a space and a change as JSON, so `less` shows it. The checksum (BLAKE2b, 64 bits) also
covers the one of the line before: a lost, repeated or moved line shows like a damaged one. The first line
tells the format's version and how many of the lines below were written with it, by the last compaction.

In memory a document is the JSON of its line, too: a store of thousands holds their bytes, not a hundred
objects for each.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

from daemon.base.durable import append_durably, open_to_append, truncate_durably, write_durably
from daemon.base.errors import StateDamagedError

VERSION = 1
_DIGEST_CHARS = 16

Json = dict[str, Any]


@dataclass
class Scan:
    """How far a journal can be read."""

    end: int = 0
    """Bytes up to the end of the last whole line."""
    lines: int = 0
    checksum: bytes = b""
    """Of the last whole line: what the next one goes on from."""
    torn: int = 0
    """Bytes of an unfinished line behind `end`."""


def to_json(value: Any) -> bytes:
    """JSON without line breaks or NUL bytes; TypeError or ValueError if it cannot hold the value."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")  # as json.loads decodes; transcripts hold such text at times


def encode_line(payload: bytes, checksum_before: bytes) -> bytes:
    return b"%s %s\n" % (_checksum(payload, checksum_before), payload)


def scan(data: bytes, path: Path, take: Callable[[Json, bytes], object], since: Scan | None = None) -> Scan:
    """Read the lines in `data`, which starts where `since` ended; `take` gets each but the header, with its
    JSON.

    A torn end is what a power cut in the middle of an append leaves; it is measured, and the caller decides.
    Any other line whose checksum does not fit is StateDamagedError: nothing said is ever dropped silently.
    """
    found = Scan(checksum=since.checksum, lines=since.lines, end=since.end) if since else Scan()
    snapshot = 0
    start = 0
    while start < len(data):
        stop = data.find(b"\n", start)
        payload = _payload(data[start:stop], found.checksum) if stop >= 0 else None
        if payload is None:
            if not _is_torn(data[start:], found.checksum):
                raise _damaged(path, found.lines + 1, "its checksum does not fit")
            found.torn = len(data) - start
            break
        record = json.loads(payload)
        if found.lines == 0:
            snapshot = _snapshot_lines(record, path)
        else:
            take(record, payload)
        found.checksum = data[start : start + _DIGEST_CHARS]
        found.lines += 1
        found.end += stop + 1 - start
        start = stop + 1
    if snapshot and found.lines <= snapshot:
        # These lines came by one atomic replace, so this is no power cut: the disk lost what it confirmed.
        raise _damaged(path, found.lines + 1, "the file ends too early")
    return found


@dataclass
class Salvaged:
    """What could not be read of a damaged journal."""

    lost: list[bytes]
    """The lines that no checksum vouches for, as they are now."""
    ends_early: bool
    """Whether lines are missing that were there after the last compaction."""


def salvage(data: bytes, path: Path, take: Callable[[Json, bytes], object]) -> Salvaged:
    """Read every line that can be read, for looking at what is left; `take` as for `scan`.

    Each line names the one before by its checksum, so a damaged line costs itself alone, and the next one
    where the checksum itself was hit. StateDamagedError for the journal of a newer release.
    """
    lost: list[bytes] = []
    before, snapshot, count = b"", 0, 0
    for line in data.split(b"\n"):
        if not line:
            continue
        payload = _payload(line, before)
        before = line[:_DIGEST_CHARS]
        count += 1
        if payload is None:
            lost.append(line)
        elif count == 1:
            snapshot = _snapshot_lines(json.loads(payload), path)
        else:
            take(json.loads(payload), payload)
    return Salvaged(lost, ends_early=count <= snapshot)


class Journal:
    """The file, open for appending by the one writer. Where a method fails, the file is as it was."""

    def __init__(self, path: Path, found: Scan) -> None:
        """Open the file whose scan is `found`, cut off its torn end; create it if it has no header."""
        self.path = path
        self.found = found
        self._fd = -1
        if not found.lines:
            self.rewrite([])
            return
        self._fd = open_to_append(path)
        try:
            truncate_durably(self._fd, path, found.end)
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        return self.found.end

    def append(self, payload: bytes) -> int:
        """Make one change durable; returns the bytes written."""
        line = encode_line(payload, self.found.checksum)
        self.found.end = append_durably(self._fd, self.path, self.found.end, line)
        self.found.checksum = line[:_DIGEST_CHARS]
        return len(line)

    def rewrite(self, payloads: Iterable[bytes]) -> int:
        """Make the journal hold these changes and nothing else, in one step; returns the bytes written."""
        checksum, size = self._create(payloads)
        fd = open_to_append(self.path)
        self.close()
        self._fd = fd
        self.found.checksum, self.found.end = checksum, size
        return size

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _create(self, payloads: Iterable[bytes]) -> tuple[bytes, int]:
        body = list(payloads)
        lines: list[bytes] = []
        checksum = b""
        for payload in (to_json({"journal": "roomscribe", "version": VERSION, "snapshot": len(body)}), *body):
            lines.append(encode_line(payload, checksum))
            checksum = lines[-1][:_DIGEST_CHARS]
        data = b"".join(lines)
        write_durably(self.path, data)
        return checksum, len(data)


def read_from(fd: int, offset: int) -> bytes:
    """The bytes of an open file from `offset` to its end as it is now."""
    parts: list[bytes] = []
    while part := os.pread(fd, 1 << 20, offset):
        parts.append(part)
        offset += len(part)
    return b"".join(parts)


def _checksum(payload: bytes, before: bytes) -> bytes:
    return blake2b(before + payload, digest_size=_DIGEST_CHARS // 2).hexdigest().encode()


def _payload(line: bytes, before: bytes) -> bytes | None:
    """The change in a line (without its line break); None if the checksum does not fit."""
    digest, _, payload = line.partition(b" ")
    return payload if digest == _checksum(payload, before) else None


def _is_torn(rest: bytes, before: bytes) -> bool:
    """Whether a power cut explains this end of a file that starts with an unreadable line.

    An append is one line: its beginning alone may be there, or its length with zeros for pages that did not
    reach the disk (our lines hold no zero byte). A line break turned into another byte is rot, and so is
    anything with a good line behind it.
    """
    if b"\n" not in rest:
        return _payload(rest[:-1], before) is None
    lines = rest.split(b"\n")
    return b"\0" in rest and not any(_payload(line, last[:_DIGEST_CHARS]) for last, line in pairwise(lines))


def _snapshot_lines(header: Json, path: Path) -> int:
    version = header.get("version")
    if header.get("journal") != "roomscribe" or not isinstance(version, int):
        raise StateDamagedError(f"{path} is no journal of Roomscribe; move it out of the state directory")
    if version > VERSION:
        raise StateDamagedError(
            f"{path} was written by a newer Roomscribe (format {version}, this one reads up to {VERSION}); "
            "install that release again, or restore a backup from before the update"
        )
    return int(header["snapshot"])


def _damaged(path: Path, line: int, what: str) -> StateDamagedError:
    return StateDamagedError(
        f"{path} is damaged in line {line} ({what}); nothing was changed. Restore it from a backup, "
        "or move it away to begin with an empty store"
    )


class Packed(Mapping[str, Any]):
    """A document that is taken apart when it is looked into; what is taken out is a copy.

    Each look at a field costs the reading of the whole (some 40 µs for a note): whoever wants several calls
    `unpack` once.
    """

    __slots__ = ("raw",)

    def __init__(self, document: Mapping[str, Any], raw: bytes | None = None) -> None:
        """`raw`: its JSON as `to_json` writes it, where that is at hand."""
        self.raw = to_json(document) if raw is None else raw

    def unpack(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.raw)
        return document

    def __getitem__(self, field: str) -> Any:
        return self.unpack()[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpack())

    def __len__(self) -> int:
        return len(self.unpack())


def raw_of(document: Mapping[str, Any]) -> bytes:
    """The JSON of a document, packed or not."""
    return document.raw if isinstance(document, Packed) else to_json(document)


def unpacked(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document for reading; one that was not packed is itself."""
    return document.unpack() if isinstance(document, Packed) else document
