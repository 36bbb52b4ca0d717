"""How an answer is written: the model's passes over it, with what the product guesses (pipelines.llm.lookup).

Tokens are words, digits and marks. Keys, brackets, quotes, names and days may have been read before; words of
the model's own never, even where a script copied them from the talk.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pipelines.llm.frame import Frame
from pipelines.llm.llama import common_prefix
from pipelines.llm.lookup import guess

_PIECE = re.compile(r"[^\W\d_]+|\d|[^\w\s]|_|\n")
_COPIED = frozenset({"quote", "owner", "when"})
_OWN = "\ue000"
"""Stands for a word that is not in the prompt."""


def passes(prompt: str, answer: Any, schema: Mapping[str, Any]) -> Iterator[tuple[int, bool]]:
    """The tokens that each pass gives, and whether something was guessed in it."""
    frame = Frame(schema)
    words: dict[str, int] = {}
    numbers = itertools.count()

    def tokens(text: str) -> list[int]:
        return [
            next(numbers) if piece == _OWN else words.setdefault(piece, next(numbers))
            for piece in _PIECE.findall(text)
        ]

    held = tokens(prompt)
    # As the examples of the prompt have it: without spaces.
    text = json.dumps(_with_own(answer), ensure_ascii=False, separators=(",", ":"))
    pieces, coming = _PIECE.findall(text), tokens(text)
    at = 0
    while at < len(coming):
        held.append(coming[at])
        guessed = guess(np.array(held), tokens(frame.after("".join(pieces[: at + 1]))))
        right = common_prefix(guessed, coming[at + 1 :])
        held += coming[at + 1 : at + 1 + right]
        at += 1 + right
        yield 1 + right, bool(guessed)


def _with_own(answer: Any, key: str = "") -> Any:
    match answer:
        case Mapping():
            return {name: _with_own(value, name) for name, value in answer.items()}
        case list():
            return [_with_own(each, key) for each in answer]
        case str() if key not in _COPIED:
            return _PIECE.sub(_OWN, answer)
    return answer
