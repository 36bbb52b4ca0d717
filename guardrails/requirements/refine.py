"""Divide, verify, refine: a text is written again only where it fails, once, and then cut by code.

The order is by what it costs and what it loses: signs and case are mended first (nothing is lost), then the
model writes the failing units again with their failures named, then surplus is dropped. An answer that keeps
fewer requirements than before is thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from guardrails.errors import NoAnswerError
from guardrails.guardrail import Answer
from guardrails.requirements.requirement import Failure, Requirement
from guardrails.requirements.trim import cut, mended
from guardrails.requirements.units import Unit

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
    """A text after its one refinement, and what it keeps."""

    text: str
    held: tuple[Requirement, ...]
    failed: tuple[tuple[Requirement, tuple[Failure, ...]], ...]
    """What it still breaks, with the units that do."""
    tokens: int = 0
    """What the model evaluated and wrote; 0 where it was not asked."""


def refine(text: str, requirements: Sequence[Requirement], rewrite: Rewrite | None = None) -> Refined:
    """`text`, as near to `requirements` as one question and code bring it. Raises nothing but what ends the
    work from inside `rewrite`.
    """
    text, tokens = rewritten(text, requirements, rewrite) if rewrite else (text, 0)
    text = cut(mended(text, requirements), requirements)
    broken = _broken(text, requirements)
    lost = [one for one, _ in broken]
    return Refined(text, tuple(one for one in requirements if one not in lost), tuple(broken), tokens)


def rewritten(text: str, requirements: Sequence[Requirement], rewrite: Rewrite) -> tuple[str, int]:
    """`text` with its failing units written again by a model, if that is better, and what it cost.

    Nothing is mended or cut. No question is put where code can mend without losing a word.
    """
    before = _broken(mended(text, requirements), requirements)
    hard = [one for one, _ in before]
    broken = [(one, failures) for one, failures in _broken(text, requirements) if one in hard]
    if not broken:
        return text, 0
    answered, tokens = _asked(text, broken, requirements, rewrite)
    better = _badness(_broken(mended(answered, requirements), requirements)) < _badness(before)
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
    places = _places([failure.unit for failure in failures])
    rules = "\n".join(f"- {one}" for one in requirements)
    wrong = "\n".join(f"- {failure}" for failure in failures)
    if places:
        pieces = "\n".join(f"{n}. {text[start:end]}" for n, (start, end) in enumerate(places, 1))
        question = (
            f"These {len(places)} parts of a text break a rule. Write each again, with the same meaning and"
            f" nothing added.\nRules:\n{rules}\nWhat is wrong:\n{wrong}\nParts:\n{pieces}"
        )
    else:
        question = (
            "This text breaks a rule. Write it again, with the same meaning and nothing added."
            f"\nRules:\n{rules}\nWhat is wrong:\n{wrong}\nText:\n{text}"
        )
    count = len(places) or 1
    parts = {"type": "array", "items": {"type": "string"}, "minItems": count, "maxItems": count}
    schema = {"type": "object", "properties": {"parts": parts}, "required": ["parts"]}
    try:
        answer = rewrite(question, schema)
    except _NO_ANSWER:
        return text, 0
    written = _parts(answer.text)
    if len(written) != count or not all(isinstance(part, str) and part.strip() for part in written):
        return text, answer.tokens
    for (start, end), part in reversed(list(zip(places or [(0, len(text))], written, strict=True))):
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
