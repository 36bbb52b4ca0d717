"""Open questions: asked about the matter, and left without an answer."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.types import Claim, Segment
from pipelines.rules.sentences import Sentence


def questions_of(sentences: Sequence[Sentence], segments: Sequence[Segment]) -> list[Claim]:
    return []
