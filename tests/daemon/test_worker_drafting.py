"""The worker and the language model: each answer is computed once, and rules stand in for one that fails."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pipelines.errors import EngineError
from pipelines.speakers.turns import Turn
from tests.fakes.language_model import Call, ScriptedModel, drafting
from tests.fakes.worker_room import Room, note


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


answer = drafting()


def long_transcript() -> str:
    lines = [f"Ann: This is line {n} of a meeting that goes on and on about the budget." for n in range(300)]
    return "\n".join(lines)


def test_every_answer_of_the_model_is_computed_once_however_often_the_worker_dies(room: Room) -> None:
    folder = room.add("2026-11-16 long.txt", long_transcript())
    undisturbed = ScriptedModel(answer)
    room.engines.model = undisturbed
    room.worker().work_once()
    room.fold()
    calls = len(undisturbed.calls)
    expected = note(folder)
    assert calls > 4

    folder = room.add("2026-11-16 long.txt", long_transcript())
    shutil.rmtree(folder.receipts)
    asked = 0

    def answer_and_die(call: Call) -> Any:
        nonlocal asked
        asked += 1
        if asked % 3 == 0:
            raise KeyboardInterrupt
        return answer(call)

    completed = 0
    for _ in range(calls):
        model = room.engines.model = ScriptedModel(answer_and_die)
        room.queue.put(room.queue.find(folder.id).retried().model_copy(update={"state": "waiting"}))
        try:
            room.worker().work_once()
        except KeyboardInterrupt:
            completed += len(model.calls) - 1
            room.worker()
            room.fold()
            continue
        completed += len(model.calls)
        break
    assert completed == calls
    again = note(folder)
    assert again.action_items == expected.action_items
    assert again.engines.llm is not None
    assert expected.engines.llm is not None
    assert again.engines.llm.output_tokens == expected.engines.llm.output_tokens, "all tokens count"


def test_drafting_yields_between_two_answers(room: Room) -> None:
    room.add("2026-11-16 long.txt", long_transcript(), "backlog")

    def urgent(call: Call) -> Any:
        if len(model.calls) == 2:
            room.add("now.vtt", priority="live")
        return answer(call)

    model = room.engines.model = ScriptedModel(urgent)
    room.worker().work_once()
    result = room.outcome()
    assert (result.outcome, result.step) == ("yielded", "draft")
    assert len(model.calls) == 2


def test_a_model_that_fails_twice_leaves_the_meeting_to_the_rules_and_the_note_says_so(room: Room) -> None:
    def fail(call: Call) -> Any:
        raise EngineError("the model failed")

    folder = room.add("2026-11-16 weekly.vtt")
    room.engines.model = ScriptedModel(fail)
    worker = room.worker()
    outcomes = []
    for _ in range(3):
        worker.work_once()
        outcomes.append(room.outcome().outcome)
        room.clock.sleep(60)
    assert outcomes == ["failed", "failed", "done"]
    made = note(folder)
    assert "model-failed" in made.flags
    assert any("rules engine wrote the note" in warning for warning in made.warnings)
    assert [item.owner for item in made.action_items] == ["Ann"]


def test_the_model_is_told_the_words_of_the_house(room: Room) -> None:
    room.add("2026-11-16 weekly.vtt")
    model = room.engines.model = ScriptedModel(answer)
    room.worker(words=("Kestrel",)).work_once()
    assert all("\nWords of the house, perhaps misheard below: Kestrel\n" in call.text for call in model.calls)


@pytest.mark.parametrize(
    ("ends_s", "owner", "either"), [(25, "Voice 2", ()), (32, None, ("Voice 2", "Voice 1"))]
)
def test_a_model_that_reads_no_voices_finds_the_promises_that_are_theirs(
    room: Room, ends_s: float, owner: str | None, either: tuple[str, ...]
) -> None:
    """What it drafted while people talked is used as it is; whose voice it was is known at the end."""

    quote = "I'll send the report by Friday."
    promise = {"task": "Send the report", "owner": None, "when": "by Friday", "lines": [2], "quote": quote}
    model = room.engines.model = ScriptedModel(drafting("They talked.", promise))
    room.engines.turns = (Turn(0, ends_s, "Voice 1"), Turn(ends_s, 400, "Voice 2"))
    folder = room.add("talk.m4a", "sound")
    room.worker().work_once()
    (item,) = note(folder).action_items
    assert (item.task, item.owner, item.voices) == ("Send the report", owner, either)
    assert not any("Voice" in call.text for call in model.calls)


def test_the_model_is_told_the_language_that_the_transcript_declares(room: Room) -> None:
    said = "WEBVTT\nLanguage: nl\n\n00:00:01.000 --> 00:00:04.000\nAnn: Ik stuur het rapport voor vrijdag.\n"
    room.add("kort.vtt", said)
    model = room.engines.model = ScriptedModel(answer)
    room.worker().work_once()
    assert [call.text.splitlines()[-1] for call in model.calls] == ["Write in Dutch."] * 2
