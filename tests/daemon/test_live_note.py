"""The note is ready when the meeting is: drafted while people talk, shown in a pause, made in its turn."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from daemon.hub.hub import Hub
from daemon.notes.store import NoteStore
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record
from pipelines.checker import CheckerProcess
from pipelines.checking import Checker
from pipelines.note import Note
from tests.fakes.hub_room import Dead, killed_after
from tests.fakes.language_model import Answer, Call, ScriptedModel, drafting
from tests.fakes.live_room import ID, TOLD, LiveRoom, answer, room_with_model, talk
from tests.fakes.replayed import assert_replays
from tests.fakes.whisper import evenly


def lines(note: Note) -> list[str]:
    """Numbers of the long lines in a note."""
    return [s.text.split()[0] for s in note.transcript.segments if s.text.split()[0].isdigit()]


def test_in_a_pause_the_note_so_far_is_there_and_more_talk_opens_it_again(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    with room.open_hub() as hub:
        talk(room, hub, 4)
        assert room.so_far() is None, "nobody has paused yet"
        room.hear(0, 30)
        room.work(hub)
        first = room.so_far()
        assert first is not None
        assert lines(first.note) == ["0", "1", "2", "3"]
        assert first.note.summary == TOLD
        assert first.note.engines.llm is not None
        assert first.later is None
        asked = len(model.calls)
        room.hear(0, 60)
        room.work(hub)
        assert len(model.calls) == asked, "nothing new was said"

        talk(room, hub, 2)
        room.hear(0, 30)
        room.work(hub)
        second = room.so_far()
        assert second is not None
        assert lines(second.note) == ["0", "1", "2", "3", "4", "5"]
        assert room.notes() == [], "what may still change is in no list, search, digest or calendar"
        asked = len(model.calls)
        room.end()
        room.work(hub)
        assert len(model.calls) == asked, "the pause had it ready"
    (note,) = room.notes()
    assert (note.id, lines(note)) == (ID, ["0", "1", "2", "3", "4", "5"])
    assert note.summary == TOLD
    assert room.so_far() is None


def found(call: Call) -> Answer:
    """The same promise in every chunk, and a summary that is longer than its template wants it."""
    task = {
        "lines": [1],
        "quote": "word1 word2 word3",
        "task": "Word1 word2 word3",
        "owner": None,
        "when": None,
    }
    long = f"{TOLD} {TOLD} Nobody said this at all. {TOLD} {TOLD} {TOLD}"
    return drafting(long if call.is_summary else TOLD, task, title="Zebras")(call)


def test_a_note_that_was_drafted_while_people_talked_replays(tmp_path: Path) -> None:
    room, _ = room_with_model(tmp_path, notes={"template": "stand-up"})
    room.whispering.model = ScriptedModel(found)
    with room.open_hub() as hub:
        talk(room, hub, 6)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
        assert so_far is not None
        assert_replays(so_far.note)
        talk(room, hub, 2)
        room.end()
        room.work(hub)
    with NoteStore.open_reader(tmp_path) as store:
        note = store.made(ID)
    assert {entry.guardrail for entry in note.tape} >= {"evidence", "title"}
    assert note.action_items
    assert note.engines.llm is not None
    assert note.template.name == "stand-up"
    assert_replays(note)


def test_one_process_checks_a_meeting_that_goes_on_and_ends_with_it(tmp_path: Path) -> None:
    room, _ = room_with_model(tmp_path)
    model = room.whispering.model = ScriptedModel(found)
    told: list[str] = []

    class Told(CheckerProcess):
        def __init__(self) -> None:
            super().__init__()
            told.append("started")

        def kill(self) -> None:
            super().kill()
            told.append("ended")

    with (
        mock.patch("daemon.worker.worker.checker_for", return_value=Checker(Told)),
        room.open_hub() as hub,
    ):
        worker = room.worker()
        for _ in range(10):
            room.hear(25, 6)
            hub.step()
            while worker.work_once():
                hub.step()
        assert len(model.calls) == 2
        assert told == ["started"]
        room.end()
        hub.step()
        while worker.work_once():
            hub.step()
    (note,) = room.notes()
    assert note.action_items
    assert told == ["started", "ended"]


def test_a_pause_is_met_as_soon_as_the_recorder_tells_of_it(tmp_path: Path) -> None:
    room, _ = room_with_model(tmp_path)
    with room.open_hub() as hub:
        talk(room, hub, 2)
        room.hear(4, 14)
        room.work(hub)
        room.hear(0, 9)
        room.tell_quiet(22)
        room.work(hub)
        assert room.so_far() is None, "the sound may not be on disk yet"
        room.tell_quiet(24)
        room.work(hub)
        so_far = room.so_far()
    assert so_far is not None
    assert lines(so_far.note) == ["0", "1"]


def test_a_worker_that_dies_at_any_moment_asks_nothing_twice(tmp_path: Path) -> None:
    """kill -9 before each durable change and within each answer: nothing that was answered is asked again,
    and the note is the same."""
    whole, once = room_with_model(tmp_path / "whole")
    with whole.open_hub() as hub:
        talk(whole, hub, 8)
        whole.hear(0, 30)
        whole.work(hub)
        talk(whole, hub, 2)
        whole.end()
        whole.work(hub)
    expected = [(call.messages, call.attempt) for call in once.calls]
    assert len(expected) == len(set(expected)) > 4

    room, model = room_with_model(tmp_path / "killed")
    moments = 0
    begun = set()
    compute = model.complete

    def die_first(messages: Any, **named: Any) -> Any:
        """In the middle of every answer, too."""
        asked = (tuple(messages), named.get("attempt"))
        if asked not in begun:
            begun.add(asked)
            raise Dead
        return compute(messages, **named)

    model.complete = die_first

    def work_and_die(hub: Hub) -> None:
        """Let the worker die after none, one, two ... durable changes, until one gets to the end."""
        nonlocal moments
        hub.step()
        for steps in range(1000):
            try:
                with killed_after(steps):
                    is_done = not room.worker().work_once()
            except Dead:
                moments += 1
                hub.step()
                continue
            hub.step()
            if is_done and all(job.needs for job in hub.queue):
                return
        raise AssertionError("it never ends")

    with room.open_hub() as hub:
        for part in ((25, 6),) * 8 + ((0, 30),) + ((25, 6),) * 2:
            room.hear(*part)
            work_and_die(hub)
        room.end()
        work_and_die(hub)
    assert moments > 30
    assert len(begun) == len(expected)
    assert [(call.messages, call.attempt) for call in model.calls] == expected
    (note,), (other,) = room.notes(), whole.notes()
    assert note.transcript == other.transcript
    assert (note.summary, note.coverage) == (other.summary, other.coverage)
    assert note.engines.llm is not None
    assert note.engines.llm.sha256 == other.engines.llm.sha256


def test_what_is_forgotten_leaves_the_note_so_far_and_the_note_by_rules(tmp_path: Path) -> None:
    room = LiveRoom(tmp_path, llm={"draft": "18:00"})
    room.whispering.model = ScriptedModel(answer)
    with room.open_hub() as hub:
        room.hear(25, 3, 25, 30)
        room.work(hub)
        assert "secret" in str(room.so_far())
        as_tokens = "{},{}".format(*room.whispering.whisper.hf_tokenizer.encode("secret.").ids)
        assert room.left_of(as_tokens), "what follows is heard as its continuation"
        room.hear(25, 3)
        room.work(hub)
        room.writer.forget(26)
        room.work(hub)
        assert room.left_of("secret") == []
        assert room.left_of(as_tokens) == []

        room.whispering.whisper.script = [[evenly("The plan is secret.", 0.5, 2.5)]] * 3
        room.hear(25, 3, 25, 3)
        room.end()
        room.work(hub)
        assert "The plan is secret." in room.words()
        recording = read_record(room.folder)
        room.whispering.whisper.script = [[evenly("We begin.", 0.5, 2.5)]]
        forget_range(room.folder, recording, 26, recording.duration_s)
        room.work(hub)
        assert "The plan is secret." not in room.words()
        room.clock.wall += timedelta(hours=8)
        room.work(hub)
        assert len(hub.queue) == 0
    assert room.left_of("secret") == []
