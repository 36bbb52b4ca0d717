"""Items of a meeting in a language without rules of its own: from the acts of its clauses alone.

Promises are their speaker's, a request is whose that takes it on in one of the next lines, and what is
called decided is a decision. Nothing is reworded beyond what stands in front of a task ("je vais"), since
no grammar is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.core.types import Claim, Evidence, Segment
from guardrails.language import Clause, read

_ANSWERS = 3
"""Lines in which a request is taken on."""
_LEAST = 2
"""Lemmas of a task: with less, nobody knows later what it was."""


def claims_of(segments: Sequence[Segment], code: str) -> Iterator[Claim]:
    """Actions and decisions, still without ids, in the order of speech."""
    for place, segment in enumerate(segments):
        for clause in read(segment.text, code).clauses:
            if len(clause.topic) < _LEAST:
                continue
            if clause.has("decided") and not clause.asks:
                yield _claim("decision", clause, (segment,), None)
            elif clause.act == "promise" and not clause.hedged:
                yield _claim("action", clause, (segment,), segment.speaker)
            elif clause.act == "request" and (answer := _taken_on(place, segments, code)) is not None:
                yield _claim("action", clause, (segment, answer), answer.speaker)


def _taken_on(place: int, segments: Sequence[Segment], code: str) -> Segment | None:
    """The line of another voice that takes on what the line at `place` asks for."""
    for line in segments[place + 1 : place + 1 + _ANSWERS]:
        reading = read(line.text, code)
        if line.speaker != segments[place].speaker and (reading.refuses or reading.takes_on):
            return None if reading.refuses else line
    return None


def _claim(kind: str, clause: Clause, cited: Sequence[Segment], owner: str | None) -> Claim:
    evidence = Evidence(tuple(line.id for line in cited), " ".join(line.text for line in cited))
    if kind == "decision":
        return Claim("", "decision", _decided(clause), evidence)
    due = clause.days[-1] if clause.days else None
    return Claim("", "action", _task(clause), evidence, owner, due)


def _decided(clause: Clause) -> str:
    """From the words that tell of a decision to the next mark."""
    span = clause.language.phrases("decided").first(clause.main_line)
    first, last = span or (0, 0)
    marks = (n for n in range(last, len(clause.main)) if clause.main[n].is_mark)
    return clause.said_in_main((first, next(marks, len(clause.main))))


def _task(clause: Clause) -> str:
    """The words of the task: behind "I will" and "can you" where the language puts them in front."""
    span = clause.language.phrases("before_task").first(clause.main_line)
    task = clause.said_in_main((span[1] if span else 0, len(clause.main)))
    for day in clause.days[-1:]:
        task = task.removesuffix(day).rstrip(" ,")
    return task
