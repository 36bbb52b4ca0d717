"""Where the rules doubt, a model may clear a claim, by words that were said."""

from __future__ import annotations

import json

import pytest

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.qualifier import Qualifier
from guardrails.qualifier.verifying import SCHEMA
from tests.fakes.guardrails import AnsweringModel

GUARD = Qualifier()
CLAIM = Claim("a1", "action", "Send the contract to the printer", Evidence(("0",), ""), owner="Ann")


def repaired(said: str, model: AnsweringModel) -> Claim | None:
    """What becomes of the claim, said so by Ann and answered by Bob."""
    segments = (
        Segment("0", 0.0, 4.0, "Ann", said),
        Segment("1", 4.0, 8.0, "Bob", "Yes, that is settled now."),
    )
    context = Context(segments, (CLAIM,), ("Ann", "Bob"))
    verdict = GUARD.check(CLAIM, context)
    assert verdict.outcome == "unverified"
    better = GUARD.repair(CLAIM, context, verdict, model)
    assert better is None or GUARD.check(better, context).outcome == "verified"
    return better


DOUBT = "Maybe I'll send the contract to the printer."


def test_a_model_clears_a_doubt_by_words_that_were_said() -> None:
    model = AnsweringModel(json.dumps({"quote": "that is settled now", "answer": "settled"}))
    better = repaired(DOUBT, model)
    assert better is not None
    assert better.flags == ("qualifier-cleared",)
    assert "Maybe" in model.questions[0]
    assert CLAIM.text in model.questions[0]


def test_the_proof_is_written_before_the_answer() -> None:
    assert list(SCHEMA["properties"]) == SCHEMA["required"] == ["quote", "answer"]


def test_what_clears_a_doubt_takes_no_condition_away() -> None:
    model = AnsweringModel(json.dumps({"quote": "that is settled now", "answer": "settled"}))
    better = repaired("Maybe I'll send the contract to the printer unless legal objects.", model)
    assert better is not None
    assert better.flags == ("conditional", "qualifier-cleared")


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps({"quote": "Maybe I'll send", "answer": "refused"}),
        json.dumps({"quote": "that is settled now", "answer": "open"}),
        json.dumps({"quote": "that is settled now", "answer": "yes"}),
        json.dumps({"quote": "everybody agreed on it", "answer": "settled"}),
        json.dumps({"quote": "", "answer": "settled"}),
        json.dumps(["settled"]),
        "settled",
        "",
        NoAnswerError("the model is not there"),
    ],
)
def test_whatever_else_a_model_says_leaves_the_doubt(answer: str | Exception) -> None:
    better = repaired(DOUBT, AnsweringModel(answer))
    assert better is not None
    assert better.flags == ("hedged",)


def test_a_model_is_not_asked_about_what_is_plain() -> None:
    model = AnsweringModel(json.dumps({"quote": "I won't send the contract", "answer": "settled"}))
    assert repaired("I won't send the contract to the printer.", model) is None
    assert model.questions == []
