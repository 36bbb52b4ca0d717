"""Questions to a hub, and a model that answers them."""

from __future__ import annotations

from typing import Any

from daemon.ask import QuestionStore, Reply
from daemon.hub.hub import Hub
from tests.fakes.hub_room import HubRoom
from tests.fakes.language_model import Answer, Call

LEASE = "Who sends the lease to legal?"


def says(call: Call) -> Answer:
    """Cites the passage in which the lease is promised, and invents a second sentence."""
    lines = call.messages[-1].content.splitlines()
    number = next(int(line[1]) for line in lines if line.startswith("[") and "signed lease" in line)
    sentences = [
        {"p": [number], "t": "Theo Brandt sends the signed lease to legal by Friday."},
        {"p": [number], "t": "The new kitchen was painted by an artist from Lisbon."},
    ]
    return {"a": sentences}


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
