"""Two claims of which only one can hold, by their words alone: opposites, and a role that only one has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.contradiction_opposites import opposite_words
from guardrails.contradiction_roles import one_role
from guardrails.types import Claim, ClaimKind, Evidence


def claim(text: str, kind: ClaimKind = "decision", due: str | None = None) -> Claim:
    return Claim("c", kind, text, Evidence(("s1",), ""), due_phrase=due)


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("Keep the old server", "Scrap the old server", ("Keep", "Scrap")),
        ("Raise the price of the ticket", "Lower the price of the ticket", ("Raise", "Lower")),
        ("The course is mandatory", "The course is optional", ("mandatory", "optional")),
        ("The heating is on at night", "The heating is off at night", ("on", "off")),
        ("Leave the heating on", "Leave the heating off", ("on", "off")),
        ("Open the hall on Monday", "Close the hall on Monday", ("Open", "Close")),
        ("Keep the old server", "Scrap the new printer", None),
        ("Keep the old server", "Don't scrap the old server", None),
        ("Keep the old server", "Polish the old server", None),
        ("Meet in the hall", "Meet out of town", None),
        ("Keep", "Scrap", None),
    ],
)
def test_claims_that_differ_in_two_opposites_alone_are_opposites(
    one: str, other: str, words: tuple[str, str] | None
) -> None:
    assert opposite_words(claim(one), claim(other)) == words
    back = opposite_words(claim(other), claim(one))
    assert back == (words[::-1] if words else None)


def test_what_can_be_done_in_turn_is_opposite_only_where_it_is_decided() -> None:
    one, other = "Open the hall", "Close the hall"
    assert opposite_words(claim(one), claim(other)) is not None
    assert opposite_words(claim(one, "action"), claim(other, "action")) is None
    assert opposite_words(claim("Keep the hall", "action"), claim("Sell the hall", "action")) is not None


def test_the_day_of_a_claim_is_no_part_of_what_it_is_about() -> None:
    one, other = claim("Accept the offer by Friday", due="by Friday"), claim("Reject the offer")
    assert opposite_words(one, other) == ("Accept", "Reject")


@pytest.mark.parametrize(
    ("one", "other", "who"),
    [
        ("Karin leads the project", "Holger leads the project", ("Karin", "Holger")),
        ("Karin will chair the board", "Holger chairs the board", ("Karin", "Holger")),
        ("Ann Lee takes the minutes", "Bob takes the minutes", ("Ann Lee", "Bob")),
        ("Karin is our treasurer", "Holger is our treasurer", ("Karin", "Holger")),
        ("Karin leads the project", "Karin Holm leads the project", None),
        ("Karin leads the project", "Holger leads the workshop", None),
        ("Karin leads the project", "Holger chairs the project", None),
        ("Karin leads the project", "Holger co-leads the project", None),
        ("Karin leads the project until May", "Holger leads the project", None),
        ("Karin leads the project jointly", "Holger leads the project jointly", None),
        ("Karin buys the project", "Holger buys the project", None),
        ("the team leads the project", "Holger leads the project", None),
    ],
)
def test_two_people_in_a_role_that_one_has_are_told(
    one: str, other: str, who: tuple[str, str] | None
) -> None:
    assert one_role(claim(one), claim(other)) == who
    assert one_role(claim(other), claim(one)) == (who[::-1] if who else None)


SAID = st.lists(
    st.sampled_from("Ann Bob leads chairs the project keep scrap on off open close not is our".split())
    | st.text(max_size=6),
    max_size=8,
).map(" ".join)
KINDS = st.sampled_from(["action", "decision", "question"])


@given(SAID, SAID, KINDS)
def test_what_is_told_stands_in_each_claim_and_in_either_order(one: str, other: str, kind: ClaimKind) -> None:
    left, right = claim(one, kind), claim(other, kind)
    for found, back in (
        (opposite_words(left, right), opposite_words(right, left)),
        (one_role(left, right), one_role(right, left)),
    ):
        assert (found is None) == (back is None)
        assert found is None or (found[0] in one and found[1] in other and found[0] != found[1])


@given(SAID)
def test_no_claim_contradicts_itself(text: str) -> None:
    assert opposite_words(claim(text), claim(text)) is None
    assert one_role(claim(text), claim(text)) is None
