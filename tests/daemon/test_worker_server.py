"""Drafts by a llama-server in the building: what leaves, what stays, and what becomes of a server that
dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.machine.check.host import Host
from daemon.machine.check.services import check_models
from daemon.meetings.confidential import Confidential
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.llama_server import WEIGHTS, FakeLlamaServer, relayed, usual, write_secrets
from tests.fakes.served_room import ServedRoom
from tests.fakes.worker_room import note

SECRET = "the merger with Kestrel"


def talk(words: str = "the budget", lines: int = 90) -> str:
    return "\n".join(f"Ann: This is line {n} of a meeting about {words}." for n in range(lines))


@pytest.fixture
def power(tmp_path: Path) -> Iterator[ExitStack]:
    """Closed to switch the server off."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def fake(tmp_path: Path, power: ExitStack) -> FakeLlamaServer:
    write_secrets(tmp_path / "state", tmp_path / "carried")
    return power.enter_context(FakeLlamaServer(tmp_path / "carried").running())


@pytest.fixture
def room(tmp_path: Path, fake: FakeLlamaServer) -> Iterator[ServedRoom]:
    with relayed(tmp_path / "state", fake.url):
        yield ServedRoom(tmp_path / "state", fake.url)


def test_a_meeting_is_drafted_by_the_server_and_its_note_says_so(
    room: ServedRoom, fake: FakeLlamaServer
) -> None:
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    engine = note(folder).engines.llm
    assert engine is not None
    assert engine.name.endswith(f"{WEIGHTS} on 127.0.0.1:{fake.port}")
    assert engine.sha256 is None
    assert engine.prompt_tokens
    assert "about the budget" in "".join(fake.prompts)
    assert f"the llama-server at 127.0.0.1:{fake.port} drafts, and last answered at" in room.status
    assert room.status.startswith("ok") or "missing" in room.status


def test_a_server_that_dies_costs_nothing_and_is_used_again_when_it_is_back(
    room: ServedRoom, fake: FakeLlamaServer, power: ExitStack
) -> None:
    folder = room.add("2026-11-16 long.txt", talk())
    calls = 0

    def answer(prompt: str, grammar: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError
        return usual(prompt, grammar)

    fake.answer = answer
    # There are no weights here: rules take over. It is nobody's fault, and no attempt is lost.
    assert room.finish(folder) == ["yielded", "done"]
    assert note(folder).engines.llm is None
    assert "is not used now (the connection broke" in room.status
    power.close()
    room.rest()
    second = room.add("2026-11-17 next.txt", talk("the garden"))
    assert room.finish(second) == ["done"]
    assert "does not answer" in room.status
    with fake.running():
        room.rest()
        third = room.add("2026-11-18 third.txt", talk("the roof"))
        assert room.finish(third) == ["done"]
    engine = note(third).engines.llm
    assert engine is not None
    assert "on 127.0.0.1" in engine.name
    assert "garden" not in "".join(fake.prompts)


def test_this_machines_model_goes_on_where_the_server_stopped(
    room: ServedRoom, fake: FakeLlamaServer, tmp_path: Path, power: ExitStack
) -> None:
    room.install(write_gguf(tmp_path / WEIGHTS))
    folder = room.add("2026-11-16 long.txt", talk())
    calls = 0

    def answer(prompt: str, grammar: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 2:
            power.close()
            raise OSError
        return usual(prompt, grammar)

    fake.answer = answer
    outcomes = room.finish(folder)
    assert outcomes[0] == "yielded"
    assert outcomes[-1] == "done"
    engine = note(folder).engines.llm
    assert engine is not None
    assert engine.name.endswith(f"on 127.0.0.1:{fake.port} and this machine")


def test_a_private_meeting_is_never_sent(room: ServedRoom, fake: FakeLlamaServer) -> None:
    folder = room.add("2026-11-16 secret.txt", talk(SECRET))
    Confidential(room.path).write([folder.id])
    assert room.finish(folder) == ["done"]
    assert note(folder).engines.llm is None
    assert fake.asked == []


def test_nothing_is_sent_where_it_is_not_known_what_is_private(
    room: ServedRoom, fake: FakeLlamaServer
) -> None:
    (room.path / "private.json").unlink()
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    Confidential(room.path).write(None)
    folder = room.add("2026-11-17 next.txt", talk())
    assert room.finish(folder) == ["done"]
    (room.path / "private.json").write_text("{torn")
    folder = room.add("2026-11-18 third.txt", talk())
    assert room.finish(folder) == ["done"]
    assert fake.asked == []


def test_a_meeting_that_becomes_private_is_sent_no_further(room: ServedRoom, fake: FakeLlamaServer) -> None:
    folder = room.add("2026-11-16 secret.txt", talk(SECRET))

    def answer(prompt: str, grammar: str) -> str:
        Confidential(room.path).write([folder.id])
        return usual(prompt, grammar)

    fake.answer = answer
    assert room.finish(folder) == ["yielded", "done"]
    assert len(fake.asked) == 1
    assert room.server.model(lambda: True) is not None, "nothing is wrong with the server"


def test_a_server_with_other_weights_is_not_used(room: ServedRoom, fake: FakeLlamaServer) -> None:
    fake.weights = "some-other.gguf"
    folder = room.add("2026-11-16 long.txt", talk())
    assert room.finish(folder) == ["done"]
    assert fake.asked == []
    assert "it has other weights (some-other.gguf) than [models] llm names" in room.status


def test_without_a_server_nothing_is_said_of_one(tmp_path: Path) -> None:
    found = check_models(Host(tmp_path, None, SystemClock()))
    assert "llama-server" not in found.message
