"""Work that is given out in passing: by a second thought, in the present tense, to a stranger."""

from __future__ import annotations

import pytest

from pipelines.draft import Draft
from pipelines.meeting import read_meeting
from pipelines.merging import settle
from pipelines.rules import draft_by_rules
from tests.fakes.talk import actions, talk

Item = tuple[str | None, str, str | None]


def settled(*lines: str, language: str = "en") -> Draft:
    segments = talk(*lines)
    return settle(draft_by_rules(segments, language=language), read_meeting(segments, language))


def items(*lines: str, language: str = "en") -> list[Item]:
    claims = settled(*lines, language=language).claims
    return [(c.owner, c.text, c.due_phrase) for c in claims if c.kind == "action"]


@pytest.mark.parametrize(
    "said",
    [
        "Everyone except Dan uses the app.",
        "Everyone except Dan was ill on Friday.",
        "Everyone sends a report every Friday.",
        "Bob sends reports to the client.",
        "Bob thinks the report comes on Friday.",
        "The train leaves on Friday.",
    ],
)
def test_what_people_do_anyway_is_no_item(said: str) -> None:
    assert actions(f"Ann: {said}", "Bob: Okay.") == []


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Carl can update the wiki.", "Bob: Sure.", "Carl: Lunch is good."),
        ("Ann: Actually, Carl can update the wiki.", "Carl: No, sorry."),
        ("Ann: Carl can see the wiki.", "Carl: Yes."),
        ("Ann: The wiki can update the index.", "Carl: Sure."),
    ],
)
def test_what_somebody_can_do_and_does_not_take_is_no_item(lines: tuple[str, ...]) -> None:
    assert items("Carl: Hello.", *lines) == []


@pytest.mark.parametrize("said", ["The money from sales will cover it.", "Prices in March will go up."])
def test_a_thing_from_elsewhere_is_nobody(said: str) -> None:
    assert actions(f"Bob: {said}", "Ann: Good.") == []


@pytest.mark.parametrize(
    ("answer", "item"),
    [
        ("Yes please, by Wednesday.", ("Ann", "book the hall", "by Wednesday")),
    ],
)
def test_an_offer_is_whose_the_answer_makes_it(answer: str, item: Item) -> None:
    assert items("Ann: Should I book the hall?", f"Bob: {answer}") == [item]


@pytest.mark.parametrize(
    ("answer", "item"),
    [
        ("Ja, bitte bis Mittwoch.", ("Ann", "den Saal buchen", "bis Mittwoch")),
        ("Gern.", ("Ann", "den Saal buchen", None)),
    ],
)
def test_a_german_offer_is_whose_the_answer_makes_it(answer: str, item: Item) -> None:
    assert items("Ann: Soll ich den Saal buchen?", f"Bob: {answer}", language="de") == [item]


@pytest.mark.parametrize("asked", ["Soll ich den Saal buchen?", "Soll ich den Saal oder den Keller buchen?"])
def test_a_german_offer_that_nobody_takes_is_no_item(asked: str) -> None:
    assert items(f"Ann: {asked}", "Bob: Nein, lieber nicht.", language="de") == []


@pytest.mark.parametrize(
    "said",
    [
        "Nobody should send anything to the client before Friday.",
        "Nobody should send anything by Friday, please.",
        "No one needs to send the report by Friday.",
        "None of us should send the report by Friday.",
        "No team should update the wiki by Friday.",
        "Nobody sends the report by Friday.",
    ],
)
def test_what_nobody_shall_do_is_no_item(said: str) -> None:
    assert actions(f"Ann: {said}", "Bob: Okay.") == []


@pytest.mark.parametrize(
    "said", ["Niemand soll bis Freitag etwas schicken.", "Keiner schickt bis Freitag etwas."]
)
def test_what_no_german_shall_do_is_no_item(said: str) -> None:
    assert items(f"Ann: {said}", "Bob: Gut.", language="de") == []


@pytest.mark.parametrize(
    ("answer", "due"),
    [("Ich kann es buchen.", None), ("Das kann ich buchen.", None), ("Ich buche es morgen.", "morgen")],
)
def test_a_german_takes_it_with_the_verb_that_was_asked(answer: str, due: str | None) -> None:
    assert items("Ann: Wer bucht das Hotel?", f"Bob: {answer}", language="de") == [
        ("Bob", "das Hotel buchen", due)
    ]


def test_a_german_who_speaks_of_another_thing_takes_nothing() -> None:
    assert items("Ann: Wer bucht das Hotel?", "Bob: Ich buche die Zimmer nie.", language="de") == []
