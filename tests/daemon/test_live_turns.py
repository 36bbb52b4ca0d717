"""A machine that is too slow to draft while people talk: the rules' note at once, the model's in its turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from daemon.hub.hub import Hub
from daemon.meetings import MeetingFolder
from daemon.spool import find_recording
from daemon.worker.pace import Pace
from pipelines.llm.model import Completion, OnToken
from pipelines.speakers.turns import Turn
from pipelines.speech.passages import Passage
from tests.fakes.language_model import Call, ScriptedModel
from tests.fakes.live_room import ID, TOLD, LiveRoom, room_with_model, talk
from tests.fakes.sound import loud
from tests.fakes.whisper import evenly

SLOW = Pace(weights="ab" * 32, prompt_tokens=4_000, prompt_s=1_000, output_tokens=1_700, output_s=1_000)
"""A Raspberry Pi 4."""


def slow_down(room: LiveRoom) -> None:
    (room.path / "work").mkdir(exist_ok=True)
    (room.path / "work" / "pace.json").write_text(SLOW.model_dump_json())


def taking_time(room: LiveRoom, model: ScriptedModel, *, answer_s: int, hearing: float) -> None:
    """Let each answer take so long, and hearing its share of what is said."""
    answer_now, hear_now = model.complete, room.whispering.passages

    def complete(*arguments: Any, on_token: OnToken, **named: Any) -> Completion:
        for second in range(answer_s):
            room.clock.sleep(1)
            on_token(1, second)
        return answer_now(*arguments, on_token=on_token, **named)

    def passages(*arguments: Any, **named: Any) -> Iterator[Passage]:
        for passage in hear_now(*arguments, **named):
            room.clock.sleep(hearing * sum(each.end_s - each.start_s for each in passage.segments))
            yield passage

    model.complete = complete  # type: ignore[method-assign]
    room.whispering.passages = passages  # type: ignore[method-assign]


def talk_on(room: LiveRoom, seconds: float) -> None:
    """Let people talk for so long while the worker works, and then press "stop"."""
    ends_s, sleep = room.clock.boot_s() + seconds, room.clock.sleep

    def sleep_on(slept_s: float) -> None:
        sleep(slept_s)
        room.writer.append((loud(slept_s) * 32767).astype("<i2").tobytes())
        room.writer.flush()
        if room.clock.boot_s() >= ends_s:
            room.clock.sleep = sleep  # type: ignore[method-assign]
            room.end()

    room.clock.sleep = sleep_on  # type: ignore[method-assign]


def waited_for_a_note(room: LiveRoom, hub: Hub) -> float:
    """Work until there is one; seconds since the last word."""
    worker = room.worker()
    hub.step()
    for _ in range(100):
        if room.notes():
            break
        if not worker.work_once():
            room.clock.sleep(5)
        hub.step()
    ended_at = find_recording(room.path, ID).recording.ended_at
    assert ended_at is not None
    return (room.clock.now() - ended_at).total_seconds()


def test_a_machine_that_is_too_slow_gives_the_rules_note_at_once_and_the_models_later(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path, llm={"draft": "18:00"})
    slow_down(room)
    said = "I'll send the report to Ann by Friday."
    room.whispering.whisper.script = [[evenly(said, 0.5, 20)], *room.whispering.whisper.script]
    with room.open_hub() as hub:
        talk(room, hub, 3)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
        assert so_far is not None
        assert so_far.later == "Gemma will work on this after 18:00."
        assert [item.quote for item in so_far.note.action_items] == [said]
        room.end()
        room.work(hub)
        assert model.calls == []
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags
        assert early.engines.llm is None
        assert [item.quote for item in early.action_items] == [said]
        (job,) = hub.queue
        assert (job.needs, job.reason) == ("turn", "Gemma will work on this after 18:00.")

        room.clock.wall += timedelta(hours=8)
        room.work(hub)
        assert len(hub.queue) == 0
    (note,) = room.notes()
    assert note.id == early.id == ID
    assert note.engines.llm is not None
    assert "by-rules-at-first" not in note.flags
    assert model.calls


@pytest.mark.parametrize("too_slow", [True, False])
def test_without_room_or_speed_for_it_the_model_waits_for_the_end_of_the_meeting(
    tmp_path: Path, too_slow: bool
) -> None:
    room, model = room_with_model(tmp_path)
    room.whispering.both_fit = too_slow
    if too_slow:
        slow_down(room)
    with room.open_hub() as hub:
        talk(room, hub, 12)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
        assert so_far is not None
        assert so_far.later == "Gemma will work on this when no meeting goes on."
        assert model.calls == []
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.summary == TOLD


def test_the_speed_is_measured_by_the_first_chunk_and_decides_on_the_next(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    answer_now = model.complete

    def take_minutes(*arguments: Any, **named: Any) -> Any:
        room.clock.sleep(400)
        return answer_now(*arguments, **named)

    model.complete = take_minutes  # type: ignore[method-assign]
    with room.open_hub() as hub:
        talk(room, hub, 20)
        asked = len(model.calls)
        assert 0 < asked <= 2
        talk(room, hub, 10)
        assert len(model.calls) == asked, "what was measured shows that it would fall behind"


def test_a_machine_that_fell_behind_gives_the_rules_note_first_and_loses_nothing_it_drafted(
    tmp_path: Path,
) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=60, hearing=0.1)
    with room.open_hub() as hub:
        for _ in range(15):
            room.hear(25, 6)
        room.work(hub)
        assert len(model.calls) == 1, "one chunk at a time: what people say meanwhile is heard first"
        room.hear(25, 6)
        room.work(hub)
        assert len(model.calls) == 2
        room.end()
        worker = room.worker()
        hub.step()
        worker.work_once()
        hub.step()
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags
        said = len(early.transcript.segments)
        room.work(hub)
        assert len(hub.queue) == 0
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.coverage.segments_read == note.coverage.segments_total == said
    asked = [call.messages for call in model.calls]
    assert len(asked) == len(set(asked)) > 5


@pytest.mark.parametrize("into_work_s", [1, 30, 60, 85])
def test_the_rules_note_waits_for_no_chunk_that_the_model_works_on(tmp_path: Path, into_work_s: int) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=90, hearing=0.5)
    with room.open_hub() as hub:
        for _ in range(12):
            room.hear(25, 6)
        room.work(hub)
        talk_on(room, 0.5 * 3 * 20 + into_work_s)
        assert waited_for_a_note(room, hub) <= 120
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags
        room.work(hub)
        assert len(hub.queue) == 0
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.coverage.segments_read == note.coverage.segments_total == len(early.transcript.segments)


def test_a_chunk_that_is_done_in_time_is_not_given_up_when_people_end(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=30, hearing=0.1)
    with room.open_hub() as hub:
        talk(room, hub, 6)
        for _ in range(3):
            room.hear(25, 6)
        talk_on(room, 0.1 * 3 * 20 + 10)
        assert 20 < waited_for_a_note(room, hub) <= 120
    (note,) = room.notes()
    assert note.engines.llm is not None
    asked = [call.messages for call in model.calls]
    assert len(asked) == len(set(asked))


def test_a_model_that_takes_longer_than_it_did_before_lets_nobody_wait(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    with room.open_hub() as hub:
        talk(room, hub, 6)
        taking_time(room, model, answer_s=200, hearing=0.1)
        room.end()
        assert waited_for_a_note(room, hub) <= 120
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags
        room.work(hub)
    (note,) = room.notes()
    assert note.engines.llm is not None


def end_with_talk_unheard(room: LiveRoom, hub: Hub) -> None:
    """Let people end when one chunk is drafted and a little is not even heard."""
    talk(room, hub, 6)
    room.hear(25, 6)
    room.end()


def test_where_the_model_is_foreseen_to_be_late_the_rules_note_comes_at_once(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=80, hearing=0.1)
    with room.open_hub() as hub:
        end_with_talk_unheard(room, hub)
        asked = len(model.calls)
        assert waited_for_a_note(room, hub) < 10
        assert len(model.calls) == asked
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags


def test_a_draft_that_was_foreseen_in_time_is_not_given_up_at_the_end(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=55, hearing=0.1)
    with room.open_hub() as hub:
        end_with_talk_unheard(room, hub)
        assert 110 < waited_for_a_note(room, hub) <= 120
    (note,) = room.notes()
    assert note.engines.llm is not None


def test_a_draft_that_was_foreseen_in_time_and_is_not_lets_nobody_wait(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    taking_time(room, model, answer_s=55, hearing=0.1)
    with room.open_hub() as hub:
        end_with_talk_unheard(room, hub)
        taking_time(room, model, answer_s=200, hearing=0)
        assert waited_for_a_note(room, hub) <= 120
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags


def test_who_ends_while_the_last_words_are_heard_waits_for_no_part_that_is_drafted_ahead(
    tmp_path: Path,
) -> None:
    room, model = room_with_model(tmp_path)
    heard = room.whispering.passages

    def ending(*arguments: Any, ended: bool, **named: Any) -> Iterator[Passage]:
        yield from heard(*arguments, ended=ended, **named)
        if not ended:
            room.end()

    room.whispering.passages = ending  # type: ignore[method-assign]
    with room.open_hub() as hub:
        for _ in range(5):
            room.hear(25, 6)
        worker = room.worker()
        hub.step()
        worker.work_once()
        assert model.calls == []
        room.work(hub)
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.coverage.segments_read == note.coverage.segments_total == 2 * 5, "two lines a talk"


def test_a_file_that_comes_during_a_meeting_gets_the_rules_note_and_the_model_after_it(
    tmp_path: Path,
) -> None:
    room, model = room_with_model(tmp_path)
    with room.open_hub() as hub:
        talk(room, hub, 3)
        before = len(model.calls)
        room.drop("notes.txt", "Ann: I'll send the report by Friday.")
        room.settle(hub)
        room.work(hub)
        (early,) = room.notes()
        assert "by-rules-at-first" in early.flags
        assert len(model.calls) == before, "the model belongs to the meeting that goes on"
        talk(room, hub, 2)
        room.end()
        room.work(hub)
        notes = {note.id: note for note in room.notes()}
        assert len(hub.queue) == 0
    assert set(notes) == {early.id, ID}
    assert all(note.engines.llm for note in notes.values())


def test_what_is_edited_in_the_rules_note_is_kept_in_the_models_that_follows(tmp_path: Path) -> None:
    room, _ = room_with_model(tmp_path, llm={"draft": "18:00"})
    said = (
        "I'll send the report to Ben by Friday.",
        "I'll book the big hall.",
        "I'll paint the kitchen door.",
    )
    found = ("Mail the report to Ben", "Reserve the big hall for us", "Paint the kitchen door")

    def answers(call: Call) -> dict[str, Any]:
        if call.is_summary:
            return {"summary": said[0], "title": "The report"}
        number = {text: int(line) for line, text in re.findall(r"^(\d+) \w+: (.+)$", call.text, re.MULTILINE)}
        actions = [
            {"lines": [number[quote]], "quote": quote, "task": task, "owner": owner, "when": None}
            for quote, task, owner in zip(said, found, ("Ann", "Ben", "Ann"), strict=True)
        ]
        return {"actions": actions, "decisions": [], "questions": [], "summary": said[0]}

    room.whispering.model = ScriptedModel(answers)
    room.drop("talk.txt", f"Ann: {said[0]}\nBen: {said[1]}\nAnn: {said[2]}\n")
    with room.open_hub() as hub:
        room.settle(hub)
        room.work(hub)
        (early,) = room.notes()
        assert early.engines.llm is None
        report, hall, door = (item.id for item in early.action_items)
        for do, more in (
            ("change_item", {"item": report, "fields": {"status": "done"}}),
            ("change_item", {"item": hall, "fields": {"text": "Book the town hall", "owner": "Cleo"}}),
            ("remove_item", {"item": door}),
            ("add_item", {"fields": {"text": "Buy a lock"}}),
        ):
            change = {"do": do, "kind": "action", **more}
            assert room.ask(hub, "notes edit", id=early.id, by="admin", change=change)["ok"], change
        room.clock.wall += timedelta(hours=8)
        room.work(hub)
        assert len(hub.queue) == 0
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.id == early.id
    assert [(item.task, item.owner, item.status) for item in note.action_items] == [
        ("Mail the report to Ben", "Ann", "done"),
        ("Book the town hall", "Cleo", "open"),
        ("Buy a lock", None, "open"),
    ]


def test_a_note_by_rules_that_waits_for_the_model_can_be_kept_as_it_is(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path, llm={"draft": "18:00"})
    with room.open_hub() as hub:
        talk(room, hub, 3)
        room.end()
        room.work(hub)
        (job,) = hub.queue
        assert room.ask(hub, "jobs drop", id=job.id)["ok"]
        room.clock.wall += timedelta(hours=8)
        room.work(hub)
        assert len(hub.queue) == 0
    (note,) = room.notes()
    assert "by-rules-at-first" in note.flags
    assert model.calls == []
    assert not MeetingFolder(tmp_path, ID).receipts.exists()


def test_what_was_drafted_while_people_talked_is_not_waited_for_again_when_voices_are_known(
    tmp_path: Path,
) -> None:
    room, model = room_with_model(tmp_path)
    room.whispering.turns = [Turn(0, 200, "Voice 1"), Turn(200, 900, "Voice 2")]
    with room.open_hub() as hub:
        talk(room, hub, 18)
        asked = len(model.calls)
        assert asked > 3
        room.end()
        worker = room.worker()
        hub.step()
        worker.work_once()
        hub.step()
    (note,) = room.notes()
    assert {segment.speaker for segment in note.transcript.segments} == {"Voice 1", "Voice 2"}
    assert "by-rules-at-first" not in note.flags
    assert len(model.calls) <= asked + 2, "the last chunk, and the summary"
