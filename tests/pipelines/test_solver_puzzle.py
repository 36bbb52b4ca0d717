from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.core.errors import NoAnswerError
from guardrails.logic.problem import KINDS
from pipelines.llm.grammar import grammar_of, schema_json
from pipelines.solver_puzzle import PUZZLE_SCHEMA, solve_puzzle, states_conditions


class Says:
    """A model that gives one answer after the other, under the grammar; None is no answer."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.questions: list[str] = []

    def __call__(self, question: str, schema: Mapping[str, Any]) -> str:
        self.questions.append(question)
        answer = self.answers.pop(0)
        if answer is None:
            raise NoAnswerError("no answer")
        return answer if isinstance(answer, str) else json.dumps(answer)


def row(things: Any, *constraints: tuple[str, Any, Any], asked: tuple[str, ...] = ()) -> dict[str, Any]:
    """`things`: names with their values or with the first and the last number or day."""
    named = [
        {"name": name, "values": list(of)}
        if isinstance(of, list)
        else {"name": name, "from": of[0], "to": of[1]}
        for name, of in things.items()
    ]
    stated = [
        {"kind": kind, "things": list(about), "values": list(values)} for kind, about, values in constraints
    ]
    return {"things": named, "constraints": stated, "asked": list(asked)}


def places(many: int, *names: str) -> dict[str, tuple[int, int]]:
    return dict.fromkeys(names, (1, many))


ABC = ("Ann", "Bob", "Cem")
ABCD = (*ABC, "Dev")
SEATS, COLOURS = ["window", "aisle"], ["red", "green", "blue"]
WEEK = ("2026-11-16", "2026-11-20")
PUZZLES = [
    # Orders
    ("Ann finished before Bob, and Cem after Bob. Who came first?",
     row(places(3, *ABC), ("before", ("Ann", "Bob"), ()), ("after", ("Cem", "Bob"), ()), asked=("Ann",)),
     "Ann is 1."),
    ("Ann speaks before Bob but not first; Cem speaks too. What is the order?",
     row(places(3, *ABC), ("different", ABC, ()), ("before", ("Ann", "Bob"), ()), ("is_not", ("Ann",), (1,))),
     "Ann is 2. Bob is 3. Cem is 1."),
    ("Four talks: Ann's is two places after Bob's, Cem's is last and not next to Dev's. When is Dev's?",
     row(places(4, *ABCD), ("different", ABCD, ()), ("more_by", ("Ann", "Bob"), (2,)), ("is", ("Cem",), (4,)),
         ("not_next_to", ("Cem", "Dev"), ()), asked=("Dev",)),
     "Dev is 2."),
    ("Neither Ann nor Bob is last of the three, and Ann is not before Bob. Where is Cem?",
     row(places(3, *ABC), ("different", ABC, ()), ("is_not", ("Ann",), (3,)), ("is_not", ("Bob",), (3,)),
         ("after", ("Ann", "Bob"), ())),
     "Ann is 2. Bob is 1. Cem is 3."),
    # Seating
    ("Ann, Bob and Cem sit in a row. Ann is next to Bob, Bob is not in the middle. Who is in the middle?",
     row(places(3, *ABC), ("different", ABC, ()), ("next_to", ("Ann", "Bob"), ()), ("is_not", ("Bob",), (2,)),
         asked=("Ann",)),
     "Ann is 2."),
    ("Four sit in a row: Bob between Ann and Cem, Dev must be at the left end, Ann beside Dev. Where is Bob?",
     row(places(4, *ABCD), ("different", ABCD, ()), ("is", ("Dev",), (1,)), ("next_to", ("Ann", "Dev"), ()),
         ("next_to", ("Bob", "Ann"), ()), ("next_to", ("Bob", "Cem"), ()), asked=("Bob",)),
     "Bob is 3."),
    ("Only one of Ann and Bob gets the window, Ann does not. Who has it?",
     row({"Ann": SEATS, "Bob": SEATS}, ("only_one_of", ("Ann", "Bob"), ("window",)),
         ("is_not", ("Ann",), ("window",)), asked=("Bob",)),
     "Bob is window."),
    ("Ann, Bob and Cem get a red, a green and a blue room; Ann's is not red, nor is Bob's. Whose must be?",
     row(dict.fromkeys(ABC, COLOURS), ("different", ABC, ()), ("is_not", ("Ann",), ("red",)),
         ("is_not", ("Bob",), ("red",)), asked=("Cem", "Ann")),
     "Cem is red. Ann can be green or blue."),
    # Ages
    ("Ann is three years older than Bob, together they are 27. How old is Ann?",
     row(places(99, "Ann", "Bob"), ("more_by", ("Ann", "Bob"), (3,)), ("sum_is", ("Ann", "Bob"), (27,))),
     "Ann is 15. Bob is 12."),
    ("Ann is twice as old as Bob and ten years older. How old are both?",
     row(places(99, "Ann", "Bob"), ("times", ("Ann", "Bob"), (2,)), ("more_by", ("Ann", "Bob"), (10,))),
     "Ann is 20. Bob is 10."),
    ("Ann is older than Bob, Bob older than Cem, Cem is at least 30 and Ann at most 32. How old is Bob?",
     row(places(99, *ABC), ("after", ("Ann", "Bob"), ()), ("after", ("Bob", "Cem"), ()),
         ("at_least", ("Cem",), (30,)), ("at_most", ("Ann",), (32,)), asked=("Bob",)),
     "Bob is 31."),
    # Schedules
    ("The review must be after the draft, not before Monday, and before the launch on Wednesday. When?",
     row({"review": WEEK, "draft": WEEK, "launch": WEEK}, ("after", ("review", "draft"), ()),
         ("before", ("review", "launch"), ()), ("is", ("launch",), ("2026-11-18",)), asked=("review",)),
     "review is 2026-11-17."),
    ("Both talks are on the same day, not Monday, and no later than Tuesday. Which day?",
     row({"first talk": WEEK, "second talk": WEEK}, ("same", ("first talk", "second talk"), ()),
         ("is_not", ("first talk",), ("2026-11-16",)), ("at_most", ("second talk",), ("2026-11-17",))),
     "first talk is 2026-11-17. second talk is 2026-11-17."),
    ("We need twelve seats in total, at least eleven for adults and at least one for a child. How many each?",
     row({"adults": (0, 30), "child": (0, 30)}, ("sum_is", ("adults", "child"), (12,)),
         ("at_least", ("adults",), (11,)), ("at_least", ("child",), (1,))),
     "adults is 11. child is 1."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "stated", "answer"), PUZZLES)
def test_a_puzzle_is_answered_by_the_solver(question: str, stated: Any, answer: str) -> None:
    assert solve_puzzle(question, Says(stated)) == answer


QUESTION, STATED, ANSWER = PUZZLES[0]
CYCLE = row(places(3, *ABC), ("before", ("Ann", "Bob"), ()), ("before", ("Bob", "Ann"), ()))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("no json", "no JSON"),
        ("{}", "things need names"),
        (row({}), "things need names"),
        (row(places(3, *ABC)), "no constraints"),
        (row(places(3, *ABC), ("before", ("Ann", "Zoe"), ())), "'Zoe' is none of the things"),
        (row(places(3, *ABC, "Zoe"), ("before", ("Ann", "Zoe"), ())), "Zoe is not in the question"),
        (row(places(3, *ABC), ("before", ("Ann",), ())), "too few"),
        (row(places(3, *ABC), ("is", ("Ann",), ("Friday",))), "no whole number"),
        (CYCLE, "1 and 2 cannot both hold"),
    ],
)
def test_what_a_model_stated_wrongly_goes_back_once_with_the_fault_named(wrong: Any, told: str) -> None:
    model = Says(wrong, STATED)
    assert solve_puzzle(QUESTION, model) == ANSWER
    assert told in model.questions[1]
    assert told not in model.questions[0]


@pytest.mark.parametrize(
    "answers",
    [
        (None,),
        ("no json", "no json"),
        ("no json", None),
        ("no json", CYCLE),
        (row(places(3, *ABC, "Zoe"), ("before", ("Ann", "Zoe"), ())), "{}"),
        (row(places(40, *ABC), ("before", ("Ann", "Bob"), ()), asked=("Cem",)),),
    ],
)
def test_what_cannot_be_stated_is_left_to_the_plain_answer(answers: tuple[Any, ...]) -> None:
    assert solve_puzzle(QUESTION, Says(*answers)) is None


def test_conditions_that_contradict_each_other_twice_are_told() -> None:
    said = solve_puzzle(
        "Ann is before Bob, Bob before Ann and not after Cem. Who is first?", Says(CYCLE, CYCLE)
    )
    assert said == "1 and 2 cannot both hold (1: Ann is before Bob; 2: Bob is before Ann)"


def _gone(*_: object) -> bytes:
    raise FileNotFoundError


def _late(*_: object) -> bytes:
    raise TimeoutError


@pytest.mark.parametrize("run", [_gone, _late])
def test_without_the_solver_it_is_left_to_the_plain_answer(run: Any) -> None:
    assert solve_puzzle(QUESTION, Says(STATED, STATED), run) is None


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide about the lease?",
        "Who sends the report before Friday?",
        "How many chairs in total?",
    ],
)
def test_a_question_without_conditions_asks_no_model(question: str) -> None:
    assert not states_conditions(question)
    assert solve_puzzle(question, Says()) is None


def test_the_form_is_a_grammar_that_the_model_can_write_under() -> None:
    grammar_of(schema_json(PUZZLE_SCHEMA))


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(sorted(KINDS)),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from("things constraints name kind values from to asked".split()), inner),
    max_leaves=15,
))  # fmt: skip
def test_whatever_a_model_writes_is_an_answer_or_none(answer: Any) -> None:
    assert isinstance(solve_puzzle(QUESTION, Says(answer, answer)), str | None)


def test_a_condition_with_a_contraction_is_one() -> None:
    assert states_conditions(
        "Anna, Bob and Dora each give one talk on Monday, Tuesday or Wednesday. Bob can't do Monday, "
        "and Anna speaks the day after Dora. Who speaks when?"
    )
