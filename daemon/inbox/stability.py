"""Tells a file that has arrived from one that is still being copied."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a look at a file shows of its changes."""

    size: int
    mtime_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> Stamp:
        return cls(found.st_size, found.st_mtime_ns)


class StabilityTracker:
    """Feed it what the folder holds; it returns the files that have been left alone for `settle_s`.

    It knows names, stamps and a monotonic clock, and touches no file. Its edge cases:

    - A file grows: every change of size or mtime starts its time anew.
    - It is written again at the same size (a copy into preallocated space): its mtime changes.
    - Its mtime lies in the future, or jumps back: only a difference counts, never order or wall clock.
    - It is renamed into place: it was complete when it came, so it is returned at once. Only the kernel can
      tell a rename from a creation (`arrived`); where it tells nothing (network mounts) the time runs.
    - It replaces one of the same name while that waits: its stamp differs. Inodes are not looked at, because
      some network file systems make them up anew for every look.
    - It is empty: copies begin that way and may hang for long, so it has `EMPTY_FACTOR` times as long.
    - It vanishes: it is forgotten, and is new when it comes back.
    - It was returned and is still there, because taking it failed: it is returned again after `settle_s`,
      not in every look.
    - The computer sleeps: the monotonic clock stands still with it, so does the copying.
    - A copy stalls for longer than `settle_s` (a lost network): it looks like a finished one; a
      longer `settle_s` is the cure, or copying under a temporary name.
    """

    EMPTY_FACTOR = 10

    def __init__(self, settle_s: float) -> None:
        self._settle_s = settle_s
        self._waiting: dict[str, tuple[Stamp, float]] = {}
        """Name to its stamp and the time from which it is taken for complete."""

    def look(self, found: Mapping[str, Stamp], now_s: float, arrived: Iterable[str] = ()) -> list[str]:
        """Take all files that are there now, and the names that came by renaming since the last look.

        Returns the complete ones, those that have waited longest first.
        """
        at_once = set(arrived)
        waiting: dict[str, tuple[Stamp, float]] = {}
        for name, stamp in found.items():
            known = self._waiting.get(name)
            if name in at_once:
                waiting[name] = (stamp, now_s)
            elif known is not None and known[0] == stamp:
                waiting[name] = known
            else:
                waiting[name] = (stamp, now_s + self._patience_s(stamp))
        ready = sorted(
            (name for name, (_, due_s) in waiting.items() if due_s <= now_s),
            key=lambda name: waiting[name][1],
        )
        for name in ready:
            waiting[name] = (waiting[name][0], now_s + self._settle_s)
        self._waiting = waiting
        return ready

    def next_s(self) -> float | None:
        """When a file will be complete if nothing changes; None if none is waiting."""
        return min((due_s for _, due_s in self._waiting.values()), default=None)

    def _patience_s(self, stamp: Stamp) -> float:
        return self._settle_s * (1 if stamp.size else self.EMPTY_FACTOR)
