"""The rules engine's summary and title: sentences and words that were said, chosen and not written.

Extractive: nothing is put into anybody's mouth, so each sentence carries its speaker's name where it is
known. What is left out are greetings, questions, meeting management and sentences that need the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from guardrails.types import Segment
from pipelines.summary.candidates import Candidate, candidates_of
from pipelines.summary.opening import announced
from pipelines.summary.rank import ranks, similarity, vectors
from pipelines.summary.title import phrases_of, title_from

__all__ = ["lines_of", "summarise", "title_of"]

_SAME_PART: Final = 0.75
"""What a second sentence from the same part of the meeting is worth."""


def summarise(segments: Sequence[Segment], *, max_sentences: int = 5) -> str:
    """The sentences that the meeting turns around, in the order in which they were said.

    Each is cleaned of stumbles. One speaker's consecutive sentences make a line, which opens with the name
    where it is known. Empty where nothing was said that could stand alone. An hour takes under a second.
    """
    return lines_of(candidates_of(segments), max_sentences)


def lines_of(candidates: list[Candidate], max_sentences: int) -> str:
    """The best of `candidates` as lines of speech."""
    chosen = _chosen(candidates, max_sentences)
    lines = []
    for speaker, run in groupby(chosen, key=lambda candidate: candidate.speaker):
        said = " ".join(candidate.text for candidate in run)
        lines.append(f"{speaker}: {said}" if speaker else said)
    return "\n".join(lines)


def _chosen(candidates: list[Candidate], most: int) -> list[Candidate]:
    """Greedily the best that says something new (maximal marginal relevance, Carbonell 1998)."""
    nodes = vectors([candidate.terms for candidate in candidates])
    score = [rank * candidate.form for rank, candidate in zip(ranks(nodes), candidates, strict=True)]
    chosen: list[int] = []
    while len(chosen) < min(most, len(candidates)):
        best = max((place for place in range(len(candidates)) if place not in chosen), key=lambda p: score[p])
        chosen.append(best)
        part = int(candidates[best].position * most)
        for place, candidate in enumerate(candidates):
            score[place] *= 1 - similarity(nodes[place], nodes[best])
            if int(candidate.position * most) == part:
                score[place] *= _SAME_PART
    return [candidates[place] for place in sorted(chosen)]


def title_of(segments: Sequence[Segment]) -> str:
    """At most eight words that were said; "Meeting" where no phrase recurs.

    The topic that the meeting opens with, else what it comes back to most.
    """
    topic = announced(segments)
    if topic is not None:
        return topic[:1].upper() + topic[1:]
    joint = " and " if any(" and " in segment.text for segment in segments) else ", "
    return title_from(phrases_of(segments), joint) or "Meeting"
