"""The event of a calendar that a meeting was: its title and its people, and nothing of a private one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.calendar import event_of, is_calendar

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 11, 16, 9, 3, tzinfo=UTC)
HOUR_S = 3_300.0


def calendar(*events: str) -> bytes:
    body = "".join(
        f"BEGIN:VEVENT\nUID:{number}\nDTSTAMP:20261101T000000Z\n{event}\nEND:VEVENT\n"
        for number, event in enumerate(events)
    )
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test//\n{body}END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


REVIEW = """DTSTART:20261116T090000Z
DTEND:20261116T100000Z
SUMMARY:Weekly review
ORGANIZER;CN=Ann Lee:mailto:ann@example.org
ATTENDEE;CN="Brandt, Theo";PARTSTAT=ACCEPTED:mailto:theo@example.org
ATTENDEE;CN=Bob;PARTSTAT=DECLINED:mailto:bob@example.org
ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@example.org
ATTENDEE;CN=cid@example.org:mailto:cid@example.org
ATTENDEE;CN=Ann Lee:mailto:ann@example.org"""


def titles(content: bytes, start: datetime = START, length_s: float = HOUR_S) -> str | None:
    event = event_of([content], start, length_s, BERLIN)
    return event.title if event else None


def test_the_names_of_who_was_invited_and_did_not_decline() -> None:
    event = event_of([calendar(REVIEW)], START, HOUR_S, BERLIN)
    assert event
    assert (event.title, event.attendees) == ("Weekly review", ("Ann Lee", "Theo Brandt"))
    assert (event.start, event.end) == (START.replace(minute=0), START.replace(hour=10, minute=0))


def test_each_time_of_an_entry_is_of_the_same_series_and_no_address_names_it() -> None:
    content = calendar(f"{REVIEW}\nRRULE:FREQ=WEEKLY").replace(b"UID:0", b"UID:0@ann.example.org")
    found = [event_of([content], START + timedelta(weeks=weeks), HOUR_S, BERLIN) for weeks in range(3)]
    (series,) = {event.series for event in found if event}
    assert series
    assert series.isalnum()
    other = event_of(
        [calendar("DTSTART:20250101T090000Z\nDTEND:20250101T100000Z", REVIEW)], START, HOUR_S, BERLIN
    )
    assert other
    assert other.series != series


def test_of_two_events_the_one_that_the_meeting_was_in() -> None:
    before = "DTSTART:20261116T080000Z\nDTEND:20261116T090500Z\nSUMMARY:Before"
    other = calendar("DTSTART:20261116T093000Z\nDTEND:20261116T103000Z\nSUMMARY:Behind")
    assert event_of([calendar(before), other, calendar(REVIEW)], START, HOUR_S, BERLIN) is not None
    assert titles(calendar(before, REVIEW)) == "Weekly review"
    assert titles(calendar(before)) is None, "it shares two minutes"


def test_a_short_talk_in_a_long_event_and_a_meeting_that_runs_on() -> None:
    assert titles(calendar(REVIEW), length_s=300) == "Weekly review"
    assert titles(calendar(REVIEW), length_s=3 * 3_600) == "Weekly review"


@pytest.mark.parametrize(
    "weekly",
    [
        "DTSTART:20261102T090000Z\nDTEND:20261102T100000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:Weekly",
        "DTSTART;TZID=Europe/Berlin:20260907T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\nSUMMARY:Weekly",
        "DTSTART:20261116T100000\nDTEND:20261116T110000\nSUMMARY:Weekly",
    ],
)
def test_what_recurs_and_clocks_of_the_house_are_understood(weekly: str) -> None:
    assert titles(calendar(weekly)) == "Weekly"


@pytest.mark.parametrize(
    "line",
    ["CLASS:PRIVATE", "CLASS:CONFIDENTIAL", "STATUS:CANCELLED", "EXDATE:20261116T090000Z\nRRULE:FREQ=DAILY"],
)
def test_a_private_or_cancelled_event_is_none(line: str) -> None:
    assert titles(calendar(f"{REVIEW}\n{line}")) is None


def test_a_private_event_gives_its_meeting_no_other_events_title() -> None:
    beside = "DTSTART:20261116T093000Z\nDTEND:20261116T103000Z\nSUMMARY:Behind"
    assert titles(calendar(beside)) == "Behind"
    assert titles(calendar(beside, f"{REVIEW}\nCLASS:PRIVATE")) is None


def test_a_whole_day_is_no_meeting() -> None:
    assert titles(calendar("DTSTART;VALUE=DATE:20261116\nSUMMARY:Holiday")) is None


@pytest.mark.parametrize("content", [b"", b"hello", calendar(REVIEW)[:200], calendar("DTSTART:yesterday")])
def test_a_damaged_file_has_no_events(content: bytes) -> None:
    assert titles(content) is None


@given(st.binary(max_size=200))
def test_whatever_follows_the_beginning_raises_nothing(rest: bytes) -> None:
    titles(b"BEGIN:VCALENDAR\r\n" + rest)


def test_a_calendar_is_known_by_its_beginning() -> None:
    assert is_calendar(b"\xef\xbb\xbfbegin:vcalendar\r\n")
    assert not is_calendar(b"WEBVTT")
