"""What was taken back is no promise any more; what merely sounds so is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.qualifiers.english import ENGLISH
from guardrails.retraction import taken_back
from guardrails.types import Claim, Evidence, Segment

SAID = "I'll send the catering list to the hotel."
CLAIM = Claim("a1", "action", "Send the catering list to the hotel", Evidence(("0",), ""), owner="Ann")


def scene(*later: str, said: str = SAID, others: tuple[Claim, ...] = ()) -> Scene:
    segments = [Segment("0", 0.0, 3.0, "Ann", said)]
    segments += [
        Segment(str(n), 3.0 * n, 3.0 * n + 3, "Bob" if n % 2 else "Ann", text)
        for n, text in enumerate(later, 1)
    ]
    return Scene(tuple(segments), (CLAIM, *others), people=("Ann", "Bob", "Tom Lee"))


@pytest.mark.parametrize(
    "words",
    [
        "Actually, let's not do that.",
        "Scratch that.",
        "um actually let's not",
        "Forget what I just said.",
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
        "You know what, let's cancel that one.",
        "That won't happen.",
        "Actually don't do that.",
        "No, Tom does it.",
        "No no, let Tom do that.",
        "Let's forget about the catering list.",
        "The catering list, that's off the table.",
    ],
)
def test_words_right_after_a_promise_take_it_back(words: str) -> None:
    assert taken_back(CLAIM, scene(words), ENGLISH) is not None
    assert taken_back(CLAIM, scene("Okay.", words), ENGLISH) is not None
    assert taken_back(CLAIM, scene(said=f"{SAID} {words}"), ENGLISH) is not None


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
    ],
)
def test_other_words_after_a_promise_leave_it_standing(words: str) -> None:
    assert taken_back(CLAIM, scene(words), ENGLISH) is None


def test_a_thing_that_is_named_may_be_taken_back_much_later() -> None:
    talk = ["The weather is fine.", "Yes, it is."] * 10
    assert taken_back(CLAIM, scene(*talk, "Let's cancel the catering list then."), ENGLISH) is not None
    assert taken_back(CLAIM, scene(*talk, "We don't need that."), ENGLISH) is None


def test_a_later_refusal_of_the_same_thing_takes_it_back() -> None:
    words = "We won't send the catering list after all."
    assert taken_back(CLAIM, scene("Okay.", words), ENGLISH) is not None


def test_that_means_the_item_between_once_some_turns_have_passed() -> None:
    other = Claim("a2", "action", "Paint the fence", Evidence(("6",), ""))
    later = ["Good.", "Fine.", "Next.", "So.", "Well.", "Paint the fence, Bob.", "Actually, scratch that."]
    assert taken_back(CLAIM, scene(*later, others=(other,)), ENGLISH) is None
    assert taken_back(CLAIM, scene(*later), ENGLISH) == "scratch that"


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
    assert taken_back(CLAIM, scene(*later), ENGLISH) is None


def test_a_claim_that_drops_something_is_not_taken_back_by_dropping_it() -> None:
    claim = Claim("d1", "decision", "The catering list will not be used", Evidence(("0",), ""))
    meeting = scene("Yes, let's drop it.", said="We won't use the catering list.")
    assert taken_back(claim, meeting, ENGLISH) is None
    assert taken_back(claim, scene("Actually, scratch that."), ENGLISH) is not None


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_words_that_take_back_were_said(first: str, second: str) -> None:
    words = taken_back(CLAIM, scene(first, second), ENGLISH)
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
    assert taken_back(CLAIM, scene(words), ENGLISH) is None
