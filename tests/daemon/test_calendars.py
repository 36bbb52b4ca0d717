"""Calendars of the house give a meeting its title, its people and the bound of its voices."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from daemon.calendars import calendar_dir, find_event
from daemon.durable import make_folder
from tests.fakes.hub_room import HubRoom
from tests.fakes.worker_room import Room, note
from tests.pipelines.test_calendar import REVIEW, START, calendar

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
    monkeypatch.setattr("daemon.calendars._LIMIT_S", 0.0)
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
    assert room.engines.invited == 2


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
