"""A meeting that was recorded before the clock was set gets its date, and its due days with it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from daemon.meetings.dating import redated
from pipelines.checking import Checker
from pipelines.note import Due
from pipelines.replay import replay_note
from tests.fakes.meetings import office_move
from tests.fakes.samples import sample


@pytest.mark.parametrize(
    ("language", "phrase", "day"),
    [
        ("de", "3.12.", date(2026, 12, 3)),
        ("de", "bis Freitag", date(2026, 11, 20)),
        ("en", "by Friday", date(2026, 11, 20)),
        ("en", "soon", None),
    ],
)
def test_due_days_are_read_again_in_the_meetings_own_language(
    language: str, phrase: str, day: date | None
) -> None:
    note = office_move().model_copy(update={"language": language})
    item = note.action_items[0].model_copy(update={"due": Due(phrase=phrase, date=date(1970, 1, 2))})
    right = redated(
        note.model_copy(update={"action_items": (item,)}), datetime(2026, 11, 18, 9, tzinfo=UTC), UTC
    )
    assert right.action_items[0].due == Due(phrase=phrase, date=day)


def test_a_note_with_its_right_date_replays_to_it() -> None:
    right = redated(sample("moving").note, datetime(2027, 2, 3, 9, tzinfo=UTC), UTC)
    with Checker(start=None) as checker:
        assert replay_note(right, checker).action_items == right.action_items
    assert any(item.due and item.due.date and item.due.date.year == 2027 for item in right.action_items)
