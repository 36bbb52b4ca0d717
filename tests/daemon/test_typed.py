"""Notes that people type while the room is recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemon.hub.hub import Hub
from daemon.meetings import MeetingFolder
from daemon.meetings.typed import MOST, read_typed
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record
from guardrails.core.types import Segment
from pipelines.note import Note
from pipelines.rules import draft_by_rules
from tests.fakes.language_model import Call
from tests.fakes.live_room import ID, LINES, LiveRoom, room_with_model, talk

SECRET = "xylophone"


@pytest.fixture
def room(tmp_path: Path) -> LiveRoom:
    return LiveRoom(tmp_path)


def type_line(room: LiveRoom, hub: Hub, text: str, name: str = "") -> dict[str, Any]:
    room.tell_quiet(0)
    answer: dict[str, Any] = room.ask(hub, "meeting type", text=text, name=name)
    return answer


def typed_of(note: Note) -> list[tuple[str, float | None, str | None, str]]:
    lines = note.transcript.segments
    return [(each.id, each.start_s, each.speaker, each.text) for each in lines if each.id.startswith("typed")]


def test_a_typed_line_is_kept_as_it_was_typed_at_its_time_and_is_an_item_that_cites_it(
    room: LiveRoom,
) -> None:
    with room.open_hub() as hub:
        room.hear(25, 6)
        assert type_line(room, hub, "I'll send the  contract by Friday", "Theo")["ok"]
        for _ in range(3):
            room.hear(25, 6)
            room.work(hub)
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert typed_of(note) == [("typed1", 31.0, "Theo", "I'll send the contract by Friday")]
    assert [each.text for each in note.transcript.segments if each.id != "typed1"] == list(LINES)
    starts = [each.start_s or 0.0 for each in note.transcript.segments]
    assert starts == sorted(starts)
    (item,) = [each for each in note.action_items if "contract" in each.task]
    assert (item.owner, item.evidence, item.verdict) == ("Theo", ("typed1",), "verified")


def test_a_line_is_typed_as_soon_as_a_recording_has_begun_and_not_without_one(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        refused = room.ask(hub, "meeting type", text="early")
        assert (refused["ok"], refused["message"]) == (False, "Nothing is being recorded now.")
        room.hear(5)
        assert type_line(room, hub, "in the first seconds")["ok"]
        assert not type_line(room, hub, " ")["ok"]
        room.writer.end(state="discarded", ended_at=room.clock.now(), end_reason="too-short")
        room.work(hub)
    assert room.left_of("in the first seconds") == [], "a recording that is discarded takes its notes along"


def test_what_is_typed_is_picked_whatever_else_was_said_and_offered_first_where_it_is_no_item() -> None:
    """Of an hour of promises, of which a note shows a few."""
    said = [
        Segment(f"s{n}", n * 10.0, n * 10.0 + 9, "Ann", f"I'll send the report number {n} to Tom by Friday.")
        for n in range(1, 360)
    ]
    plain = "We may want to look at the plants some day."
    for text, picked in (("I'll water the plants", True), (plain, False)):
        spoken = draft_by_rules([*said[:180], replace(said[180], id="s0", text=text), *said[181:]])
        assert not any(text in claim.text for claim in spoken.claims), "not by its words alone"
        typed = draft_by_rules([*said[:180], replace(said[180], id="typed1", text=text), *said[181:]])
        assert (text in {claim.evidence.quote for claim in typed.claims}) == picked
        assert picked or text == typed.possible[0].evidence.quote


def test_there_is_a_bound_to_what_is_typed(room: LiveRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.meetings.typed.MOST", 2)
    with room.open_hub() as hub:
        room.hear(5)
        assert [type_line(room, hub, "a line")["ok"] for _ in range(3)] == [True, True, False]
    assert MOST == 500


def test_what_is_forgotten_goes_with_what_was_typed_meanwhile(room: LiveRoom) -> None:
    """Also if nothing was said in that part."""
    with room.open_hub() as hub:
        room.hear(25, 6)
        assert type_line(room, hub, "Before that, all is well")["ok"]
        room.hear(0, 20)
        assert type_line(room, hub, f"Tom buys a {SECRET}")["ok"]
        room.hear(0, 20)
        room.hear(25, 6)
        room.work(hub)
        room.writer.forget(45)
        hub.step()
        room.work(hub)
        assert [line.text for line in read_typed(MeetingFolder(room.path, ID))] == [
            "Before that, all is well"
        ]
        room.end()
        room.work(hub)
    (note,) = room.notes()
    assert [text for *_, text in typed_of(note)] == ["Before that, all is well"]
    assert room.left_of(SECRET) == []


def test_what_is_forgotten_after_the_meeting_leaves_its_note_too(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        room.hear(25, 6)
        room.hear(0, 20)
        assert type_line(room, hub, f"Tom buys a {SECRET}")["ok"]
        room.hear(0, 20)
        room.hear(25, 6)
        room.end()
        room.work(hub)
        assert typed_of(room.notes()[0])
        forget_range(room.folder, read_record(room.folder), 45, 60)
        hub.step()
        room.work(hub)
    (note,) = room.notes()
    assert typed_of(note) == []
    assert room.left_of(SECRET) == []


def test_the_language_model_is_told_which_lines_somebody_typed(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    with room.open_hub() as hub:
        talk(room, hub, 1)
        assert type_line(room, hub, "Elena has the contract", "Theo")["ok"]
        talk(room, hub, 6)
        room.end()
        room.work(hub)
    asked = [_last(call) for call in model.calls if not call.is_summary]
    (told,) = {each for each in asked if "Theo: Elena has the contract" in each}
    number = next(line.split()[0] for line in told.splitlines() if "Elena has the contract" in line)
    assert f"so look there first: {number}." in told
    assert all("look there first" not in each for each in asked if each != told)
    assert len(asked) == len(set(asked)), "a typed line has nothing drafted again that was drafted already"


def _last(call: Call) -> str:
    return call.messages[-1].content
