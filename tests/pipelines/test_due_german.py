"""German due phrases: which are found, and the days that they mean."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.conventions import Conventions
from pipelines.due import find_due_phrases, resolve_due, resolve_span

_TABLE = tomllib.loads((Path(__file__).parent / "due_phrases_german.toml").read_text(encoding="utf-8"))


_CASES = [
    pytest.param(phrase, date.fromisoformat(said_on), day or None, id=f"{said_on}: {phrase}")
    for said_on, phrases in _TABLE.items()
    for phrase, day in phrases.items()
]


MONDAY = date(2026, 11, 16)


@pytest.mark.parametrize(("phrase", "said_on", "day"), _CASES)
def test_a_phrase_means_the_day_that_a_person_finds_in_the_calendar(
    phrase: str, said_on: date, day: date | None
) -> None:
    assert resolve_due(phrase, said_on, language="de") == day


def test_the_table_holds_enough_to_mean_something() -> None:
    assert sum(case.values[2] is not None for case in _CASES) >= 80


@pytest.mark.parametrize(
    "phrase",
    [
        "bis Freitag", "nächste Woche Dienstag", "in zwei Wochen", "vor Weihnachten", "Heiligabend",
        "gestern", "am Nikolaustag", "innerhalb von drei Werktagen", "in einem Jahr",
        "in der ersten Dezemberwoche", "an Karfreitag", "20. 11. 2026", "vor Feierabend",
    ],
)  # fmt: skip
def test_a_german_phrase_is_known_by_its_words_where_nobody_tells_the_language(phrase: str) -> None:
    assert resolve_due(phrase, MONDAY) == resolve_due(phrase, MONDAY, language="de") is not None


@pytest.mark.parametrize("phrase", ["after April", "since 2025", "not before November", "le 20. 11. 2026"])
def test_a_phrase_that_has_other_words_is_not_read_as_german(phrase: str) -> None:
    assert resolve_due(phrase, MONDAY) is None


def test_no_phrase_of_another_language_is_read() -> None:
    assert resolve_due("el 4 de marzo", MONDAY, language="es") is None


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("Ich schicke den Bericht bis Freitag an Anna", ["bis Freitag"]),
        ("Das machen wir am 4. Dezember oder in KW 50", ["am 4. Dezember oder in KW 50"]),
        ("Bis Donnerstag, nein, bis Freitag schicke ich es", ["Bis Donnerstag, nein, bis Freitag"]),
        ("Ich komme nicht am Montag, sondern am Dienstag", ["nicht am Montag, sondern am Dienstag"]),
        ("Es kommt bis Freitag 10 Uhr, nein, 12 Uhr", ["bis Freitag 10 Uhr, nein, 12 Uhr"]),
        ("Ich mache es bis Freitag und am Montag den Rest", ["bis Freitag", "am Montag"]),
        ("Das brauchen wir zwei Tage vor Weihnachten", ["zwei Tage vor Weihnachten"]),
        ("Ich schicke das heute, und das Freitag", ["heute", "Freitag"]),
        ("Ich schicke das nächste Woche, du das noch morgen", ["nächste Woche", "noch morgen"]),
        ("Das ist etwas für das nächste Wochenende", ["für das nächste Wochenende"]),
        ("Wir treffen uns am zweiten Weihnachtsfeiertag hier", ["am zweiten Weihnachtsfeiertag"]),
        ("Ich schicke es bis zum chinesischen Neujahr", ["bis zum chinesischen Neujahr"]),
        ("Anna schickt es spätestens in zwei Wochen", ["spätestens in zwei Wochen"]),
        ("Montags um zehn Uhr und freitags ist Probe", []),
        ("Nicht vor Freitag, frühestens in drei Wochen", []),
        ("Der April war gut und 2025 auch", []),
        ("Der Januar oder Februar war gut", []),
        ("Der dritte oder vierte Montag passt", []),
        ("In der zweiten Woche waren wir weg", []),
        ("Guten Morgen, am Morgen ist es kalt", []),
        ("An einem Freitag kam das zweite Quartal", []),
        ("Ab Montag gilt der neue Plan", []),
        ("Gestern war das Montagsmeeting", []),
        ("Wir sind am 3. Punkt", []),
    ],
)
def test_due_phrases_are_found_in_running_speech(text: str, phrases: list[str]) -> None:
    assert [found.phrase for found in find_due_phrases(text, "de")] == phrases


@given(st.text(alphabet="abdefgimnorstuwäü .,0123456789", max_size=60))
def test_any_text_is_read_without_an_error_and_places_are_true(text: str) -> None:
    resolve_span(text, MONDAY, code="de")
    assert all(text[found.start : found.end] == found.phrase for found in find_due_phrases(text, "de"))


@pytest.mark.parametrize(
    ("country", "phrase", "day"),
    [
        (None, "bis zum Vatertag", date(2026, 5, 14)),
        ("AT", "bis zum Vatertag", date(2026, 6, 14)),
        ("CH", "bis zum Vatertag", date(2026, 6, 7)),
        ("AT", "vor dem Nationalfeiertag", date(2026, 10, 25)),
        (None, "vor dem Nationalfeiertag", None),
        ("DE", "bis zum Buß- und Bettag", date(2026, 11, 18)),
        ("US", "bis zum 3.4.", date(2026, 4, 3)),
        ("DE", "bis zum ersten Advent", date(2026, 11, 29)),
        ("DE", "bis zum 4. Advent", date(2026, 12, 20)),
    ],
)
def test_holidays_are_those_of_the_houses_country(country: str | None, phrase: str, day: date | None) -> None:
    said_on = date(2026, 3, 2)
    assert resolve_due(phrase, said_on, language="de", conventions=Conventions(country=country)) == day


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("am Donnerstag danach", None),
        ("zwei Tage danach", None),
        ("in der Woche darauf", None),
        ("am Montag oder zwei Tage danach", date(2026, 3, 11)),
        ("am Montag oder Donnerstag danach", date(2026, 3, 12)),
        ("am Freitag vor Weihnachten", date(2026, 12, 18)),
        ("am Dienstag nach Ostern", date(2026, 4, 7)),
        ("bis Freitag danach bin ich im Urlaub", date(2026, 3, 6)),
    ],
)
def test_a_weekday_may_be_told_from_another_day(phrase: str, day: date | None) -> None:
    assert resolve_due(phrase, date(2026, 3, 2), language="de") == day
