"""What the simulated model says to each chunk: what the rules engine finds in the meeting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bench.tokens import scripted_draft
from guardrails.core.types import Segment
from pipelines.llm.chunks import CHUNK_CHARACTERS, Chunk, chunks_of
from pipelines.llm.prompt import Known, chunk_messages, draft_question
from pipelines.rules import draft_by_rules

LEAST_ITEMS = 3
"""Items in a full chunk: the rules find less in some than a model would write; part of one has its share."""


def answers_of(said: Sequence[Segment]) -> dict[str, Any]:
    """What the model says to each chunk."""
    claims = draft_by_rules(said).claims
    # The second opinion finds them.
    missed = {claim.id for claim in [each for each in claims if each.kind == "action"][::3]}
    seen = [claim for claim in claims if claim.id not in missed]
    return {
        chunk_messages(chunk, Known(("Ann",)), draft_question(chunk))[-1].content: with_more(
            chunk, scripted_draft(chunk, seen)
        )
        for chunk in chunks_of(said)
    }


def with_more(chunk: Chunk, draft: dict[str, Any]) -> dict[str, Any]:
    """As many items as a model finds that is not sure."""
    longest = sorted(chunk.lines, key=lambda line: len(line.words), reverse=True)
    least = math.ceil(LEAST_ITEMS * share(sum(len(line.words) for line in chunk.lines)))
    missing = max(0, least - sum(len(draft[kind]) for kind in ("actions", "decisions", "questions")))
    more = [
        {
            "lines": [line.number],
            "quote": line.words[:60],
            "task": line.words[:40],
            "owner": None,
            "when": None,
        }
        for line in longest[:missing]
    ]
    return draft | {"actions": draft["actions"] + more}


def share(characters: int) -> float:
    """Of a full chunk."""
    return min(1.0, characters / CHUNK_CHARACTERS)
