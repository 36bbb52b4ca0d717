"""Random weights with the shape of Gemma 4 E2B in 4 bits (Q4_0): what they write is noise, at the real speed.

Sizes as in the published GGUF files; 2.6 GB. The words of the vocabulary are made up, but as many as Gemma's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import gguf
import numpy as np

from tests.fakes.gguf_weights import TEMPLATE, Shape, describe, save, spell, tensors_of, vocabulary

E2B = Shape(
    width=1536,
    heads=8,
    head=512,
    head_sliding=256,
    ffn=(6144,) * 15 + (12288,) * 20,
    per_layer=256,
    window=512,
    shared=20,
    full_every=5,
)
VOCABULARY = 262_144
CONTEXT = 131_072
# Q4_0: 32 values share a scale (fp16), each has half a byte.
_VALUES, _BYTES = 32, 18
_NOISE_BYTES = 2**24


def write_e2b(path: Path) -> Path:
    """Write the file, in half a minute and as many gigabytes of memory as it takes on disk."""
    tokens, scores, types = vocabulary()
    more = VOCABULARY - len(tokens)
    tokens += [f"\u2581w{number}" for number in range(more)]
    scores += [-float(len(scores) + number) for number in range(more)]
    types += [int(gguf.TokenType.NORMAL)] * more
    writer = gguf.GGUFWriter(str(path), "gemma4")
    describe(writer, E2B, CONTEXT)
    spell(writer, tokens, scores, types, TEMPLATE)
    for name, tensor in tensors_of(E2B, VOCABULARY):
        if name == "output.weight":
            continue  # Gemma's is its embedding
        if tensor.constant is not None:
            writer.add_tensor(name, np.full(tensor.shape, tensor.constant, np.float32))
        else:
            writer.add_tensor(name, _blocks(*tensor.shape), raw_dtype=gguf.GGMLQuantizationType.Q4_0)
    save(writer)
    return path


@cache
def _blocks(rows: int, columns: int) -> np.ndarray:
    """Quantised noise; tensors of one shape may hold the same."""
    blocks = np.resize(_noise(), (rows, columns // _VALUES * _BYTES))
    scale = np.array([0.02], np.float16).view(np.uint8)
    blocks[:, 0::_BYTES], blocks[:, 1::_BYTES] = scale
    return blocks


@cache
def _noise() -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, _NOISE_BYTES, np.uint8)
