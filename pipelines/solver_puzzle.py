"""Puzzles in a question: a model says what the conditions are, a solver what they come to.

A small model finds the right steps and then commits to another answer. Here it only writes the conditions
down, under a grammar; what does not fit, speaks of things that are not in the question, or contradicts itself
goes back once with the fault named. None means that the plain answer of the model has to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from guardrails.core.errors import NoAnswerError
from guardrails.language import FALLBACK, language
from guardrails.language.words import spoken_words
from guardrails.logic.problem import KINDS, Problem, ProblemError
from guardrails.logic.result import TOLD, Result, in_words
from guardrails.logic.solver import Run, solve
from pipelines.solver import run_solver

Put = Callable[[str, Mapping[str, Any]], str]
"""Puts a question to a model and gives its JSON under that schema; NoAnswerError where there is none."""

_TEXT = {"type": "string", "minLength": 1, "maxLength": 60}
_VALUE = {"anyOf": [_TEXT, {"type": "integer"}]}


def _some(each: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": each, "maxItems": most}


def _form(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


# Puzzles that people tell each other have ten things and as many conditions; a longer answer is a loop.
PUZZLE_SCHEMA: Mapping[str, Any] = _form(
    things=_some(
        {
            "anyOf": [
                _form(name=_TEXT, values=_some(_TEXT, 10)),
                _form(name=_TEXT, **{"from": _VALUE, "to": _VALUE}),
            ]
        },
        10,
    ),
    constraints=_some(
        _form(kind={"enum": sorted(KINDS)}, things=_some(_TEXT, 10), values=_some(_VALUE, 3)), 16
    ),
    asked=_some(_TEXT, 5),
)
"""The form that `guardrails.logic.reading` reads, as a grammar."""

# Two of them state conditions; one is in any question.
_CONDITION = re.compile(
    r"\b(?:before|after|earlier|later|first|last|between|next to|beside|adjacent|left of|right of|opposite"
    r"|(?:old|young|tall|short|fast|slow|heavi|light|high|low)er|more than|less than|fewer than|twice|double"
    r"|half|at (?:most|least)|no (?:more|later|earlier) than|exactly|only one|both|either|neither|different"
    r"|same|not|\w*n['’]t|cannot|never|away|by (?:the|mon|tue|wed|thu|fri|sat|sun)\w*|together|total|must)\b",
    re.IGNORECASE,
)
_QUESTION = (
    "{question}\n\n"
    "Do not answer this. Write down what is given as one JSON object, so that a program can work it out: "
    '"things" are the unknowns, each with a "name" and either "values" (names that it can have) or "from" '
    'and "to" (whole numbers, or days like 2026-11-20); a place in a row is a number from 1 on, before and '
    'after, more_by and next_to count in it. "constraints" are the conditions, each with its "kind", the '
    '"things" it is about and its "values". "asked" are the names of the things that are asked for.'
)
_AGAIN = "{question}\n\nWhat you wrote last time cannot be right: {fault}. Write it again."


def solve_puzzle(question: str, ask: Put, run: Run | None = run_solver) -> str | None:
    """What the conditions in `question` come to, in words; None where a plain answer has to do."""
    found = worked_out(question, ask, run)
    return in_words(*found) if found else None


def worked_out(question: str, ask: Put, run: Run | None = run_solver) -> tuple[Problem, Result] | None:
    """The problem that `question` states, and what it allows; None where a plain answer has to do.

    The model is asked at most twice, and not at all where the question states no conditions. Conditions that
    cannot all hold, stated twice, are the answer: which of them conflict.
    """
    if not states_conditions(question):
        return None
    put = _QUESTION.format(question=question)
    conflicts = []
    for _ in range(2):
        try:
            problem, result = solve(ask(put, PUZZLE_SCHEMA), run)
            _require_spoken_of(problem, question)
        except NoAnswerError:
            return None
        except ProblemError as error:
            fault = str(error)
        else:
            if result is None or not result.cores:
                return (problem, result) if result and _is_definite(result) else None
            fault = in_words(problem, result)
            conflicts.append((problem, result))
        put = _AGAIN.format(question=_QUESTION.format(question=question), fault=fault)
    return conflicts[-1] if len(conflicts) == 2 else None


def states_conditions(question: str) -> bool:
    """Whether there may be something to work out: it costs a question to the model, so it is narrow."""
    return len({found.group().lower() for found in _CONDITION.finditer(question)}) > 1


def _require_spoken_of(problem: Problem, question: str) -> None:
    """Things that nobody spoke of, or no conditions at all, are no statement of this question."""
    if not problem.constraints:
        raise ProblemError("there are no constraints")
    said = _stems(question)
    for thing in problem.things:
        if said.isdisjoint(_stems(thing.name)):
            raise ProblemError(f"{thing.name} is not in the question")


def _stems(text: str) -> set[str]:
    lemma = language(FALLBACK).lemma
    return {lemma(word.partition("'")[0]) for word in spoken_words(text)}


def _is_definite(result: Result) -> bool:
    """Whether something of what was asked is not left open."""
    return any(0 < len(numbers) <= TOLD for numbers in result.values.values())
