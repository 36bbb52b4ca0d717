"""On a list nobody knows what "it" was: the question that was just answered names it, or "it" stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from guardrails.core.types import Claim, Segment
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.meeting import read_meeting
from pipelines.rules import draft_by_rules
from tests.fakes.talk import actions, talk


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
        (one,) = checker.check(
            Draft((claim,), "", "", len(segments)), read_meeting(segments, "en"), None
        ).claims
    return one.outcome, one.claim.text, one.claim.flags


def spread(*lines: str) -> list[Segment]:
    """A talk that is too long for a stand-up: a line every two minutes."""
    return [
        replace(segment, start_s=120.0 * n, end_s=120.0 * n + 8) for n, segment in enumerate(talk(*lines))
    ]


PLAIN = ["Bob: The weather was nice on the island."] * 6


def texts_of(*lines: str) -> list[str]:
    draft = draft_by_rules(spread(*lines, *PLAIN), language="en")
    return [claim.text for claim in (*draft.claims, *draft.possible) if claim.kind == "action"]


def test_a_sentence_that_breaks_off_goes_on_with_the_next_words_of_its_voice() -> None:
    (text,) = texts_of("Ann: I will make a release after…", "Ann: after the audit of the ledger.")
    assert text.startswith("I will make a release after… after the audit of the ledger.")


def test_what_names_no_subject_shows_the_line_that_does() -> None:
    (text,) = texts_of("Bob: The invoice template breaks in Firefox.", "Ann: I'll have a look.")
    assert text.startswith("The invoice template breaks in Firefox. I'll have a look.")


def test_of_a_long_speech_the_last_forty_words_of_the_promise_are_shown() -> None:
    (text,) = texts_of(
        f"Ann: I'll send the contract to Zurich with {' '.join(['really'] * 20)} all of its"
        f" {'ornate ' * 20}pages."
    )
    assert text.endswith("ornate pages.")
    assert len(text.split()) == 40


def test_a_quote_ends_where_its_last_sentence_ends_whatever_is_said_twice() -> None:
    lines = (
        "Bob: Yeah. The invoice template breaks in Firefox.",
        "Ann: I'll repair it.",
        f"Bob: Yeah. {'Ho ' * 40}",
    )
    draft = draft_by_rules(spread(*lines, *PLAIN), language="en")
    (quote,) = (claim.evidence.quote for claim in (*draft.claims, *draft.possible) if "repair" in claim.text)
    assert quote.startswith("Yeah. The invoice")
    assert quote.endswith("repair it. Yeah.")


@pytest.mark.parametrize(("words", "is_shown"), [(0, True), (7, False)])
def test_an_it_is_an_item_only_where_a_quote_has_room_for_the_line_that_explains_it(
    words: int, is_shown: bool
) -> None:
    line = f"Bob: The invoice template {'of the second office in Zurich ' * words}breaks."
    draft = draft_by_rules(spread(line, "Ann: I'll repair it after the call.", *PLAIN), language="en")
    assert any(claim.kind == "action" for claim in draft.claims) == is_shown


def test_german_talk_is_quoted_as_it_was_said() -> None:
    lines = (
        "Bob: Die Vorlage der Rechnung bricht in Firefox.",
        "Ann: Ich schicke den Vertrag morgen nach Zürich.",
    )
    draft = draft_by_rules(spread(*lines, *["Bob: Das Wetter auf der Insel war schön."] * 6), language="de")
    (claim,) = (c for c in (*draft.claims, *draft.possible) if "Vertrag" in c.text and c.kind == "action")
    assert lines[1].removeprefix("Ann: ") in claim.text
    assert claim.is_quote
    assert claim.owner == "Ann"


def test_who_says_that_he_would_need_to_do_it_owns_it() -> None:
    draft = draft_by_rules(talk("Ann: I would still need to sign the contract.", "Bob: Okay."), language="en")
    (claim,) = (*draft.claims, *draft.possible)
    assert (claim.text, claim.owner) == ("sign the contract", "Ann")


def test_what_is_said_of_us_is_nobodys_own_though_somebody_thinks_so() -> None:
    (claim,) = actions("Ann: I think we should print the invoices by Friday.", "Bob: Okay.")
    assert (claim.text, claim.owner) == ("print the invoices", None)
