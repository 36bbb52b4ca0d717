"""A result told in a turn of its own takes the place of a wrong one, where all that was said comes to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic_told import last_told
from guardrails.figures_said import Said, said_in


def told(claimed: str, *turns: str, kept: str = "") -> str | None:
    """The words of the figure that stands for the one of `claimed`."""
    (one,) = said_in(claimed)
    said: list[Said] = [figure for turn in turns for figure in said_in(turn)]
    found = last_told(one, said, said_in(kept))
    return None if found is None else found.words


@pytest.mark.parametrize(
    ("claimed", "turns", "result"),
    [
        ("There are 84 cups left", ("We had 80 cups, and we tossed 32.", "Forty-eight left."), "Forty-eight"),
        (
            "The total is 260 euros",
            ("120 euros for food.", "And 40 euros for drinks.", "160 euros."),
            "160 euros",
        ),
        # A figure before that is part of the sum, or no result of the two.
        ("There are 84 cups left", ("We had 80 cups, and we tossed 32.", "Forty-seven left."), None),
        ("There are 84 cups left", ("We had 80 cups, and we tossed 32, so 48."), None),
        ("There are 84 cups left", ("We had 80 cups.", "Forty-eight left."), None),
        ("There are 84 cups left", (), None),
        # The claim's own figure is what the two come to.
        ("There are 112 cups", ("We had 80 cups, and we got 32.", "Forty-eight left."), None),
    ],
)
def test_the_last_figure_that_the_others_come_to_is_the_result(
    claimed: str, turns: tuple[str, ...], result: str | None
) -> None:
    assert told(claimed, *((turns,) if isinstance(turns, str) else turns)) == result


def test_what_the_claim_says_already_is_not_said_again() -> None:
    turns = ("We had 80 cups, and we tossed 32.", "Forty-eight left.")
    assert told("There are 84 cups left", *turns, kept="48 cups") is None


def test_a_unit_is_not_given_up_for_another() -> None:
    turns = ("We had 80 euros, and we spent 32 euros.", "48 euros.")
    assert told("There are 84 hours left", *turns) is None
    assert told("There are 84 euros left", *turns) == "48 euros"


@given(st.integers(60, 999), st.integers(13, 59), st.booleans(), st.integers(13, 1999))
def test_what_is_told_is_what_the_two_come_to(one: int, two: int, more: bool, wrong: int) -> None:
    result = one + two if more else one - two
    said = (f"We had {one} cups, then {two} cups.", f"{result} left.")
    assert told(f"There are {wrong} cups left", *said) in (None, str(result))
    if wrong not in (result, one, two, one + two, one - two, one * two):
        assert told(f"There are {wrong} cups left", said[0], f"{result + 1} left.") in (None, f"{result + 1}")


@given(st.text(max_size=30), st.lists(st.text("0123456789 ,.euros half a", max_size=30), max_size=4))
def test_what_is_told_was_said(claimed: str, turns: list[str]) -> None:
    said = [figure for turn in turns for figure in said_in(turn)]
    for one in said_in(f"{claimed} 84 cups left"):
        found = last_told(one, said, ())
        assert found is None or found in said
