"""Decisions and open questions."""

from __future__ import annotations

import pytest

from guardrails.core.types import Segment
from pipelines.meeting import read_meeting
from pipelines.rules.decisions import Decision, decisions_of
from tests.fakes.talk import drafted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("So we agreed to move the launch to May.", "move the launch to May"),
        ("Let's go with the blue design then.", "go with the blue design"),
        ("Decision: we cancel the contract.", "we cancel the contract"),
        ("We decided that the office stays closed on Monday.", "the office stays closed on Monday"),
        ("So we decided: the launch moves to March.", "the launch moves to March"),
        ("We agreed: the office stays closed on Monday.", "the office stays closed on Monday"),
        ("Okay, it's settled, delivery stays free.", "delivery stays free"),
    ],
)
def test_a_decision_is_taken_by_the_words_that_take_it(said: str, text: str) -> None:
    (claim,) = drafted("decision", f"Ann: {said}", "Bob: Nice weather.")
    assert claim.text == text
    assert claim.evidence.quote == said


@pytest.mark.parametrize(
    "said",
    [
        "Have we decided on the design?",
        "We haven't decided on the design yet.",
        "Last week we decided to move the launch.",
        "We need a decision on the design.",
        "If we agreed on the design, we could start.",
    ],
)
def test_what_is_asked_open_or_long_past_is_no_decision(said: str) -> None:
    assert drafted("decision", f"Ann: {said}", "Bob: Nice weather.") == []


def last_of_an_hour(*said: str) -> Decision:
    """The last candidate where much was said before these lines of one voice each, in turn."""
    begun = [Segment("s", 0.0, 5.0, "Cid", "Good morning, it rains.")]
    lines = [Segment(f"s{n}", 3000.0 + n, 3001.0 + n, "AB"[n % 2], text) for n, text in enumerate(said)]
    return decisions_of(read_meeting([*begun, *lines], "en"))[-1]


def test_of_a_long_meeting_a_decision_of_that_says_what_was_proposed() -> None:
    proposal = "Should we move the launch of the blue series to March?"
    decision = last_of_an_hour(proposal, "Yeah, let's do that.")
    assert decision.text == f"{proposal} Yeah, let's do that."
    assert {sentence.text for sentence in decision.said} == {proposal, "Yeah, let's do that."}


def test_of_a_long_meeting_a_decision_is_the_whole_sentence() -> None:
    said = "So we agreed to move the launch of the blue series to March then."
    assert last_of_an_hour(said).text == said


ASKED = "Ann: What is the budget for the trade fair next year?"


@pytest.mark.parametrize(
    "reply",
    ["I don't know yet.", "Good question.", "We need to check with finance."],
)
def test_a_question_that_is_put_off_stays_open(reply: str) -> None:
    (claim,) = drafted("question", ASKED, f"Bob: {reply}")
    assert claim.text == "What is the budget for the trade fair next year?"


@pytest.mark.parametrize(
    "reply", ["Dora does.", "I don't know.", "Okay.", "We'll see Dora do it at the fair."]
)
def test_a_short_question_with_another_reply_is_none(reply: str) -> None:
    assert drafted("question", "Ann: Who talks to the press?", f"Bob: {reply}", "Ann: The budget.") == []


@pytest.mark.parametrize("reply", ["It is ten thousand euros.", "Twelve thousand, as last year."])
def test_an_answered_question_is_closed(reply: str) -> None:
    assert drafted("question", ASKED, f"Bob: {reply}") == []


@pytest.mark.parametrize(
    "said",
    [
        "Are there any other questions about this topic?",
        "That is a really nice plan, isn't it?",
        "Really?",
    ],
)
def test_questions_about_the_meeting_and_for_effect_are_none(said: str) -> None:
    assert drafted("question", f"Ann: {said}", "Bob: I don't know.") == []


@pytest.mark.parametrize(
    "said",
    [
        "So I think it is useful, but the question is what percentage of",
        "And the window for proposals is still open, so it is better to make the choice now.",
    ],
)
def test_what_breaks_off_or_is_open_as_a_door_is_no_open_question(said: str) -> None:
    assert drafted("question", f"Ann: {said}", "Bob: Right.") == []
