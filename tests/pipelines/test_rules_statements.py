"""Decisions and open questions."""

from __future__ import annotations

import pytest

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


def test_a_proposal_becomes_a_decision_by_agreement() -> None:
    proposal = "Ann: I think we should go with the small supplier."
    assert len(drafted("decision", proposal, "Bob: Yes, sounds good.")) == 1
    assert drafted("decision", proposal, "Bob: The big one delivers on Sundays.") == []


def test_a_decision_said_twice_is_one() -> None:
    lines = ("Ann: Let's go with the glass jars.", "Bob: Yes.", "Ann: Good, so let's go with the glass jars.")
    assert len(drafted("decision", *lines)) == 1


ASKED = "Ann: What is the budget for the trade fair next year?"


@pytest.mark.parametrize(
    "reply",
    ["I don't know yet.", "Good question.", "Let's come back to that.", "We need to check with finance."],
)
def test_a_question_that_is_put_off_stays_open(reply: str) -> None:
    (claim,) = drafted("question", ASKED, f"Bob: {reply}")
    assert claim.text == "What is the budget for the trade fair next year?"


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Who orders the cake?", "We'll see about that next week."),
        ("Who orders the cake?", "We'll see."),
        ("Should we tell the resellers?", "Let's talk about it next time."),
        ("Who talks to the press?", "No idea yet."),
    ],
)
def test_a_short_question_stays_open_where_it_is_left_for_another_time(asked: str, reply: str) -> None:
    (claim,) = drafted("question", f"Ann: {asked}", f"Bob: {reply}", "Ann: Okay, the budget.")
    assert claim.text == asked


@pytest.mark.parametrize(
    "reply", ["Dora does.", "I don't know.", "Okay.", "We'll see Dora do it at the fair."]
)
def test_a_short_question_with_another_reply_is_none(reply: str) -> None:
    assert drafted("question", "Ann: Who talks to the press?", f"Bob: {reply}", "Ann: The budget.") == []


def test_a_question_that_nobody_takes_up_stays_open() -> None:
    assert len(drafted("question", ASKED, "Ann: Okay, moving on to the office party.")) == 1
    assert len(drafted("question", ASKED)) == 1


@pytest.mark.parametrize("reply", ["It is ten thousand euros.", "Twelve thousand, as last year."])
def test_an_answered_question_is_closed(reply: str) -> None:
    assert drafted("question", ASKED, f"Bob: {reply}") == []


@pytest.mark.parametrize(
    "said",
    [
        "Can everybody hear me and see my slides?",
        "Are there any other questions about this topic?",
        "That is a really nice plan, isn't it?",
        "Really?",
        "Shall we move on to the next agenda item now?",
        "Who knows what the future of the market brings?",
    ],
)
def test_questions_about_the_meeting_and_for_effect_are_none(said: str) -> None:
    assert drafted("question", f"Ann: {said}", "Bob: I don't know.") == []


def test_a_question_may_be_called_open_without_a_question_mark() -> None:
    assert len(drafted("question", "Ann: We still don't know whether the supplier delivers to Norway.")) == 1
    assert drafted("question", "Ann: Bob, the invoice of the printer is still open.") == []


def test_a_decision_and_a_question_are_spaced_as_they_were_written() -> None:
    (decision,) = drafted("decision", "Ann: Decision: um we use node.js 16.2 and C++ for https://x.y/z?a=b.")
    assert decision.text == "we use node.js 16.2 and C++ for https://x.y/z?a=b"
    asked = "Which account pays $1,200.50 to john@example.com (R&D) by 12/24/2026 at 10:30?"
    (question,) = drafted("question", f"Ann: {asked}")
    assert question.text == asked


@pytest.mark.parametrize(
    "said",
    [
        "So I think it is useful, but the question is what percentage of",
        "And the window for proposals is still open, so it is better to make the choice now.",
    ],
)
def test_what_breaks_off_or_is_open_as_a_door_is_no_open_question(said: str) -> None:
    assert drafted("question", f"Ann: {said}", "Bob: Right.") == []
