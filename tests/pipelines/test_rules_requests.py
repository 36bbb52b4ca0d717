"""A request is as good as its answer."""

from __future__ import annotations

from datetime import date

import pytest

from guardrails.core.guardrail import Context
from guardrails.evidence.guard import EvidenceGuard
from pipelines.checking import Checker
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
    "answer",
    ["Bob: No problem.", "Bob: I can't, but Cid can help me.", "Cid: I won't be in.", "Bob: No idea how."],
)
def test_a_promise_for_somebody_stays_where_he_does_not_refuse_it(answer: str) -> None:
    claim = the_action("Ann: Bob will fix the printer by Monday.", answer, "Ann: Okay.")
    assert (claim.text, claim.owner) == ("fix the printer", "Bob")


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


def test_no_is_the_willing_answer_to_do_you_mind() -> None:
    claim = the_action("Ann: Would you mind checking the invoice before Friday?", "Bob: No, not at all.")
    assert (claim.text, claim.owner) == ("check the invoice", "Bob")


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
    "asked",
    [
        "Who books the hotel?",
        "Who's going to book the hotel?",
        "Who is booking the hotel?",
        "Can somebody book the hotel?",
    ],
)
@pytest.mark.parametrize(
    "answer",
    ["I can do that.", "I'll do it.", "Sure, I'll take it.", "I will.", "Leave it to me."],
)
def test_what_is_asked_of_all_is_of_him_who_takes_it_and_both_are_cited(asked: str, answer: str) -> None:
    lines = ("Ann: The fair is in May.", f"Cid: {asked}", f"Bob: {answer}", "Ann: Good.")
    claim = the_action(*lines)
    assert (claim.text, claim.owner) == ("book the hotel", "Bob")
    assert claim.evidence.segment_ids == ("s1", "s2")
    with Checker(start=None, clock=lambda: 0.0) as checker:
        (judged,) = checker.check(draft_by_rules(talk(*lines)), talk(*lines), (), date(2026, 11, 16)).claims
    assert (judged.claim.owner, judged.outcome, judged.claim.flags) == ("Bob", "verified", ())


def test_the_day_stands_in_the_question_or_in_the_answer() -> None:
    asked = the_action("Ann: Who does the slides by Friday?", "Bob: Sure. I'll do it.")
    answered = the_action("Ann: Who orders the chairs?", "Bob: I'll do it tomorrow.")
    named = the_action("Ann: Who notifies the neighbours?", "Bob: I can notify them.")
    assert (named.text, named.owner) == ("notify the neighbours", "Bob")
    assert (asked.text, asked.owner, asked.due_phrase) == ("do the slides", "Bob", "by Friday")
    assert (answered.text, answered.owner, answered.due_phrase) == ("order the chairs", "Bob", "tomorrow")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who books the hotel?", "Yeah, good question."),
        ("Who books the hotel?", "Yes."),
        ("Who books the hotel?", "I can see two on the map."),
        ("Who books the hotel?", "I do."),
        ("Who books the hotel?", "Marta, every year."),
        ("Who books the hotel?", "I can't do that."),
        ("Who booked the hotel?", "I can look it up."),
        ("Who put the keys here?", "I'll take them."),
        ("Who knows the password?", "I can do that."),
        ("Who wants coffee?", "I'll take it."),
        ("Who takes the minutes?", "I can do that."),
        ("Who's next?", "I can do that."),
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


def test_a_polite_if_is_a_request() -> None:
    claim = the_action("Ann: If you could send me the numbers by Friday.", "Bob: Sure.")
    assert (claim.text, claim.owner) == ("send Ann the numbers", "Bob")


@pytest.mark.parametrize(
    "answer",
    [
        "Sure, I'll do that tomorrow.",
        "I'll do that tomorrow.",
        "Sure. No problem. I'll take care of it tomorrow.",
        "Yes, I can book it tomorrow.",
    ],
)
@pytest.mark.parametrize("asked", ["Bob, can you book the room?", "Bob, I want you to book the room."])
def test_a_request_and_its_answer_are_one_item_that_cites_both(asked: str, answer: str) -> None:
    claim = the_action(f"Ann: {asked}", f"Bob: {answer}")
    assert (claim.text, claim.owner, claim.due_phrase) == ("book the room", "Bob", "tomorrow")
    assert claim.evidence.segment_ids == ("s0", "s1")
    context = Context(tuple(talk(f"Ann: {asked}", f"Bob: {answer}")), (claim,), ("Ann", "Bob"))
    assert claim.evidence.quote == f"{asked} {answer}"
    assert EvidenceGuard().check(claim, context).outcome == "verified"


def test_a_promise_in_a_later_segment_of_the_answer_is_cited_without_what_lies_between() -> None:
    claim = the_action("Ann: Bob, can you book the room?", "Bob: Sure.", "Bob: I'll do that tomorrow.")
    assert (claim.text, claim.due_phrase) == ("book the room", "tomorrow")
    assert claim.evidence.segment_ids == ("s0", "s2")


def test_work_of_its_own_in_the_answer_stays_an_item() -> None:
    claims = actions("Ann: Bob, can you book the room?", "Bob: Sure, I'll send the invoice tomorrow.")
    assert [claim.text for claim in claims] == ["book the room", "send the invoice"]


def test_a_newsletter_may_be_taken_over() -> None:
    claim = the_action("Ann: Can someone take over the newsletter?", "Cara: I can do that.")
    assert (claim.text, claim.owner) == ("take over the newsletter", "Cara")


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
        ("Bob: Sure. By the end of the week.", "By the end of the week"),
        ("Bob: Okay, I'll do that tomorrow.", "tomorrow"),
        ("Bob: Sure.", None),
        ("Bob: Sure. On Friday I am at the fair in Berlin with everybody from sales.", None),
    ],
)
def test_the_day_of_a_request_may_stand_in_its_answer(answer: str, due: str | None) -> None:
    claim = the_action("Ann: Bob, can you get a second offer?", answer)
    assert (claim.text, claim.owner, claim.due_phrase) == ("get a second offer", "Bob", due)
    assert (due is None) or claim.evidence.segment_ids == ("s0", "s1")


def test_an_order_may_be_a_statement_with_a_tag() -> None:
    claim = the_action("Ann: Bob, you take care of the invitations, right?", "Bob: Yes, sure.")
    assert (claim.text, claim.owner) == ("take care of the invitations", "Bob")


def test_work_handed_out_as_a_thing_has_its_verb() -> None:
    before = ("Ann: Hello, the fair is in May.", "Bob: The booth is small, but nice.", "Cid: It is dear.")
    claim = the_action(*before, "Ann: And Bob takes the presentation.", "Bob: Fine.", "Ann: Good.")
    assert (claim.text, claim.owner) == ("take the presentation", "Bob")
