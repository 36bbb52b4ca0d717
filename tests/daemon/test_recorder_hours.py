"""Hours and schedules, as they are written in the configuration."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.base.config import load_config
from daemon.base.errors import ConfigError
from daemon.base.timetable import DAYS, Schedule, is_allowed, parse_hours

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("mon-fri 7-20", ["mon 07:00", "fri 19:59"], ["mon 06:59", "fri 20:00", "sat 12:00"]),
        ("sat 9:30-12", ["sat 09:30", "sat 11:59"], ["sat 09:29", "sat 12:00", "sun 10:00"]),
        ("Mon, Wed-Thu 8 - 9", ["mon 08:30", "wed 08:30", "thu 08:30"], ["tue 08:30", "fri 08:30"]),
        ("fri-mon 0-24", ["sun 00:00", "mon 23:59"], ["tue 00:00"]),
        ("tue 7:59-8:01", ["tue 07:59", "tue 08:00"], ["tue 07:58", "tue 08:01"]),
    ],
)
def test_hours_hold_what_they_say(text: str, inside: list[str], outside: list[str]) -> None:
    hours = [parse_hours(text)]
    assert [when for when in inside if not is_allowed(hours, moment(when))] == []
    assert [when for when in outside if is_allowed(hours, moment(when))] == []


def moment(text: str) -> datetime:
    day, time = text.split()
    hour, minute = time.split(":")
    return MONDAY + timedelta(days=DAYS.index(day), hours=int(hour), minutes=int(minute))


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 23), st.integers(1, 24), st.integers(0, 10_079))
def test_every_minute_of_the_week_is_in_or_out(
    first: int, last: int, begin: int, end: int, minute: int
) -> None:
    if begin >= end:
        return
    hours = [parse_hours(f"{DAYS[first]}-{DAYS[last]} {begin}-{end}")]
    local = MONDAY + timedelta(minutes=minute)
    days = {(first + step) % 7 for step in range((last - first) % 7 + 1)}
    assert is_allowed(hours, local) == (local.weekday() in days and begin <= local.hour < end)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7-20",
        "mon-fri",
        "mon-fri 20-7",
        "mon 7-25",
        "mon 7:60-9",
        "mo 7-9",
        "mon 7-7",
        "mon 7-24:01",
        "mon-noon 7-9",
    ],
)
def test_unclear_hours_are_refused_with_an_example(tmp_path: Path, text: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[recorder]\nallowed_hours = ["{text}"]\n')
    with pytest.raises(ConfigError, match=r'\[recorder\] allowed_hours: .*"mon-fri 7-20"'):
        load_config(config)


@pytest.mark.parametrize("text", ["", "10 * * *", "61 10 * * *", "every day"])
def test_an_unclear_schedule_is_refused_with_an_example(tmp_path: Path, text: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[schedule]\nrecord = ["{text}"]\n')
    with pytest.raises(ConfigError, match=r'\[schedule\] record: .*"0 10 \* \* mon-fri"'):
        load_config(config)


def fired(
    expression: str, start: datetime, hours: float, step: timedelta = timedelta(seconds=30)
) -> list[str]:
    """Local times at which a schedule fires when it is asked every half minute."""
    schedule = Schedule((expression,), BERLIN, start)
    found = []
    now = start
    while now < start + timedelta(hours=hours):
        now += step
        if schedule.is_due(now):
            found.append(now.astimezone(BERLIN).strftime("%a %H:%M"))
    return found


@pytest.mark.parametrize(
    ("expression", "times"),
    [
        ("0 10 * * mon-fri", ["Mon 10:00", "Tue 10:00", "Wed 10:00", "Thu 10:00", "Fri 10:00"]),
        ("30 9 * * 1", ["Mon 09:30"]),
        ("30 9 * * 0", ["Sun 09:30"]),
        ("30 9 * * 7", ["Sun 09:30"]),
        ("0 8 * * 0-2", ["Mon 08:00", "Tue 08:00", "Sun 08:00"]),
        ("0 8 * * 5-7", ["Fri 08:00", "Sat 08:00", "Sun 08:00"]),
    ],
)
def test_days_of_the_week_are_numbered_as_in_cron(expression: str, times: list[str]) -> None:
    assert fired(expression, MONDAY, 24 * 7, timedelta(minutes=2)) == times


@pytest.mark.parametrize(
    ("day", "expression", "times"),
    [
        # Clocks go forward at 2:00 and back at 3:00 on these Sundays.
        (datetime(2026, 3, 28, 23, tzinfo=UTC), "30 9 * * *", ["Sun 09:30"]),
        (datetime(2026, 10, 24, 22, tzinfo=UTC), "30 9 * * *", ["Sun 09:30"]),
    ],
)
def test_a_change_of_the_clocks_neither_skips_nor_repeats(
    day: datetime, expression: str, times: list[str]
) -> None:
    assert fired(expression, day, 24) == times


def test_a_clock_that_jumps_ahead_starts_nothing() -> None:
    schedule = Schedule(("0 10 * * *",), BERLIN, MONDAY)
    assert not schedule.is_due(MONDAY + timedelta(days=365))


def test_a_clock_that_is_set_back_repeats_nothing() -> None:
    ten = datetime(2026, 11, 16, 9, 0, 5, tzinfo=UTC)
    schedule = Schedule(("0 10 * * *",), BERLIN, ten - timedelta(minutes=1))
    assert schedule.is_due(ten)
    assert not schedule.is_due(ten - timedelta(seconds=30))
    assert not schedule.is_due(ten + timedelta(seconds=1))


def test_a_time_that_passed_in_a_short_sleep_fires_and_one_in_a_long_sleep_does_not() -> None:
    ten = datetime(2026, 11, 16, 9, tzinfo=UTC)
    for late, fires in ((timedelta(minutes=4, seconds=59), True), (timedelta(minutes=5, seconds=1), False)):
        schedule = Schedule(("0 10 * * *",), BERLIN, ten - timedelta(hours=1))
        assert schedule.is_due(ten + late) is fires


def test_a_clock_that_was_far_ahead_is_believed_again_when_it_is_set_right() -> None:
    ten = datetime(2026, 11, 16, 9, tzinfo=UTC)
    schedule = Schedule(("0 10 * * *",), BERLIN, ten + timedelta(days=30))
    assert not schedule.is_due(ten - timedelta(minutes=1))
    assert schedule.is_due(ten + timedelta(seconds=1))
