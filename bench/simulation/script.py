"""What the simulated model says to each chunk: what the rules engine finds in the meeting."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from bench.tokens import scripted_draft
from guardrails.core.types import Segment
from pipelines.llm.chunks import CHUNK_CHARACTERS, Chunk
from pipelines.llm.lines import lines_of
from pipelines.rules import draft_by_rules

LEAST_ITEMS = 3
"""Items in a full chunk: the rules find less in some than a model would write; part of one has its share."""
_LINES = re.compile(r"^Transcript:\n(.*)\nEnd of the transcript\.$", re.DOTALL | re.MULTILINE)


class Script:
    """Of one meeting whose lines have no speakers."""

    def __init__(self, said: Sequence[Segment]) -> None:
        claims = draft_by_rules(said).claims
        # The second opinion finds them.
        missed = {claim.id for claim in [each for each in claims if each.kind == "action"][::3]}
        self._claims = [claim for claim in claims if claim.id not in missed]
        self._said = said
        self._words = [" ".join(each.text.split()) for each in said]

    def draft(self, question: str) -> dict[str, Any]:
        """What the model writes of the lines in `question`, which asks for their draft."""
        chunk = Chunk(lines_of(self._lines(question)))
        return with_more(chunk, scripted_draft(chunk, self._claims))

    def _lines(self, question: str) -> Sequence[Segment]:
        shown = _LINES.findall(question)[0].split("\n")
        words = [line.partition(": ")[2] for line in shown]
        begin = next(at for at in range(len(self._said)) if self._words[at : at + len(words)] == words)
        return self._said[begin : begin + len(words)]


def with_more(chunk: Chunk, draft: dict[str, Any]) -> dict[str, Any]:
    """As many items as a model finds that is not sure."""
    longest = sorted(chunk.lines, key=lambda line: len(line.words), reverse=True)
    least = math.ceil(LEAST_ITEMS * sum(len(line.words) for line in chunk.lines) / CHUNK_CHARACTERS)
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


def share(question: str) -> float:
    """Of a full chunk's draft: what stands around the lines is taken for what is written however few they
    are."""
    return max(
        min(1.0, len(question) / CHUNK_CHARACTERS), len(_LINES.findall(question)[0]) / CHUNK_CHARACTERS
    )
