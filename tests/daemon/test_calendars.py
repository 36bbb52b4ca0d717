"""Calendars of the house give a meeting its title, its people and the bound of its voices."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from daemon.base.durable import make_folder
from daemon.meetings.calendars import calendar_dir, find_event
from pipelines.calendar import Event
from tests.fakes.hub_room import HubRoom
from tests.fakes.live_room import room_with_model, talk
from tests.fakes.worker_room import Room, note
from tests.pipelines.test_calendar import REVIEW, START, calendar

TEN_O_CLOCK = REVIEW.replace("T100000Z", "T110000Z").replace("T090000Z", "T100000Z")

STARTED = datetime(2026, 11, 16, 9, 3, tzinfo=UTC)


def test_an_event_is_found_in_the_state_and_on_a_share(tmp_path: Path) -> None:
    share = tmp_path / "share"
    for folder in (calendar_dir(tmp_path), share):
        make_folder(folder)
    assert find_event(tmp_path, str(share), START, 3_000, "") is None
    (share / "room.ics").write_bytes(calendar(REVIEW))
    (share / "damaged.ics").write_bytes(b"BEGIN:VCALENDAR\nBEGIN:VEVENT\n")
    (share / "link.ics").symlink_to("/etc/passwd")
    found = find_event(tmp_path, str(share), START, 3_000, "Europe/Berlin")
    assert found
    assert found.title == "Weekly review"
    assert find_event(tmp_path, "", START, 3_000, "") is None
    (calendar_dir(tmp_path) / "ROOM.ICS").write_bytes(calendar(REVIEW))
    assert find_event(tmp_path, str(tmp_path / "gone"), START, 3_000, "") == found


def test_a_calendar_that_never_ends_costs_its_event_and_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.meetings.calendars._LIMIT_S", 0.0)
    make_folder(calendar_dir(tmp_path))
    (calendar_dir(tmp_path) / "room.ics").write_bytes(calendar(REVIEW))
    assert find_event(tmp_path, "", START, 3_000, "") is None


def test_a_meeting_has_the_title_and_the_people_of_its_event(tmp_path: Path) -> None:
    room = Room(tmp_path)
    make_folder(calendar_dir(tmp_path))
    (calendar_dir(tmp_path) / "room.ics").write_bytes(calendar(REVIEW))
    folder = room.add("talk.m4a", "sound")
    folder.write(folder.meeting().model_copy(update={"started_at": STARTED}))
    room.worker(find_event=partial(find_event, tmp_path, "", timezone="Europe/Berlin")).work_once()
    made = note(folder)
    assert made.title == "Weekly review"
    assert made.attendees == ("Ann Lee", "Theo Brandt")
    assert made.draft
    assert made.draft.roster == ("Ann Lee", "Theo Brandt", "Ann", "Bob")
    assert made.planned_s == 3_600
    assert room.engines.invited == 2
    assert room.engines.people == made.attendees, "their names are expected when they are said"


def test_people_of_the_event_are_known_while_the_meeting_goes_on(tmp_path: Path) -> None:
    room, model = room_with_model(tmp_path)
    make_folder(calendar_dir(tmp_path))
    (calendar_dir(tmp_path) / "room.ics").write_bytes(calendar(TEN_O_CLOCK))
    looked: list[float] = []

    def find(started_at: datetime, length_s: float) -> Event | None:
        looked.append(length_s)
        return find_event(tmp_path, "", started_at, length_s, "UTC")

    room.find_event = find
    with room.open_hub() as hub:
        talk(room, hub, 4)
        room.hear(0, 30)
        room.work(hub)
        so_far = room.so_far()
        assert so_far
        assert so_far.note.title == "Weekly review"
        assert so_far.note.planned_s == 3_600
        assert room.whispering.whisper.calls[0]["hotwords"] == "Ann Lee, Theo Brandt."
        assert all("People: Ann Lee, Theo Brandt, Ann\n" in call.text for call in model.calls)
        asked = len(model.calls)
        room.end()
        room.work(hub)
    (made,) = room.notes()
    assert made.attendees == ("Ann Lee", "Theo Brandt")
    assert len(model.calls) == asked, "what was drafted while people talked stays valid"
    assert looked == [1_800, made.duration_s], "once while it goes on, and once when its length is known"


def test_a_transcript_with_its_time_of_day_has_the_people_of_its_event_and_its_own_title(
    tmp_path: Path,
) -> None:
    room = Room(tmp_path)
    make_folder(calendar_dir(tmp_path))
    (calendar_dir(tmp_path) / "room.ics").write_bytes(calendar(REVIEW))
    said = {"start": 0, "end": 4, "text": "Theo will send the offer to the bank by Friday."}
    talk = {"title": "Offer", "started_at": STARTED.isoformat(), "segments": [said]}
    folder = room.add("talk.json", json.dumps(talk))
    room.worker(find_event=partial(find_event, tmp_path, "", timezone="UTC")).work_once()
    made = note(folder)
    assert (made.title, made.attendees) == ("Offer", ("Ann Lee", "Theo Brandt"))
    assert [item.owner for item in made.action_items] == ["Theo Brandt"]


def test_a_calendar_in_the_watch_folder_is_kept_and_replaces_the_one_before(tmp_path: Path) -> None:
    room = HubRoom(tmp_path)
    with room.open_hub() as hub:
        for content in (calendar(REVIEW), calendar()):
            room.drop("room.ics", content)
            room.settle(hub)
            assert (calendar_dir(tmp_path) / "room.ics").read_bytes() == content
        room.drop("no.ics", b"hello")
        room.settle(hub)
    assert list(room.inbox.glob("*.ics")) == []
    assert "no calendar" in (room.inbox / "rejected" / "no.ics.txt").read_text("utf-8")
