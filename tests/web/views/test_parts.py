"""A meeting in several parts: each leads to its neighbours, as far as they are still there."""

from __future__ import annotations

from datetime import UTC, timedelta

from pipelines.note import Note
from pipelines.render.markdown import render_markdown
from tests.fakes.meetings import STARTED, office_move
from tests.fakes.reader import reader_of
from web.app import create_app


def part(number: int) -> Note:
    note = office_move(f"part-{number}", STARTED + timedelta(hours=4 * number))
    before = f"part-{number - 1}" if number else None
    return note.model_copy(update={"title": f"Part {number}", "continues": before})


def page(path: str, *notes: Note) -> str:
    return create_app(reader_of(*notes), timezone=UTC).test_client().get(path).text


def test_each_part_leads_to_its_neighbours() -> None:
    parts = [part(number) for number in range(3)]
    middle = page("/meetings/part-1", *parts)
    assert 'Before: <a rel="prev" href="/meetings/part-0">Part 0</a>' in middle
    assert 'After: <a rel="next" href="/meetings/part-2">Part 2</a>' in middle
    first = page("/meetings/part-0", *parts)
    assert "Before:" not in first
    assert 'href="/meetings/part-1">Part 1</a>' in first
    assert page("/", *parts).count("goes on from the one before") == 2


def test_a_part_that_was_deleted_is_led_to_from_nowhere() -> None:
    assert "more than one part" not in page("/meetings/part-1", part(1))


def test_a_note_as_markdown_names_the_part_before() -> None:
    assert "The part of this meeting before is note part-0." in render_markdown(part(1), UTC)
    assert "part of this meeting" not in render_markdown(part(0), UTC)
