"""A no and a condition that a claim has, and nobody said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.guardrail import Scene
from guardrails.qualifier import Qualifier
from guardrails.qualifiers.unsaid import unsaid
from guardrails.types import Claim, Evidence, Segment


def scene_of(*lines: str) -> Scene:
    segments = [
        Segment(f"s{number}", 5.0 * number, 5.0 * number + 4, "Bob", line)
        for number, line in enumerate(lines, 1)
    ]
    return Scene(tuple(segments), people=("Bob",))


def decision(text: str) -> Claim:
    return Claim("d1", "decision", text, Evidence(("s1",), ""))


HIRED = ("We decided to hire the band for the party.", "Great, I'll call them.")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("We will not hire the band for the party", HIRED),
        ("The team will never hire the band", HIRED),
        ("Cancel the band", HIRED),
        ("Hire the band unless it rains", HIRED),
        ("Hire the band only if Ann agrees", HIRED),
        ("Bob won't prepare the slides", ("I'll prepare the slides.", "Thanks, Bob.")),
    ],
)
def test_what_nobody_denied_or_conditioned_is_not_confirmed(text: str, lines: tuple[str, ...]) -> None:
    verdict = Qualifier().check(decision(text), scene_of(*lines))
    assert verdict.outcome == "unverified"
    assert "nothing said there can mean that" in verdict.reason


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Hire the band for the party", HIRED),
        ("We will not hire the band", ("We won't hire the band.",)),
        ("We will not hire the band", ("Hire the band? No way.",)),
        ("We will not hire the band", ("So, the band, do we hire them?", "I'm against it.")),
        ("Do not change the supplier", ("We stick with the old supplier.",)),
        ("Cancel the band", ("About the band: we get rid of them.",)),
        ("Hire the band if it is free", ("Hire the band, as long as it is free.",)),
        ("Hire the band if it is free", ("We hire the band.", "Depends on its price, though.")),
        ("Check if the band is free", ("I'll check the band is free.",)),
    ],
)
def test_what_may_have_been_said_in_other_words_is_left_alone(text: str, lines: tuple[str, ...]) -> None:
    assert unsaid(decision(text), scene_of(*lines)) is None


@given(st.text(max_size=200), st.text(max_size=200))
def test_what_is_named_stands_in_the_claim(text: str, said: str) -> None:
    found = unsaid(decision(text), scene_of(said))
    assert found is None or found in text
