"""What an audio file promises about its length, where FFmpeg does not say.

FFmpeg reads a WAV only as far as its header goes, although a recorder that lost its power leaves a header
from its first second; it cuts a header that promises too much down to the file's size; it guesses the length
of an MP3 that does not state it; and it does not say whether an Ogg file was closed. Each of these decides
whether a recording was cut short, so it is read from the bytes here.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from os import SEEK_END
from typing import BinaryIO

from pipelines.speech.audio import LONGEST_S

_UNKNOWN_SIZES = frozenset({0, 0x7FFFFFFF, 0xFFFFFFFF})
"""What programs write that do not know the length yet (streams, pipes)."""
_CONSTANT_RATE = frozenset({1, 3, 6, 7, 0xFFFE})
"""PCM, float, A-law, mu-law, extensible: the formats whose byte rate is exact."""
_HEAD_BYTES = 65536
"""Covers the header of a WAV with metadata, and the first frame of an MP3 after its tag."""
_TAIL_BYTES = 2 * 65307
"""Twice the largest Ogg page (RFC 3533): the last whole page starts somewhere in there."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What the bytes of a file say about its length."""

    length_s: float | None = None
    """The length that the header states; None where it states none."""
    stated: bool = True
    """False where FFmpeg's own figure would be a guess."""
    timed: bool = True
    """False where frames carry no time: a hole makes the sound shorter."""
    closed: bool = True
    """False where the writer never finished the file."""
    ignore_length: bool = False
    """The header is too short for what follows: everything up to the end of the file is sound."""


def read_promise(file: BinaryIO) -> Promise:
    """Look at both ends of the file; formats that FFmpeg reads well give the default."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    head = file.read(_HEAD_BYTES)
    file.seek(max(0, size - _TAIL_BYTES))
    tail = file.read(_TAIL_BYTES)
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE":
        return _wav(head, size, file)
    if head[:4] == b"OggS":
        return Promise(closed=_ogg_closed(tail))
    if head[:3] == b"ID3":
        file.seek(10 + _syncsafe(head[6:10]))
        head = file.read(_HEAD_BYTES)
    if not _is_mpeg_frame(head):
        return Promise()
    # The length of an MP3 is stated in its first frame only (Xing, Info or VBRI header), or nowhere.
    named = any(mark in head[:4096] for mark in (b"Xing", b"Info", b"VBRI"))
    return Promise(stated=named, timed=False)


def _wav(head: bytes, size: int, file: BinaryIO) -> Promise:
    """Walk the chunks up to the sound; a header that cannot be walked is left to FFmpeg."""
    byte_rate = 0
    constant = False
    position = 12
    while position + 8 <= len(head):
        name, length = struct.unpack_from("<4sI", head, position)
        position += 8
        if name == b"fmt " and position + 16 <= len(head):
            tag, byte_rate = struct.unpack_from("<H6xI", head, position)
            constant = tag in _CONSTANT_RATE
        elif name == b"data":
            if length in _UNKNOWN_SIZES or not byte_rate:
                return Promise()
            if position + length < size and not _is_followed(file, position + length + length % 2, size):
                return Promise(closed=False, ignore_length=True)
            if constant and position + length > size and length / byte_rate > LONGEST_S:
                return Promise()  # so much nobody records: another mark for an unknown length
            if constant:
                return Promise(length_s=length / byte_rate)
            return Promise(stated=False, closed=position + length <= size + byte_rate)
        position += length + length % 2
    return Promise()


def _is_followed(file: BinaryIO, position: int, size: int) -> bool:
    """Whether the file ends here, or with another chunk that fits into it, and not with more sound."""
    file.seek(position)
    header = file.read(8)
    if len(header) < 8:
        return True
    name, length = struct.unpack("<4sI", header)
    return all(0x20 <= byte < 0x7F for byte in name) and length <= size - position


def _ogg_closed(tail: bytes) -> bool:
    """The last page of a stream that was closed carries the end-of-stream flag (RFC 3533, section 6)."""
    last = tail.rfind(b"OggS")
    return last < 0 or last + 6 > len(tail) or bool(tail[last + 5] & 4)


def _syncsafe(four: bytes) -> int:
    """The size in an ID3v2 tag: 7 bits a byte."""
    size = 0
    for byte in four:
        size = size << 7 | byte & 0x7F
    return size


def _is_mpeg_frame(head: bytes) -> bool:
    return len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0
