"""What is typed about each item, and what is typed in German: read, verified, mended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.requirements.refine import refine
from guardrails.requirements.typed import requirements_in

PEOPLE = ("Ann Weber", "Bob")
TABLE = """
every line begins with a dash -> each line begins with a dash
every line starts with "- " -> each line begins with "- "
each sentence starts with "We" -> each sentence begins with "We"
each bullet starts with a capital letter -> each line begins with a capital letter
do not repeat an item -> no item twice
never list an item twice -> no item twice
no item twice -> no item twice
each bullet must have an owner -> an owner in each item
an owner for each task -> an owner in each item
no action item without an owner -> an owner in each item
no deadlines before 1 December 2026 -> no date before 2026-12-01
no dates before December 1st, 2026 -> no date before 2026-12-01
nothing due before 2026-12-01 -> no date before 2026-12-01
sorted by date -> sorted by date
in chronological order -> sorted by date
every item with its owner, sorted by due date -> an owner in each item + sorted by date
sort them by owner -> sorted by owner
in alphabetical order -> sorted by letter
answer in one sentence -> exactly 1 sentence
no dates before the 31st of June 2026 ->  | no dates before the 31st of June 2026
höchstens fünf Punkte, jeder unter zwölf Wörtern -> at most 5 items + at most 11 words in each item
in drei Stichpunkten, jeder höchstens acht Wörter -> exactly 3 bullets + at most 8 words in each bullet
drei Punkte, keiner länger als zehn Wörter -> exactly 3 items + at most 10 words in each item
auf Englisch -> in English
auf Deutsch, höchstens drei Sätze -> in German + at most 3 sentences
ohne das Wort Budget -> without "Budget"
ohne das Wort Punkt -> without "Punkt"
ohne die Wörter „Frist“ und „Termin“ -> without "Frist", "Termin"
verwende nicht das Wort Synergie -> without "Synergie"
keine Ausrufezeichen -> no exclamation marks
schreibe höchstens 80 Wörter und keine Fragezeichen -> at most 80 words + no question marks
in einem Satz -> exactly 1 sentence
ein Satz pro Punkt -> exactly 1 sentence in each item
kein Satz über 20 Wörter -> at most 20 words in each sentence
jede Zeile beginnt mit einem Strich -> each line begins with a dash
mindestens drei Punkte -> at least 3 items
nicht mehr als 50 Wörter -> at most 50 words
zwischen 3 und 5 Stichpunkte -> 3 to 5 bullets
die Zusammenfassung soll höchstens drei Sätze haben -> at most 3 sentences
kein Punkt doppelt -> no item twice
jeder Punkt hat einen Verantwortlichen -> an owner in each item
nach Datum sortiert -> sorted by date
sortiert nach Verantwortlichen -> sorted by owner
keine Fristen vor dem 1. Dezember 2026 -> no date before 2026-12-01
keine Termine vor dem 1.12.2026 -> no date before 2026-12-01
genau drei Sätze, alles klein -> exactly 3 sentences + all lower case
als Liste -> at least 1 bullet
keine Namen -> without "Ann Weber", "Bob"
beginne mit "Liebe Kollegen" -> starts with "Liebe Kollegen"
freundlicher Ton, höchstens drei Sätze -> at most 3 sentences | freundlicher Ton
beginne mit den Beschlüssen ->  | beginne mit den Beschlüssen
erwähne das Datum ->  | erwähne das Datum
auf Englisch, jeder Punkt hat einen Verantwortlichen -> in English + an owner in each item
"""
NOT_ASKED = """
Was the list sorted by date?
sort the invoices by date
who has an owner per item?
each sprint has an owner
do not repeat what Ann said
don't sort by owner
Wir haben beschlossen, den Bericht auf Deutsch zu schreiben
Haben wir den Bericht auf Englisch geschrieben?
Wenn es mehr als fünf Punkte sind, ordne sie
Die 3 Punkte, die wir besprochen haben
Wer hat höchstens drei Punkte verlangt?
Was soll Bob auf Deutsch schreiben?
Namen in Großbuchstaben
nicht auf Englisch
Anna hat 21 Punkte
die letzten zwei Sätze des Treffens
ein Satz pro Beschluss
"""


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_what_is_typed_is_divided(row: str) -> None:
    typed, _, wanted = row.partition(" -> ")
    checked, _, left = wanted.partition(" | ")
    found = requirements_in(typed, people=PEOPLE)
    assert " + ".join(str(one) for one in found.requirements) == checked.strip()
    assert " / ".join(found.unchecked) == left


@pytest.mark.parametrize("typed", NOT_ASKED.strip().splitlines())
def test_nothing_is_required_that_was_not_asked_for_the_whole_text(typed: str) -> None:
    found = requirements_in(typed, people=PEOPLE)
    assert found.requirements == ()
    assert found.unchecked


DATED = "- send it by 2026-12-01\n- call on 3 December 2026\n- pay"


@pytest.mark.parametrize(
    ("typed", "keeps", "breaks"),
    [
        ("every line begins with a dash", "- one\n- two", "- one\ntwo"),
        ("each line starts with a number", "1. one\n2. two", "1. one\ntwo"),
        ('each sentence starts with "We"', "We pay. We go.", "We pay. They go."),
        ("do not repeat an item", "- send it\n- call", "- send it\n- Send it."),
        ("each bullet must have an owner", "- Ann: send it\n- call (Bob)", "- Ann: send it\n- call"),
        ("each bullet must have an owner", "- Weber sends it", "- Note: send it"),
        ("each bullet must have an owner", "- Dave: send it\n- call - Eve", "- call the bank - soon"),
        ("no deadlines before 1 December 2026", DATED, "- send it by 30 November 2026"),
        ("no dates before 2026-12-01", DATED, "- am 30.11.2026 senden"),
        ("sorted by date", DATED, "- call on 3 December 2026\n- send it by 2026-12-01"),
        ("sorted by owner", "- Ann: b\n- Ann: a\n- Bob: c", "- Bob: c\n- Ann: b"),
        ("in alphabetical order", "- apples\n- Pears", "- pears\n- Apples"),
        ("höchstens zwei Punkte, jeder unter vier Wörtern", "- eins\n- zwei Wörter", "- eins\n- a b c d"),
        ("ohne das Wort Budget", "Das Geld reicht.", "Das Budget reicht."),
        ("in einem Satz", "Das Geld reicht.", "Das Geld reicht. Gut."),
        ("mindestens zwei Punkte", "- a\n- b", "- a"),
        ("kein Punkt doppelt", "- senden\n- rufen", "- senden\n- Senden."),
        ("jede Zeile beginnt mit einem Strich", "- a\n- b", "a\n- b"),
        ("auf Englisch", "We have the budget and the plan.", "Wir haben das Budget und den Plan."),
        ("keine Ausrufezeichen", "Gut.", "Gut!"),
    ],
)
def test_the_requirement_verifies_what_was_typed(typed: str, keeps: str, breaks: str) -> None:
    found = requirements_in(typed, people=PEOPLE)
    assert not found.unchecked
    assert not any(one.failures(keeps) for one in found.requirements)
    assert any(one.failures(breaks) for one in found.requirements)


@pytest.mark.parametrize(
    ("typed", "text", "mended"),
    [
        ("every line begins with a dash", "one\n* two\n- three", "- one\n- two\n- three"),
        ("sorted by date", "- b 2026-12-02\n- a 2026-12-01", "- a 2026-12-01\n- b 2026-12-02"),
        ("sorted by owner", "- Bob: c\n- Ann: b\n- Ann: a", "- Ann: b\n- Ann: a\n- Bob: c"),
        # What has no day may belong anywhere; numbers and headings would be torn apart.
        ("sorted by date", "- b 2026-12-02\n- x\n- a 2026-12-01", "- b 2026-12-02\n- x\n- a 2026-12-01"),
        ("sorted by owner", "Plan\n- Bob: c\n- Ann: b", "Plan\n- Bob: c\n- Ann: b"),
    ],
)
def test_code_mends_what_loses_nothing(typed: str, text: str, mended: str) -> None:
    assert refine(text, requirements_in(typed).requirements).text == mended


@given(st.text(alphabet="jeder Punkt„“,ohneauf\n", max_size=200))
def test_any_german_may_be_typed(typed: str) -> None:
    for one in requirements_in(f"höchstens {typed}", PEOPLE).requirements:
        one.failures(typed)
