"""What is known of a file once it was looked into; both ends of the pipe agree on it."""

from __future__ import annotations

from datetime import datetime, tzinfo

from pydantic import NaiveDatetime

from pipelines.model import Model, UtcDatetime

FILE_NAME = "THIS-FILE"
"""Stands for the name in what the child says: it does not get the real one."""
CHILD_S = 20.0
"""Starting Python and FFmpeg's libraries takes 2 s on a Raspberry Pi, a large transcript some more."""


class Seen(Model):
    """What a file is."""

    length_s: float | None = None
    """Of a recording, where its header tells; None for a transcript."""
    started_at: UtcDatetime | None = None
    """When the meeting was, where a transcript says so."""
    held_at: NaiveDatetime | None = None
    """The same by the clock of the place, where it names no zone."""
    taken_for: str | None = None
    """What a transcript was recognised as."""

    def began_at(self, timezone: tzinfo) -> datetime | None:
        """`timezone`: of the house."""
        if self.started_at is not None or self.held_at is None:
            return self.started_at
        return self.held_at.replace(tzinfo=timezone)
