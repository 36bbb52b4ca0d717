"""A text is written again only where it fails, once; then code cuts, and nothing is invented."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.constraint.refine import Refined, refine
from guardrails.constraint.typed import requirements_in
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer

BULLETS = "- Ann sends the very long report to the legal department\n- Bob calls\n- Carla pays"


def typed(
    text: str, wanted: str, write: Callable[[str], list[str]] | None = None
) -> tuple[Refined, list[str]]:
    """`text` refined to what was typed, and the questions that were asked."""
    asked: list[str] = []

    def rewrite(question: str, schema: Mapping[str, Any]) -> Answer:
        asked.append(question)
        assert write is not None
        return Answer(json.dumps({"parts": write(question)}), tokens=7)

    return refine(text, requirements_in(wanted).requirements, rewrite if write else None), asked


@pytest.mark.parametrize(
    ("wanted", "text", "becomes"),
    [
        ("no commas", "Yes, we pay 1,000 euros, today.", "Yes we pay 1,000 euros today."),
        ("no exclamation marks", "Done!! Good!", "Done. Good."),
        ("no emojis", "Done 🎉", "Done"),
        (
            "at most 2 bullets",
            BULLETS,
            "- Ann sends the very long report to the legal department\n- Bob calls",
        ),
        ("at most one sentence", "We agreed. We paid.", "We agreed."),
        ("at most one paragraph", "One.\n\nTwo.", "One."),
        ("at most 5 words", "We agreed on it. We paid the bill.", "We agreed on it."),
    ],
)
def test_code_alone_mends_what_it_can(wanted: str, text: str, becomes: str) -> None:
    refined, _ = typed(text, wanted)
    assert refined.text == becomes
    assert refined.failed == ()
    assert refined.tokens == 0


@pytest.mark.parametrize(
    "text",
    [
        "Pay the bill unless legal objects",
        "Ann sends the report but not to Bob",
        "Call everybody except Carla there",
    ],
)
def test_a_condition_is_never_cut_off(text: str) -> None:
    refined, _ = typed(text, "at most 3 words")
    assert refined.text == text
    assert [str(one) for one, _ in refined.failed] == ["at most 3 words"]


def test_a_sentence_that_cannot_be_cut_stays_whole_and_what_follows_goes() -> None:
    refined, _ = typed(
        "Pay the bill unless legal objects. Except Leila everybody came. It rained.", "at most 3 words"
    )
    assert refined.text == "Pay the bill unless legal objects."
    quoting, _ = typed(
        'Tom said: "The tins are cheaper, but they look bad". It was decided.', "at most 6 words"
    )
    assert quoting.text == 'Tom said: "The tins are cheaper, but they look bad".'


def test_only_the_failing_bullet_goes_back_with_its_failure_named() -> None:
    refined, asked = typed(BULLETS, "each bullet at most 4 words", lambda _: ["Ann sends the report"])
    assert refined.text == "- Ann sends the report\n- Bob calls\n- Carla pays"
    assert refined.failed == ()
    assert refined.tokens == 7
    [question] = asked
    assert "bullet 1 has 10 words; required: at most 4" in question
    assert "Bob calls" not in question


def test_a_text_that_keeps_everything_asks_nothing() -> None:
    refined, asked = typed(BULLETS, "at most 3 bullets", lambda _: ["x"])
    assert (refined.text, asked) == (BULLETS, [])


def test_what_the_model_makes_worse_is_thrown_away() -> None:
    refined, asked = typed("We paid the bill.", "at least 9 words, no commas", lambda _: ["a, b"])
    assert refined.text == "We paid the bill."
    assert len(asked) == 1
    assert [str(one) for one, _ in refined.failed] == ["at least 9 words"]


@pytest.mark.parametrize("answer", ["no json", "[]", '{"parts": []}', '{"parts": [3]}', '{"parts": [""]}'])
def test_an_answer_that_is_none_changes_nothing(answer: str) -> None:
    def rewrite(question: str, schema: Mapping[str, Any]) -> Answer:
        return Answer(answer)

    wanted = requirements_in("at least 9 words").requirements
    assert refine("We paid.", wanted, rewrite).text == "We paid."


@pytest.mark.parametrize("failure", [NoAnswerError("no room in its context"), ValueError("no grammar")])
def test_a_model_without_an_answer_changes_nothing(failure: Exception) -> None:
    def rewrite(question: str, schema: Mapping[str, Any]) -> Answer:
        raise failure

    wanted = requirements_in("at most one sentence").requirements
    assert refine("We paid. We left.", wanted, rewrite).text == "We paid."


def test_what_is_raised_to_end_the_work_ends_it() -> None:
    def rewrite(question: str, schema: Mapping[str, Any]) -> Answer:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        refine("We paid. We left.", requirements_in("at most one sentence").requirements, rewrite)


def test_no_question_is_put_for_what_code_mends_without_losing_a_word() -> None:
    refined, asked = typed("We paid, at last!", "no exclamation marks", lambda _: ["x"])
    assert (refined.text, asked) == ("We paid, at last.", [])


def test_what_an_unusable_answer_cost_is_counted() -> None:
    refined, _ = typed("We paid. We left.", "at least 9 words", lambda _: [])
    assert (refined.text, refined.tokens) == ("We paid. We left.", 7)


@given(
    st.text(alphabet=st.sampled_from("ab .,!?\n-*not "), max_size=120),
    st.sampled_from(
        [
            "at most 3 words",
            "at most 2 sentences",
            "at most 1 bullet",
            "no commas",
            "each line at most 4 words",
        ]
    ),
)
def test_without_a_model_no_word_is_added_and_twice_is_once(text: str, wanted: str) -> None:
    refined, _ = typed(text, wanted)
    assert set(re.findall(r"\w+", refined.text)) <= set(re.findall(r"\w+", text))
    assert typed(refined.text, wanted)[0].text == refined.text
