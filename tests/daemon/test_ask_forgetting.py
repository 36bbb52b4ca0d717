"""Questions and deleted meetings: no answer outlives the words that it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.access.pins import seal
from daemon.hub.hub import Hub
from daemon.notes.questions import QuestionStore, Reply
from pipelines.note import Note
from tests.fakes.asking import answer_of, answering_room, ask, hub_over_a_note, reply, says
from tests.fakes.hub_room import HubRoom
from tests.fakes.language_model import Answer, Call, ScriptedModel
from tests.fakes.meetings import office_move


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return answering_room(tmp_path)


@pytest.fixture
def hub(room: HubRoom) -> Iterator[Hub]:
    with hub_over_a_note(room) as hub:
        yield hub


def everything(room: HubRoom) -> bytes:
    return b"".join(path.read_bytes() for path in room.path.rglob("*") if path.is_file())


def test_a_deleted_meeting_takes_the_answers_that_rest_on_it_along(room: HubRoom, hub: Hub) -> None:
    first = ask(room, hub)
    room.worker().work_once()
    ask(room, hub, "What is 2 x 3?", after=first)
    apart = ask(room, hub, "What is 2 x 4?")
    for _ in range(2):
        room.worker().work_once()
    assert b"signed lease" in everything(room)
    assert room.ask(hub, "notes delete", id="move")["ok"]
    assert [question.id for question in QuestionStore(room.path).all()] == [apart]
    assert b"signed lease" not in everything(room)


def test_a_private_meeting_is_in_no_answer(room: HubRoom, hub: Hub) -> None:
    hub.store.make_private("move", seal("1234", room.clock.now()))
    while hub.step() == 0:
        pass
    asked = ask(room, hub)
    room.worker().work_once()
    assert answer_of(room, asked).note_ids == frozenset()
    refused = room.ask(hub, "questions ask", text="x", note="move")
    assert "private meeting" in refused["message"]


def test_a_meeting_that_is_deleted_while_it_is_read_is_in_no_answer(room: HubRoom, hub: Hub) -> None:
    def meanwhile(call: Call) -> Answer:
        if not model.calls[1:]:
            room.ask(hub, "notes delete", id="move")
        return says(call)

    room.engines.model = model = ScriptedModel(meanwhile)
    asked = ask(room, hub)
    worker = room.worker()
    worker.work_once()
    assert reply(room, asked).state == "waiting"
    worker.work_once()
    assert answer_of(room, asked).note_ids == frozenset()
    assert b"signed lease" not in everything(room)


def test_a_meeting_made_anew_takes_answers_with_words_that_are_gone_along(room: HubRoom, hub: Hub) -> None:
    asked = ask(room, hub)
    room.worker().work_once()
    note = office_move("move")
    room.ask(hub, "notes save", note=note.model_dump(mode="json"), sha256=None)
    assert QuestionStore(room.path).get(asked), "nothing that it says is gone"
    room.ask(hub, "notes save", note=without_line(note, 3).model_dump(mode="json"), sha256=None)
    assert QuestionStore(room.path).get(asked) is None


def without_line(note: Note, place: int) -> Note:
    segments = list(note.transcript.segments)
    segments[place] = segments[place].__class__("s4", 37.5, 48.0, "Theo Brandt", "Never mind.")
    transcript = note.transcript.model_copy(update={"segments": tuple(segments)})
    return note.model_copy(update={"transcript": transcript})


def test_a_conversation_is_deleted_as_a_whole_also_while_it_is_answered(room: HubRoom, hub: Hub) -> None:
    asked = ask(room, hub)

    def meanwhile(call: Call) -> Answer:
        room.ask(hub, "questions delete", conversation=asked)
        return says(call)

    room.engines.model = ScriptedModel(meanwhile)
    room.worker().work_once()
    assert not room.ask(hub, "questions delete", conversation=asked)["ok"]
    store = QuestionStore(room.path)
    store.sweep()
    assert [*store.questions.iterdir(), *store.answers.iterdir()] == []


def test_what_a_crash_left_of_questions_is_swept_at_the_start(room: HubRoom) -> None:
    store = QuestionStore(room.path)
    lost = store.put_sound("wav", b"never asked")
    (store.answers / f"{lost}.jsonl").write_text("{}")
    with room.open_hub():
        assert [*store.questions.iterdir(), *store.answers.iterdir()] == []


def test_a_reply_to_a_question_that_was_deleted_meanwhile_does_not_stay(room: HubRoom, hub: Hub) -> None:
    store = QuestionStore(room.path)
    kept, gone = ask(room, hub), ask(room, hub, "And when?")
    store.delete(gone)
    for question in (kept, gone):
        store.write_reply(Reply(id=question, at=room.clock.now(), heard="what was said"))
    assert [path.stem for path in store.answers.glob("*.json")] == [kept]
    assert store.reply(gone) is None
    assert [question.id for question in store.waiting()] == [kept]
