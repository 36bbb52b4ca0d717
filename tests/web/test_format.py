"""Dates, times and counts as a reader sees them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from web import format


def test_a_day_is_written_out() -> None:
    assert format.short_day(date(2026, 11, 20)) == "Fri 20 Nov 2026"
    assert format.long_day(date(2026, 3, 1)) == "Sunday, 1 March 2026"


def test_every_month_and_weekday_has_its_name() -> None:
    for day in (date(2026, month, 1 + month) for month in range(1, 13)):
        assert format.long_day(day) == f"{day:%A}, {day.day} {day:%B} {day.year}"


def test_midnight_means_that_no_time_was_known() -> None:
    assert format.time_of_day(datetime(2026, 11, 17, 0, 0)) is None  # noqa: DTZ001 - a local wall time
    assert format.time_of_day(datetime(2026, 11, 17, 0, 5)) == "00:05"  # noqa: DTZ001 - as above


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, None),
        (0, "0 s"),
        (45.4, "45 s"),
        (59.7, "1 min"),
        (60, "1 min"),
        (3599, "1 h 00 min"),
        (3900, "1 h 05 min"),
        (36000, "10 h 00 min"),
    ],
)
def test_a_length_is_as_exact_as_anybody_needs(seconds: float | None, text: str | None) -> None:
    assert format.length(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (12.9, "0:12"), (725, "12:05"), (3723, "1:02:03")]
)
def test_a_position_is_written_like_on_a_player(seconds: float, text: str) -> None:
    assert format.clock(seconds) == text


def test_one_is_singular() -> None:
    assert [format.count(n, "decision") for n in (0, 1, 1204)] == [
        "0 decisions",
        "1 decision",
        "1,204 decisions",
    ]


def test_names_are_joined_as_in_a_sentence() -> None:
    assert [format.listed(names) for names in ([], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cy"])] == [
        "",
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cy",
    ]


def test_a_remark_becomes_a_sentence() -> None:
    assert format.sentence("its quote was not found") == "Its quote was not found."
    assert format.sentence("Why?") == "Why?"
    assert format.sentence("") == ""


@pytest.mark.parametrize(
    ("days", "shown"),
    [(-1, "yesterday"), (0, "today"), (1, "tomorrow"), (2, "Thu 31 Dec"), (3, "Fri 1 Jan 2027")],
)
def test_a_day_is_named_as_it_looks_from_today(days: int, shown: str) -> None:
    today = date(2026, 12, 29)
    assert format.near_day(today + timedelta(days=days), today) == shown


def test_what_is_to_be_typed_stands_apart() -> None:
    shown = format.coded("Run `roomscribe check <now>`, then wait")
    assert shown == "Run <code>roomscribe check &lt;now&gt;</code>, then wait"
