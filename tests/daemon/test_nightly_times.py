"""Nightly times: once each, in the nights when clocks change too, and once after the machine was off."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.base.timetable import cron_trigger
from daemon.hub.nightly.schedule import LOOK_BACK, LocalTrigger, due_runs, last_due, next_run

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
CHANGES = [(BERLIN, date(2026, 3, 29)), (BERLIN, date(2026, 10, 25))]
CHANGES += [(NEW_YORK, date(2026, 3, 8)), (NEW_YORK, date(2026, 11, 1))]

changes = st.sampled_from(CHANGES)
minutes = st.integers(0, 24 * 60 - 1)


def local(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), zone).astimezone(UTC)


def every_day(minute: int) -> str:
    return f"{minute % 60} {minute // 60} * * *"


@given(changes, minutes, st.lists(st.integers(1, 60 * 24 * 3), min_size=1, max_size=40))
def test_whenever_it_is_asked_each_day_has_exactly_one_run(
    change: tuple[ZoneInfo, date], minute: int, steps: list[int]
) -> None:
    zone, day = change
    start = local(day - timedelta(days=3), (minute + 1) % 1440, zone)
    asked = start
    runs: list[datetime] = []
    for step in [*steps, 60 * 24 * 6]:
        before, asked = asked, asked + timedelta(minutes=step)
        runs += due_runs(before, asked, every_day(minute), zone)
    assert runs == sorted(set(runs))
    days = [run.astimezone(zone).date() for run in runs]
    assert days == [days[0] + timedelta(days=count) for count in range(len(days))]
    assert all(start < run <= asked for run in runs)
    assert abs((asked - start).days - len(runs)) <= 1


@given(changes, minutes)
def test_the_next_run_is_the_next_of_those_that_are_due(change: tuple[ZoneInfo, date], minute: int) -> None:
    zone, day = change
    start, end = local(day - timedelta(days=2), 0, zone), local(day + timedelta(days=2), 0, zone)
    chain = []
    now = start
    while (following := next_run(now, every_day(minute), zone)) and following <= end:
        chain.append(following)
        now = following
    assert tuple(chain) == due_runs(start, end, every_day(minute), zone)
    assert len(chain) == 4


@given(minutes, st.dates(date(2026, 4, 1), date(2026, 10, 20)))
def test_on_ordinary_days_it_is_apschedulers_time(minute: int, day: date) -> None:
    now = local(day, 0, BERLIN)
    theirs = cron_trigger(every_day(minute), BERLIN).get_next_fire_time(None, now + timedelta(seconds=1))
    assert next_run(now, every_day(minute), BERLIN) == theirs


def shown(runs: tuple[datetime, ...], zone: ZoneInfo) -> list[str]:
    return [run.astimezone(zone).strftime("%a %H:%M %Z") for run in runs]


@pytest.mark.parametrize(
    ("zone", "day", "times"),
    [
        (BERLIN, date(2026, 3, 28), ["Sat 02:30 CET", "Sun 03:30 CEST", "Mon 02:30 CEST"]),
        (BERLIN, date(2026, 10, 24), ["Sat 02:30 CEST", "Sun 02:30 CEST", "Mon 02:30 CET"]),
        (NEW_YORK, date(2026, 3, 7), ["Sat 02:30 EST", "Sun 03:30 EDT", "Mon 02:30 EDT"]),
        (NEW_YORK, date(2026, 10, 31), ["Sat 02:30 EDT", "Sun 02:30 EST", "Mon 02:30 EST"]),
    ],
)
def test_half_past_two_comes_once_in_every_night(zone: ZoneInfo, day: date, times: list[str]) -> None:
    start = local(day, 0, zone)
    assert shown(due_runs(start, start + timedelta(days=2, hours=5), "30 2 * * *", zone), zone) == times


def test_apscheduler_alone_would_run_twice_or_never() -> None:
    """Why these times are not simply its own: if this fails, they can be."""
    trigger = cron_trigger("30 2 * * *", BERLIN)
    first = trigger.get_next_fire_time(None, datetime(2026, 10, 24, 23, tzinfo=UTC))
    second = trigger.get_next_fire_time(first, first)
    assert second.timestamp() - first.timestamp() == 3600
    ten_past_three = datetime(2026, 3, 29, 1, 10, tzinfo=UTC)
    assert trigger.get_next_fire_time(None, ten_past_three).date() == date(2026, 3, 30)
    assert next_run(ten_past_three, "30 2 * * *", BERLIN) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_it_serves_as_a_trigger_of_apscheduler() -> None:
    trigger = LocalTrigger("30 2 * * *", BERLIN)
    fired: list[datetime] = []
    now = datetime(2026, 10, 24, 0, tzinfo=UTC)
    for _ in range(3):
        following = trigger.get_next_fire_time(fired[-1] if fired else None, now)
        assert following is not None
        fired.append(following)
        now = following + timedelta(seconds=1)
    assert shown(tuple(fired), BERLIN) == ["Sat 02:30 CEST", "Sun 02:30 CEST", "Mon 02:30 CET"]
    assert trigger.get_next_fire_time(None, fired[0]) == fired[0]
    with pytest.raises(ValueError, match="five fields"):
        LocalTrigger("daily", BERLIN)


def test_two_times_of_a_skipped_hour_come_in_their_order() -> None:
    start = datetime(2026, 3, 29, 0, 45, tzinfo=UTC)
    runs = due_runs(start, start + timedelta(hours=1), "0,30 2-3 * * *", BERLIN)
    assert shown(runs, BERLIN) == ["Sun 03:00 CEST", "Sun 03:30 CEST"]
    assert next_run(start, "0,30 2-3 * * *", BERLIN) == runs[0]


def test_a_machine_that_was_off_is_told_what_it_missed() -> None:
    friday = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert due_runs(friday, friday, "0 19 * * *", UTC) == ()
    missed = due_runs(friday, friday + timedelta(days=3), "0 19 * * *", UTC)
    assert shown(missed, ZoneInfo("UTC")) == ["Fri 19:00 UTC", "Sat 19:00 UTC", "Sun 19:00 UTC"]
    assert last_due(friday, "10 19 * * fri", UTC) == datetime(2026, 11, 13, 19, 10, tzinfo=UTC)
    assert last_due(friday, "0 0 30 2 *", UTC) is None
    assert next_run(friday, "0 0 30 2 *", UTC) is None


def test_a_run_in_the_future_or_years_ago_makes_no_flood() -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert due_runs(now + timedelta(days=400), now, "0 19 * * *", UTC) == ()
    assert len(due_runs(now - timedelta(days=4000), now, "0 19 * * *", UTC)) == LOOK_BACK.days
