"""What the stages of the pipeline share: the tools of the process, and the one meeting at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Literal

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.meetings import Meeting, MeetingFolder
from daemon.meetings.dating import start_of
from daemon.meetings.receipts import Spans, forgotten_spans
from daemon.meetings.templates import Templates
from daemon.spool import SpooledRecording, find_recording
from daemon.worker.engines import MayLeave, WorkerEngines, always
from daemon.worker.pace import PaceKeeper
from pipelines.calendar import Event
from pipelines.checking import Checker
from pipelines.llm.chunks import Chunk
from pipelines.progress import Progress
from pipelines.templates import Template

EngineChoice = Literal["auto", "gemma", "rules"]
FindEvent = Callable[[datetime, float], Event | None]
"""The event of a calendar, by when a meeting began and its length in seconds."""


def no_event(started_at: datetime, length_s: float) -> Event | None:
    """Where there is no calendar."""
    return None


@dataclass(frozen=True)
class Tools:
    """What a process makes all its notes with."""

    state_dir: Path
    config: Config
    engines: WorkerEngines
    checker: Checker
    """Reads days by the house's conventions, and keeps its process while a meeting goes on."""
    clock: Clock
    pace: PaceKeeper
    progress: Progress
    find_event: FindEvent = no_event
    read_ahead: dict[str, Chunk | None] = field(default_factory=dict)
    """Meetings to the last chunk that this process drafted ahead: it is not even looked up again."""

    def form(self, wanted: str | None) -> tuple[Template, tuple[str, ...]]:
        """The template of that name, or the configured one; with a warning where it cannot be used."""
        return Templates(self.state_dir).find_or_general(wanted or self.config.notes.template)


@dataclass(frozen=True)
class MeetingFile:
    """A recording or a transcript."""

    path: Path
    open_file: Callable[[Path], BinaryIO] | None = None
    """None: as any file is opened."""
    words: Path | None = None
    """The transcript of the recording `path`, of which the voices alone are then heard."""


@dataclass(frozen=True)
class Task:
    """One meeting that is to have a note."""

    folder: MeetingFolder
    """For its receipts."""
    meeting: Meeting
    file: MeetingFile | None = None
    """What it is made from; None for a recording of the room, and where the file is gone."""
    engine: EngineChoice = "auto"
    """What a person wants it drafted by; "gemma" means that nothing else may write it."""
    is_awaited: bool = False
    """Somebody sits before a command: the language model is not put off to a better time, and where it fails
    the rules write the note at once, since nobody tries again."""
    model_failed: bool = False
    """The language model has failed on this meeting; it is not asked again."""
    voices_failed: bool = False
    """Whether a worker has ended over this meeting, perhaps over its voices: the note comes first."""
    bound: Callable[[], None] = lambda: None
    """Called where work may stop: after a passage, an answer, a step. Raises to stop."""
    model_is_taken: Callable[[], bool] = lambda: False
    """Whether a meeting that goes on has the language model now."""
    may_leave: MayLeave = always
    """Whether what was said may be sent to a server of the house now."""


@dataclass(frozen=True)
class Stage:
    """Base of the stages."""

    tools: Tools
    task: Task

    def recording(self) -> SpooledRecording | None:
        """What the room's microphone heard; NotFoundError if it is gone."""
        if self.task.meeting.recording is None:
            return None
        return find_recording(self.tools.state_dir, self.task.meeting.recording)

    def forgotten(self) -> Spans:
        """What people have taken off the record by now."""
        recording = self.recording()
        return forgotten_spans(recording.recording) if recording else ()

    def began(self) -> tuple[datetime | None, bool]:
        """When a recording of the room began, and whether that is only what an unset clock said."""
        if (recording := self.recording()) is None:
            return self.task.meeting.started_at, False
        return start_of(recording.recording, self.tools.clock)
