"""Whose voice each line of a transcript is: that which has most of its time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipelines.speakers.turns import FIRST, Turn


def voices_of(lines: Iterable[tuple[float, float]], turns: Sequence[Turn]) -> list[str]:
    """The voice of each line (start_s, end_s); `turns` are in order and do not overlap.

    A line that no turn covers, such as a soft "yes", goes to the nearest voice: somebody has said it.
    """
    starts = [turn.start_s for turn in turns]
    ends = [turn.end_s for turn in turns]
    found: list[str] = []
    for start_s, end_s in lines:
        first, last = bisect_right(ends, start_s), bisect_left(starts, end_s)
        shared: defaultdict[str, float] = defaultdict(float)
        for turn in turns[first:last]:
            shared[turn.voice] += min(turn.end_s, end_s) - max(turn.start_s, start_s)
        found.append(
            max(shared, key=shared.__getitem__)
            if shared
            else _nearest(turns[max(0, first - 1) : first + 1], start_s, end_s)
        )
    return found


def _nearest(turns: Sequence[Turn], start_s: float, end_s: float) -> str:
    """Of the turns before and after; where no speech was heard at all, the transcript is one voice."""
    if not turns:
        return FIRST
    return min(turns, key=lambda turn: max(turn.start_s - end_s, start_s - turn.end_s)).voice
