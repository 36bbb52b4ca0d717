"""What every page of the site is given: the notes, the room, the time, and a way to change something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Any

from daemon.base.clock import SystemClock
from daemon.base.config import Config, load_config
from daemon.base.control import Answer
from daemon.base.errors import NoAnswerError
from daemon.hub.client import ask_hub, hub_runs
from daemon.machine.check import Host
from daemon.machine.check.overview import Overview, overview
from daemon.notes.digests import DigestStore
from daemon.notes.search import NoteIndex
from daemon.notes.store.filters import Choices, choices
from daemon.notes.store.listed import NoteHead
from daemon.notes.store.reader import NoteReader, OpenReader, Remembered
from daemon.notes.store.series import AllSeries
from pipelines.note import Note
from web import format
from web.views.live import Live
from web.views.room import OpenRecorder
from web.views.so_far import SoFars
from web.work import Work

NO_STATE = Path("/dev/null/state")
"""For a page over notes alone: a state directory that cannot exist."""

NO_HUB = (
    "This page only shows notes: the hub is not running. "
    "Start it on the machine: systemctl start roomscribe, or roomscribe run."
)
"""Said by the page of `roomscribe serve` to whoever wants more of it."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class _Clock(SystemClock):
    """The machine's, with the time that the page goes by."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._now = now

    def now(self) -> datetime:
        return self._now()


@dataclass(frozen=True)
class Site:
    open_reader: OpenReader
    """Gives the notes for the length of one request."""
    timezone: tzinfo
    """Of the room."""
    state_dir: Path
    open_recorder: OpenRecorder = lambda: None
    now: Callable[[], datetime] = utc_now
    config: Callable[[], Config] = load_config
    """The current one: it may change while the page runs."""
    config_file: Path | None = None
    """What it is read from; None for the file in /etc."""

    def overview(self, *, for_admin: bool) -> Overview:
        """The state of the box now; problems in words only for an administrator."""
        clock = _Clock(self.now)
        host = Host(self.state_dir, self.config_file, clock, settings=self.config, for_admin=for_admin)
        return overview(host, self.open_recorder())

    @property
    def today(self) -> date:
        return self.now().astimezone(self.timezone).date()

    def day(self, meeting: Note | NoteHead) -> str:
        """On which it was held, as a short line has it."""
        return format.short_day(meeting.started_at.astimezone(self.timezone).date())

    @cached_property
    def live(self) -> Live:
        return Live(self.state_dir, self.timezone, self.open_recorder)

    @cached_property
    def so_fars(self) -> SoFars:
        return SoFars(self.state_dir)

    @cached_property
    def work(self) -> Work:
        return Work(self.state_dir, self.timezone, self.now)

    @cached_property
    def index(self) -> NoteIndex:
        return NoteIndex(self.state_dir)

    @cached_property
    def choices(self) -> Remembered[[NoteReader], Choices]:
        return Remembered(lambda reader: choices(reader.heads()))

    @cached_property
    def heads(self) -> Remembered[[NoteReader], Mapping[str, NoteHead]]:
        """By id."""
        return Remembered(_heads)

    @cached_property
    def series(self) -> Remembered[[NoteReader], AllSeries]:
        return Remembered(lambda reader: AllSeries(reader.heads(), reader.items()))

    @cached_property
    def digests(self) -> DigestStore:
        return DigestStore(self.state_dir)

    def note(self, note_id: str) -> Note:
        """NoteNotFoundError."""
        with self.open_reader() as reader:
            return reader.get(note_id)

    def has_hub(self) -> bool:
        """Whether anything can be changed or sent in."""
        return hub_runs(self.state_dir)

    def require_hub(self) -> None:
        """NoAnswerError where there is none."""
        if not self.has_hub():
            raise NoAnswerError(NO_HUB)

    def order(self, do: str, **arguments: Any) -> Answer:
        """Have the hub change something, and wait for its answer (some 20 ms).

        NoAnswerError where no hub runs. Otherwise the hub's error.
        """
        answer = ask_hub(self.state_dir, do, **arguments)
        if answer is None:
            raise NoAnswerError(NO_HUB)
        return answer


def _heads(reader: NoteReader) -> Mapping[str, NoteHead]:
    return {head.id: head for head in reader.heads()}
