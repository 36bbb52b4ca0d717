"""Three rooms and one real llama-server, over random weights: what they write is noise, all else is as in a
house."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.meetings import MeetingFolder
from daemon.meetings.confidential import Confidential
from daemon.relay.client import RelayedServer
from pipelines.errors import OutputError
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from pipelines.llm.served import ServedModel
from tests.fakes.gguf_weights import write_gguf
from tests.fakes.llama_server import WEIGHTS, relayed, write_secrets
from tests.fakes.real_llama_server import RealLlamaServer, require_program
from tests.fakes.served_room import ServedRoom
from tests.fakes.worker_room import note

pytestmark = [pytest.mark.system, pytest.mark.models, pytest.mark.slow, pytest.mark.timeout(1200)]
SCHEMA = {
    "type": "object",
    "properties": {
        "kept": {"type": "string", "maxLength": 20},
        "lines": {"type": "array", "items": {"enum": [1, 2, 3]}, "maxItems": 3},
    },
    "required": ["kept", "lines"],
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[RealLlamaServer, list[ServedRoom]]]:
    """A server, and three rooms with the same weights; the house's authority is the last room's."""
    require_program()
    carried, weights = tmp_path / "carried", tmp_path / "weights" / WEIGHTS
    weights.parent.mkdir()
    write_gguf(weights)
    server = RealLlamaServer(carried, weights)
    states = [tmp_path / f"room{number}" for number in range(3)]
    for state in states:
        write_secrets(state, carried)
    for state in states[:-1]:
        (state / "server/authority.crt").write_bytes((states[-1] / "server/authority.crt").read_bytes())
    with ExitStack() as stack:
        stack.enter_context(server.running())
        rooms = []
        for state in states:
            stack.enter_context(relayed(state, server.url))
            rooms.append(ServedRoom(state, server.url))
            rooms[-1].install(weights)
        yield server, rooms


def talk(room: int, lines: int) -> str:
    return "\n".join(f"Ann: Line {n} of room {room} is about the budget and the roof." for n in range(lines))


def test_the_server_writes_what_this_machine_would(
    house: tuple[RealLlamaServer, list[ServedRoom]],
) -> None:
    """The same weights, seed and grammar: the same words."""
    server, [room, *_] = house
    served = ServedModel(RelayedServer(room.path / "run/relay.socket"), seed=3)
    asked = [Message("system", "Take notes."), Message("user", "Ann: <turn|> I'll send it. " * 30)]
    with LlamaModel(server.weights, threads=1, seed=3) as local:
        for attempt in range(4):
            here, there = (_said(model, asked, attempt) for model in (local, served))
            assert here == there
        assert served.usage.output_tokens == local.usage.output_tokens
        # Both read the prompt once, and then its end.
        assert served.usage.prompt_tokens == local.usage.prompt_tokens
        assert served.count_tokens(asked) == local.count_tokens(asked)


def _said(model: LlamaModel | ServedModel, asked: list[Message], attempt: int) -> str:
    try:
        return model.complete(asked, schema=SCHEMA, max_tokens=60, attempt=attempt).text
    except OutputError as error:
        return str(error)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_three_rooms_lose_nothing_when_the_server_is_killed(
    house: tuple[RealLlamaServer, list[ServedRoom]],
    count: Callable[[int, int], int],
    figure: Callable[[str], None],
    chance: random.Random,
) -> None:
    """Three rooms draft by one real llama-server, which is killed while it does, and comes back"""
    server, rooms = house
    kills, served = count(1, 20), 0
    with ThreadPoolExecutor(3) as pool, ExitStack() as stack:
        for number in range(kills):
            # It is there: all of this is drafted by it.
            first = [room.add(f"first{number}.txt", talk(at, 40)) for at, room in enumerate(rooms)]
            assert all(each[-1] == "done" for each in pool.map(ServedRoom.finish, rooms, first))
            served += sum(engine_of(folder).endswith(f" on 127.0.0.1:{server.port}") for folder in first)

            second = [room.add(f"second{number}.txt", talk(at, 80)) for at, room in enumerate(rooms)]
            last = server.asked() + chance.randint(1, 5)
            ends = [pool.submit(ServedRoom.finish, *each) for each in zip(rooms, second, strict=True)]
            ticks = threading.Event()
            while server.asked() < last:
                assert not all(end.done() for end in ends), "the server was not asked"
                ticks.wait(0.02)
            ticks.wait(chance.uniform(0, 0.3))  # at any moment of an answer
            server.kill()
            for outcomes in (end.result() for end in ends):
                # Nobody's fault, and no attempt is lost.
                assert set(outcomes) <= {"yielded", "waiting", "done"}
                assert outcomes[-1] == "done"
            for at, folder in enumerate(second):
                made = note(folder)
                assert made.coverage.segments_read == made.coverage.segments_total == 80
                assert all(f"of room {at} " in segment.text for segment in made.transcript.segments)
            stack.enter_context(server.running())
            for room in rooms:
                room.rest()
    assert served == 3 * kills
    figure(f"{kills} kills: {6 * kills} meetings, {6 * kills} notes with all lines read, no attempt counted")


def engine_of(folder: MeetingFolder) -> str:
    engine = note(folder).engines.llm
    return engine.name if engine else "rules"


def test_a_private_meeting_of_a_room_is_not_sent(
    house: tuple[RealLlamaServer, list[ServedRoom]],
) -> None:
    server, [room, *_] = house
    folder = room.add("private.txt", talk(0, 40))
    Confidential(room.path).write([folder.id])
    assert room.finish(folder) == ["done"]
    assert engine_of(folder).endswith(WEIGHTS)
    assert server.asked() == 0


def test_a_wrong_key_and_a_wrong_certificate_are_refused_by_the_real_one(
    house: tuple[RealLlamaServer, list[ServedRoom]], tmp_path: Path
) -> None:
    server, [room, other, _] = house
    (room.path / "server/api.key").write_text("some-other-key-0123456789\n")
    write_secrets(other.path / "elsewhere", tmp_path / "unused")
    (other.path / "server/authority.crt").write_bytes(
        (other.path / "elsewhere/server/authority.crt").read_bytes()
    )
    for each, why in ((room, "refuses the key"), (other, "is not the house's")):
        # Read when a relay starts.
        with relayed(each.path, server.url):
            folder = each.add("first.txt", talk(0, 30))
            assert each.finish(folder) == ["done"]
        assert why in each.status
        assert engine_of(folder).endswith(WEIGHTS)
    assert server.asked() == 0
