"""What the next turn adds to a claim, or what is put in its place."""

from __future__ import annotations

import pytest

from guardrails.guardrail import Scene
from guardrails.qualifier import Qualifier
from guardrails.types import Claim, Evidence, Segment


def shown(task: str, *turns: str, cites: int = 1) -> str:
    """The item about the first turns as the note shows it; empty where it is not verified."""
    segments = tuple(
        Segment(str(n), 5.0 * n, 5.0 * n + 4, "Bob" if n % 2 else "Ann", text) for n, text in enumerate(turns)
    )
    claim = Claim("a1", "action", task, Evidence(tuple(s.id for s in segments[:cites]), ""), "Ann")
    scene, guardrail = Scene(segments, (claim,), ("Ann", "Bob")), Qualifier()
    if not guardrail.triggers(claim, scene):
        return claim.text
    repaired = guardrail.repair(claim, scene, guardrail.check(claim, scene), None)
    return repaired.text if repaired else ""


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        (("Only if finance signs off though.",), "Buy the van, only if finance signs off"),
        (("Okay.", "Provided the bank agrees."), "Buy the van, provided the bank agrees"),
        (("Unless the old one passes its test.",), "Buy the van, unless the old one passes its test"),
    ],
)
def test_a_condition_that_the_next_turn_adds_is_put_back(turns: tuple[str, ...], text: str) -> None:
    assert shown("Buy the van", "I'll buy the van.", *turns) == text


@pytest.mark.parametrize(
    "turn",
    [
        "If you want to see the menu, it's on the shelf.",
        "Unless there is anything else, we can move on to the rota.",
        "If there's time we could look at the rota.",
        "Only if I'm honest I never liked the old one, it smells.",
        "Tuesday instead.",
        "I'll call the printer instead.",
    ],
)
def test_what_the_next_turn_says_of_something_else_adds_nothing(turn: str) -> None:
    assert shown("Buy the van", "I'll buy the van.", turn) == "Buy the van"


def test_an_exception_in_the_answer_is_put_back() -> None:
    said = ("I'm moving the ewes up tomorrow.", "All of them?", "All of them but the lame one, she stays.")
    assert shown("Move the ewes up", *said, cites=3) == "Move the ewes up, but the lame one"
    assert shown("Move the ewes but the lame one up", *said, cites=3) == "Move the ewes but the lame one up"


def test_a_condition_of_the_sentence_that_turns_back_is_put_back() -> None:
    said = "I'll do the clutch. It'll be done Thursday as long as the parts turn up."
    assert shown("Do the clutch", said) == "Do the clutch, as long as the parts turn up"


@pytest.mark.parametrize(
    ("task", "said", "stands"),
    [
        ("Meet the sponsors in Berlin", "I'll meet the sponsors in Hamburg instead of Berlin.", False),
        ("Meet the sponsors in Hamburg", "I'll meet the sponsors in Hamburg instead of Berlin.", True),
        ("Use the red paint", "I'll use the blue paint rather than the red paint.", False),
        ("Use the blue paint", "I'll use the blue paint rather than the red paint.", True),
    ],
)
def test_what_was_given_up_for_something_else_is_not_confirmed(task: str, said: str, stands: bool) -> None:
    assert (shown(task, said) == task) is stands


@pytest.mark.parametrize(
    "turns", [("No, Hamburg instead.",), ("We're staying with Carl.", "Oh, then I won't bother.")]
)
def test_what_another_place_or_no_need_takes_back_is_not_confirmed(turns: tuple[str, ...]) -> None:
    assert shown("Meet the sponsors in Berlin", "I'll meet the sponsors in Berlin.", *turns) == ""


@pytest.mark.parametrize(
    ("said", "flags"),
    [
        ("I was going to order the cake, but Bob's wife bakes one.", ("hedged",)),
        ("I'd planned to order the cake, but the shop is closed.", ("hedged",)),
        ("I was going to order the cake on Friday, but I'll order it today.", ()),
        ("I was going to order the cake today, so I'll do that.", ()),
    ],
)
def test_a_plan_that_was_and_met_a_but_is_in_doubt(said: str, flags: tuple[str, ...]) -> None:
    segment = Segment("0", 0.0, 4.0, "Ann", said)
    claim = Claim("a1", "action", "Order the cake", Evidence(("0",), ""), "Ann")
    scene, guardrail = Scene((segment,), (claim,), ("Ann", "Bob")), Qualifier()
    if guardrail.triggers(claim, scene):
        repaired = guardrail.repair(claim, scene, guardrail.check(claim, scene), None)
        assert repaired is not None
        claim = repaired
    assert claim.flags == flags


def test_an_exception_that_is_cited_apart_is_put_back() -> None:
    said = ("I'll take no new horses till May.", "Good to know for the desk.", "Emergencies excepted.")
    assert shown("Take no new horses till May", *said, cites=3).endswith(", emergencies excepted")
