"""What all checks leave as it is, though it looks like a shape that they know; and what they ask."""

from __future__ import annotations

import pytest

from guardrails.core.guardrail import Context
from guardrails.core.runner import Local, run_guardrails
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.every import every_guardrail
from tests.guardrails.test_note_as_shown import shown


@pytest.mark.parametrize(
    "line",
    [
        "Let's skip it and come back to the budget later.",
        "If we drop the slides, nobody knows what it is about.",
        "If I don't do it, nobody does.",
        "On the slides, we're fine.",
        "As for the slides, I'm glad about it.",
    ],
)
def test_talk_that_only_sounds_like_it_leaves_a_promise_alone(line: str) -> None:
    promise = ("Ann", "I'll prepare the slides for the board.")
    outcome, claim = shown(promise, ("Bob", "Good."), ("Bob", line), text="Prepare the slides for the board")
    assert (outcome, claim.flags) == ("verified", ())


def test_a_sentence_before_that_lost_its_own_end_is_no_condition_of_the_next() -> None:
    said = "If we keep the hall where there are seven doors with seven locks. We paint the stairs blue."
    outcome, claim = shown(("Ann", said), text="We paint the stairs blue", kind="decision")
    assert (outcome, claim.text) == ("verified", "We paint the stairs blue")


def test_what_is_left_by_their_words_is_left_alone() -> None:
    said = "Of the 670 euros 340 euros are left, the rest was spent."
    outcome, claim = shown(("Ann", said), text="340 euros of the budget are left", kind="decision")
    assert (outcome, claim.flags) == ("verified", ())


def test_a_may_in_the_mayor_is_no_may_of_the_note() -> None:
    turns = (("Cem", "Ann may talk to the mayor about the parade."), ("Ann", "Hm."))
    assert "hedged" in shown(*turns, text="Talk to the mayor about the parade")[1].flags


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("After lunch we go back to our stations and paint the doors.", "Paint the doors after lunch"),
        ("So the new rules are no teletext, only for TV.", "The remote is for TV only"),
        ("So I think we have decided on the battery and the cable.", "Use the battery and the cable"),
        (
            "Some of the rooms, like the small one, are not locked at night.",
            "Some of the rooms, like the small one, are not locked at night",
        ),
    ],
)
def test_a_right_decision_is_left_alone(said: str, text: str) -> None:
    outcome, claim = shown(("Ann", said), text=text, kind="decision")
    assert (outcome, claim.flags, claim.text) == ("verified", (), text)


def test_a_question_is_nobodys_item_until_it_is_answered() -> None:
    turns = (("Bob", "Will you be thinking about the front page?"), ("Cem", "We can't settle that today."))
    outcome, claim = shown(*turns, text="Think about the front page", due="by Friday")
    assert (outcome, claim.kind, claim.owner, claim.due_phrase) == ("verified", "question", None, None)


def test_a_bracket_within_an_item_is_not_where_it_begins() -> None:
    said = "Given the domains that we use, tourists and children, the tone of the voice matters little."
    item = "Given the domains that we use (tourists, children), the tone of the voice matters little"
    text = f"As a machine, I have no opinion, but: {item}"
    assert shown(("Ann", said), text=text, kind="decision")[1].text == item


def test_few_buttons_leave_room_for_something_else() -> None:
    segment = Segment(
        "s1", None, None, "Ann", "Few buttons, and a docking station. The remote will have these."
    )
    claims = tuple(
        Claim(f"d{n}", "decision", text, Evidence(("s1",), ""))
        for n, text in enumerate(
            ("The remote will only have a few buttons", "The remote will have a docking station")
        )
    )
    guardrails = every_guardrail()
    context = Context((segment,), claims, ("Ann",))
    judged = run_guardrails(guardrails, context, Local(guardrails, None, lambda: 0.0)).claims
    assert [one.claim.flags for one in judged] == [(), ()]
