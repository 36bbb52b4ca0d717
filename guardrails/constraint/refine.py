"""Divide, verify, refine: a text is written again only where it fails, once, and then cut by code.

The order is by what it costs and what it loses: signs are edited first (nothing is lost), then the
model writes the failing units again with their failures named, then surplus is dropped. An answer that keeps
fewer requirements than before is thrown away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from guardrails.constraint.requirements import (
    SIGNS,
    Count,
    Failure,
    NoSign,
    Requirement,
)
from guardrails.constraint.units import SPANS, Unit, units
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, object_schema

MOST_UNITS = 20
"""Units that are asked for one by one; with more, the text is written again as a whole."""

_NO_ANSWER = (NoAnswerError, ValueError, KeyError, TypeError)
"""What a model and its adapter raise for an answer of no use; not what ends the work from outside."""


class Rewrite(Protocol):
    """Puts one question to a model; `text` of the answer is JSON of `schema`.

    NoAnswerError, ValueError, KeyError or TypeError where it has none; what else it raises ends the work.
    """

    def __call__(self, question: str, schema: Mapping[str, Any]) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Refined:
    """A text after its one refinement, and what it still breaks."""

    text: str
    failed: tuple[tuple[Requirement, tuple[Failure, ...]], ...]
    """What it still breaks, with the units that do."""
    tokens: int = 0
    """What the model evaluated and wrote; 0 where it was not asked."""


def refine(text: str, requirements: Sequence[Requirement], rewrite: Rewrite | None = None) -> Refined:
    """`text`, as near to `requirements` as one question and code bring it. Raises nothing but what ends the
    work from inside `rewrite`.
    """
    text, tokens = rewritten(text, requirements, rewrite) if rewrite else (text, 0)
    text = cut(repaired_by_code(text, requirements), requirements)
    return Refined(text, tuple(_broken(text, requirements)), tokens)


def rewritten(text: str, requirements: Sequence[Requirement], rewrite: Rewrite) -> tuple[str, int]:
    """`text` with its failing units written again by a model, if that is better, and what it cost.

    Nothing is repaired or cut. No question is put where code can repair it without losing a word.
    """
    before = _broken(repaired_by_code(text, requirements), requirements)
    hard = [one for one, _ in before]
    broken = [(one, failures) for one, failures in _broken(text, requirements) if one in hard]
    if not broken:
        return text, 0
    answered, tokens = _asked(text, broken, requirements, rewrite)
    better = _badness(_broken(repaired_by_code(answered, requirements), requirements)) < _badness(before)
    return answered if better else text, tokens


def _broken(text: str, requirements: Sequence[Requirement]) -> list[tuple[Requirement, tuple[Failure, ...]]]:
    found = ((one, one.failures(text)) for one in requirements)
    return [(one, failures) for one, failures in found if failures]


def _badness(broken: Sequence[tuple[Requirement, tuple[Failure, ...]]]) -> tuple[int, int]:
    return len(broken), sum(len(failures) for _, failures in broken)


def _asked(
    text: str,
    broken: Sequence[tuple[Requirement, tuple[Failure, ...]]],
    requirements: Sequence[Requirement],
    rewrite: Rewrite,
) -> tuple[str, int]:
    failures = [failure for _, each in broken for failure in each]
    places = _places([failure.unit for failure in failures]) or [(0, len(text))]
    rules = "\n".join(f"- {one}" for one in requirements)
    wrong = "\n".join(f"- {failure}" for failure in failures)
    pieces = "\n".join(f"{n}. {text[start:end]}" for n, (start, end) in enumerate(places, 1))
    question = (
        f"These parts of a text break a rule. Write each again, with the same meaning and nothing added.\n"
        f"Rules:\n{rules}\nWhat is wrong:\n{wrong}\nParts:\n{pieces}"
    )
    count = len(places)
    parts = {"type": "array", "items": {"type": "string"}, "minItems": count, "maxItems": count}
    try:
        answer = rewrite(question, object_schema(parts=parts))
    except _NO_ANSWER:
        return text, 0
    written = _parts(answer.text)
    if len(written) != count or not all(isinstance(part, str) and part.strip() for part in written):
        return text, answer.tokens
    for (start, end), part in reversed(list(zip(places, written, strict=True))):
        text = text[:start] + part.strip() + text[end:]
    return text, answer.tokens


def _parts(answer: str) -> list[Any]:
    """What was written again; nothing where the answer has not the form asked for."""
    try:
        parts = json.loads(answer)["parts"]
    except (*_NO_ANSWER, RecursionError):
        return []
    return parts if isinstance(parts, list) else []


def _places(failing: Sequence[Unit | None]) -> list[tuple[int, int]]:
    """Where the failing units stand; none where the text as a whole fails, or units overlap."""
    spans = sorted({(unit.start, unit.end) for unit in failing if unit is not None})
    apart = all(one[1] <= other[0] for one, other in pairwise(spans))
    return spans if None not in failing and apart and len(spans) <= MOST_UNITS else []


def repaired_by_code(text: str, requirements: Sequence[Requirement]) -> str:
    """`text` with what can be put right without losing a word: signs."""
    for one in requirements:
        if isinstance(one, NoSign) and one.failures(text):
            end = "." if one.noun == "exclamation mark" else ""
            text = re.sub(SIGNS[one.noun], end, text, flags=re.MULTILINE).strip()
    return text


def cut(text: str, requirements: Sequence[Requirement]) -> str:
    """`text` with surplus dropped, where that keeps a requirement."""
    for one in requirements:
        if isinstance(one, Count) and one.failures(text):
            text = _at_most(text, one)
    return text


def _at_most(text: str, one: Count) -> str:
    if one.high is None:
        return text
    if one.each is None:
        return _shortened(text, one.kind, one.high)
    for unit in reversed(units(text, one.each)):
        if len(SPANS[one.kind](unit.text)) > one.high:
            text = text[: unit.start] + _shortened(unit.text, one.kind, one.high) + text[unit.end :]
    return text


def _shortened(text: str, kind: str, high: int) -> str:
    """`text` with at most `high` units of `kind`, as far as that cuts no sentence.

    Without its end a sentence may say something else.
    """
    found = units(text, kind)
    if high < 1:
        return text
    if kind in ("bullet", "item", "numbered item", "line"):
        return _dropped(text, found[high:])
    if kind in ("sentence", "paragraph"):
        return text[: found[high - 1].end]
    ends = [unit.end for unit in units(text, "sentence")]
    fits = [end for end in ends if len(SPANS[kind](text[:end])) <= high]
    return text[: fits[-1] if fits else ends[0]]


def _dropped(text: str, surplus: Sequence[Unit]) -> str:
    """`text` without the lines of the `surplus` units."""
    for unit in reversed(surplus):
        start = text.rfind("\n", 0, unit.start) + 1
        text = text[:start] + text[unit.end :].removeprefix("\n")
    return text.rstrip("\n") if surplus else text
