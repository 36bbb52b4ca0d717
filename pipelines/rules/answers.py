"""What came of a request or a question: somebody took it on, refused, put it off, or nobody said anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from guardrails.language.phrases import line_of
from pipelines.meeting import Meeting
from pipelines.sentences import Sentence

_SENTENCES = 5
"""In which an answer comes."""


@dataclass(frozen=True, slots=True)
class Answer:
    kind: Literal["promised", "accepted", "refused", "open", "told", "none"]
    said: tuple[Sentence, ...] = ()
    """Its sentence, and the next of the same voice where it promises that again: "Sure. I'll do it today"."""


def answer_to(meeting: Meeting, index: int, addressee: str | None = None) -> Answer:
    """The first answer of another voice to a sentence, or of whom it calls by name; of any voice where
    voices are unknown."""
    asked = meeting.sentences[index]
    for later in meeting.sentences[index + 1 : index + 1 + _SENTENCES]:
        if asked.speaker is not None and later.speaker == asked.speaker:
            if later.reading.content and any(clause.act == "ask" for clause in later.reading.clauses):
                break
            continue
        if addressee is not None and later.speaker not in (None, addressee):
            continue
        if (kind := _kind(later)) is not None:
            return Answer(kind, (later, *_goes_on(meeting, later, kind)))
    return Answer("none")


def _kind(said: Sentence) -> Literal["promised", "accepted", "refused", "open", "told"] | None:
    """None for what only takes time: "hmm"."""
    clauses = said.reading.clauses
    if not clauses:
        return None
    begins = line_of(token.text for clause in clauses[:2] for token in clause.tokens)
    if begins in clauses[0].language.phrases("open_answer"):
        return "open"
    if said.reading.refuses:
        takes = any(
            clause.act == "promise" and clause.has("anaphor") and not clause.denied for clause in clauses
        )
        return "promised" if takes else "refused"  # "No, I'll do it"
    if any(clause.act in ("promise", "offer") for clause in clauses):
        return "promised"
    if clauses[0].act == "accept" or clauses[0].begins("accept"):
        return "accepted"
    return "told" if said.reading.content else None


def _goes_on(meeting: Meeting, answer: Sentence, kind: str) -> tuple[Sentence, ...]:
    if kind != "accepted" or answer.index + 1 >= len(meeting.sentences):
        return ()
    further = meeting.sentences[answer.index + 1]
    clauses = further.reading.clauses
    is_same = any(clause.act in ("promise", "offer") and clause.has("anaphor") for clause in clauses)
    return (further,) if further.speaker == answer.speaker and is_same else ()
