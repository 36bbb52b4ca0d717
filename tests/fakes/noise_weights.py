"""Files in the formats of real weights with noise in them: for all that never computes with them."""

from __future__ import annotations

import random
import struct

Files = dict[str, bytes]


def gguf_bytes(values: int = 1000, seed: int = 0) -> bytes:
    """A GGUF (version 3) of one F32 tensor with `values` numbers and two keys."""
    header = b"GGUF" + struct.pack("<IQQ", 3, 1, 2)
    header += _long("general.architecture") + struct.pack("<I", 8) + _long("gemma4")
    header += _long("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + _long("<s>") + _long("hello")
    header += _long("token_embd.weight") + struct.pack("<IQIQ", 1, values, 0, 0)
    padding = b"\0" * (-len(header) % 32)
    return header + padding + random.Random(seed).randbytes(4 * values)


def speech_files(values: int = 1000, seed: int = 0) -> Files:
    """A folder as faster-whisper reads it: CTranslate2's binary format (version 6) with one tensor."""
    name = b"WhisperSpec\0"
    model = struct.pack("<IH", 6, len(name)) + name + struct.pack("<II", 3, 1)
    tensor = b"encoder/weight\0"
    model += struct.pack("<H", len(tensor)) + tensor + struct.pack("<BIBI", 1, values, 0, 4 * values)
    model += random.Random(seed).randbytes(4 * values)
    alias, of = b"decoder/weight\0", tensor
    model += struct.pack("<I", 1) + struct.pack("<H", len(alias)) + alias + struct.pack("<H", len(of)) + of
    return {
        "model.bin": model,
        "config.json": b'{"lang_ids": [50259]}',
        "tokenizer.json": b'{"model": {"type": "BPE"}}',
        "vocabulary.txt": b"hello\nworld\n",
    }


def _long(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()
