"""Which audio may go: what is older than the house wants to keep, and the oldest where the disk gets full.

Audio goes only when its meeting is over and its note is stored. Of a recording that failed, the audio is all
there is, and a full disk is then better than its loss: the recorder stops cleanly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from daemon.base.durable import remove_tree
from daemon.base.sizes import human
from pipelines.model import Model, UtcDatetime

Reason = Literal["age", "space"]


@dataclass(frozen=True, slots=True)
class AudioKept:
    """The audio of one meeting."""

    id: str
    """Of the meeting, which is the note's."""
    paths: tuple[Path, ...]
    """Files or folders that hold it and nothing else."""
    bytes: int
    finished_at: datetime | None
    """None while the meeting goes on."""
    note_stored: bool
    """Whether its note is stored and no work on it is left."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the configuration says."""

    keep_for: timedelta | None
    """None keeps audio for ever, as long as there is room."""
    free_bytes: int
    """At least so much of the disk is to be free."""


class Removed(Model):
    """Audio that went, or would go."""

    id: str
    bytes: int
    finished_at: UtcDatetime
    reason: Reason

    def __str__(self) -> str:
        why = "for its age" if self.reason == "age" else "to make room on the disk"
        return f"the audio of {self.id} ({self.finished_at:%Y-%m-%d}, {human(self.bytes)}) {why}"


def choose(
    kept: Iterable[AudioKept], now: datetime, rules: Rules, free: int
) -> list[tuple[AudioKept, Removed]]:
    """What is to go, the oldest first; `free` is what the disk has now, in bytes."""
    chosen = []
    finished = sorted(
        ((audio.finished_at, audio) for audio in kept if audio.finished_at and audio.note_stored),
        key=lambda pair: (pair[0], pair[1].id),
    )
    for finished_at, audio in finished:
        reason: Reason
        if rules.keep_for is not None and now - finished_at > rules.keep_for:
            reason = "age"
        elif free < rules.free_bytes:
            reason = "space"
        else:
            break
        free += audio.bytes
        chosen.append(
            (audio, Removed(id=audio.id, bytes=audio.bytes, finished_at=finished_at, reason=reason))
        )
    return chosen


def prune_audio(
    kept: Iterable[AudioKept],
    now: datetime,
    rules: Rules,
    free: int,
    log: Callable[[str], object],
    *,
    dry_run: bool = False,
) -> list[Removed]:
    """Remove what `choose` finds, each a line to `log`; returns what went (in a dry run: would go).

    StateWriteError ends it at the first that cannot be removed; the rest is for the next time.
    """
    gone = []
    for audio, removed in choose(kept, now, rules, free):
        if not dry_run:
            for path in audio.paths:
                remove_tree(path)
            log(f"removed {removed}")
        gone.append(removed)
    return gone
