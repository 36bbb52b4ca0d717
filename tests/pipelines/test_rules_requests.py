"""A request is as good as its answer."""

from __future__ import annotations

import pytest

from pipelines.rules import draft_by_rules
from tests.fakes.talk import actions, talk, the_action

ASKED = "Ann: Can you send the report to legal by Friday?"


@pytest.mark.parametrize(
    "answer",
    ["Sure.", "Yeah, no problem.", "Okay.", "Of course, will do.", "Yes, I can.", "Sure, I'll do that."],
)
def test_who_accepts_owns_the_item(answer: str) -> None:
    claim = the_action(ASKED, f"Bob: {answer}", "Cid: Nice.")
    assert (claim.text, claim.owner, claim.due_phrase) == ("send the report to legal", "Bob", "by Friday")


@pytest.mark.parametrize(
    "answer",
    ["No.", "Sorry, I can't, I'm away.", "No, I don't have time.", "I'm afraid not this week.", "Nope."],
)
def test_a_refused_request_is_no_item(answer: str) -> None:
    assert actions(ASKED, f"Bob: {answer}") == []


@pytest.mark.parametrize(
    "given", ["Bob will fix the printer by Monday.", "Bob, you'll fix the printer by Monday."]
)
@pytest.mark.parametrize("answer", ["No, I won't.", "No. I can't, I'm away.", "Sorry, I won't do that."])
def test_work_that_its_owner_refuses_at_once_is_no_item(given: str, answer: str) -> None:
    assert actions(f"Ann: {given}", f"Bob: {answer}", "Ann: Okay.") == []


@pytest.mark.parametrize(
    "asked", ["Please check the invoice by Friday, Bob.", "Can you check the invoice, Bob?"]
)
def test_the_name_that_work_is_given_out_with_is_no_part_of_it(asked: str) -> None:
    assert the_action(f"Ann: {asked}", "Bob: Sure.").text == "check the invoice"


def test_a_request_that_nobody_answers_is_less_sure() -> None:
    accepted = the_action(ASKED, "Bob: Sure.")
    ignored = actions(ASKED, "Bob: Nice weather today.")
    assert all(claim.confidence < accepted.confidence for claim in ignored)
    assert actions("Ann: Can you send the report to legal?", "Bob: Nice weather today.") == []


def test_the_one_who_is_called_by_name_owns_it_whoever_speaks_next() -> None:
    claim = the_action("Ann: Bob, could you please check the invoice?", "Cid: Hm.", "Bob: Yes.")
    assert claim.owner == "Bob"


def test_a_name_at_the_end_calls_too() -> None:
    claim = the_action("Ann: Could you check the invoice today, Bob?", "Cid: Right.", "Bob: Yes.")
    assert claim.owner == "Bob"


def test_the_volunteer_owns_it() -> None:
    claim = the_action("Ann: Who can update the wiki?", "Cid: I can do that.")
    assert (claim.text, claim.owner) == ("update the wiki", "Cid")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who books the hotel?", "Yeah, good question."),
        ("Who books the hotel?", "Yes."),
        ("Who books the hotel?", "I do."),
        ("Who books the hotel?", "Marta, every year."),
        ("Who books the hotel?", "I can't do that."),
        ("Who booked the hotel?", "I can look it up."),
        ("Who put the keys here?", "I'll take them."),
        ("Who knows the password?", "I can do that."),
        ("Who wants coffee?", "I'll take it."),
        ("Who takes the minutes?", "I can do that."),
        ("Who's work is this?", "I'll take it."),
    ],
)
def test_a_question_who_does_something_is_no_item_unless_somebody_says_that_he_will(
    asked: str, answer: str
) -> None:
    assert actions("Ann: The fair is in May.", f"Cid: {asked}", f"Bob: {answer}") == []


def test_an_offer_is_taken_up_by_the_answer() -> None:
    claim = the_action("Ann: Should I send the report?", "Bob: Yes please.")
    assert (claim.text, claim.owner) == ("send the report", "Ann")


def test_between_two_people_you_has_a_name() -> None:
    claim = the_action("Ann: Please send me the invoice by Friday.", "Bob: It rains again.")
    assert claim.owner == "Bob"


def test_among_three_people_you_is_nobody_yet() -> None:
    claim = the_action("Ann: Please send me the invoice by Friday.", "Bob: It rains.", "Cid: Indeed.")
    assert claim.owner is None


def test_work_of_its_own_in_the_answer_stays_an_item() -> None:
    claims = actions("Ann: Bob, can you book the room?", "Bob: Sure, I'll send the invoice tomorrow.")
    assert [claim.text for claim in claims] == ["book the room", "send the invoice"]


@pytest.mark.parametrize(
    "said",
    [
        "I'm going to the dentist tomorrow.",
        "I'll do it right after the call.",
        "I can just confirm that the tests have passed.",
        "I'll talk to you all tomorrow.",
        "By Friday we would have to be registered.",
        "Do we have Anders, perhaps, on the call?",
    ],
)
def test_ways_reports_goodbyes_and_suppositions_are_no_items(said: str) -> None:
    assert draft_by_rules(talk(f"Ann: {said}", "Bob: Nice weather today.")).claims == ()


@pytest.mark.parametrize(
    ("answer", "due"),
    [
        ("Bob: Will do, by next Monday.", "by next Monday"),
        ("Bob: Okay, I'll do that tomorrow.", "tomorrow"),
        ("Bob: Sure.", None),
        ("Bob: Sure. On Friday I am at the fair in Berlin with everybody from sales.", None),
    ],
)
def test_the_day_of_a_request_may_stand_in_its_answer(answer: str, due: str | None) -> None:
    claim = the_action("Ann: Bob, can you get a second offer?", answer)
    assert (claim.text, claim.owner, claim.due_phrase) == ("get a second offer", "Bob", due)
    assert (due is None) or claim.evidence.segment_ids == ("s0", "s1")
