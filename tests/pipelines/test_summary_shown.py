"""The summary as a note shows it: bounded, and every sentence with the words behind it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from guardrails.core.types import Claim, Evidence
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.meeting import read_meeting
from pipelines.summary.shown import shown_summary, without_dropped
from pipelines.verifying import Circumstances, verify
from tests.fakes.talk import talk

LINES = (
    "Ann: Okay, so let's talk about the spring campaign.",
    "Bob: The printers offered a discount for posters if we order them before the campaign starts.",
    "Ann: So we agreed, we order the posters in February.",
    "Bob: I'll send the invoice to Ann by Friday.",
    "Cid: The hotel in Leipzig has been booked for the campaign.",
)
INVOICE = Claim("a1", "action", "send the invoice to Ann", Evidence(("s3",), ""), owner="Bob")


def test_what_an_item_says_is_not_told_again() -> None:
    lines = f"Bob: {LINES[3].partition(': ')[2]}\n{LINES[4].partition(': ')[2]}"
    found = shown_summary(lines, [INVOICE], read_meeting(talk(*LINES)), extracted=True)
    assert found.text == "The hotel in Leipzig has been booked for the campaign."
    assert [sentence.evidence for sentence in found.sentences] == [("s4",)]


def test_the_best_two_sentences_are_shown_in_the_order_of_the_meeting() -> None:
    said = [line.partition(": ")[2] for line in LINES]
    found = shown_summary(
        "\n".join((said[4], said[1], said[2])), (), read_meeting(talk(*LINES)), extracted=True
    )
    assert found.text.splitlines() == [said[1], said[4]]


def test_words_of_what_no_longer_stands_are_not_quoted() -> None:
    lines = "Bob: I'll send the invoice to Ann by Friday.\nThe printers offered a discount for posters."
    left = "The printers offered a discount for posters."
    assert without_dropped(lines, [INVOICE], read_meeting(talk(*LINES), "en")) == left
    assert without_dropped(lines, [], read_meeting(talk(*LINES), "en")) == lines


def test_a_sentence_that_a_check_removes_takes_its_line_with_it() -> None:
    lines = "I am an AI and cannot attend meetings.\nBob: The printers offered a discount for posters."
    draft = Draft((), lines, "Posters", 5)
    about = Circumstances(date(2026, 11, 23), extracted=True)
    shown = verify(draft, read_meeting(talk(*LINES), "en"), about, Checker(start=None))
    assert shown.summary == "Bob: The printers offered a discount for posters."
    assert [sentence.text for sentence in shown.summary_sources] == [shown.summary]


def test_possible_items_are_checked_and_kept_apart() -> None:
    possible = (
        replace(INVOICE, id="x", evidence=Evidence(("s3",), "I'll send the invoice to Ann by Friday")),
        Claim("y", "decision", "the board sells the yacht in Monaco", Evidence(("s2",), "")),
    )
    draft = Draft((), "", "Posters", 5, possible=possible)
    about = Circumstances(date(2026, 11, 23), extracted=True)
    shown = verify(draft, read_meeting(talk(*LINES), "en"), about, Checker(start=None))
    assert [(item.id, item.quote) for item in shown.possible_items] == [
        ("possible-1", "I'll send the invoice to Ann by Friday")
    ]
    assert shown.action_items == ()
    assert shown.tape == ()


def test_a_sentence_of_a_model_is_traced_or_left_out() -> None:
    text = "The printers offer a discount on posters. The board resigned in anger. Bob sends the invoice."
    found = shown_summary(text, (), read_meeting(talk(*LINES)), extracted=False)
    assert found.text == "The printers offer a discount on posters. Bob sends the invoice."
    assert found.strays == ("The board resigned in anger.",)
    assert found.sentences[0].evidence == ("s1",)
    assert "s3" in found.sentences[1].evidence


OFFICE = (
    "Ann: Let's begin with the new office.",
    "Bob: I won't sign the lease with the landlord.",
    "Cara: I'll order the chairs, and the hall needs a cleaner.",
    "Dan: Maybe I'll ring the plumber about the boiler.",
    "Dan: The caterer was late again, that's annoying.",
)


@pytest.mark.parametrize(
    "sentence",
    [
        "The team agreed to fire the caterer and sue the hall.",
        "The team agreed to sue the landlord over the boiler.",
        "Cara resigned from her post and the office closes.",
    ],
)
def test_what_nobody_said_is_left_out_of_a_models_summary(sentence: str) -> None:
    found = shown_summary(
        f"Cara orders the chairs. {sentence}", (), read_meeting(talk(*OFFICE)), extracted=False
    )
    assert (found.text, found.strays) == ("Cara orders the chairs.", (sentence,))


@pytest.mark.parametrize(
    "sentence",
    [
        "Dan will phone the plumber about the boiler.",
        "Cara agreed to procure the chairs.",
        "The group complained that the caterer was late.",
        "Bob refuses to sign the landlord's lease.",
        "Ann closed the meeting on the new office, and the chairs will be ordered.",
    ],
)
def test_what_was_said_in_other_words_stays_in_a_models_summary(sentence: str) -> None:
    found = shown_summary(sentence, (), read_meeting(talk(*OFFICE)), extracted=False)
    assert (found.text, found.strays) == (sentence, ())
