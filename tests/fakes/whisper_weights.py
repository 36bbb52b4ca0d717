"""A Whisper with random weights, in CTranslate2's format: the real engine runs on it, its words are noise.

One layer of width 64 is written in a second, without torch. The vocabulary has Whisper's 51,865 tokens in
their places; its words are made of syllables, so that the noise comes in words with spaces between them.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np

TEXT_TOKENS = 50257
"""Tokens that are text; <|endoftext|> is the next, then <|startoftranscript|> and the languages."""
TASKS = ("translate", "transcribe", "startoflm", "startofprev", "nospeech", "notimestamps")
TIMESTAMPS = 1501
"""<|0.00|> to <|30.00|>."""


def write_whisper(folder: Path, *, layers: int = 1, width: int = 64, heads: int = 1, seed: int = 1) -> Path:
    """Write model.bin, config.json, vocabulary.json and tokenizer.json into `folder`, and return it.

    `layers=6, width=512, heads=8` has the shape, and so the speed, of Whisper base.
    """
    from ctranslate2.specs.whisper_spec import WhisperSpec
    from faster_whisper.tokenizer import _LANGUAGE_CODES

    folder.mkdir(parents=True, exist_ok=True)
    languages = [code for code in _LANGUAGE_CODES if code != "yue"]  # which came with large-v3
    specials = [f"<|{name}|>" for name in ("endoftext", "startoftranscript", *languages, *TASKS)]
    timestamps = [f"<|{i * 0.02:.2f}|>" for i in range(TIMESTAMPS)]
    tokens = [*_text_tokens(), *specials, *timestamps]

    spec = WhisperSpec(layers, heads, layers, heads)
    _fill(spec, width, len(tokens), np.random.default_rng(seed))
    spec.config.suppress_ids = []
    spec.config.suppress_ids_begin = [TEXT_TOKENS]
    spec.config.lang_ids = [tokens.index(f"<|{code}|>") for code in languages]
    spec.config.alignment_heads = [[layers - 1, head] for head in range(heads)]
    spec.register_vocabulary(tokens)
    spec.validate()
    spec.optimize(quantization="int8")
    spec.save(str(folder))
    _write_tokenizer(folder / "tokenizer.json", tokens[: TEXT_TOKENS + len(specials)], specials)
    return folder


def _text_tokens() -> list[str]:
    """256 bytes in GPT-2's spelling, then words of two or three syllables, each behind a space."""
    from tokenizers.pre_tokenizers import ByteLevel

    consonants, vowels = "bdfgklmnprstvz", "aeiou"
    syllables = [c + v for c in consonants for v in vowels]
    words = itertools.chain(itertools.product(syllables, repeat=2), itertools.product(syllables, repeat=3))
    spelled = ("Ġ" + "".join(word) for word in words)
    # The empty token is the last one in multilingual vocabularies, and what CTranslate2 knows them by.
    return [*sorted(ByteLevel.alphabet()), *itertools.islice(spelled, TEXT_TOKENS - 257), ""]


def _write_tokenizer(path: Path, tokens: list[str], specials: list[str]) -> None:
    added = [
        {
            "id": TEXT_TOKENS + i,
            "content": token,
            "special": True,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
        }
        for i, token in enumerate(specials)
    ]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    vocabulary = {token: i for i, token in enumerate(tokens)}
    model = {"type": "BPE", "vocab": vocabulary, "merges": [], "dropout": None, "unk_token": None}
    document = {
        "version": "1.0",
        "added_tokens": added,
        "pre_tokenizer": byte_level,
        "decoder": byte_level,
        "model": model,
    }
    path.write_text(json.dumps(document), encoding="utf-8")


def _fill(spec: Any, width: int, vocabulary: int, rng: np.random.Generator) -> None:
    def linear(module: Any, outputs: int, inputs: int) -> None:
        module.weight = rng.standard_normal((outputs, inputs), dtype=np.float32) / np.float32(inputs**0.5)
        module.bias = np.zeros(outputs, dtype=np.float32)

    def norm(module: Any) -> None:
        module.gamma = np.ones(width, dtype=np.float32)
        module.beta = np.zeros(width, dtype=np.float32)

    def attention(module: Any, *outputs: int) -> None:
        norm(module.layer_norm)
        for part, size in zip(module.linear, outputs, strict=True):
            linear(part, size, width)

    def convolution(module: Any, inputs: int) -> None:
        module.weight = rng.standard_normal((width, inputs, 3), dtype=np.float32) / np.float32(inputs**0.5)
        module.bias = np.zeros(width, dtype=np.float32)

    def feed_forward(module: Any) -> None:
        norm(module.layer_norm)
        linear(module.linear_0, 4 * width, width)
        linear(module.linear_1, width, 4 * width)

    encoder, decoder = spec.encoder, spec.decoder
    convolution(encoder.conv1, 80)
    convolution(encoder.conv2, width)
    encoder.position_encodings.encodings = rng.standard_normal((1500, width), dtype=np.float32)
    for layer in encoder.layer:
        attention(layer.self_attention, 3 * width, width)
        feed_forward(layer.ffn)
    decoder.embeddings.weight = rng.standard_normal((vocabulary, width), dtype=np.float32)
    decoder.position_encodings.encodings = rng.standard_normal((448, width), dtype=np.float32)
    for layer in decoder.layer:
        attention(layer.self_attention, 3 * width, width)
        attention(layer.attention, width, 2 * width, width)
        feed_forward(layer.ffn)
    norm(encoder.layer_norm)
    norm(decoder.layer_norm)
    linear(decoder.projection, vocabulary, width)
    # Without help noise would never end: the end of the text, and a time, come up every few words.
    decoder.projection.bias[TEXT_TOKENS] = 3.0
    decoder.projection.bias[-TIMESTAMPS:] = 2.0
