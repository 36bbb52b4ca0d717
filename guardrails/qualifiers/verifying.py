"""The verification question: put only where the rules are not sure that a qualifier is the claim's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from guardrails.errors import NoAnswerError
from guardrails.evidence.said import is_said, spoken_line
from guardrails.guardrail import Ask, Scene
from guardrails.qualifiers.finding import Finding, Kind
from guardrails.types import Claim

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"enum": ["yes", "no"]}, "quote": {"type": "string", "maxLength": 300}},
    "required": ["answer", "quote"],
    "additionalProperties": False,
}

# The answer to a question or a doubt follows within a few turns.
_ANSWERS = 4
_QUESTIONS: dict[Kind, str] = {
    "negation": "Was this taken on, although the same speech says no to something",
    "refusal": "Was this taken on in the end",
    "condition": "Does this hold whatever happens, without the condition",
    "exception": "Does this hold for all, without the exception",
    "hedge": "Was this settled in spite of the doubt",
    "question": "Was this settled after it was asked",
    "past": "Is this still to be done",
}


def is_cleared(claim: Claim, finding: Finding, scene: Scene, ask: Ask) -> bool:
    """Whether the model shows, by words that were said, that `claim` stands without the qualifier.

    A yes counts only with a quote that is found in the cited segments or in the answers after them.
    Whatever is no answer leaves the rules' finding as it is.
    """
    question = (
        f'{_QUESTIONS[finding.kind]} ("{finding.said}")? The claim: "{claim.text}". Answer yes or no, and '
        "quote the words of the meeting that show it."
    )
    try:
        answer = json.loads(ask(claim, question, SCHEMA).text)
        said_yes, quote = answer["answer"] == "yes", spoken_line(str(answer["quote"]))
    except (NoAnswerError, ValueError, TypeError, KeyError):
        return False
    return said_yes and is_said(quote, spoken_line(_passage(claim, scene)))


def _passage(claim: Claim, scene: Scene) -> str:
    cited = scene.cited(claim)
    last = max((scene.places[segment.id] for segment in cited), default=-1)
    after = scene.segments[last + 1 : last + 1 + _ANSWERS]
    return " ".join(segment.text for segment in (*cited, *after))
