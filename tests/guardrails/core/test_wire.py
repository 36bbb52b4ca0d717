"""What goes over the pipe to the checks arrives as it was sent, and nothing else is taken for it."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.guardrail import Context
from guardrails.core.runner import run_guardrails
from guardrails.core.step import Step
from guardrails.core.types import Claim, Evidence, Segment, Verdict
from guardrails.core.wire import claim_from_json, context_from_json, context_to_json, step_from_json
from tests.fakes.guardrails import FINE, WRONG, ToldGuardrail

WORDS = st.text(max_size=20)
SECONDS = st.none() | st.floats(0, 10_000)
SEGMENTS = st.builds(Segment, WORDS, SECONDS, SECONDS, st.none() | WORDS, WORDS, st.none() | st.floats(0, 1))
EVIDENCE = st.builds(Evidence, st.lists(WORDS, max_size=3).map(tuple), WORDS)
CLAIMS = st.builds(
    Claim,
    id=WORDS,
    kind=st.sampled_from(["action", "decision", "question", "number", "summary"]),
    text=WORDS,
    evidence=EVIDENCE,
    owner=st.none() | WORDS,
    due_phrase=st.none() | WORDS,
    flags=st.lists(WORDS, max_size=3).map(tuple),
    confidence=st.floats(0, 1),
)
SCENES = st.builds(
    Context,
    st.lists(SEGMENTS, max_size=4).map(tuple),
    st.lists(CLAIMS, max_size=4).map(tuple),
    st.lists(WORDS, max_size=3).map(tuple),
    st.none() | st.dates(),
)
VERDICTS = st.builds(Verdict, st.sampled_from(["verified", "unverified"]), WORDS)
STEPS = st.builds(
    Step, CLAIMS, st.none() | VERDICTS, st.none() | WORDS, st.booleans(), st.integers(0), st.floats(0, 10_000)
)


@given(SCENES)
def test_a_context_arrives_as_it_was_sent(context: Context) -> None:
    assert context_from_json(json.loads(json.dumps(context_to_json(context)))) == context


@given(STEPS)
def test_a_step_arrives_as_it_was_taken(step: Step) -> None:
    assert step_from_json(json.loads(json.dumps(asdict(step)))) == step


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from(["id", "kind", "text", "evidence", "flags", "x"]), ANYTHING))
def test_what_is_no_claim_is_refused_in_one_of_three_ways(data: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        claim_from_json(data)


@given(
    st.lists(
        st.tuples(
            CLAIMS, st.lists(st.sampled_from(["fine", "wrong", "mended", "lost", ""]), min_size=3, max_size=3)
        )
    )
)
def test_whatever_guardrails_do_every_claim_comes_back_in_its_place(
    cases: list[tuple[Claim, list[str]]],
) -> None:
    """Told by the places of guardrail and claim what becomes of it."""

    def take(guardrail: int, claim: int, context: Context, *, limit_s: float, repairs: bool) -> Step | None:
        now = context.claims[claim]
        match cases[claim][1][guardrail]:
            case "":
                return None
            case "lost":
                return Step(now, None, "it failed")
            case "mended" if repairs:
                return Step(Claim(now.id, now.kind, "mended", now.evidence), FINE)
            case "wrong":
                return Step(now, WRONG)
        return Step(now, FINE)

    guardrails = tuple(ToldGuardrail(name) for name in "abc")
    checked = run_guardrails(guardrails, Context((), tuple(claim for claim, _ in cases)), take)
    assert [judged.claim.id for judged in checked.claims] == [claim.id for claim, _ in cases]
    for judged, (claim, fates) in zip(checked.claims, cases, strict=True):
        assert (judged.claim != claim) <= ("mended" in fates)
        vouched = {"fine", "mended"} & {*fates} or (claim.kind == "summary" and "wrong" not in fates)
        assert (judged.outcome == "verified") == (bool(vouched) and "wrong" not in fates)
