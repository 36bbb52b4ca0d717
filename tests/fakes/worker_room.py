"""A state directory with a queue, and a worker on it."""

from __future__ import annotations

from pathlib import Path

from daemon.base.durable import make_folder, write_durably
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.meetings import Job, JobQueue, Meeting, MeetingFolder, Priority, Result, WorkFolder, folded
from daemon.worker.stage import FindEvent, no_event
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from pipelines.note import Note
from tests.fakes.clock import FakeClock
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines

VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAnn: I'll send the report to legal by Friday.\n"


SAID = ["We begin.", "I'll send the report by Friday.", "We agreed to ship on Monday.", "That is all."]


class Room:
    """A state directory with a queue, and a worker on it that a test may kill."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = FakeClock()
        self.queue = JobQueue(path)
        self.work = WorkFolder(path)
        self.engines = ScriptedEngines(SAID)

    def add(self, name: str, content: str = VTT, priority: Priority = "normal") -> MeetingFolder:
        folder = MeetingFolder(self.path, name.replace(".", "-").replace(" ", "-"))
        make_folder(folder.source_dir)
        write_durably(folder.source_dir / name, content)
        now = self.clock.now()
        meeting = Meeting(
            id=folder.id, source=name, sha256="0" * 64, origin="inbox", received_at=now, modified_at=now
        )
        folder.write(meeting)
        self.queue.put(Job(id=folder.id, source=name, priority=priority, created_at=now))
        return folder

    def worker(
        self,
        *,
        words: tuple[str, ...] = (),
        tell_voices: bool = True,
        voices_bounded: bool = False,
        find_event: FindEvent = no_event,
    ) -> Worker:
        pulse = Pulse(run_dir(self.path, {}), Notifier({}))
        config = configured(
            vocabulary={"roster": ("Ann", "Bob"), "words": words},
            speakers={"tell_apart": tell_voices, "most": 6 if voices_bounded else 0},
        )
        return Worker(
            self.path, config, self.engines, self.clock, pulse, sleep=self.clock.sleep, find_event=find_event
        )

    def fold(self) -> list[Result]:
        """What the hub does with results, without storing the note."""
        results = self.work.results()
        for result in results:
            job = self.queue.get(result.job)
            if job is not None:
                self.queue.put(folded(job, result))
            self.work.remove_result(result)
        return results

    def outcome(self) -> Result:
        (result,) = self.fold()
        return result


def note(folder: MeetingFolder) -> Note:
    return Note.model_validate_json(folder.note.read_bytes())
