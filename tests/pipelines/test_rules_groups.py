"""Work of several people: never written down as the promise of one."""

from __future__ import annotations

import pytest

from tests.fakes.talk import actions, the_action

OTHERS = ("Bob: The rain has stopped.", "Cara: It has.")


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
