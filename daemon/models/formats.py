"""Whether files are models, and complete: checked by walking their headers, without loading them.

A stick that was unplugged too early or an aborted download leaves files with the right name and beginning.
Everything that the headers announce must be there. Both walks only read lengths and skip the values.
"""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path
from typing import BinaryIO

from daemon.models.spec import SPEECH_REQUIRED, SPEECH_VOCABULARIES, VOICES_SUFFIX, ModelSpec

GGUF_MAGIC = b"GGUF"

BLOCKS = {
    # ggml type: (values in a block, bytes of a block); ggml's ggml-common.h and the gguf package.
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 40),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17), 40: (64, 36), 41: (128, 18),
}  # fmt: skip
_VALUE_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
_VARINT, _LENGTH = 0, 2
_GRAPH, _LAST_FIELD = 7, 30
"""Of ONNX's ModelProto; fields up to 26 are in use."""


class _Cut(Exception):
    """The file ends, or is invalid, within its header."""


def problem(spec: ModelSpec, folder: Path) -> str | None:
    """What is wrong with the files of `spec` in `folder`, starting with the file's name; None if nothing."""
    if spec.file is None:
        return speech_problem(folder)
    trouble = file_problem(folder / spec.weights)
    return f"{spec.weights} {trouble}" if trouble else None


def file_problem(path: Path) -> str | None:
    """The same for a model that is one file."""
    return (onnx_problem if path.suffix.lower() == VOICES_SUFFIX else gguf_problem)(path)


def onnx_problem(path: Path) -> str | None:
    """ONNX's ModelProto (onnx.proto): fields with their lengths, the graph among them, up to the end."""
    with path.open("rb") as file:
        reader, fields = _Reader(file), set()
        try:
            while not reader.is_over:
                field, wire = divmod(reader.varint(), 8)
                if wire not in (_VARINT, _LENGTH) or not 0 < field <= _LAST_FIELD:
                    return "is not an ONNX file"
                value = reader.varint()
                if wire == _LENGTH:
                    reader.skip(value)
                fields.add(field)
        except _Cut:
            return "is damaged or incomplete"
    return None if _GRAPH in fields else "is not an ONNX file"


def speech_problem(folder: Path) -> str | None:
    """The same for a folder that should hold a Whisper model in CTranslate2's format."""
    lacking = [name for name in SPEECH_REQUIRED if not (folder / name).is_file()]
    if lacking:
        return f"{', '.join(lacking)} is missing"
    if not any((folder / name).is_file() for name in SPEECH_VOCABULARIES):
        return f"{' or '.join(SPEECH_VOCABULARIES)} is missing"
    for name in ("config.json", "tokenizer.json"):
        try:
            json.loads((folder / name).read_bytes())
        except ValueError:
            return f"{name} is not complete JSON"
    trouble = whisper_problem(folder / "model.bin")
    return f"model.bin {trouble}" if trouble else None


def gguf_problem(path: Path) -> str | None:
    """GGUF versions 2 and 3 (ggml's docs/gguf.md)."""
    with path.open("rb") as file:
        if file.read(4) != GGUF_MAGIC:
            return "is not a GGUF file"
        try:
            needed = _gguf_size(_Reader(file))
        except _Cut:
            return "is damaged or incomplete: its header does not end"
    return _too_short(path, needed)


def whisper_problem(path: Path) -> str | None:
    """CTranslate2's binary format, version 4 and later (its model_spec.py)."""
    with path.open("rb") as file:
        reader = _Reader(file)
        try:
            version, name = reader.number("I"), reader.text("H")
            if not 4 <= version <= 100 or name != b"WhisperSpec\0":
                return "is not a Whisper model in CTranslate2's format"
            reader.number("I")  # the specification's revision
            for _ in range(reader.number("I")):
                reader.text("H")
                rank = reader.number("B")
                reader.skip(4 * rank + 1)  # dimensions, type
                reader.skip(reader.number("I"))
            for _ in range(2 * reader.number("I")):  # aliases
                reader.text("H")
        except _Cut:
            return "is damaged or incomplete"
    return None


def _gguf_size(reader: _Reader) -> int:
    """Bytes up to the end of the last tensor."""
    if reader.number("I") not in (2, 3):
        raise _Cut
    tensors, keys = reader.number("Q"), reader.number("Q")
    alignment = 32
    for _ in range(keys):
        key, kind = reader.text("Q"), reader.number("I")
        if key == b"general.alignment" and kind == 4:
            alignment = reader.number("I")
        else:
            _skip_value(reader, kind)
    end = 0
    for _ in range(tensors):
        reader.text("Q")
        values = 1
        for _ in range(reader.number("I")):
            values *= reader.number("Q")
        # For a type newer than this table, at least the tensor's beginning must be there.
        in_block, block_bytes = BLOCKS.get(reader.number("I"), (1, 0))
        end = max(end, reader.number("Q") + values // in_block * block_bytes)
    if not 0 < alignment <= 2**20:
        raise _Cut
    return -(-reader.position // alignment) * alignment + end


def _skip_value(reader: _Reader, kind: int) -> None:
    if kind == _STRING:
        reader.text("Q")
    elif kind == _ARRAY:
        inner, count = reader.number("I"), reader.number("Q")
        if inner in _VALUE_BYTES:
            reader.skip(count * _VALUE_BYTES[inner])
        elif inner == _STRING:
            for _ in range(count):
                reader.skip(reader.number("Q"))
        else:
            raise _Cut  # no model file has arrays of arrays
    elif kind in _VALUE_BYTES:
        reader.skip(_VALUE_BYTES[kind])
    else:
        raise _Cut


def _too_short(path: Path, needed: int) -> str | None:
    size = path.stat().st_size
    return f"is incomplete: it has {size:,} of {needed:,} bytes" if size < needed else None


class _Reader:
    """Little-endian numbers and strings; _Cut where the file ends."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.position = file.tell()
        self._size = file.seek(0, io.SEEK_END)
        file.seek(self.position)

    @property
    def is_over(self) -> bool:
        return self.position >= self._size

    def varint(self) -> int:
        """A number of protobuf: seven bits a byte, the lowest first."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self.number("B")
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise _Cut

    def number(self, form: str) -> int:
        return int(struct.unpack(f"<{form}", self._take(struct.calcsize(f"<{form}")))[0])

    def text(self, length_form: str) -> bytes:
        """A string; b"" for a long one (a chat template), since nothing that long is compared."""
        length = self.number(length_form)
        if length <= 1024:
            return self._take(length)
        self.skip(length)
        return b""

    def skip(self, count: int) -> None:
        self._claim(count)
        self._file.seek(self.position)

    def _take(self, count: int) -> bytes:
        self._claim(count)
        return self._file.read(count)

    def _claim(self, count: int) -> None:
        if self.position + count > self._size:
            raise _Cut
        self.position += count
