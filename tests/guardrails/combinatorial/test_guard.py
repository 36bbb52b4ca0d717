"""A count of possibilities that nobody said is marked for a person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.combinatorial.guard import Combinatorial
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment


def flags(text: str, said: str = "Let's think about the seating.") -> tuple[str, ...]:
    guard = Combinatorial()
    claim = Claim("d1", "decision", text, Evidence(("s1",), ""))
    context = Context((Segment("s1", None, None, "Ann", said),), (claim,), ("Ann",))
    if not guard.triggers(claim, context) or guard.check(claim, context).outcome == "verified":
        return claim.flags
    better = guard.repair(claim, context, guard.check(claim, context), None)
    assert better is not None
    assert better.text == text
    assert guard.check(better, context).outcome == "verified"
    return better.flags


@pytest.mark.parametrize(
    "text",
    [
        "There are 5,040 ways to seat them",
        "There are 120 possible arrangements of the stands",
        "The number of permutations is 720",
        "Twenty-four different combinations of toppings are possible",
        "There are 10 possible teams of two",
        "The first ten prime numbers are 2, 3, 5, 7, 11, 13, 17, 19, 23, 27",
        "The Fibonacci sequence goes on with 55 and 88",
    ],
)
def test_what_nobody_said_is_marked(text: str) -> None:
    assert flags(text) == ("check-by-hand",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("There are 5,040 ways to seat them", "Five thousand and forty ways to seat them, says the book."),
        ("There are two ways to do it", "Let's talk."),
        ("We try different combinations of colours", "We try different colours."),
        ("Explain the Fibonacci sequence in the talk", "I'll explain the Fibonacci sequence in the talk."),
        ("Order 12 chairs", "We need chairs."),
        ("Send 40 invitations in many ways", "Send forty."),
    ],
)  # fmt: skip
def test_what_was_said_or_counts_nothing_is_left_alone(text: str, said: str) -> None:
    assert flags(text, said) == ()


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_words_are_survived(text: str, said: str) -> None:
    assert flags(text, said) in ((), ("check-by-hand",))
