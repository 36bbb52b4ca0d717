"""Who speaks in each block: the path through the voices that explains the meeting best (Viterbi)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pipelines.speakers.clustering import Labels
    from pipelines.speakers.features import Floats

CHANGE = 30.0
"""How much better (nats) another voice must explain what follows to take over within speech."""
CHANGE_IN_PAUSE = 5.0
"""The same after a pause. Twice of both changes little in built conversations."""


def decode(scores: Sequence[Floats], change: float = CHANGE) -> list[Labels]:
    """For each span of `scores` (blocks, voices) the voice of each block."""
    every = np.concatenate(scores)
    begins = np.cumsum([0, *map(len, scores)])
    price = np.full(len(every), change)
    price[begins[:-1]] = CHANGE_IN_PAUSE
    # Lists of a few numbers: arrays of so few take three times as long. All at once they take 30 MB.
    rows = (row for part in np.array_split(every[1:], len(every) // 1000 + 1) for row in part.tolist())
    total: list[float] = every[0].tolist()
    came_from = [bytes(len(total))]
    for gains, dear in zip(rows, price[1:].tolist(), strict=True):
        best = total.index(max(total))
        least = total[best] - dear
        came_from.append(bytes(voice if each >= least else best for voice, each in enumerate(total)))
        total = [max(each, least) + gain for each, gain in zip(total, gains, strict=True)]
    path = np.empty(len(every), np.intp)
    voice = total.index(max(total))
    for at in range(len(every) - 1, -1, -1):
        path[at] = voice
        voice = came_from[at][voice]
    return np.split(path, begins[1:-1])
