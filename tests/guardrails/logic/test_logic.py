from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.logic.problem import KINDS, OF_COUNTS, ProblemError
from guardrails.logic.reading import MAX_CHARS, problem_from_json
from guardrails.logic.result import TOLD, Result
from guardrails.logic.solver import Run, answer
from guardrails.logic.terms import decide
from tests.fakes.enumeration import enumerated


def in_child(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    done = subprocess.run(command, input=sent, stdout=subprocess.PIPE, timeout=limit_s, check=False)
    if done.returncode:
        raise OSError("it failed")
    return done.stdout


def day(name: str) -> dict[str, Any]:
    return {"name": name, "from": "2026-11-16", "to": "2026-11-27"}


def one_of(name: str, *values: str) -> dict[str, Any]:
    return {"name": name, "values": list(values)}


def must(kind: str, *things: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "things": list(things), "values": list(more.get("values", ()))}


def problem(things: list[Any], constraints: list[Any], *asked: str) -> str:
    return json.dumps({"things": things, "constraints": constraints, "asked": list(asked)})


SEATS = [one_of(name, "left", "middle", "right") for name in ("Ann", "Bob", "Cem")]
CASES = [
    (
        problem(
            [day("draft"), day("review")],
            [must("before", "draft", "review"), must("before", "review", "draft")],
        ),
        "1 and 2 cannot both hold (1: draft is before review; 2: review is before draft)",
    ),
    (
        problem(
            [day("A"), day("B"), one_of("chair", "Ann", "Bob")],
            [
                must("is", "chair", values=["Ann"]),
                must("at_most", "A", values=["2026-11-18"]),
                must("after", "A", "B"),
                must("at_least", "B", values=["2026-11-18"]),
            ],
        ),
        "2, 3 and 4 cannot all hold (2: A is by 2026-11-18; 3: A is after B; 4: B is not before 2026-11-18)",
    ),
    (
        problem(
            SEATS,
            [
                must("different", "Ann", "Bob", "Cem"),
                must("is_not", "Ann", values=["left"]),
                must("before", "Ann", "Bob"),
            ],
        ),
        "Ann is middle. Bob is right. Cem is left.",
    ),
    (
        problem(SEATS, [must("next_to", "Ann", "Bob"), must("is", "Bob", values=["left"])], "Ann"),
        "Ann is middle.",
    ),
    (
        problem(
            SEATS,
            [must("only_one_of", "Ann", "Bob", values=["left"]), must("is", "Ann", values=["left"])],
            "Bob",
        ),
        "Bob can be middle or right.",
    ),
    (
        problem(
            [{"name": "adults", "from": 0, "to": 30}, {"name": "children", "from": 0, "to": 30}],
            [
                must("sum_is", "adults", "children", values=[12]),
                must("at_least", "adults", values=[11]),
                must("at_least", "children", values=[1]),
            ],
        ),
        "adults is 11. children is 1.",
    ),
    (problem([day("A")], [], "A"), "A is left open."),
    (problem([day("A")], [must("is", "A", values=["2027-01-01"])]), "1 cannot hold (1: A is on 2027-01-01)"),
    (
        problem([day("A"), day("B")], [must("same", "A", "B"), must("is", "A", values=["2026-11-20"])], "B"),
        "B is 2026-11-20.",
    ),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_what_conditions_come_to_is_said_in_words(text: str, said: str) -> None:
    assert answer(text, in_child) == said


def _gone(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    raise FileNotFoundError("no such program")


def _late(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    raise TimeoutError


def _noise(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return b'{"core": "x"}'


def _unknown(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return b'{"unknown": "no z3 here"}'


@pytest.mark.parametrize("run", [_gone, _late, _noise, _unknown])
def test_without_z3_there_is_no_answer(run: Run) -> None:
    assert answer(CASES[0][0], run) is None


def test_the_child_bounds_its_own_time() -> None:
    """Fourteen pigeons in thirteen holes, told pair by pair, take Z3 longer than anybody waits."""
    pigeons = [{"name": f"n{n}", "from": 0, "to": 12} for n in range(14)]
    pairs = [must("different", f"n{n}", f"n{m}") for n in range(14) for m in range(n)]
    command = (sys.executable, "-P", "-m", "guardrails.logic.child", "0.2")
    said = in_child(command, problem(pigeons, pairs).encode(), 30.0)
    assert json.loads(said) == {"unknown": "not decided within 0.2 s"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "[" * 5_000,
        "{" * 5_000,
        '{"things": 3}',
        '{"things": [{"name": ""}]}',
        '{"things": [{"name": "a", "from": 1, "to": 0}]}',
        '{"things": [{"name": "a", "from": 1, "to": 1e400}]}',
        '{"things": [{"name": "a", "from": true, "to": 2}]}',
        '{"things": [{"name": "a", "from": "2026-02-30", "to": "2026-03-01"}]}',
        '{"things": [{"name": "a", "values": []}]}',
        '{"things": [{"name": "a", "values": [1]}]}',
        '{"things": [{"name": "a", "from": 1, "to": 2}, {"name": "a", "from": 1, "to": 2}]}',
        '{"things": [{"name": "a", "from": 1, "to": 2}], "asked": ["b"]}',
        problem([day("A")], [must("before", "A", "B")]),
        problem([day("A")], [must("before", "A", "A")]),
        problem([day("A")], [must("import os", "A")]),
        problem([day("A"), one_of("B", "x")], [must("before", "A", "B")]),
        problem([day("A")], [must("at_most", "A", values=[3])]),
        problem([day("A")], [must("at_most", "A", values=["tomorrow"])]),
        problem([day("A"), day("B")], [must("sum_is", "A", "B", values=[3])]),
        problem([day(str(n)) for n in range(41)], []),
        problem([day("A")], [must("at_most", "A", values=["2026-11-20"])] * 101),
        " " * MAX_CHARS + "{}",
    ],
)
def test_what_states_no_problem_is_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        problem_from_json(text)
    assert answer(text, None) is None


_THINGS: dict[str, dict[str, Any]] = {
    "p": day("p") | {"to": "2026-11-19"},
    "q": day("q") | {"to": "2026-11-19"},
    "r": day("r") | {"to": "2026-11-18"},
    "own": one_of("own", "Ann", "Bob"),
    "sub": one_of("sub", "Ann", "Bob"),
    "m": {"name": "m", "from": 0, "to": 3},
    "n": {"name": "n", "from": 0, "to": 3},
}
_GROUPS = (["p", "q", "r"], ["own", "sub"], ["m", "n"])


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, Any]:
    """A condition that fits the form, over the things above."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    group = ["m", "n"] if kind in OF_COUNTS - {"more_by"} else draw(st.sampled_from(_GROUPS))
    many, count, _ = KINDS[kind]
    things = draw(st.permutations(group))[: max(many.start, min(len(group), 2))]
    things = things[:1] if many.stop == 2 else things
    if not count:
        return must(kind, *things)
    if group[0] == "p" and kind not in OF_COUNTS:
        return must(
            kind, *things, values=[(date(2026, 11, 15) + timedelta(draw(st.integers(0, 5)))).isoformat()]
        )
    values = (
        st.sampled_from(["Ann", "Bob"]) if group[0] == "own" and kind not in OF_COUNTS else st.integers(0, 6)
    )
    return must(kind, *things, values=[draw(values)])


_dates = st.integers(16, 19)


@settings(deadline=None)  # the first one imports Z3
@given(st.lists(conditions(), max_size=8))
def test_z3_and_trying_agree(rows: list[dict[str, Any]]) -> None:
    stated = problem_from_json(problem(list(_THINGS.values()), rows))
    solved, tried = decide(stated, 10.0), enumerated(stated)
    assert solved is not None
    assert tried is not None
    assert bool(solved.cores) == bool(tried.cores)
    for place, numbers in tried.values.items():
        assert len(solved.values[place]) == len(numbers)
        if len(numbers) <= TOLD:
            assert solved.values[place] == numbers
    for result in (solved, tried):
        _is_minimal(rows, result)


def _is_minimal(rows: list[dict[str, Any]], result: Result) -> None:
    """The conditions of each core conflict, and without any one of them they do not."""
    for core in result.cores:
        for left_out in [None, *core]:
            kept = [rows[place] for place in core if place != left_out]
            found = enumerated(problem_from_json(problem(list(_THINGS.values()), kept)))
            assert found is not None
            assert bool(found.cores) == (left_out is None)
