"""Looks into a file to see whether it is a meeting at all, and what is known of it then."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol

from pydantic import NaiveDatetime, ValidationError

from daemon.base.foreign.plain import open_plain
from daemon.base.log import LOGGER
from guardrails.core.isolated import ChildGoneError
from pipelines.characters import visible
from pipelines.child import ChildProcess
from pipelines.errors import BadInputError
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
    people: tuple[str, ...] = ()
    """Who speaks in a transcript, or whose the tracks of a recording are."""
    lasts_s: float | None = None
    """What a transcript covers, where it has times."""
    tracks: int = 0
    """Of a recording with one for each person."""
    lines: tuple[str, ...] = ()
    """The first of a transcript, to see whether it was read right."""
    others: tuple[str, ...] = ()
    """Readers (`pipelines.importers.READERS`) that would find something else in a transcript."""

    def began_at(self, timezone: tzinfo) -> datetime | None:
        """`timezone`: of the house."""
        if self.started_at is not None or self.held_at is None:
            return self.started_at
        return self.held_at.replace(tzinfo=timezone)


class _Child(Protocol):
    def receive(self, timeout_s: float) -> bytes | None: ...
    def kill(self) -> None: ...


Start = Callable[..., _Child]
"""Of the open file, its suffix, and the reader that was chosen for it."""


def _start(file: BinaryIO, suffix: str, *reader: str) -> ChildProcess:
    return ChildProcess("daemon.base.foreign.child", (suffix, *reader), file=file)


def look_into(
    path: Path, name: str, reader: str | None = None, *, limit_s: float = CHILD_S, start: Start = _start
) -> Seen:
    """Decode the beginning of a recording, or read a transcript whole; BadInputError says what is wrong.

    One that crashes the decoder is refused; where looking takes too long, it is taken.

    `name` is what people call it. Its suffix, which `path` has too, says which of the two it has to be.
    `reader`: as for `import_transcript`.
    """
    try:
        with open_plain(path) as file:
            reply = _ask(partial(start, file, path.suffix, *filter(None, (reader,))), limit_s)
    except ChildGoneError as error:
        if error.crashed:
            raise BadInputError(
                f"{name} cannot be read: it is damaged, or no recording or transcript at all"
            ) from None
        # Too slow, or a mistake of ours: no reason to refuse what may be a meeting. The worker will see.
        LOGGER.warning("%s: could not be looked into: %s", name, error)
        return Seen()
    except OSError as error:
        raise BadInputError(f"{name} cannot be read: {error.strerror}") from None
    if isinstance(reply, str):
        raise BadInputError(visible(reply.replace(f"{FILE_NAME}{path.suffix}", name)))
    return reply


def _ask(start: Callable[[], _Child], limit_s: float) -> Seen | str:
    """What the child says; a text is the reason to refuse the file. ChildGoneError, OSError."""
    child = start()
    try:
        line = child.receive(limit_s)
    finally:
        child.kill()
    if line is None:
        raise ChildGoneError(f"it was not done within {limit_s:.0f} s")
    try:
        reply = json.loads(line)
        return str(reply["error"]) if "error" in reply else Seen.model_validate(reply)
    except (ValueError, TypeError, RecursionError, ValidationError):
        raise ChildGoneError("its process wrote what nobody understands") from None
