"""Drafts by a llama-server in the building: what leaves, what stays, and what becomes of a server that dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.check.host import Host
from daemon.check.models import look
from daemon.cli.main import roomscribe, run
from daemon.clock import SystemClock
from daemon.confidential import Confidential
from daemon.config import Config, load_config
from daemon.jobs import MeetingFolder
from daemon.worker.engines import Engines
from daemon.worker.served import LONGEST_REST_S, NamedServer
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.llama_server import WEIGHTS, FakeLlamaServer, relayed, usual, write_secrets
from tests.fakes.worker_room import Room, note

SECRET = "the merger with Kestrel"


def talk(words: str = "the budget", lines: int = 170) -> str:
    return "\n".join(f"Ann: This is line {n} of a meeting about {words}." for n in range(lines))


class ServedRoom(Room):
    """A room with a relay and a configured server; what it would transcribe is not needed here."""

    def __init__(self, path: Path, fake: FakeLlamaServer) -> None:
        super().__init__(path)
        self.fake = fake
        self.config = _config(path, fake.url)
        self.seconds = 0.0
        self.server = NamedServer(self.config, path, self.clock.now, lambda: self.seconds)
        self.engines = Engines(self.config, path / "models", server=self.server)  # type: ignore[assignment]
        Confidential(path).write([])

    def rest(self) -> None:
        """As long as a lost server is left alone."""
        self.seconds += LONGEST_REST_S + 1

    def finish(self, folder: MeetingFolder) -> list[str]:
        """Work until there is a note; how each piece of work ended."""
        outcomes = []
        while not folder.note.exists():
            assert self.worker().work_once()
            outcomes.append(self.outcome().outcome)
            assert len(outcomes) < 10
        return outcomes

    @property
    def status(self) -> str:
        found = look(Host(self.path, self.path / "config.toml", SystemClock()))
        return f"{found.status}: {found.message}"


def _config(path: Path, url: str) -> Config:
    path.mkdir(exist_ok=True)
    (path / "config.toml").write_text(f'[llm]\nserver = "{url}"\nthreads = 1\n')
    return load_config(path / "config.toml")


@pytest.fixture
def power(tmp_path: Path) -> Iterator[ExitStack]:
    """Closed to switch the server off."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def room(tmp_path: Path, power: ExitStack) -> Iterator[ServedRoom]:
    state = tmp_path / "state"
    write_secrets(state, tmp_path / "carried")
    fake = power.enter_context(FakeLlamaServer(tmp_path / "carried").running())
    with relayed(state, fake.url):
        yield ServedRoom(state, fake)


def test_a_meeting_is_drafted_by_the_server_and_its_note_says_so(room: ServedRoom) -> None:
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    engine = note(folder).engines.llm
    assert engine is not None
    assert engine.name.endswith(f"{WEIGHTS} on 127.0.0.1:{room.fake.port}")
    assert engine.sha256 is None
    assert engine.prompt_tokens
    assert "about the budget" in "".join(room.fake.prompts)
    assert f"the llama-server at 127.0.0.1:{room.fake.port} drafts, and last answered at" in room.status
    assert room.status.startswith("ok") or "missing" in room.status


def test_a_server_that_dies_costs_nothing_and_is_used_again_when_it_is_back(
    room: ServedRoom, power: ExitStack
) -> None:
    folder = room.add("2026-11-16 long.txt", talk())
    calls = 0

    def answer(prompt: str, grammar: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError
        return usual(prompt, grammar)

    room.fake.answer = answer
    # There are no weights here: rules take over. It is nobody's fault, and no attempt is lost.
    assert room.finish(folder) == ["yielded", "done"]
    assert note(folder).engines.llm is None
    assert "is not used now (the connection broke" in room.status
    power.close()
    room.rest()
    second = room.add("2026-11-17 next.txt", talk("the garden"))
    assert room.finish(second) == ["done"]
    assert "does not answer" in room.status
    with room.fake.running():
        room.rest()
        third = room.add("2026-11-18 third.txt", talk("the roof"))
        assert room.finish(third) == ["done"]
    engine = note(third).engines.llm
    assert engine is not None
    assert "on 127.0.0.1" in engine.name
    assert "garden" not in "".join(room.fake.prompts)


def test_this_machines_model_goes_on_where_the_server_stopped(
    room: ServedRoom, tmp_path: Path, power: ExitStack
) -> None:
    (tmp_path / "stick").mkdir()
    write_gguf(tmp_path / "stick" / WEIGHTS)
    assert run(roomscribe, ["--state", str(room.path), "models", "import", str(tmp_path / "stick")]) == 0
    folder = room.add("2026-11-16 long.txt", talk())
    calls = 0

    def answer(prompt: str, grammar: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 3:
            power.close()
            raise OSError
        return usual(prompt, grammar)

    room.fake.answer = answer
    outcomes = room.finish(folder)
    assert outcomes[0] == "yielded"
    assert outcomes[-1] == "done"
    engine = note(folder).engines.llm
    assert engine is not None
    assert engine.name.endswith(f"on 127.0.0.1:{room.fake.port} and this machine")


def test_a_private_meeting_is_never_sent(room: ServedRoom) -> None:
    folder = room.add("2026-11-16 secret.txt", talk(SECRET))
    Confidential(room.path).write([folder.id])
    assert room.finish(folder) == ["done"]
    assert note(folder).engines.llm is None
    assert room.fake.asked == []


def test_nothing_is_sent_where_it_is_not_known_what_is_private(room: ServedRoom) -> None:
    (room.path / "private.json").unlink()
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    Confidential(room.path).write(None)
    folder = room.add("2026-11-17 next.txt", talk())
    assert room.finish(folder) == ["done"]
    (room.path / "private.json").write_text("{torn")
    folder = room.add("2026-11-18 third.txt", talk())
    assert room.finish(folder) == ["done"]
    assert room.fake.asked == []


def test_a_meeting_that_becomes_private_is_sent_no_further(room: ServedRoom) -> None:
    folder = room.add("2026-11-16 secret.txt", talk(SECRET))

    def answer(prompt: str, grammar: str) -> str:
        Confidential(room.path).write([folder.id])
        return usual(prompt, grammar)

    room.fake.answer = answer
    assert room.finish(folder) == ["yielded", "done"]
    assert len(room.fake.asked) == 1
    assert room.server.model(lambda: True) is not None, "nothing is wrong with the server"


def test_a_server_with_other_weights_is_not_used(room: ServedRoom) -> None:
    room.fake.weights = "some-other.gguf"
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    assert room.fake.asked == []
    assert "it has other weights (some-other.gguf) than [models] llm names" in room.status


def test_without_a_server_nothing_is_said_of_one(tmp_path: Path) -> None:
    found = look(Host(tmp_path, None, SystemClock()))
    assert "llama-server" not in found.message
