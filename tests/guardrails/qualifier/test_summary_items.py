"""A summary says of an item what the item says."""

from __future__ import annotations

import pytest

from guardrails.core.guardrail import Context, Refusal
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.qualifier.summary import SummaryItems

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


REFUSED = (
    Claim("r1", "action", "Sign the lease for the yard", CITED, owner="Bob"),
    Claim("r2", "action", "Book the ferry to Malmö", CITED, owner="Cem"),
    Claim("r3", "action", "Rent a crane for the roof", CITED, owner="Ann"),
    Claim("r4", "action", "Wash the company bus", CITED, owner="Ann", due_phrase="by Monday"),
    Claim("r5", "action", "Clean the company bus", CITED, owner="Ann"),
    Claim("a5", "action", "Clean the company bus thoroughly", CITED, owner="Ann"),
    Claim("a6", "action", "Water the palm trees", CITED, owner="Dan", flags=("hedged",)),
    Claim("d4", "decision", "Do not cancel the newspaper", CITED),
    Claim("a7", "action", "Feed the office cat", CITED, owner="Ann"),
    Claim("a8", "action", "Feed the office cat at night", CITED, owner="Bob"),
)
REFUSALS = (
    Refusal("r1", "qualifier", 'the words it cites say the opposite: "won\'t sign the lease"'),
    Refusal("r2", "qualifier", 'it was taken back afterwards: "forget the ferry"'),
    Refusal("r3", "evidence", "the words it cites do not say this"),
    Refusal("r4", "evidence", '"by Monday" was not said there'),
    Refusal("r5", "duplicate", 'it says the same as "Clean the company bus thoroughly"'),
)


def reason(text: str) -> str | None:
    guard = SummaryItems()
    sentence = Claim("summary-1", "summary", text, Evidence((), ""))
    context = Context(SEGMENTS, (*ITEMS, *REFUSED, sentence), ("Ann", "Bob", "Cem", "Dan"), refusals=REFUSALS)
    return guard.check(sentence, context).reason if guard.triggers(sentence, context) else None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The team decided to extend the office contract.", "contrary"),
        ("Bob will order the blue paint as the landlord agrees.", "condition"),
        ("Bob will order the blue paint.", "condition"),
        ("Ann will repaint the old cellar.", "doubt"),
        ("All the branches close over Easter.", "exception"),
        ("The team will rent the bigger van.", "only asked"),
        ("Bob will sign the lease for the yard.", "say the opposite"),
        ("Cem agreed to book the ferry to Malmö.", "taken back"),
        ("The crane for the roof: Ann rents it.", "do not say this"),
        ("Ann will wash the company bus by Monday.", "by Monday"),
        ("Dan will water the palm trees.", "doubt"),
        ("Ann will send the quarterly report.", "is for Cem"),
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
        "Everyone except Bob will pack their own desk.",
        "Bob will not sign the lease for the yard.",
        "Bob may sign the lease for the yard.",
        "The lease for the yard was discussed.",
        "Cem's booking of the ferry to Malmö was cancelled.",
        "Ann will clean the company bus.",
        "Dan will perhaps water the palm trees.",
        "They agreed not to cancel the newspaper.",
        "Ann and Cem will send the quarterly report.",
        "Ann asked Cem to send the quarterly report.",
        "Ann reported that the quarterly report will be sent.",
        "Zoe will send the quarterly report.",
        "Bob will feed the office cat.",
    ],
)
def test_a_sentence_that_says_the_same_or_less_stands(text: str) -> None:
    assert reason(text) is None
