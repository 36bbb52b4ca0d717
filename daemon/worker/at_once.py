"""Notes for commands: the worker's pipeline, gone at once and in a folder that ends with it.

Nothing of a meeting outlives the command but the note that it prints. Nobody tries again, so the rules write
the note where the language model fails.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.base.config import Config
from daemon.base.durable import make_folder
from daemon.meetings import Meeting, MeetingFolder
from daemon.meetings.receipts import Transcribed, write_receipt
from daemon.worker.engines import WorkerEngines
from daemon.worker.pace import PaceKeeper
from daemon.worker.pipeline import Pipeline
from daemon.worker.stage import EngineChoice, MeetingFile, Task, Tools
from pipelines.checking import checker_for
from pipelines.importers.source import shown
from pipelines.note import Note
from pipelines.progress import Progress

_IN_MEMORY = Path("/dev/shm")
"""Receipts there reach no disk, whatever becomes of the command."""
_PREFIX = "roomscribe-"
_DIGEST_CHARS = 12
_NEW = "new"
"""Stands for the id until the day of the meeting is known."""


class NotesAtOnce:
    """Models are loaded when a meeting needs them, and serve all notes of a command."""

    def __init__(
        self,
        config: Config,
        state_dir: Path,
        engines: WorkerEngines,
        progress: Progress,
        engine: EngineChoice = "auto",
    ) -> None:
        """`state_dir` is read and never written to."""
        self._config = config
        self._state_dir = state_dir
        self._engines = engines
        self._clock = SystemClock()
        self._progress = progress
        self._engine = engine

    def of_file(self, path: Path, said_on: date | None = None, words: Path | None = None) -> Note:
        """Raise BadInputError for a file that is no meeting, WeightsMissingError where a model is needed.

        `words`: the transcript of the recording `path`, of which the voices alone are then heard. The same
        bytes always get the same id, so that saving a file twice keeps one note.
        """
        now = self._clock.now()
        meeting = Meeting(
            id=_NEW,
            source=shown(Path(path.name)),
            sha256=None,
            origin="command",
            received_at=now,
            modified_at=_modified_at(path) or now,
            said_on=said_on,
        )
        note = self._run(meeting, file=MeetingFile(path, words=words))
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()[:_DIGEST_CHARS]
        assert note.draft is not None
        return note.model_copy(update={"id": f"{note.draft.said_on:%Y%m%d}-{digest}"})

    def again(self, meeting: Meeting, transcribed: Transcribed) -> Note:
        """A note made again, of what `daemon.hub.remaking` found of it."""
        return self._run(meeting, transcribed=transcribed)

    def _run(
        self, meeting: Meeting, *, file: MeetingFile | None = None, transcribed: Transcribed | None = None
    ) -> Note:
        memory = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
        _sweep(_IN_MEMORY)
        with (
            tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-", dir=memory) as path,
            checker_for(self._config.conventions) as checker,
        ):
            folder = MeetingFolder(Path(path), meeting.id)
            if transcribed is not None:
                make_folder(folder.receipts)
                write_receipt(folder.transcript, transcribed)
            tools = Tools(
                state_dir=self._state_dir,
                config=self._config,
                engines=self._engines,
                checker=checker,
                clock=self._clock,
                pace=PaceKeeper(Path(path)),
                progress=self._progress,
            )
            task = Task(folder, meeting, file, engine=self._engine, is_awaited=True)
            return Pipeline(tools, task).run()


def _sweep(memory: Path) -> None:
    """Remove what commands of this user have left that were killed."""
    for left in memory.glob(f"{_PREFIX}*-*"):
        if not Path("/proc", left.name.removeprefix(_PREFIX).partition("-")[0]).exists():
            shutil.rmtree(left, ignore_errors=True)


def _modified_at(path: Path) -> datetime | None:
    """None where it cannot be read; why is said when it is opened."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
