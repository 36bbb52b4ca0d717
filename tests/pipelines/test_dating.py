"""The day of a meeting: the best-founded one, and a guess is called one."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from pipelines.dating import Dating, date_in_name, date_meeting

BERLIN = ZoneInfo("Europe/Berlin")
FILE_AGE = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
RECORDED = datetime(2026, 11, 17, 23, 30, tzinfo=UTC)


def dated(
    *, given: date | None = None, recorded: datetime | None = None, name: str = "meeting.vtt"
) -> Dating:
    return date_meeting(given=given, recorded=recorded, file_name=name, modified=FILE_AGE, timezone=BERLIN)


def test_the_date_that_the_user_gives_wins() -> None:
    result = dated(given=date(2026, 1, 2), recorded=RECORDED, name="2026-05-28.vtt")
    assert (result.said_on, result.assumed) == (date(2026, 1, 2), False)
    assert result.started_at == datetime(2026, 1, 1, 23, 0, tzinfo=UTC)


def test_a_recorded_start_keeps_its_time_and_counts_on_the_local_day() -> None:
    result = dated(recorded=RECORDED, name="2026-05-28.vtt")
    assert result == Dating(RECORDED, date(2026, 11, 18), assumed=False)


def test_a_date_given_for_the_recorded_day_keeps_the_recorded_time() -> None:
    assert dated(given=date(2026, 11, 18), recorded=RECORDED).started_at == RECORDED


def test_the_age_of_the_file_is_the_last_resort_and_said_to_be_assumed() -> None:
    assert dated() == Dating(FILE_AGE, date(2026, 11, 21), assumed=True)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("acdc__2026-05-28_179__transcript.vtt", date(2026, 5, 28)),
        ("GMT20260223-150012_Recording.transcript.vtt", date(2026, 2, 23)),
        ("20261116.wav", date(2026, 11, 16)),
        ("2026-13-40-planning.vtt", None),
        ("order-120261116.vtt", None),
        ("meeting.vtt", None),
    ],
)
def test_a_date_is_read_from_the_name_of_the_file(name: str, day: date | None) -> None:
    assert date_in_name(name) == day
