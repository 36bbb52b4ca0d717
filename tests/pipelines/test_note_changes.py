"""What stands in the whole note, checks included, after a meeting changed its mind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from pipelines.checking import Checker
from pipelines.compose import Occasion, compose_note, rules_engine
from pipelines.note import Engines, Note
from pipelines.rules import draft_by_rules
from pipelines.transcript import Transcript
from tests.fakes.talk import talk

MEETING = Occasion("n", "x.vtt", datetime(2026, 11, 23, 9, tzinfo=UTC), date(2026, 11, 23))
Shown = tuple[str | None, str, str | None, str | None]


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    with Checker(start=None, clock=lambda: 0.0) as one:
        yield one


def note_of(lines: tuple[str, ...], language: str, checker: Checker) -> Note:
    segments = talk(*lines)
    draft = draft_by_rules(segments, language=language)
    transcript = Transcript(segments=tuple(segments), language=language)
    return compose_note(draft, transcript, MEETING, Engines(rules=rules_engine()), checker)


@pytest.mark.parametrize(
    ("language", "lines", "expected"),
    [
        (
            "en",
            ("Ann: I'll send the report by Monday.", "Ann: Sorry, no, by Thursday."),
            ("Ann", "send the report", "by Thursday", "2026-11-26"),
        ),
        (
            "de",
            ("Ann: Ich schicke den Bericht bis Montag.", "Ann: Nein, lieber bis Donnerstag."),
            ("Ann", "den Bericht schicken", "bis Donnerstag", "2026-11-26"),
        ),
        ("en", ("Ann: Who books the hotel?", "Bob: I can book it."), ("Bob", "book the hotel", None, None)),
        (
            "de",
            ("Ann: Wer bucht das Hotel?", "Bob: Ich kann es buchen."),
            ("Bob", "das Hotel buchen", None, None),
        ),
        (
            "en",
            ("Ann: Should I book the hall?", "Bob: Yes please, by Wednesday."),
            ("Ann", "book the hall", "by Wednesday", "2026-11-25"),
        ),
        (
            "de",
            ("Ann: Soll ich den Saal buchen?", "Bob: Ja, bitte bis Mittwoch."),
            ("Ann", "den Saal buchen", "bis Mittwoch", "2026-11-25"),
        ),
        (
            "de",
            ("Ann: Soll ich den Saal buchen?", "Bob: Nein, das mache ich."),
            ("Bob", "den Saal buchen", None, None),
        ),
        (
            "en",
            ("Ann: Have you already booked the hall?", "Bob: No, I'll book it tomorrow."),
            ("Bob", "book the hall", "tomorrow", "2026-11-24"),
        ),
    ],
)
def test_what_was_changed_is_a_verified_item(
    language: str, lines: tuple[str, ...], expected: Shown, checker: Checker
) -> None:
    (item,) = note_of(lines, language, checker).action_items
    due = item.due
    day = due.date.isoformat() if due and due.date else None
    assert (item.owner, item.task, due.phrase if due else None, day) == expected
    assert item.verdict == "verified"
    assert set(item.flags) <= {"changed-later"}
