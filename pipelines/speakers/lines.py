"""Whose voice each line of a transcript is: that which has most of its time; and who else speaks in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipelines.speakers.turns import FIRST, Turn

SECOND_S = 0.5
"""Of a line, from which on a second voice is named beside the first; fitted by `bench.train_second_voice`,
docs/adr/0234. A share of the line beside it makes the mark no better."""


def voices_of(
    lines: Iterable[tuple[float, float]],
    turns: Sequence[Turn],
    least_s: float = SECOND_S,
) -> list[tuple[str, str | None]]:
    """The voice of each line (start_s, end_s), and a second one; `turns` are in order and do not overlap.

    A line that no turn covers, such as a soft "yes", goes to the nearest voice: somebody has said it.
    """
    starts = [turn.start_s for turn in turns]
    ends = [turn.end_s for turn in turns]
    found: list[tuple[str, str | None]] = []
    for start_s, end_s in lines:
        first, last = bisect_right(ends, start_s), bisect_left(starts, end_s)
        shared: defaultdict[str, float] = defaultdict(float)
        for turn in turns[first:last]:
            shared[turn.voice] += min(turn.end_s, end_s) - max(turn.start_s, start_s)
        if shared:
            found.append(_of_line(shared, least_s))
        else:
            found.append((_nearest(turns[max(0, first - 1) : first + 1], start_s, end_s), None))
    return found


def _of_line(shared: dict[str, float], least_s: float) -> tuple[str, str | None]:
    voice, *others = sorted(shared, key=shared.__getitem__, reverse=True)
    return voice, others[0] if others and shared[others[0]] >= least_s else None


def _nearest(turns: Sequence[Turn], start_s: float, end_s: float) -> str:
    """Of the turns before and after; where no speech was heard at all, the transcript is one voice."""
    if not turns:
        return FIRST
    return min(turns, key=lambda turn: max(turn.start_s - end_s, start_s - turn.end_s)).voice
