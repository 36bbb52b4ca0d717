"""Whose voice each line of a transcript is: that which has most of its time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipelines.speakers.turns import FIRST, Turn

OVERLAP = 1 / 3
"""Of a line's time, from which on a second voice is named beside the first."""


@dataclass(frozen=True, slots=True)
class LineVoice:
    voice: str
    others: tuple[str, ...] = ()
    """Who else has a third of the line: they spoke at once, or the speaker changed within it."""


def voices_of(lines: Iterable[tuple[float, float]], turns: Sequence[Turn]) -> list[LineVoice]:
    """The voice of each line (start_s, end_s); `turns` are in order and do not overlap.

    A line that no turn covers, such as a soft "yes", goes to the nearest voice: somebody has said it.
    """
    starts = [turn.start_s for turn in turns]
    ends = [turn.end_s for turn in turns]
    found: list[LineVoice] = []
    for start_s, end_s in lines:
        first, last = bisect_right(ends, start_s), bisect_left(starts, end_s)
        shared: defaultdict[str, float] = defaultdict(float)
        for turn in turns[first:last]:
            shared[turn.voice] += min(turn.end_s, end_s) - max(turn.start_s, start_s)
        found.append(
            _line(shared) if shared else _nearest(turns[max(0, first - 1) : first + 1], start_s, end_s)
        )
    return found


def _line(shared: dict[str, float]) -> LineVoice:
    (voice, _), *others = sorted(shared.items(), key=lambda item: -item[1])
    least_s = OVERLAP * sum(shared.values())
    return LineVoice(voice, tuple(other for other, seconds in others if seconds >= least_s))


def _nearest(turns: Sequence[Turn], start_s: float, end_s: float) -> LineVoice:
    """Of the turns before and after; where no speech was heard at all, the transcript is one voice."""
    if not turns:
        return LineVoice(FIRST)
    return LineVoice(min(turns, key=lambda turn: max(turn.start_s - end_s, start_s - turn.end_s)).voice)
