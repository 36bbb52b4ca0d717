"""What the solver's process answers: one result for one problem, whatever it is given."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.logic.child import answer
from guardrails.logic.reading import MAX_CHARS

NAMES = ("a", "b", "c")
LAST = 3
ORDERS = st.lists(
    st.tuples(st.sampled_from(["before", "same"]), st.permutations(NAMES).map(lambda names: names[:2])),
    max_size=4,
)


def problem(orders: list[tuple[str, list[str]]]) -> str:
    things = [{"name": name, "from": 0, "to": LAST} for name in NAMES]
    constraints = [{"kind": kind, "things": names, "values": []} for kind, names in orders]
    return json.dumps({"things": things, "constraints": constraints, "asked": list(NAMES)})


def possible(orders: list[tuple[str, list[str]]]) -> list[tuple[int, ...]]:
    """All ways to place the three so that every order holds."""

    def holds(places: tuple[int, ...], kind: str, names: list[str]) -> bool:
        one, other = (places[NAMES.index(name)] for name in names)
        return one < other if kind == "before" else one == other

    every = product(range(LAST + 1), repeat=len(NAMES))
    return [places for places in every if all(holds(places, *order) for order in orders)]


@settings(deadline=None, max_examples=60)  # Z3 is imported by the first one
@given(ORDERS)
def test_orders_are_decided_as_trying_all_of_them_does(orders: list[tuple[str, list[str]]]) -> None:
    found, ways = answer(problem(orders), 5.0), possible(orders)
    assert set(found) == ({"values"} if ways else {"cores"})
    for place in range(len(NAMES)) if ways else ():
        assert set(found["values"][place]) == {way[place] for way in ways}
    for core in found.get("cores", ()):
        assert not possible([orders[number] for number in core])
        assert all(possible([orders[n] for n in core if n != left_out]) for left_out in core)


@settings(deadline=None)
@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda raw: raw.decode("latin-1")))
def test_what_is_no_problem_has_a_reason_for_an_answer(text: str) -> None:
    found = answer(text, 1.0)
    assert set(found) == {"unknown"}
    assert found["unknown"]


@pytest.mark.parametrize("text", ["", "{", "[" * 20_000, "x" * (MAX_CHARS + 10), '{"things": 3}'])
def test_the_process_answers_in_one_line_of_json_and_ends_well(text: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "guardrails.logic.child", "1.0"],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == {"unknown"}


def test_the_process_solves_what_can_be_solved() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "guardrails.logic.child", "5.0"],
        input=problem([("before", ["a", "b"]), ("before", ["b", "c"])]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout) == {"values": {"0": [0, 1], "1": [1, 2], "2": [2, 3]}}
