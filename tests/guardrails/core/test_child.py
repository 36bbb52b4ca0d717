"""Both ends of the pipe to the checks, whatever comes through it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import asdict, replace

from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.child import Served
from guardrails.core.guardrail import Context
from guardrails.core.isolated import Child, ChildGoneError, Isolated
from guardrails.core.runner import Local, run_guardrails
from guardrails.core.step import take_step
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.core.wire import Json, context_to_json, step_from_json
from tests.fakes.guardrails import POISON, ToldGuardrail

SEGMENTS = (Segment("s1", 0.0, 4.0, "Ann", "I'll send the lease by Friday."),)
TEXTS = st.sampled_from(["send the lease", POISON, "pay the rent", ""])
DRAFTS = st.lists(TEXTS, min_size=1, max_size=4)


def claims(texts: list[str]) -> tuple[Claim, ...]:
    return tuple(
        Claim(f"a{n}", "action", text, Evidence(("s1",), ""), "Ann") for n, text in enumerate(texts, 1)
    )


def guardrails() -> tuple[ToldGuardrail, ...]:
    return (ToldGuardrail("one"), ToldGuardrail("two", mends=lambda c, s, a: replace(c, text="mended")))


def replies(requests: list[Json]) -> list[Json]:
    out = io.StringIO()
    Served(guardrails(), io.StringIO("".join(json.dumps(r) + "\n" for r in requests)), out).run()
    return [json.loads(line) for line in out.getvalue().splitlines()]


@given(DRAFTS, st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), TEXTS, st.booleans()), max_size=6))
def test_the_child_takes_each_step_on_the_claims_as_they_were_last_told(
    texts: list[str], steps: list[tuple[int, int, str, bool]]
) -> None:
    """Claims change between steps; what comes back is what the same step gives here."""
    context = Context(SEGMENTS, claims(texts), ("Ann",))
    requests: list[Json] = [{"context": context_to_json(context)}]
    wanted = []
    for guardrail, place, text, repairs in steps:
        number = place % len(texts)
        changed = replace(context.claims[number], text=text)
        context = context.with_claims((*context.claims[:number], changed, *context.claims[number + 1 :]))
        requests.append({"claims": [asdict(claim) for claim in context.claims], "offered": []})
        requests.append({"step": [guardrail, number, 1e9, repairs, False]})
        wanted.append(
            take_step(
                guardrails()[guardrail],
                changed,
                context,
                ask=None,
                clock=lambda: 0.0,
                limit_s=1.0,
                repairs=repairs,
            )
        )
    ready, *answers = replies(requests)
    assert ready == {"ready": True}
    got = [step_from_json(answer["step"]) if answer["step"] else None for answer in answers]
    assert [step and (step.claim, step.verdict) for step in got] == [
        step and (step.claim, step.verdict) for step in wanted
    ]


class Babbling:
    """A child that writes whatever it likes, and ends when it has nothing more to say."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        self._is_ready = False

    def send(self, line: bytes) -> None:
        json.loads(line)

    def receive(self, timeout_s: float) -> bytes | None:
        if not self._is_ready:
            self._is_ready = True
            return b"{}"
        line = next(self._lines, None)
        if line is None:
            raise ChildGoneError("its process ended (exit code 1)")
        return line

    def kill(self) -> None:
        pass


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["step", "ask", "claim", "verdict", "evidence", "question"]), inner, max_size=4
        )
    ),
    max_leaves=12,
).map(lambda value: json.dumps(value).encode())


@given(DRAFTS, st.lists(st.binary(max_size=40) | ANY_JSON, max_size=12))
def test_whatever_a_child_writes_no_claim_is_lost_or_changed(texts: list[str], lines: list[bytes]) -> None:
    waiting = iter(lines)

    def start() -> Child:
        return Babbling(waiting)

    drafted = claims(texts)
    isolated = Isolated(start, lambda: 0.0)
    isolated.begin(Local(guardrails(), None, lambda: 0.0), None)
    checked = run_guardrails(guardrails(), Context(SEGMENTS, drafted, ("Ann",)), isolated)
    assert [judged.claim for judged in checked.claims] == list(drafted)
