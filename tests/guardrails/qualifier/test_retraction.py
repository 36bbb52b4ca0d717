"""What was taken back is no promise any more; what merely sounds so is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.qualifier import retraction_of

SAID = "I'll send the catering list to the hotel."
CLAIM = Claim("a1", "action", "Send the catering list to the hotel", Evidence(("0",), ""), owner="Ann")


def words_of(claim: Claim, meeting: Context) -> str | None:
    found = retraction_of(claim, meeting)
    return found.words if found else None


def context(*later: str, said: str = SAID, others: tuple[Claim, ...] = ()) -> Context:
    segments = [Segment("0", 0.0, 3.0, "Ann", said)]
    segments += [
        Segment(str(n), 3.0 * n, 3.0 * n + 3, "Bob" if n % 2 else "Ann", text)
        for n, text in enumerate(later, 1)
    ]
    return Context(tuple(segments), (CLAIM, *others), people=("Ann", "Bob", "Tom Lee"))


@pytest.mark.parametrize(
    "words",
    [
        "Actually, let's not do that.",
        "Scratch that.",
        "um actually let's not",
        "Forget it.",
        "On second thought, let's drop it.",
        "Never mind.",
        "Sorry, I take that back.",
        "Hmm, I changed my mind.",
        "Okay, change of plan, we're not doing that.",
        "No, we don't need that any more.",
        "Wait, no.",
        "Actually, let's not send it.",
        "Sorry, ignore that, I got it wrong.",
        "Mm, I'd rather we didn't after all.",
        "Oh, let's cancel that one.",
        "That won't happen.",
        "Actually don't do that.",
        "No, Tom does it.",
        "Actually no, Tom will do it instead.",
        "Oh wait, scratch that.",
        "No no, let Tom do that.",
        "Let's forget about the catering list.",
        "The catering list is off the table.",
    ],
)
def test_words_right_after_a_promise_take_it_back(words: str) -> None:
    assert words_of(CLAIM, context(words)) is not None
    assert words_of(CLAIM, context("Okay.", words)) is not None
    assert words_of(CLAIM, context(said=f"{SAID} {words}")) is not None


@pytest.mark.parametrize(
    "words",
    [
        "Let's not forget the hotel.",
        "Why don't we do that now?",
        "Let's drop the price of the remote.",
        "We won't meet on Monday.",
        "I don't need that much sugar in my tea.",
        "Bob does it better than the radio.",
        "Ann does it.",
        "Never mind if it rains.",
        "Great, thank you.",
        "No, let's not send that one now, we're almost out of time.",
        "I have no idea.",
        "We check the catering list against the hotel.",
        "I don't want to forget that.",
        "What I posted is a fix for the lights, never mind.",
    ],
)
def test_other_words_after_a_promise_leave_it_standing(words: str) -> None:
    assert words_of(CLAIM, context(words)) is None


def test_a_thing_that_is_named_may_be_taken_back_much_later() -> None:
    talk = ["The weather is fine.", "Yes, it is."] * 10
    assert words_of(CLAIM, context(*talk, "Let's cancel the catering list then.")) is not None
    assert words_of(CLAIM, context(*talk, "We don't need that.")) is None


def test_a_later_refusal_of_the_same_thing_takes_it_back() -> None:
    words = "We won't send the catering list after all."
    assert words_of(CLAIM, context("Okay.", words)) is not None


@pytest.mark.parametrize(
    "later",
    [
        ["I'll paint the fence.", "Hmm, it is painted.", "Oh, scratch that."],
        ["Bob, can you drive the van?", "No, sorry, I can't."],
    ],
)
def test_what_was_promised_or_asked_in_between_is_meant_even_if_no_claim_tells_of_it(
    later: list[str],
) -> None:
    assert words_of(CLAIM, context(*later)) is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_words_that_take_back_were_said(first: str, second: str) -> None:
    words = words_of(CLAIM, context(first, second))
    said = "".join((first + second).split())
    assert words is None or "".join(words.split()).strip(",.?!;") in said or words in SAID


@pytest.mark.parametrize(
    "words",
    [
        "But if we drop that, what happens?",
        "Shall we pull this up?",
        "You hold it in the left hand.",
        "We should do it.",
        "I don't think we can ignore it.",
        "They can't do that.",
        "Then you put it back in.",
    ],
)
def test_what_is_supposed_asked_or_done_with_the_hands_takes_nothing_back(words: str) -> None:
    assert words_of(CLAIM, context(words)) is None
