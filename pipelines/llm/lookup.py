"""What a model is likely to write next: the frame of its answer, and what it has read and written.

Much of an answer is known: keys and brackets by its schema (`frame`), quotes by the transcript. A guess
is computed in the same pass as the token before it, which on a processor takes less time than its tokens one
by one, and each of them is still chosen from the model's own logits: the answer stays as it is (prompt lookup
decoding; speculative decoding as in Leviathan et al., 2023).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ALIKE = 4
"""Tokens in a row that have to have been there before: after fewer, guesses are wrong more often."""
GUESSED = 3
"""Tokens of a guess. llama.cpp computes four tokens in about the time of two (bench/llm.py), and two or three
in no less; so a guess pays where two of its tokens are right."""


def guess(tokens: Any, frame: Sequence[int] = ()) -> list[int]:
    """`frame`, what has to follow, where that is a guess's length; else what followed where the last ALIKE
    of `tokens` (a numpy array) stood before, the latest such place. Empty where they never did."""
    if len(frame) >= GUESSED:
        return list(frame[:GUESSED])
    if len(tokens) < ALIKE + GUESSED:
        return []
    there = tokens[:-ALIKE] == tokens[-ALIKE]
    for place in range(1, ALIKE):
        there &= tokens[place : place - ALIKE] == tokens[place - ALIKE]
    found = there[: len(tokens) - ALIKE - GUESSED + 1].nonzero()[0]
    if not found.size:
        return []
    begin = int(found[-1]) + ALIKE
    following: list[int] = tokens[begin : begin + GUESSED].tolist()
    return following
