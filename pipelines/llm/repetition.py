"""A small model sometimes falls into a loop; the sooner it is seen, the less time it costs."""

from __future__ import annotations

from collections.abc import Sequence

# A loop is a stretch of at most PERIOD tokens written over and over for WINDOW tokens. JSON repeats its keys,
# and people repeat words, but neither repeats everything between them for this long.
WINDOW = 64
PERIOD = 16


def is_looping(tokens: Sequence[int]) -> bool:
    """Whether the last tokens are one short stretch again and again."""
    if len(tokens) < WINDOW:
        return False
    tail = list(tokens[-WINDOW:])
    return any(tail[period:] == tail[:-period] for period in range(1, PERIOD + 1))
