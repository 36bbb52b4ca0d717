"""When the room may be recorded: by the disk and by the hours of the house, in words and in figures."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from daemon.recorder.bounds import Conditions
from tests.fakes.microphone import settings

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
MB = 1_000_000


class Disk:
    free_bytes = 0

    def look(self) -> int:
        return self.free_bytes


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def conditions(disk: Disk) -> Conditions:
    return Conditions(settings(reserve_mb=500, allowed_hours=("mon-fri 7-20",)), UTC, disk.look)


def test_a_full_disk_has_to_have_room_for_half_an_hour_before_it_is_used_again(
    disk: Disk, conditions: Conditions
) -> None:
    seen = []
    for free_mb in (500, 499, 500, 563, 564, 500, 499):
        disk.free_bytes = free_mb * MB
        conditions.check(MONDAY)
        seen.append(conditions.is_full)
    assert seen == [False, True, True, True, False, False, True]
    assert conditions.full == ("the disk is full: 499 MB are free, 500 are kept back ([recorder] reserve_mb)")


@pytest.mark.parametrize(
    ("free_bytes", "hours"),
    [(0, 0.0), (500 * MB, 0.0), (500 * MB + 115_200_000, 1.0), (500 * MB + 57_600_000, 0.5)],
)
def test_the_hours_that_are_left_are_those_until_the_reserve(
    disk: Disk, conditions: Conditions, free_bytes: int, hours: float
) -> None:
    disk.free_bytes = free_bytes
    conditions.check(MONDAY)
    assert (conditions.free_bytes, conditions.hours_left) == (free_bytes, hours)


def test_the_hours_are_those_of_the_room(disk: Disk) -> None:
    house = settings(allowed_hours=("mon-fri 7-20", "sat 9-12"))
    conditions = Conditions(house, ZoneInfo("Europe/Berlin"), disk.look)
    assert not conditions.is_allowed, "nobody has looked yet"
    for hour, is_allowed in ((5, False), (6, True), (18, True), (19, False)):
        conditions.check(MONDAY.replace(hour=hour))
        assert conditions.is_allowed is is_allowed
    assert conditions.outside_hours == "outside the allowed hours (mon-fri 7-20, sat 9-12)"
    assert Conditions(settings(allowed_hours=()), UTC, disk.look).outside_hours.endswith("(none)")
