"""On a list nobody knows what "it" was: the question that was just answered names it, or "it" stays."""

from __future__ import annotations

import pytest

from guardrails.core.types import Claim
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.rules import draft_by_rules
from tests.fakes.talk import talk, the_action


@pytest.mark.parametrize(
    ("lines", "task"),
    [
        (
            ("Ann: Did you send the invoice to Globex?", "Bob: I'll send it tonight."),
            "send the invoice to Globex",
        ),
        (("Ann: Have you sent the invoices?", "Bob: Not yet. I'll send them tonight."), "send the invoices"),
        (
            (
                "Ann: Bob, have you booked the room for the workshop yet?",
                "Bob: No, I'm going to book it tonight.",
            ),
            "book the room for the workshop",
        ),
    ],
)
def test_it_is_what_was_asked_for_right_before(lines: tuple[str, ...], task: str) -> None:
    claim = the_action(*lines)
    assert (claim.text, claim.owner, claim.due_phrase) == (task, "Bob", "tonight")
    assert claim.evidence.segment_ids == ("s0", "s1")
    assert judged(claim, *lines) == ("verified", task, ())


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Did you send the invoice and the slides?", "Bob: I'll send it tonight."),
        ("Ann: Did you tell the client?", "Bob: I'll send it tonight."),
        ("Ann: Did you send the invoices?", "Bob: I'll send it tonight."),
        ("Ann: Did you send the invoice?", "Carl: The report is late.", "Bob: I'll send it tonight."),
        ("Ann: Did you send the invoice?", "Bob: The report comes before that. I'll send it tonight."),
        ("Ann: Did you send my invoice?", "Bob: I'll send it tonight."),
        ("Ann: I sent the invoice.", "Bob: I'll send it tonight."),
        ("?: Did you send the invoice?", "?: I'll send it tonight."),
    ],
)
def test_where_it_is_not_clear_it_stays(lines: tuple[str, ...]) -> None:
    assert the_action(*lines).text == "send it"


def test_do_that_is_what_the_question_asks_about() -> None:
    asked = "Ann: Did anyone cancel the old licence?"
    assert (
        the_action(asked, "Bob: Oh no, I totally forgot. I'll do that today.").text
        == "cancel the old licence"
    )


def test_it_that_goes_elsewhere_may_be_another_one() -> None:
    asked = "Ann: Did you send the invoice to Globex?"
    assert the_action(asked, "Bob: I'll send it to Initech tonight.").text == "send it to Initech"


@pytest.mark.parametrize(
    ("lines", "task"),
    [
        (
            ("Ann: Hast du die Rechnung an Globex geschickt?", "Bob: Ich schicke sie heute Abend."),
            "die Rechnung an Globex schicken",
        ),
        (("Ann: Hast du das Hotel schon gebucht?", "Bob: Nein, ich buche es morgen."), "das Hotel buchen"),
        (("Ann: Hast du den Plan geprüft?", "Bob: Noch nicht. Ich prüfe ihn morgen."), "den Plan prüfen"),
    ],
)
def test_a_german_it_is_what_was_asked_for_right_before(lines: tuple[str, ...], task: str) -> None:
    (claim,) = draft_by_rules(talk(*lines), language="de").claims
    assert (claim.text, claim.owner, claim.evidence.segment_ids) == (task, "Bob", ("s0", "s1"))


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: Hast du den Plan geprüft?", "Bob: Noch nicht. Ich prüfe sie morgen."),
        ("Ann: Hast du das Angebot geschrieben?", "Bob: Ich schicke es morgen."),
        ("Ann: Hast du das Angebot und den Plan geprüft?", "Bob: Ich prüfe es morgen."),
    ],
)
def test_a_german_it_that_fits_nothing_is_no_named_item(lines: tuple[str, ...]) -> None:
    texts = [claim.text for claim in draft_by_rules(talk(*lines), language="de").claims]
    assert not any("Plan" in text or "Angebot" in text for text in texts)


def judged(claim: Claim, *lines: str) -> tuple[str, str, tuple[str, ...]]:
    segments = talk(*lines)
    with Checker(start=None, clock=lambda: 0.0) as checker:
        (one,) = checker.check(Draft((claim,), "", "", len(segments)), segments, (), None).claims
    return one.outcome, one.claim.text, one.claim.flags
