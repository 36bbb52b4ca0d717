"""Puzzles in a question: an answer that commits to another result than its conditions allow.

The model states the conditions and a solver works them out, as in Ask. There the result is the answer; here
the answer is prose that may say the same in other words. So only what plainly says another thing is touched:
the model is shown the result and writes its answer again, once, and that is taken only if it says it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any

from guardrails.constraint.units import units
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Ask
from guardrails.core.types import Claim, Outcome, TapeEntry
from guardrails.language.figures import figures_in
from guardrails.logic.problem import Problem, Thing
from guardrails.logic.result import Result, in_words
from pipelines.solver_puzzle import Put, worked_out

LOGIC = "logic"
_ANSWER: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "minLength": 1}},
    "required": ["answer"],
}
_AGAIN = (
    "A program worked out from the conditions in the question: {found} Your answer says something else. Hold "
    "both against the conditions, one by one. If the program is right, write your answer again with its "
    "result; if it is not, write your answer as it was."
)


def reasoned(asked: str, claim: Claim, ask: Ask) -> tuple[str, tuple[TapeEntry, ...]]:
    """The answer in `claim` with the result that the conditions in `asked` allow."""
    spent = 0

    def put(question: str, schema: Mapping[str, Any]) -> str:
        nonlocal spent
        answer = ask(claim, question, schema)
        spent += answer.tokens
        return answer.text

    began = time.monotonic()
    found = worked_out(asked, put)
    if found is None or found[1].cores or not _says_otherwise(*found, claim.text):
        return claim.text, ()
    reason = f"from the conditions in the question: {in_words(*found)}"
    text = _again(put, in_words(*found))
    if not text or _says_otherwise(*found, text):
        text, reason = claim.text, f"{reason} The model did not write it"
    outcome: Outcome = "unverified" if text == claim.text else "verified"
    ms = round((time.monotonic() - began) * 1000, 3)
    return text, (TapeEntry(LOGIC, claim.id, outcome, claim.text, text, reason, spent, ms),)


def _again(put: Put, found: str) -> str | None:
    try:
        text = json.loads(put(_AGAIN.format(found=found), _ANSWER))["answer"]
    except (NoAnswerError, ValueError, KeyError, TypeError):
        return None
    return text.strip() if isinstance(text, str) else None


def _says_otherwise(problem: Problem, result: Result, text: str) -> bool:
    """Whether `text` plainly says another value of something that was asked for.

    A place in a row is told in many ways ("Ann came first", "Cem, Ann, Bob"), and so is a day: what has one
    of these for its value is left alone.
    """
    sentences = [unit.text for unit in units(text, "sentence")]
    if not sentences:
        return False
    first, last = sentences[0], sentences[-1]
    for place, numbers in result.values.items():
        thing = problem.things[place]
        if len(numbers) != 1 or thing.is_day or _is_place(thing, problem):
            continue
        value = numbers[0]
        if _has(first, thing, value) or _has(last, thing, value):
            continue
        if not _has(text, thing, value) or (_has_word(last, thing.name) and _has_other(last, thing, value)):
            return True
    return False


def _is_place(thing: Thing, problem: Problem) -> bool:
    return not thing.values and thing.high - thing.low < len(problem.things)


def _has(text: str, thing: Thing, number: int) -> bool:
    if thing.values:
        return _has_word(text, thing.values[number])
    return any(figure.value == number for figure in figures_in(text))


def _has_other(text: str, thing: Thing, number: int) -> bool:
    if thing.values:
        return any(_has_word(text, value) for value in thing.values if value != thing.values[number])
    return any(figure.value != number for figure in figures_in(text))


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
