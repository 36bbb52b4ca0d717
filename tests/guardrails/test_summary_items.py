"""A summary says of an item what the item says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.summary_items import SummaryItems
from guardrails.types import Claim, Evidence, Segment

SEGMENTS = (Segment("s1", None, None, "Ann", "Fine."),)
CITED = Evidence(("s1",), "")
ITEMS = (
    Claim("d1", "decision", "Do not extend the office contract", CITED),
    Claim("a1", "action", "Order the blue paint, only if the landlord agrees", CITED, owner="Bob"),
    Claim("a2", "action", "Send the quarterly report", CITED, owner="Cem", due_phrase="by Tuesday"),
    Claim("a3", "action", "Pack their own desk (everyone except Bob)", CITED),
    Claim("a4", "action", "Maybe repaint the old cellar", CITED, owner="Ann"),
    Claim("d2", "decision", "All the branches close over Easter, apart from the one in Leeds", CITED),
    Claim("q1", "question", "Should we rent the bigger van?", CITED),
    Claim("q2", "question", "Should we sell the spare copier?", CITED),
    Claim("d3", "decision", "Sell the spare copier", CITED),
)


def reason(text: str) -> str | None:
    guard = SummaryItems()
    sentence = Claim("summary-1", "summary", text, Evidence((), ""))
    scene = Scene(SEGMENTS, (*ITEMS, sentence), ("Ann", "Bob", "Cem"))
    return guard.check(sentence, scene).reason if guard.triggers(sentence, scene) else None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The team decided to extend the office contract.", "contrary"),
        ("Bob will order the blue paint as the landlord agrees.", "condition"),
        ("Bob will order the blue paint.", "condition"),
        ("Cem sends the quarterly report by Friday.", "due by Tuesday"),
        ("Ann will repaint the old cellar.", "doubt"),
        ("All the branches close over Easter.", "exception"),
        ("The team will rent the bigger van.", "only asked"),
        ("The team met, and Cem will not send the quarterly report.", "contrary"),
    ],
)
def test_a_sentence_that_says_other_than_its_item_does_not_stand(text: str, why: str) -> None:
    assert why in (reason(text) or "")


@pytest.mark.parametrize(
    "text",
    [
        "It was decided not to extend the office contract.",
        "The office contract will not be extended.",
        "Bob will order the blue paint if the landlord agrees.",
        "Cem sends the quarterly report by Tuesday.",
        "Cem sends the quarterly report.",
        "The office contract will not be extended, and Cem sends the quarterly report by Tuesday.",
        "The contract, the paint and the report were discussed.",
        'Ann said: "We extend the office contract on Friday".',
        "They met on Friday.",
        "Ann may repaint the old cellar.",
        "Ann will possibly repaint the old cellar.",
        "All the branches except Leeds close over Easter.",
        "They discussed whether to rent the bigger van.",
        "It is open whether the team will rent the bigger van.",
        "They agreed to sell the spare copier.",
        "Cem sends the quarterly report by Monday, no, Tuesday.",
        "Everyone except Bob will pack their own desk.",
    ],
)
def test_a_sentence_that_says_the_same_or_less_stands(text: str) -> None:
    assert reason(text) is None


@given(st.text(max_size=200))
def test_any_sentence_stands_or_has_a_reason(text: str) -> None:
    why = reason(text)
    assert why is None or why
