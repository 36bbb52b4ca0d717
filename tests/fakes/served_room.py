"""A room whose worker drafts by a server: a state directory with a queue, no hub, and a relay of the test's
own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.base.config import Config, load_config
from daemon.cli.main import roomscribe, run
from daemon.machine.check.host import Host
from daemon.machine.check.services import check_models
from daemon.meetings import MeetingFolder
from daemon.meetings.confidential import Confidential
from daemon.worker.engines import Engines
from daemon.worker.remote_server import LONGEST_REST_S, NamedServer
from pipelines.errors import WeightsMissingError
from tests.fakes.worker_room import Room


class ServedRoom(Room):
    """A room with a relay and a configured server; what it would transcribe is not needed here."""

    def __init__(self, path: Path, url: str, **llm: object) -> None:
        super().__init__(path)
        self.config = _config(path, {"server": url, "threads": 1, **llm})
        self.seconds = 0.0
        self.server = NamedServer(self.config, path, self.clock.now, lambda: self.seconds)
        self.engines = Engines(self.config, path / "models", server=self.server)  # type: ignore[assignment]
        Confidential(path).write([])

    def install(self, weights: Path) -> None:
        """The file of the configured name becomes this machine's model, though another was published."""
        brought = ["models", "import", str(weights.parent), "--update"]
        # The speech model, which nothing here needs, is still missing.
        assert run(roomscribe, ["--state", str(self.path), *brought]) == WeightsMissingError.exit_code

    def rest(self) -> None:
        """As long as a lost server is left alone."""
        self.seconds += LONGEST_REST_S + 1

    def finish(self, folder: MeetingFolder) -> list[str]:
        """Work until there is a note; how each piece of work ended."""
        outcomes = []
        while not folder.note.exists():
            assert self.worker().work_once()
            outcomes.append(self.outcome().outcome)
            job = self.queue.get(folder.id)
            if job is not None and job.needs == "turn":
                # Where a busy machine was too slow, the model has its turn afterwards, as the hub gives it.
                self.queue.put(job.released())
            assert len(outcomes) < 10
        return outcomes

    @property
    def status(self) -> str:
        found = check_models(Host(self.path, self.path / "config.toml", SystemClock()))
        return f"{found.status}: {found.message}"


def _config(path: Path, llm: Mapping[str, object]) -> Config:
    path.mkdir(parents=True, exist_ok=True)
    lines = (f"{key} = {json.dumps(value)}" for key, value in llm.items())
    (path / "config.toml").write_text("\n".join(["[llm]", *lines, ""]))
    return load_config(path / "config.toml")
