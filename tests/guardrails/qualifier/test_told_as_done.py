"""Work that is told as done is no open item; work that is planned, wished or only half done stays one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.qualifier import Qualifier

Turn = tuple[str, str]


def verdict(task: str, *turns: Turn) -> tuple[str, str]:
    """What the note shows of Ann's item that cites all of `turns`, and why."""
    segments = tuple(Segment(str(n), 5.0 * n, 5.0 * n + 4, who, text) for n, (who, text) in enumerate(turns))
    claim = Claim("a1", "action", task, Evidence(tuple(s.id for s in segments), ""), "Ann")
    context, guardrail = Context(segments, (claim,), ("Ann", "Bob")), Qualifier()
    if not guardrail.triggers(claim, context):
        return "verified", ""
    found = guardrail.check(claim, context)
    return found.outcome, found.reason


@pytest.mark.parametrize(
    ("task", "turns"),
    [
        ("Send the invoices", [("Ann", "I sent the invoices last week.")]),
        ("Order the badges", [("Ann", "I ordered the badges yesterday.")]),
        ("Send the slides", [("Ann", "I have sent the slides.")]),
        ("Send the slides", [("Ann", "I've sent the slides round.")]),
        ("Order the badges", [("Bob", "Can you order the badges?"), ("Ann", "I ordered them yesterday.")]),
        ("Book the hall", [("Ann", "The hall was booked on Monday.")]),
        ("Book the hall", [("Ann", "The hall's been booked.")]),
        ("Write the report", [("Ann", "So I wrote the report over the weekend.")]),
        ("Put the boxes in the cellar", [("Ann", "I put the boxes in the cellar yesterday.")]),
        (
            "Call the printer",
            [("Bob", "Did you call the printer?"), ("Ann", "Yeah, I called them on Tuesday.")],
        ),
        ("Send the invoices", [("Ann", "We sent out the invoices on Friday.")]),
    ],
)
def test_work_that_is_told_as_done_is_no_open_item(task: str, turns: list[Turn]) -> None:
    outcome, reason = verdict(task, *turns)
    assert outcome == "unverified"
    assert "as done" in reason


@pytest.mark.parametrize(
    ("task", "turns"),
    [
        ("Send the invoices", [("Ann", "I said I'd send the invoices.")]),
        ("Send the invoices", [("Ann", "I thought I'd send the invoices on Monday.")]),
        ("Send the invoices", [("Ann", "I've got to send the invoices.")]),
        ("Send the invoices", [("Ann", "I was going to send the invoices today, so I'll do that.")]),
        ("Get the report done", [("Ann", "We need to get it done by Friday, the report.")]),
        ("Send the report", [("Bob", "I want the report sent by Friday.")]),
        ("Send the report", [("Ann", "I'll have the report sent by Friday.")]),
        ("Check the report", [("Ann", "When I've checked the report I'll send it.")]),
        ("Send the report", [("Ann", "I should have sent the report last week.")]),
        (
            "Send the report",
            [("Ann", "I sent the draft of the report last week, and I'll send the final one on Monday.")],
        ),
        ("Update the list", [("Ann", "I updated half the list yesterday, I'll update the rest tomorrow.")]),
        (
            "Send the invoices",
            [
                (
                    "Ann",
                    "Last month I sent the invoices late, so this time I'll send the invoices on the first.",
                )
            ],
        ),
        ("Send the invoices", [("Bob", "I'd like the invoices sent."), ("Ann", "Okay.")]),
        (
            "Order the badges",
            [("Bob", "Ann, can you order the badges?"), ("Ann", "Sure, I'll get that done.")],
        ),
        ("Order the badges", [("Bob", "Ann, can you order the badges?"), ("Ann", "Done!")]),
        ("Prepare the report", [("Ann", "We decided that I prepare the report.")]),
    ],
)
def test_work_that_is_still_to_be_done_stays_an_item(task: str, turns: list[Turn]) -> None:
    assert verdict(task, *turns) == ("verified", "")


def test_a_plan_that_follows_later_keeps_the_item_open() -> None:
    said = Segment("0", 0.0, 4.0, "Ann", "I updated the price list last week.")
    later = Segment("1", 60.0, 64.0, "Ann", "And the price list I'll update once more on Monday.")
    claim = Claim("a1", "action", "Update the price list", Evidence(("0",), ""), "Ann")
    assert not Qualifier().triggers(claim, Context((said, later), (claim,), ("Ann",)))
    assert Qualifier().triggers(claim, Context((said,), (claim,), ("Ann",)))


def test_a_decision_that_is_told_in_the_past_is_a_decision() -> None:
    said = Segment("0", 0.0, 4.0, "Ann", "We moved the open day to June.")
    claim = Claim("d1", "decision", "Move the open day to June", Evidence(("0",), ""))
    assert not Qualifier().triggers(claim, Context((said,), (claim,), ("Ann",)))


@given(st.text(max_size=60), st.text(max_size=120))
def test_no_words_upset_the_check(task: str, said: str) -> None:
    assert verdict(task, ("Ann", said))[0] in ("verified", "unverified")
