"""Meetings that come again: what was the last time, and what it left open."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daemon.notes.store import NoteHead
from daemon.notes.store.listed import rows_of_note
from daemon.notes.store.series import ALONE, MOST, AllSeries, Related
from pipelines.note import Note
from tests.fakes.meetings import STARTED, office_move


def meeting(note_id: str, title: str, weeks_ago: int, **fields: object) -> Note:
    note = office_move(note_id, STARTED - timedelta(weeks=weeks_ago))
    return note.model_copy(update={"title": title, **fields})


def around(note_id: str, *notes: Note) -> Related:
    heads = sorted(map(NoteHead.of_note, notes), key=lambda head: head.started_at, reverse=True)
    return AllSeries(heads, [row for note in notes for row in rows_of_note(note)]).around(note_id)


def earlier(note_id: str, *notes: Note) -> list[str]:
    """Meetings of the series that left something open, as all of these did."""
    found = around(note_id, *notes)
    ids = [head.id for head, _ in found.left_open]
    assert ids[:1] == ([found.last_time.id] if found.last_time else [])
    return ids


@pytest.mark.parametrize(
    ("title", "before", "is_series"),
    [
        ("Weekly review", "weekly  Review", True),
        ("Weekly 17 November 2026", "Weekly 10 November 2026", True),
        ("Weekly 1 December", "Weekly 24 November", True),
        ("Jour fixe 3. März", "Jour fixe 24. Februar", True),
        ("Stand-up #14", "Stand-up #13", True),
        ("Monday call", "Thursday call", False),
        ("Weekly review", "Weekly review of sales", False),
        ("Meeting", "Meeting", False),
        ("Besprechung 2", "Besprechung 1", False),
        ("2026-11-17", "2026-11-10", False),
    ],
)
def test_the_same_title_but_for_dates_and_numbers_makes_a_series(
    title: str, before: str, is_series: bool
) -> None:
    assert earlier("now", meeting("now", title, 0), meeting("then", before, 1)) == ["then"] * is_series


def test_one_entry_of_a_calendar_makes_a_series_whatever_it_is_called() -> None:
    now = meeting("now", "Sprint 14: search", 0, series="ab")
    then = meeting("then", "Sprint 13: speed", 2, series="ab")
    other = meeting("other", "Hiring", 1, series="cd")
    assert earlier("now", now, then, other, meeting("no", "Lunch", 3)) == ["then"]


def test_only_what_was_before_counts_the_latest_first_and_not_for_ever() -> None:
    notes = [meeting(f"w{number}", "Weekly", number) for number in range(MOST + 3)]
    assert earlier("w2", *notes)[:2] == ["w3", "w4"]
    assert len(earlier("w0", *notes)) == MOST
    assert around("gone", *notes) == ALONE


def test_the_part_before_is_no_earlier_time() -> None:
    first = meeting("first", "Weekly", 1)
    second = meeting("second", "Weekly", 0)
    second = second.model_copy(
        update={"continues": "first", "started_at": first.started_at + timedelta(hours=4)}
    )
    found = around("second", first, second, meeting("before", "Weekly", 2))
    assert found.before
    assert found.before.id == "first"
    assert found.last_time
    assert found.last_time.id == "before"
    assert around("first", first, second).after


def test_what_earlier_meetings_left_open_is_theirs_by_day() -> None:
    done = tuple(item.model_copy(update={"status": "done"}) for item in office_move().action_items)
    found = around(
        "w0",
        meeting("w0", "Weekly", 0),
        meeting("w1", "Weekly", 1, action_items=done),
        meeting("w2", "Weekly", 2),
        meeting("x", "Lunch", 1),
    )
    assert found.last_time
    assert found.last_time.id == "w1"
    # Not what is done (a4), and not what the transcript does not confirm (a5).
    assert [(head.id, [row.item_id for row in rows]) for head, rows in found.left_open] == [
        ("w2", ["a2", "a1", "a3"])
    ]
