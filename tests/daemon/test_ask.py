"""Questions about meetings: what becomes of them, with and without models, through crashes and deletions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import seal
from daemon.base.errors import StateWriteError
from daemon.hub.hub import Hub
from daemon.meetings import read_jobs
from daemon.notes.questions import MOST_WAITING, QuestionStore, Reply
from pipelines.errors import EngineError, WeightsMissingError
from tests.fakes.asking import LEASE, answer_of, answering_room, ask, hub_over_a_note, reply
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


def test_an_answer_cites_the_second_and_leaves_out_what_nobody_said(room: HubRoom, hub: Hub) -> None:
    asked = ask(room, hub)
    assert room.worker().work_once()
    answer = answer_of(room, asked)
    (sentence,) = answer.sentences
    (place,) = sentence.places
    assert (place.note_id, place.line, place.start_s) == ("move", 4, 37.5)
    assert place.text == "I'll send the signed lease to legal by Friday."
    (dropped,) = answer.dropped
    assert "Lisbon" in dropped.text
    assert not QuestionStore(room.path).log(asked).exists()
    assert not room.worker().work_once(), "what is answered is not answered again"


def test_without_a_model_an_item_is_the_answer_with_the_words_behind_it(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    asked = ask(room, hub)
    room.worker().work_once()
    answer = answer_of(room, asked)
    (sentence,) = answer.sentences
    assert sentence.text.startswith("Theo Brandt: Send the signed lease to legal (due Fri 20 Nov 2026")
    assert sentence.places[0].text == "I'll send the signed lease to legal by Friday."
    assert "need a language model" in answer.remark


def test_items_of_a_private_meeting_and_unconfirmed_ones_answer_nothing(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    unconfirmed = [each for each in hub.store.get("move").action_items if each.verdict == "unverified"]
    assert unconfirmed
    asked = ask(room, hub, "Which tasks are there?")
    room.worker().work_once()
    said = answer_of(room, asked).text
    assert "Send the signed lease to legal" in said
    assert all(each.task not in said for each in unconfirmed)
    hub.store.make_private("move", seal("123456", datetime.now(UTC)))
    asked = ask(room, hub, "Which tasks are there?")
    room.worker().work_once()
    assert answer_of(room, asked).sentences == ()


def test_two_names_of_one_person_find_the_same_items(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    hub.store.join_names("Teo", "Theo Brandt")
    asked = ask(room, hub, "What did Teo promise?")
    room.worker().work_once()
    assert "Send the signed lease to legal" in answer_of(room, asked).text


def test_without_a_model_the_passages_are_the_answer_to_anything_else(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    asked = ask(room, hub, "How did the signed lease please the landlord?")
    room.worker().work_once()
    answer = answer_of(room, asked)
    assert answer.sentences == ()
    assert "signed lease" in " ".join(place.text for place in answer.passages[0])
    assert "no language model" in answer.remark


def test_a_failing_model_still_leaves_the_passages(room: HubRoom, hub: Hub) -> None:
    def fails(call: Call) -> Answer:
        return EngineError("it is too slow")

    room.engines.model = ScriptedModel(fails)
    asked = ask(room, hub)
    room.worker().work_once()
    answer = answer_of(room, asked)
    assert answer.passages
    assert "too slow" in answer.remark


def test_a_sum_needs_neither_model_nor_meeting(room: HubRoom, hub: Hub) -> None:
    asked = ask(room, hub, "What is 17% of 3400?")
    room.worker().work_once()
    assert answer_of(room, asked).computed == ("17% of 3400 = 578",)


def test_a_follow_up_knows_what_was_asked_and_answered_before(room: HubRoom, hub: Hub) -> None:
    first = ask(room, hub)
    room.worker().work_once()
    second = ask(room, hub, "And until when?", after=first)
    room.worker().work_once()
    model = room.engines.model
    assert isinstance(model, ScriptedModel)
    said = [message.content for message in model.calls[-1].messages]
    assert LEASE in said
    assert "Theo Brandt sends the signed lease to legal by Friday." in said
    assert answer_of(room, second).sentences
    assert [turn.id for turn in QuestionStore(room.path).turns(first)] == [first, second]


def test_a_question_about_one_meeting_is_answered_from_it_alone(room: HubRoom, hub: Hub) -> None:
    hub.store.save(office_move("other"))
    while hub.step() == 0:
        pass
    asked = ask(room, hub, note="other")
    room.worker().work_once()
    assert answer_of(room, asked).note_ids == {"other"}


def test_a_spoken_question_is_understood_first_and_its_sound_goes(room: HubRoom, hub: Hub) -> None:
    room.engines.said = ["Who sends the lease", "to legal?"]
    store = QuestionStore(room.path)
    asked = ask(room, hub, "", id=store.put_sound("m4a", b"sound"), sound="m4a")
    room.worker().work_once()
    assert reply(room, asked).heard == LEASE
    assert answer_of(room, asked).sentences
    assert [path.name for path in store.questions.iterdir()] == [f"{asked}.json"]


def test_a_spoken_question_without_the_speech_model_is_refused_with_what_to_do(
    room: HubRoom, hub: Hub
) -> None:
    def missing(index: int) -> None:
        raise WeightsMissingError("no speech model; run `roomscribe models pull`")

    room.engines.before_passage = missing
    asked = ask(room, hub, "", id=QuestionStore(room.path).put_sound("webm", b"x"), sound="webm")
    room.worker().work_once()
    assert reply(room, asked).state == "failed"
    assert "models pull" in (reply(room, asked).reason or "")


def test_a_question_comes_before_the_backlog_and_interrupts_it(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    room.drop("talk.m4a", "sound")
    room.settle(hub)
    asked: list[str] = []

    def while_working(index: int) -> None:
        if index == 1 and not asked:
            asked.append(ask(room, hub))

    room.engines.before_passage = while_working
    worker = room.worker()
    worker.work_once()
    hub.step()
    (job,) = read_jobs(room.path)
    assert job.state == "waiting", "it made room"
    worker.work_once()
    assert answer_of(room, asked[0]).passages
    worker.work_once()
    assert room.results() == ["done"]


def test_people_who_talk_come_before_a_question(room: HubRoom, hub: Hub) -> None:
    room.engines.model = None
    room.drop("talk.m4a", "sound")
    room.settle(hub)
    (job,) = read_jobs(room.path)
    hub.queue.put(job.model_copy(update={"priority": "live"}))
    asked = ask(room, hub)
    worker = room.worker()
    worker.work_once()
    assert room.results() == ["done"]
    assert QuestionStore(room.path).reply(asked) is None
    worker.work_once()
    assert answer_of(room, asked)


def test_a_worker_that_died_goes_on_and_one_that_dies_again_gives_up(room: HubRoom, hub: Hub) -> None:
    def dies(call: Call) -> Answer:
        return KeyboardInterrupt()  # nothing of ours catches it: as if the process were gone

    room.engines.model = ScriptedModel(dies)
    asked = ask(room, hub)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            room.worker().work_once()
    room.worker().work_once()
    assert reply(room, asked).state == "failed"
    assert "other words" in (reply(room, asked).reason or "")
    assert not room.worker().work_once()


def test_a_disk_that_is_full_for_long_is_not_the_questions_fault(
    room: HubRoom, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, refused = QuestionStore.write_reply, 0

    def refuse(store: QuestionStore, reply: Reply) -> None:
        """Every answer, and every other attempt to say that there is none."""
        nonlocal refused
        if refused < 9 and (reply.state == "done" or (reply.attempts == 0 and refused % 2)):
            refused += 1
            raise StateWriteError("cannot write: disk full")
        write(store, reply)

    monkeypatch.setattr(QuestionStore, "write_reply", refuse)
    asked = ask(room, hub)
    for _ in range(9):
        room.worker().work_once()
    assert refused == 9
    assert answer_of(room, asked).sentences


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"text": "  "}, "Type a question"),
        ({"text": "x" * 1001}, "at most 1,000"),
        ({"text": "x", "note": "nowhere"}, "no note"),
        ({"text": "x", "after": "0" * 16}, "was deleted"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(
    room: HubRoom, hub: Hub, arguments: dict[str, Any], line: str
) -> None:
    answer = room.ask(hub, "questions ask", **arguments)
    assert not answer["ok"]
    assert line in answer["message"]


def test_a_flood_of_questions_is_stopped(room: HubRoom, hub: Hub) -> None:
    for _ in range(MOST_WAITING):
        ask(room, hub)
    assert "wait already" in room.ask(hub, "questions ask", text="one more")["message"]
