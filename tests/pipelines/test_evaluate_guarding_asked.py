"""What an answer is held against its question: a puzzle, a count."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer
from guardrails.core.types import Claim
from pipelines.evaluate.mtbench.guarding import guarded

PUZZLE = (
    "Ann, Bob and Cem live in a red, a green and a blue house. Ann's house is not red and not blue. "
    "Bob's must be different from red. Whose house is red?"
)
HOUSES = ["red", "green", "blue"]
STATED = {
    "things": [{"name": name, "values": HOUSES} for name in ("Ann", "Bob", "Cem")],
    "constraints": [
        {"kind": "different", "things": ["Ann", "Bob", "Cem"], "values": []},
        {"kind": "is_not", "things": ["Ann"], "values": ["red"]},
        {"kind": "is_not", "things": ["Ann"], "values": ["blue"]},
        {"kind": "is_not", "things": ["Bob"], "values": ["red"]},
    ],
    "asked": ["Ann"],
}
AGES = "Ann is three years older than Bob, and together they are exactly 27. How old is Ann?"
STATED_AGES = {
    "things": [{"name": name, "from": 1, "to": 99} for name in ("Ann", "Bob")],
    "constraints": [
        {"kind": "more_by", "things": ["Ann", "Bob"], "values": [3]},
        {"kind": "sum_is", "things": ["Ann", "Bob"], "values": [27]},
    ],
    "asked": ["Ann"],
}


class Model:
    """States `stated` when asked for conditions, and writes `again` when asked for another answer."""

    def __init__(self, stated: Any, again: str | None = None) -> None:
        self.stated, self.again = stated, again
        self.asked: list[str] = []

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        self.asked.append(question)
        answer = {"answer": self.again} if "A program worked out" in question else self.stated
        if answer is None or (self.again is None and answer is not self.stated):
            raise NoAnswerError("nothing")
        return Answer(json.dumps(answer), 50)


@pytest.mark.parametrize(
    ("asked", "stated", "wrong", "right"),
    [
        (PUZZLE, STATED, "Ann cannot be in the red one. So Ann lives in the blue house.", "Ann's is green."),
        # The reasoning has it, the last sentence says another.
        (AGES, STATED_AGES, "27 minus 3 is 24, and half is 12. 12 + 3 = 15. So Ann is 16.", "Ann is 15."),
        (AGES, STATED_AGES, "Ann must be twelve.", "Ann is 15 years old."),
    ],
)
def test_an_answer_that_commits_to_another_result_is_written_again(
    asked: str, stated: Any, wrong: str, right: str
) -> None:
    text, tape = guarded(asked, wrong, Model(stated, right))
    assert text == right
    [entry] = [entry for entry in tape if entry.guardrail == "logic"]
    assert (entry.verdict, entry.before, entry.after, entry.tokens) == ("verified", wrong, right, 100)


@pytest.mark.parametrize(
    ("asked", "stated", "right"),
    [
        (PUZZLE, STATED, "Ann's is green."),
        (PUZZLE, STATED, "Green is Ann's house. The red one is left for Cem, because Bob cannot have it."),
        (AGES, STATED_AGES, "Ann is 15 and Bob is 12."),
        (AGES, STATED_AGES, "Ann is fifteen.\n\nBob is 12, and 12 + 15 = 27."),
        (AGES, STATED_AGES, "Let b be Bob's age. b + b + 3 = 27, so b = 12 and Ann is 15."),
    ],
)
def test_a_right_answer_to_a_puzzle_is_left_as_it_is(asked: str, stated: Any, right: str) -> None:
    model = Model(stated, "Something else.")
    assert guarded(asked, right, model)[0] == right
    assert len(model.asked) == 1, "only the conditions were asked for"


@pytest.mark.parametrize("again", [None, "Bob is 12.", ""])
def test_a_model_that_does_not_write_the_result_changes_nothing(again: str | None) -> None:
    wrong = "Ann must be sixteen."
    text, tape = guarded(AGES, wrong, Model(STATED_AGES, again))
    assert text == wrong
    assert [entry.verdict for entry in tape if entry.guardrail == "logic"] == ["unverified"]


@pytest.mark.parametrize("stated", [None, "no conditions", {"things": [], "constraints": [], "asked": []}])
def test_conditions_that_nobody_could_state_change_nothing(stated: Any) -> None:
    assert guarded(AGES, "Ann must be sixteen.", Model(stated, "Ann is 15."))[0] == "Ann must be sixteen."


def test_places_in_a_row_are_told_in_too_many_ways_to_be_held_against_an_answer() -> None:
    asked = "Ann finished before Bob, and Cem after Bob. Who came first?"
    stated = {
        "things": [{"name": name, "from": 1, "to": 3} for name in ("Ann", "Bob", "Cem")],
        "constraints": [
            {"kind": "before", "things": ["Ann", "Bob"], "values": []},
            {"kind": "after", "things": ["Cem", "Bob"], "values": []},
        ],
        "asked": ["Ann"],
    }
    answer = "It was Ann who came in first, then Bob, then Cem."
    assert guarded(asked, answer, Model(stated, "Ann is 1."))[0] == answer


@pytest.mark.parametrize(
    ("asked", "answer", "marked"),
    [
        ("In how many ways can five guests sit?", "There are 120 ways to seat them.", True),
        ("Name some primes.", "The first prime numbers are 2, 3, 5, 7 and 9.", True),
        ("Why are there 120 ways to seat five guests?", "There are 120 ways to seat them: 5 x 24.", False),
        ("What can we do?", "There are three ways to do it.", False),
    ],
)
def test_a_count_that_nobody_can_compute_is_marked_on_the_tape_and_stays(
    asked: str, answer: str, marked: bool
) -> None:
    text, tape = guarded(asked, answer, None)
    assert text == answer
    assert any("check it by hand" in entry.reason for entry in tape) == marked
