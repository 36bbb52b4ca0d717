"""Questions to a hub, and a model that answers them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemon.hub.hub import Hub
from daemon.notes.questions import QuestionStore, Reply
from tests.fakes.hub_room import HubRoom
from tests.fakes.language_model import Answer, Call, ScriptedModel
from tests.fakes.meetings import office_move

LEASE = "Who sends the lease to legal?"


def says(call: Call) -> Answer:
    """Cites the passage in which the lease is promised, and invents a second sentence."""
    lines = call.messages[-1].content.splitlines()
    number = next(int(line[1]) for line in lines if line.startswith("[") and "signed lease" in line)
    sentences = [
        {"passages": [number], "text": "Theo Brandt sends the signed lease to legal by Friday."},
        {"passages": [number], "text": "The new kitchen was painted by an artist from Lisbon."},
    ]
    return {"sentences": sentences}


def answering_room(state: Path) -> HubRoom:
    """Its model answers as `says`."""
    room = HubRoom(state)
    room.engines.model = ScriptedModel(says)
    return room


@contextmanager
def hub_over_a_note(room: HubRoom) -> Iterator[Hub]:
    """With the office's move, which the index holds."""
    with room.open_hub() as hub:
        hub.store.save(office_move("move"))
        while hub.step() == 0:  # until the index holds it
            pass
        yield hub


def ask(room: HubRoom, hub: Hub, text: str = LEASE, **more: Any) -> str:
    answer = room.ask(hub, "questions ask", text=text, **more)
    assert answer["ok"], answer
    return str(answer["details"]["id"])


def reply(room: HubRoom, question_id: str) -> Reply:
    found = QuestionStore(room.path).reply(question_id)
    assert found is not None
    return found


def answer_of(room: HubRoom, question_id: str) -> Any:
    found = reply(room, question_id)
    assert found.state == "done", found.reason
    return found.answer
