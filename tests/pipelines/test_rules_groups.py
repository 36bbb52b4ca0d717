"""Work of several people: never written down as the promise of one."""

from __future__ import annotations

import pytest

from tests.fakes.talk import actions, the_action

OTHERS = ("Bob: The rain has stopped.", "Cara: It has.")


@pytest.mark.parametrize(
    "said",
    [
        "Bob or Cara will send the deck by Friday.",
        "Either Bob or Cara will send the deck by Friday.",
        "Bob and Cara will send the deck by Friday.",
        "Dave, Bob and Cara will send the deck by Friday.",
        "Both Ann and Bob should send the deck by Friday.",
        "Bob as well as Cara will send the deck by Friday.",
        "Bob/Cara will send the deck by Friday.",
        "Bob and I will send the deck by Friday.",
        "You and Bob should send the deck by Friday.",
        "I want Bob and Cara to send the deck by Friday.",
        "Action item for Bob and Cara: send the deck by Friday.",
        "Bob and Cara, please send the deck by Friday.",
    ],
)
def test_work_of_several_people_belongs_to_none_of_them_alone(said: str) -> None:
    claim = the_action(f"Ann: {said}", *OTHERS)
    assert (claim.text, claim.due_phrase) == ("send the deck", "by Friday")
    assert (claim.owner, claim.flags) == (None, ("several-owners",))


@pytest.mark.parametrize(
    "said",
    [
        "Everyone except Bob will sign the form by Monday.",
        "Everybody but Bob should sign the form by Monday.",
        "All of you except Bob need to sign the form by Monday.",
        "Everyone apart from Bob and Cara has to sign the form by Monday.",
    ],
)
def test_who_is_excepted_owns_nothing_and_the_exception_is_told(said: str) -> None:
    claim = the_action(f"Ann: {said}", *OTHERS)
    assert claim.owner is None
    assert claim.flags == ("several-owners",)
    assert claim.text.startswith("sign the form (")
    assert "Bob" in claim.text


@pytest.mark.parametrize(
    "said",
    [
        "Neither Bob nor Cara will send the deck by Friday.",
        "Neither Bob, nor Cara will send the deck by Friday.",
        "I want neither Bob nor Cara to send the deck by Friday.",
        "None of us will send the deck by Friday.",
        "Not everyone will send the deck by Friday.",
    ],
)
def test_what_is_denied_of_all_is_no_item(said: str) -> None:
    assert actions(f"Ann: {said}", *OTHERS) == []


@pytest.mark.parametrize(
    "said",
    [
        "I'll send the deck to Cara and Bob will check the numbers.",
        "Oh, and Bob will check the numbers.",
        "I talked to Cara and Bob will check the numbers.",
        "Not Cara but Bob will check the numbers.",
    ],
)
def test_a_name_that_is_only_near_makes_no_group(said: str) -> None:
    claim = actions(f"Ann: {said}", *OTHERS)[-1]
    assert (claim.text, claim.owner) == ("check the numbers", "Bob")


def test_you_said_to_two_is_not_the_one_who_answers() -> None:
    claim = the_action("Ann: Can you two send the deck by Friday?", "Bob: Sure.", "Cara: Yes.")
    assert (claim.owner, claim.flags) == (None, ("several-owners",))


def test_of_two_who_are_asked_the_one_who_takes_it_owns_it() -> None:
    claim = the_action("Ann: Bob or Cara, can you send the deck?", "Bob: Sure.", "Cara: Good.")
    assert claim.owner == "Bob"
