"""The verification question: was it settled in spite of the doubt?"""

from __future__ import annotations

from guardrails.core.guardrail import Ask, Context, answered, object_schema
from guardrails.core.types import Claim
from guardrails.language.words import spoken_line

SCHEMA = object_schema(
    quote={"type": "string", "maxLength": 300}, answer={"enum": ["settled", "refused", "open"]}
)
_BEHIND = 4
"""The answer to a doubt follows within a few lines."""


def is_cleared(claim: Claim, words: str, context: Context, ask: Ask) -> bool:
    """Whether the model shows, by words that were said, that `claim` was settled in spite of the hedge in
    `words`.

    "Settled" counts only with a quote that is found in the cited lines or in those after them. Whatever is no
    answer leaves the doubt as it is.
    """
    question = (
        f'Was this settled in spite of the doubt ("{words}")? The claim: "{claim.text}". Quote '
        "words that show it, then: settled, refused, open."
    )
    answer = answered(ask, claim, question, SCHEMA)
    quote = spoken_line(str(answer.get("quote", "")))
    settled = answer.get("answer") == "settled" and bool(quote.strip())
    return settled and quote in spoken_line(_passage(claim, context))


def _passage(claim: Claim, context: Context) -> str:
    cited = context.cited(claim)
    last = max((context.places[segment.id] for segment in cited), default=-1)
    return " ".join(segment.text for segment in (*cited, *context.segments[last + 1 : last + 1 + _BEHIND]))
