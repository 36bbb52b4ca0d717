"""A model tried on the control set: which cases it passes, and why it fails the others.

A draft goes the whole way of a note, through the guardrails, because that is what people will see: a model
that invents and is caught passes, a model that writes nothing does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from guardrails.arithmetic.expression import ExpressionError, evaluate
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence
from guardrails.identity.guard import Identity
from guardrails.language import FALLBACK, language, tokens_of
from guardrails.selfcorrection.guard import SelfCorrection
from pipelines.checking import Checker
from pipelines.errors import EngineError, OutputError
from pipelines.evaluate.selfcheck.control import (
    ArithmeticCase,
    ControlSet,
    DraftCase,
    Expected,
    FormCase,
    MeetingCase,
    PuzzleCase,
)
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.model import LanguageModel, Message
from pipelines.meeting import read_meeting
from pipelines.solver_puzzle import solve_puzzle

MOST_CHARACTERS, MOST_TOKENS = 300, 200
"""Of an expression or a short text."""
MOST_PUZZLE_TOKENS = 500
"""Of three things with four conditions."""
EXPRESSION: Mapping[str, Any] = {
    "type": "object",
    "properties": {"expression": {"type": "string", "maxLength": MOST_CHARACTERS}},
    "required": ["expression"],
}
TEXT: Mapping[str, Any] = {
    "type": "object",
    "properties": {"text": {"type": "string", "maxLength": MOST_CHARACTERS}},
    "required": ["text"],
}


@dataclass(frozen=True, slots=True)
class Result:
    """Of one case."""

    id: str
    problem: str | None
    """What was wrong, in words; None for a case that passed."""


def try_model(
    model: LanguageModel, control: ControlSet, report: Callable[[Result], None] = lambda result: None
) -> list[Result]:
    """All cases in their order; `report` gets each result. A case without a usable answer has failed."""
    results = []
    for case in control.cases:
        try:
            match case:
                case DraftCase():
                    problems = [next(filter(None, _drafted(model, case)), None)]
                case MeetingCase():
                    problems = _drafted(model, case)
                case ArithmeticCase():
                    problems = [_arithmetic(model, case)]
                case PuzzleCase():
                    problems = [_puzzle(model, case)]
                case FormCase():
                    problems = [_form(model, case)]
        except EngineError as error:
            problems = [str(error)] * len(case.ids)
        for name, problem in zip(case.ids, problems, strict=True):
            results.append(Result(name, problem))
            report(results[-1])
    return results


def _drafted(model: LanguageModel, case: DraftCase | MeetingCase) -> list[str | None]:
    """What is wrong with each item that is expected, and with the rest. OutputError."""

    def here() -> Checker:
        return Checker(start=None)

    draft = ModelDrafter(model, checker=here).items(case.segments)
    if draft.flags:
        raise OutputError(f"the model's answer could not be used ({', '.join(draft.flags)})")
    with here() as checker:
        checked = checker.check(draft, read_meeting(case.segments), None)
    shown = [judged.claim for judged in checked.claims if judged.outcome == "verified"]
    problems: list[str | None] = [
        None
        if any(_is(claim, expected) for claim in shown)
        else f"no verified {expected.kind} with {_told(expected)}"
        for expected in case.expect
    ]
    return [*problems, next((_refusal(claim) for claim in shown if _is_refused(claim, case)), None)]


def _is_refused(claim: Claim, case: DraftCase | MeetingCase) -> bool:
    return claim.kind in ("action", "decision") and any(has_all(claim.text, words) for words in case.refuse)


def _refusal(claim: Claim) -> str:
    return f'shows as a fact: "{claim.text}"'


def _is(claim: Claim, expected: Expected) -> bool:
    return (
        claim.kind == expected.kind
        and has_all(claim.text, expected.words)
        and expected.owner in (None, claim.owner)
        and (expected.due is None or (claim.due_phrase or "").casefold() == expected.due.casefold())
    )


def has_all(text: str, words: tuple[str, ...]) -> bool:
    """Whether `text` has all of `words`, whatever their endings; "|" divides those that count alike."""
    tables = language(FALLBACK)
    written = text.casefold().replace(",", "").split()
    there = {*(word.strip('.?!;:"“”()') for word in written), *(t.lemma for t in tokens_of(text, tables))}
    options = (word.casefold().split("|") for word in words)
    return all(any(not there.isdisjoint((each, tables.lemma(each))) for each in alike) for alike in options)


def _told(expected: Expected) -> str:
    parts = [f'"{" ".join(expected.words)}"']
    parts += [f"owner {expected.owner}"] if expected.owner else []
    parts += [f'due "{expected.due}"'] if expected.due else []
    return ", ".join(parts)


def _asked(model: LanguageModel, question: str, schema: Mapping[str, Any], key: str) -> str:
    answer = model.complete([Message("user", question)], schema=schema, max_tokens=MOST_TOKENS)
    return str(json.loads(answer.text).get(key, ""))


def _arithmetic(model: LanguageModel, case: ArithmeticCase) -> str | None:
    question = f"{case.question} Write only the expression that computes it, with numbers and + - * / ( )."
    expression = _asked(model, question, EXPRESSION, "expression")
    try:
        value = evaluate(expression)
    except ExpressionError as error:
        return f'"{expression}" cannot be computed ({error})'
    return None if value == case.equals else f'"{expression}" is {_number(value)}, not {case.equals}'


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _puzzle(model: LanguageModel, case: PuzzleCase) -> str | None:
    def put(question: str, schema: Mapping[str, Any]) -> str:
        return model.complete([Message("user", question)], schema=schema, max_tokens=MOST_PUZZLE_TOKENS).text

    found = solve_puzzle(case.question, put)
    return None if found == case.equals else f'"{found or "nothing"}" instead of "{case.equals}"'


def _form(model: LanguageModel, case: FormCase) -> str | None:
    text = _asked(model, case.task, TEXT, "text").strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if case.most_words is not None and len(text.split()) > case.most_words:
        return f"{len(text.split())} words instead of at most {case.most_words}"
    if case.lines is not None and len(lines) != case.lines:
        return f"{len(lines)} lines instead of {case.lines}"
    if case.lines_beginning and not all(line.startswith(case.lines_beginning) for line in lines):
        return f'a line does not begin with "{case.lines_beginning}"'
    if case.lower_case and text != text.lower():
        return "not in lower case"
    if case.clean and (reason := _unclean(text)):
        return reason
    missing = [word for word in case.words if word.casefold() not in text.casefold()]
    return f"without {', '.join(missing)}" if missing else None


def _unclean(text: str) -> str | None:
    """What a note's checks would take out of `text`."""
    claim, context = Claim("text", "decision", text, Evidence((), "")), Context(())
    for guardrail in (SelfCorrection(), Identity()):
        if (
            guardrail.triggers(claim, context)
            and (found := guardrail.check(claim, context)).outcome != "verified"
        ):
            return f'{found.reason}: "{text}"'
    return None
