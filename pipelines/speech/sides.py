"""Whether a stereo recording has one person on each side, as call recorders write it.

Most stereo is no such thing: two microphones in a room, one recording on both sides, one side wired the wrong
way round, a dead one. Taking one of these apart would lose words or put them into the wrong mouth, so only
what could hardly be anything else counts: on either side somebody talks while the other side is silent or has
but a faint echo of it, by turns, for nearly all of the talk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Levels = npt.NDArray[np.float32]
    """Of one side, step by step: decibels of full scale."""

SIDES_S = 300.0
"""So much of a recording tells: both have spoken by then, by turns."""
_FAINT_DB = -60.0
_TALK_DB = 25.0
"""Talk lies within so much of the loudest of its side."""
_APART_DB = 20.0
"""So much fainter is the other's echo. Two microphones in a room differ by less than ten, two on lapels by
fifteen."""
_STEADY = 0.9
"""A side that is as loud for a larger share of the time hums: people pause."""
_ALONE = 0.75
"""Share of the talk that is on one side alone; in the rest both talk at once."""
_EACH = 0.1
"""Share of the talk that each side has at least."""
_EACH_S = 5.0
_TURNS = 6
"""Changes from one side to the other: a cable that is loose, or was moved to the other socket, makes few."""


def is_one_a_side(left: Levels, right: Levels, steps_per_s: float) -> bool:
    import numpy as np

    if not min(len(left), len(right)):
        return False
    sides = np.stack([each[: min(len(left), len(right))] for each in (left, right)])
    is_talk = sides > np.maximum(sides.max(axis=1, keepdims=True) - _TALK_DB, _FAINT_DB)
    if is_talk.mean(axis=1).max() > _STEADY:
        return False
    alone = is_talk & (sides - sides[::-1] >= _APART_DB)
    talk, each = is_talk.any(axis=0).sum(), alone.sum(axis=1)
    if each.min() < max(_EACH * talk, _EACH_S * steps_per_s) or each.sum() < _ALONE * talk:
        return False
    whose = np.flatnonzero(alone[0] | alone[1])
    return int(np.count_nonzero(np.diff(alone[0, whose].astype(np.int8)))) >= _TURNS
