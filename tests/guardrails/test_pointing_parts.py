"""The parts that tell what words point at, each alone: products, doers, dates and dropped plans."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic_products import product_of
from guardrails.clauses import clauses_of
from guardrails.evidence_dating import dated
from guardrails.evidence_duty import doers, does_it, has_duty, without_voices
from guardrails.evidence_passage import passage_of
from guardrails.figures_said import said_in
from guardrails.guardrail import Scene
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.english.planning import DEPENDING, PLANNED
from guardrails.qualifiers.meant import begins_at, means_another
from guardrails.support import MeetingWords
from guardrails.types import Claim, Evidence, Segment

NAMES = st.sampled_from(["Raj", "Theo", "Bob"])


def scene_of(*lines: tuple[str | None, str]) -> Scene:
    segments = tuple(Segment(f"s{n}", None, None, who, text) for n, (who, text) in enumerate(lines))
    return Scene(segments, people=("Ann", "Raj", "Theo", "Bob"))


def action(text: str, *ids: str, due: str | None = None) -> Claim:
    return Claim("a1", "action", text, Evidence(ids or ("s0",), ""), due_phrase=due)


@given(st.integers(2, 90), st.integers(2, 900))
def test_a_product_is_computed_from_its_two_factors(count: int, price: int) -> None:
    text = f"{count} sacks at {price} euros cost {count * price + 1} euros"
    *listed, result = said_in(text)
    assert [reading.value for reading in product_of(result, listed)] == [count * price]


@given(st.integers(2, 90), st.integers(2, 900))
def test_two_figures_side_by_side_are_no_product(count: int, price: int) -> None:
    *listed, result = said_in(f"{count} sacks and {price} euros for the 700 guests")
    assert product_of(result, listed) == ()


@given(NAMES, st.sampled_from(["do the talk", "carry the boxes", "fix the fence"]))
def test_the_present_tense_gives_work_to_who_is_named(name: str, task: str) -> None:
    verb = {"do": "does", "carry": "carries", "fix": "fixes"}[task.split()[0]]
    rest = task.partition(" ")[2]
    assert does_it(name, task, f"So {name} {verb} {rest}.")
    assert doers(["Ann", name], task, f"So {name} {verb} {rest}.") == [name]
    assert not does_it(name, task, f"We go on if {name} {verb} {rest}.")
    assert not does_it(name, task, f"{name} {verb} {rest}?")
    assert has_duty(name, task, f"I'll call them and {name} will {task}.")
    assert not has_duty(name, task, f"I'll {task} for {name}.")


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_sentence_names_a_doer_or_none(sentence: str, name: str, task: str) -> None:
    assert not does_it(name, task, sentence) or not sentence.rstrip().endswith("?")


def test_the_name_behind_me_is_no_word_that_has_to_be_said() -> None:
    scene = scene_of(("Ann", "Bob, please send me the plan."))
    assert without_voices(action("Send Ann the plan"), scene).text == "Send the plan"
    kept = action("Send Theo the plan")
    assert without_voices(kept, scene) is kept


@pytest.mark.parametrize(
    ("said", "due", "left"),
    [
        ("I'll send the plan by Friday.", "by Friday", "by Friday"),
        ("I'll send the plan by Friday.", "by Monday", "by Friday"),
        ("I'll send the plan.", "by Monday", None),
    ],
)
def test_a_due_phrase_that_was_not_said_gives_way_to_the_one_that_was(
    said: str, due: str, left: str | None
) -> None:
    scene = scene_of(("Ann", said))
    claim = action("Send the plan", due=due)
    assert dated(claim, passage_of(claim, scene, MeetingWords(scene.segments)), scene).due_phrase == left


@pytest.mark.parametrize(
    ("between", "another"),
    [
        ("I'd wanted to order the blue novels, but skip it.", True),
        ("We were planning to repaint the cellar. Actually, drop that.", True),
        ("Actually, drop that.", False),
        ("I'd wanted to send the lease to them, but skip it.", False),
    ],
)
def test_what_is_dropped_is_the_plan_that_was_told_last(between: str, another: bool) -> None:
    scene = scene_of(("Ann", "I'll send the lease tomorrow."), ("Ann", between))
    claim = action("Send the lease")
    found = [
        (clause, match)
        for clause in clauses_of(between, ENGLISH.opening)
        for match in ENGLISH.taken_back.found(clause.line)
    ]
    assert found
    clause, match = found[-1]
    assert means_another(claim, 1, begins_at(clause, match), scene, ENGLISH) is another


def test_a_plan_and_a_condition_are_known_by_how_they_begin() -> None:
    assert PLANNED.search("we were going to paint it")
    assert not PLANNED.search("the paint is blue")
    assert DEPENDING.match("if it rains we drop that")
    assert not DEPENDING.match("if possible we drop that")


def test_a_claim_without_evidence_has_no_plan_before_it() -> None:
    scene = scene_of(("Ann", "Drop that."))
    claim = replace(action("Send the lease"), evidence=Evidence((), ""))
    assert not means_another(claim, 0, 0, scene, ENGLISH)
