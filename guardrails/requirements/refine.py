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

from guardrails.guardrail import Answer
from guardrails.requirements.requirement import Failure, Requirement
from guardrails.requirements.trim import cut, mended
from guardrails.requirements.units import Unit

MOST_UNITS = 20
"""Units that are asked for one by one; with more, the text is written again as a whole."""


class Rewrite(Protocol):
    """Puts one question to a model; `text` of the answer is JSON of `schema`. Raising is no answer."""

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
    """`text`, as near to `requirements` as one question and code bring it. A failing model raises nothing."""
    text, tokens = mended(text, requirements), 0
    broken = _broken(text, requirements)
    if broken and rewrite is not None:
        answered, tokens = _rewritten(text, broken, requirements, rewrite)
        answered = mended(answered, requirements)
        if _badness(_broken(answered, requirements)) < _badness(broken):
            text = answered
    text = cut(mended(text, requirements), requirements)
    broken = _broken(text, requirements)
    lost = [one for one, _ in broken]
    return Refined(text, tuple(one for one in requirements if one not in lost), tuple(broken), tokens)


def _broken(text: str, requirements: Sequence[Requirement]) -> list[tuple[Requirement, tuple[Failure, ...]]]:
    found = ((one, one.failures(text)) for one in requirements)
    return [(one, failures) for one, failures in found if failures]


def _badness(broken: Sequence[tuple[Requirement, tuple[Failure, ...]]]) -> tuple[int, int]:
    return len(broken), sum(len(failures) for _, failures in broken)


def _rewritten(
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
        written = json.loads(answer.text)["parts"]
    except Exception:  # whatever a model or its adapter does, the text that was there is still good
        return text, 0
    if len(written) != count or not all(isinstance(part, str) and part.strip() for part in written):
        return text, answer.tokens
    for (start, end), part in reversed(list(zip(places or [(0, len(text))], written, strict=True))):
        text = text[:start] + part.strip() + text[end:]
    return text, answer.tokens


def _places(failing: Sequence[Unit | None]) -> list[tuple[int, int]]:
    """Where the failing units stand; none where the text as a whole fails, or units overlap."""
    spans = sorted({(unit.start, unit.end) for unit in failing if unit is not None})
    apart = all(one[1] <= other[0] for one, other in pairwise(spans))
    return spans if None not in failing and apart and len(spans) <= MOST_UNITS else []
