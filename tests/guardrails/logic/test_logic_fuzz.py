"""No text makes the reader of problems, or the building of their terms, crash, hang or grow."""

from __future__ import annotations

import json
import random
import resource
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.logic.problem import KINDS, ProblemError
from guardrails.logic.reading import problem_from_json

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "from", "to", "values", "kind", "things"]), inner, max_size=5
        )
    ),
    max_leaves=20,
)


@given(st.fixed_dictionaries({}, optional={"things": _JSON, "constraints": _JSON, "asked": _JSON}))
def test_any_json_is_a_problem_or_is_refused(row: dict[str, Any]) -> None:
    with suppress(ProblemError):
        problem_from_json(json.dumps(row))


@given(st.text(max_size=300))
def test_any_text_is_a_problem_or_is_refused(text: str) -> None:
    with suppress(ProblemError):
        problem_from_json(text)


def _row(chance: random.Random) -> dict[str, Any]:
    """Something like a problem, right or wrong in each of its parts."""
    names = [f"n{n}" for n in range(chance.randrange(1, 9))]
    shapes: list[dict[str, Any]] = [
        {"from": 0, "to": 9},
        {"from": "2026-11-16", "to": "2026-12-16"},
        {"values": ["Ann", "Bob", "Cem"]},
    ]
    alike = chance.choice(shapes)
    things = [{"name": name, **(alike if chance.random() < 0.9 else chance.choice(shapes))} for name in names]
    values = [0, 5, 10**9, -1, "Ann", "2026-11-20", "9999-12-31", "", None, 1e300, [], True]
    constraints = [
        {
            "kind": chance.choice([*KINDS, "xor"]),
            "things": chance.choices(names, k=chance.randrange(1, 4)),
            "values": chance.choices(values, k=chance.choice((0, 1, 1, 3))),
        }
        for _ in range(chance.randrange(4))
    ]
    return {"things": things, "constraints": constraints}


@pytest.mark.soak
def test_no_bytes_crash_the_builder_or_hold_it_up(
    count: Callable[[int, int], int], chance: random.Random, figure: Callable[[str], None]
) -> None:
    """Random bytes, broken and half-right problems read, and Z3 terms built for those that are right"""
    import z3

    from guardrails.logic.terms import build

    tries = count(3_000, 100_000)
    built, longest_s = 0, 0.0
    build(z3, problem_from_json('{"things": [{"name": "a", "from": 0, "to": 1}]}'))  # loads the library
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    for turn in range(tries):
        text = json.dumps(_row(chance))
        if turn % 4 == 1:
            text = chance.randbytes(chance.randrange(1_500)).decode("utf-8", "replace")
        elif turn % 4 == 2:
            cut = chance.randrange(len(text))
            text = text[:cut] + chance.choice('[]{}",:0-e\\\x00') * chance.randrange(4) + text[cut + 1 :]
        for _ in range(2):  # a slow input is slow twice; a pass of the garbage collector is not
            started_s = process_time()
            with suppress(ProblemError):
                build(z3, problem_from_json(text))
                built += 1
            took_s = process_time() - started_s
            if took_s < 0.1:
                break
        longest_s = max(longest_s, took_s)
    peak_mb = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) / 1024
    figure(
        f"{tries:,} inputs, terms were built for {built:,}, the rest were refused; longest "
        f"{1000 * longest_s:.0f} ms, peak {peak_mb:.1f} MB, process grown by {grown_mb:.0f} MB"
    )
    assert built
    assert longest_s < 0.1
    assert peak_mb < 50
    assert grown_mb < 50
