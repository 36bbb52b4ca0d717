"""Action items: the sure candidates, each said once."""

from __future__ import annotations

from dataclasses import replace

from rapidfuzz import fuzz

from guardrails.types import Claim, Evidence
from pipelines.rules.candidates import Candidate, find_candidates
from pipelines.rules.meeting import Meeting
from pipelines.rules.quotes import quote_of
from pipelines.rules.scoring import ACTION_THRESHOLD
from pipelines.rules.tasks import content_words

# Two tasks of one owner whose words are so alike are one task.
_SAME_TASK = 85.0
# A task is compared with so many before it: repetitions are near, and time stays linear.
_LOOK_BACK = 30


def actions_of(meeting: Meeting) -> list[Claim]:
    """The action items of a meeting, in the order in which they were said."""
    chosen = _answers_absorbed(_best_of_clause(sure_candidates(meeting)))
    return _merged([_claim(candidate, meeting) for candidate in chosen])


def sure_candidates(meeting: Meeting) -> list[Candidate]:
    return [c for c in find_candidates(meeting) if c.confidence >= ACTION_THRESHOLD]


def _best_of_clause(candidates: list[Candidate]) -> list[Candidate]:
    """Of candidates whose clauses overlap, the surest."""
    kept: list[Candidate] = []
    for candidate in candidates:
        rival = kept[-1] if kept else None
        if rival is None or rival.index != candidate.index or candidate.start >= rival.end:
            kept.append(candidate)
        elif candidate.confidence > rival.confidence:
            kept[-1] = candidate
    return kept


def _answers_absorbed(candidates: list[Candidate]) -> list[Candidate]:
    """Without "sure, I'll do that": it is the second half of the request before it."""
    answers = {
        c.answer.index
        for c in candidates
        if c.answer is not None and c.answer.kind == "promised" and c.cue.act == "request"
    }
    return [
        c
        for c in candidates
        if not (c.index in answers and c.cue.act == "commit" and "vague" in c.features and c.due is None)
    ]


def _claim(candidate: Candidate, meeting: Meeting) -> Claim:
    sentence = candidate.sentence
    clause = sentence.clean.original(candidate.start, candidate.end)
    return Claim(
        id="",
        kind="action",
        text=candidate.task,
        evidence=Evidence(
            tuple(meeting.segments[i].id for i in candidate.cited),
            quote_of(meeting.segments, sentence, candidate.cited, *clause),
        ),
        owner=candidate.owner.name,
        due_phrase=candidate.due,
        flags=candidate.owner.flags,
        confidence=candidate.confidence,
    )


def _merged(claims: list[Claim]) -> list[Claim]:
    """Claims without repetitions: the surer wording stays and cites both places, its own first."""
    kept: list[Claim] = []
    for claim in claims:
        for at in range(max(len(kept) - _LOOK_BACK, 0), len(kept)):
            if _same(kept[at], claim):
                kept[at] = _both(kept[at], claim)
                break
        else:
            kept.append(claim)
    return kept


def _same(one: Claim, other: Claim) -> bool:
    if one.owner != other.owner and one.owner is not None and other.owner is not None:
        return False
    words, others = (" ".join(content_words(claim.text)) for claim in (one, other))
    return bool(words) and bool(others) and fuzz.token_sort_ratio(words, others) >= _SAME_TASK


def _both(one: Claim, other: Claim) -> Claim:
    first, second = (one, other) if one.confidence >= other.confidence else (other, one)
    return replace(
        first,
        owner=first.owner or second.owner,
        flags=first.flags if first.owner or not second.owner else second.flags,
        due_phrase=first.due_phrase or second.due_phrase,
        evidence=Evidence(
            tuple(dict.fromkeys([*first.evidence.segment_ids, *second.evidence.segment_ids])),
            first.evidence.quote,
        ),
    )
