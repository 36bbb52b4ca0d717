"""The same task under two names is one; two tasks for one thing are two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.duplicate import Duplicate
from guardrails.duplicate_task import same_task
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence, Segment

SEGMENT = Segment("s1", None, None, "Ann", "I'll phone the caterer about the menu.")


def is_listed_once(one: str, other: str, owner: str = "Ann", due: str | None = None) -> bool:
    first = Claim("a1", "action", one, Evidence(("s1",), ""), "Ann", None)
    second = Claim("a2", "action", other, Evidence(("s1",), ""), owner, due)
    scene = Scene((SEGMENT,), (first, second), ("Ann", "Bob"))
    return any(Duplicate().check(claim, scene).outcome == "unverified" for claim in scene.claims)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Phone the caterer", "Ring the catering people"),
        ("Get the stamps", "Buy the stamps"),
        ("Let the parents know about the trip", "Inform the parents about the trip"),
        ("Look at the boiler", "Check the boiler"),
        (
            "Email the architect about the window lintels",
            "Tell the architect about the lintels of the windows",
        ),
        ("Give the printer a ring", "Call the printer"),
        ("Get the gate fixed", "Repair the gate"),
    ],
)
def test_a_task_under_another_name_is_listed_once(one: str, other: str) -> None:
    assert is_listed_once(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Phone the caterer", "Phone the printer"),
        ("Order the chairs", "Pay for the chairs"),
        ("Check the boiler", "Fix the boiler"),
        ("Call the mayor", "Meet the mayor"),
        ("Call the teacher", "Collect the teaching materials"),
        ("Phone the catering people", "Phone the hotel people"),
        ("Buy the stamps", "Do not get the stamps"),
    ],
)
def test_two_tasks_for_one_thing_stay_two(one: str, other: str) -> None:
    assert not is_listed_once(one, other)


def test_the_same_task_of_two_people_stays_two() -> None:
    assert not is_listed_once("Phone the caterer", "Ring the catering people", owner="Bob")


@given(st.text(max_size=60), st.text(max_size=60))
def test_it_is_the_same_task_from_both_sides(one: str, other: str) -> None:
    assert same_task(one, other) == same_task(other, one)
