"""Open questions: asked about the matter, and put off in so many words.

A plain rule, for short meetings alone. A question counts if the next who speaks says that he does not know,
or that it comes later; or if it seeks somebody for work and nobody takes it. What is answered later is left
to merging. In longer talk 6 of 181 such questions were what a reader marked as left open, and weights learned
from the marks come to one in five (docs/quality.md): there none are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from guardrails.core.types import Claim
from pipelines.meeting import Meeting
from pipelines.rules.passage import evidence_of
from pipelines.rules.task import trimmed, words_of
from pipelines.rules.work import called_in
from pipelines.sentences import Sentence

_LEAST = 3
"""Lemmas of a question of substance."""
_CONFIDENCE = 0.7


def questions_of(meeting: Meeting, taken: Collection[int]) -> Iterator[Claim]:
    """In the order of speech. `taken`: sentences that an action item answers."""
    for sentence in meeting.sentences if meeting.is_short else ():
        if sentence.index in taken or not _stays_open(meeting, sentence):
            continue
        tokens = [token for clause in sentence.reading.clauses for token in clause.tokens]
        text = words_of(sentence.text, trimmed(tokens, meeting.tables.words("opener"), end=False))
        evidence = evidence_of(meeting, (sentence,), sentence)
        yield Claim("", "question", text, evidence, confidence=_CONFIDENCE)


def _stays_open(meeting: Meeting, sentence: Sentence) -> bool:
    clauses = sentence.reading.clauses
    if len(sentence.reading.content) < _LEAST or not clauses[-1].asks:
        return False
    if any(clause.has("manages") for clause in clauses):
        return False
    if any(clause.act == "request" and called_in(clause, meeting.known) for clause in clauses):
        return False
    answer = meeting.answer_to(sentence)
    seeks = any(clause.has("still_open") and clause.begins("seeks") for clause in clauses)
    return answer.kind == "open" or (seeks and answer.kind in ("none", "told", "accepted"))
