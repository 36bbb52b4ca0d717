"""Action items: every cue in every sentence becomes a candidate; the sure ones become claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.types import Claim, Evidence, Segment
from pipelines.rules.acceptance import answer_to
from pipelines.rules.cues import ACTION_CUES, Cue
from pipelines.rules.modality import retracts
from pipelines.rules.people import People
from pipelines.rules.scoring import (
    ACTION_THRESHOLD,
    MEETING_TALK,
    Features,
    confidence,
    speaks_of_next,
)
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import content_words, end_of_task, imperative

UNKNOWN_SPEAKER = "speaker-unknown"

_QUOTE_CHARS = 400
_NEAR_NEXT = 3
_VOCATIVE = re.compile(
    r"(?:^|[,.?!] |\b(?:and|so|okay|ok|then|um|for) )([a-z][a-z'.-]+(?: [a-z][a-z'.-]+)?),? $"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    sentence: Sentence
    cue: Cue
    start: int
    end: int
    """The clause, as offsets in the sentence's cleaned text."""
    task: str
    owner: str | None
    due: str | None
    flags: tuple[str, ...]
    features: Features
    confidence: float


def find_candidates(sentences: Sequence[Sentence], people: People) -> list[Candidate]:
    """All cues with their features, sure or not, in the order in which they were said."""
    near_next = _near_next(sentences)
    found: list[Candidate] = []
    for index, sentence in enumerate(sentences):
        taken = 0
        for cue, match in _matches(sentence.clean.text):
            if match.start() < taken:
                continue
            candidate = _candidate(sentences, index, cue, match, people, near_next[index])
            if candidate is not None:
                found.append(candidate)
                taken = max(taken, match.start("task"))
    return found


def actions_of(sentences: Sequence[Sentence], segments: Sequence[Segment], people: People) -> list[Claim]:
    return [
        _claim(candidate, segments)
        for candidate in find_candidates(sentences, people)
        if candidate.confidence >= ACTION_THRESHOLD
    ]


def _matches(text: str) -> list[tuple[Cue, re.Match[str]]]:
    found = [(cue, match) for cue in ACTION_CUES for match in cue.pattern.finditer(text)]
    # At one place the most telling cue speaks: "can somebody" before the weaker "somebody".
    return sorted(found, key=lambda pair: (pair[1].start(), -pair[0].strength))


def _near_next(sentences: Sequence[Sentence]) -> list[bool]:
    says = [speaks_of_next(s.clean.text) for s in sentences]
    return [any(says[max(i - _NEAR_NEXT, 0) : i + _NEAR_NEXT + 1]) for i in range(len(says))]


def _candidate(
    sentences: Sequence[Sentence], index: int, cue: Cue, match: re.Match[str], people: People, next_time: bool
) -> Candidate | None:
    sentence = sentences[index]
    text = sentence.clean.text
    begin = match.start("task")
    end = end_of_task(text, begin)
    words = text[begin:end]
    if MEETING_TALK.match(words):
        return None
    subject: str | None = None
    if cue.whose == "subject":
        subject = people.find(match.group("subject"))
        if subject is None:
            return None
    due = _due(sentence.clean.cased[begin:end])
    cased = sentence.clean.cased[begin:end]
    if due is not None:
        cased = cased.replace(due, " ").strip()
    task = imperative(re.sub(r"\s+", " ", cased))
    if not task:
        return None
    answer, answerer = "", None
    if cue.act == "request":
        answer, answerer, _ = answer_to(sentences, index)
    owner, flags = _owner(sentence, cue, match, subject, answer, answerer, people)
    features = Features(
        strength=cue.strength,
        position=sentence.position,
        due=due is not None,
        next_time=next_time,
        answer=answer,
        named=cue.whose in ("addressee", "subject") and owner is not None,
        verb=task.split(" ")[0].lower(),
        words=len(content_words(task)),
        retracted=retracts(text[: match.start()], text[begin:end]) is not None,
        asks=sentence.asks,
    )
    return Candidate(
        sentence, cue, match.start(), end, task, owner, due, flags, features, confidence(features)
    )


def _due(text: str) -> str | None:
    try:
        from pipelines.due import find_due_phrases
    except ImportError:
        return None
    phrases = find_due_phrases(text)
    return phrases[0].phrase if phrases else None


def _owner(
    sentence: Sentence,
    cue: Cue,
    match: re.Match[str],
    subject: str | None,
    answer: str,
    answerer: str | None,
    people: People,
) -> tuple[str | None, tuple[str, ...]]:
    if cue.whose == "subject":
        return subject, ()
    if cue.whose == "speaker":
        return (sentence.speaker, ()) if sentence.speaker else (None, (UNKNOWN_SPEAKER,))
    if cue.whose == "addressee":
        before = _VOCATIVE.search(sentence.clean.text[: match.start()])
        if before is not None and (name := people.find(before.group(1))) is not None:
            return name, ()
        if answer == "accepted":
            return (answerer, ()) if answerer else (None, (UNKNOWN_SPEAKER,))
    if cue.whose == "anyone" and answer == "accepted":
        return (answerer, ()) if answerer else (None, (UNKNOWN_SPEAKER,))
    return None, ()


def _claim(candidate: Candidate, segments: Sequence[Segment]) -> Claim:
    sentence = candidate.sentence
    start, end = sentence.clean.original(candidate.start, candidate.end)
    cited = sentence.segments_of(start, end)
    first = sentence.segments.index(cited[0])
    last = sentence.segments.index(cited[-1])
    left = sentence.bounds[first]
    right = sentence.bounds[last + 1] - 1 if last + 1 < len(sentence.bounds) else len(sentence.raw)
    if right - left > _QUOTE_CHARS:
        left, right = start, end
    return Claim(
        id="",
        kind="action",
        text=candidate.task,
        evidence=Evidence(tuple(segments[i].id for i in cited), sentence.raw[left:right].strip()),
        owner=candidate.owner,
        due_phrase=candidate.due,
        flags=candidate.flags,
        confidence=candidate.confidence,
    )
