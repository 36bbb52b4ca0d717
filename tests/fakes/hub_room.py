"""A hub and a worker on one state directory, in one process; a test may kill each at any durable step."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import daemon.base.durable
from daemon.base.config import Config, load_config
from daemon.base.control import Order, Orders
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.hub.client import SERVICE
from daemon.hub.hub import Hub
from daemon.hub.nightly.table import NightlyJob
from daemon.meetings import WorkFolder, read_jobs
from daemon.notes.store import NoteStore
from daemon.worker.stage import FindEvent, no_event
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from pipelines.note import Note
from tests.fakes.clock import FakeClock
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines

SETTLE_S = 3.0
VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAnn: I'll send the report to legal by Friday.\n"
"""A meeting of one promise."""


class Dead(BaseException):
    """The process was killed here."""


@contextmanager
def killed_after(steps: int | None) -> Iterator[None]:
    """Raise Dead after so many durable changes; None: never. The disk itself is not waited for."""
    left = steps

    def count(folder: Path) -> None:
        nonlocal left
        if left is not None:
            left -= 1
            if left < 0:
                raise Dead

    sync_folder, fsync = daemon.base.durable._sync_folder, os.fsync
    daemon.base.durable._sync_folder, os.fsync = count, lambda fd: None
    try:
        yield
    finally:
        daemon.base.durable._sync_folder, os.fsync = sync_folder, fsync


class PatientHub(Hub):
    """Whose step ends when the file that it takes in was read, however loaded the machine is."""

    def step(self) -> float:
        pause_s = super().step()
        while self._intake.arriving:
            self._wakeup.sleep(1.0)
            pause_s = super().step()
        return pause_s


class HubRoom:
    """The services of one room. `open_hub` and `worker` begin as their processes do."""

    def __init__(self, path: Path, **config: dict[str, Any]) -> None:
        self.path = path
        self.clock = FakeClock()
        self.engines = ScriptedEngines(("Hello.", "I'll send the report by Friday."))
        self.config = config
        self.find_event: FindEvent = no_event
        self.jobs: dict[str, NightlyJob] = {}
        self.inbox = path / "inbox"
        self.inbox.mkdir(parents=True)

    def load_config(self) -> Config:
        config = load_config(None, system=self.path / "no-such-file")
        for section, values in self.config.items():
            old = getattr(config, section)
            new = type(old).model_validate(old.model_dump() | values)
            config = config.model_copy(update={section: new})
        return config

    @contextmanager
    def open_hub(self, kind: type[Hub] = PatientHub) -> Iterator[Hub]:
        with ExitStack() as stack:
            yield kind(
                self.path,
                self.load_config,
                self.clock,
                Notifier({}),
                stack,
                jobs=self.jobs,
                monotonic=self.clock.boot_s,
            )

    def worker(self) -> Worker:
        config = configured(**({"vocabulary": {"roster": ("Ann",)}} | self.config))
        pulse = Pulse(run_dir(self.path, {}), Notifier({}))
        return Worker(
            self.path,
            config,
            self.engines,
            self.clock,
            pulse,
            sleep=self.clock.sleep,
            find_event=self.find_event,
        )

    def drop(self, name: str, content: str | bytes) -> None:
        """Put a file into the inbox as `cp` does, and let it settle."""
        data = content.encode() if isinstance(content, str) else content
        (self.inbox / name).write_bytes(data)

    def settle(self, hub: Hub) -> None:
        """Let the hub take in whatever lies in the inbox."""
        hub.step()
        self.clock.sleep(SETTLE_S)
        while hub.step() == 0:
            pass

    def finish(self, hub: Hub) -> None:
        """Let hub and worker work until nothing is left to do."""
        self.settle(hub)
        worker = self.worker()
        hub.step()
        for _ in range(1000):
            waiting = [job for job in read_jobs(self.path) if job.state == "waiting" and not job.needs]
            if not worker.work_once() and not waiting:
                return
            hub.step()
            self.clock.sleep(60)
        raise AssertionError("it never ends")

    def ask(self, hub: Hub, do: str, **arguments: Any) -> dict[str, Any]:
        """Ask as a command does, and let the hub answer."""
        orders = Orders(self.path, SERVICE, self.clock)
        order = Order(
            id=os.urandom(16).hex(),
            do=do,
            arguments=arguments,
            asked_at=self.clock.now(),
            boot_id=self.clock.boot_id,
            asked_boot_s=self.clock.boot_s(),
            expires_s=10,
        )
        assert orders.pending() == []
        (self.path / "control" / SERVICE / f"{order.id}.json").write_text(order.model_dump_json())
        hub.step()
        answer = self.path / "control" / "answers" / f"{order.id}.json"
        found: dict[str, Any] = json.loads(answer.read_text())
        answer.unlink()
        return found

    def notes(self) -> list[Note]:
        with NoteStore.open_reader(self.path) as store:
            return [store.get(head.id) for head in store.heads()]

    def results(self) -> list[str]:
        return [result.outcome for result in WorkFolder(self.path).results()]


def left(room: HubRoom, name: str) -> list[str]:
    """Names in a folder of the state directory."""
    return sorted(path.name for path in (room.path / name).iterdir())
