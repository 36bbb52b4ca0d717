"""What is said again is one item, and of a decision that is changed the last one holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from guardrails.core.types import Claim
from pipelines.meeting import Meeting
from pipelines.same_item import differ, same_item

_LOOK_BACK = 200
"""Items that each is compared with, so that time stays linear in them."""
_REASON = 4
"""Sentences before a decision in which it is said why the earlier one does not hold."""


def repeated(claims: Sequence[Claim], meeting: Meeting) -> Iterator[tuple[Claim, Claim, Claim]]:
    """Each item that a later one says again, that one, and both as one item.

    The first mention tells the task, the later one the day. `claims`: in the order of speech.
    """
    kept: list[Claim] = []
    for claim in claims:
        for at in range(len(kept) - 1, max(len(kept) - 1 - _LOOK_BACK, -1), -1):
            first = kept[at]
            moved = differ(first.due_phrase, claim.due_phrase)
            is_later = meeting.first(claim) > meeting.last(first)
            if (is_later or not moved) and same_item(first, claim, meeting.code):
                kept[at] = _joined(first, claim, meeting)
                yield first, claim, kept[at]
                break
        else:
            kept.append(claim)


def replaced(claims: Sequence[Claim], meeting: Meeting) -> Iterator[tuple[Claim, Claim]]:
    """Each decision, and the later one that takes its place: the same but for its day or its no, and it is
    said that something changed. Without such words both stay, for a person to see."""
    decisions = [claim for claim in claims if claim.kind == "decision"]
    for at, earlier in enumerate(decisions):
        topic = meeting.topic(earlier)
        for later in decisions[at + 1 :]:
            if topic and topic == meeting.topic(later) and _announces(later, meeting):
                yield earlier, later
                break


def _announces(claim: Claim, meeting: Meeting) -> bool:
    said = meeting.said_in(claim)
    if said is None:
        return False
    near = meeting.sentences[max(said.index - _REASON, 0) : said.index + 1]
    return any(clause.has("changed") for sentence in near for clause in sentence.reading.clauses)


def _joined(first: Claim, again: Claim, meeting: Meeting) -> Claim:
    moved = differ(first.due_phrase, again.due_phrase)
    joined = meeting.citing(first, again.evidence.segment_ids, is_changed=moved)
    quote = again.evidence.quote if moved else first.evidence.quote  # the words that hold
    return replace(
        joined,
        evidence=replace(joined.evidence, quote=quote),
        owner=first.owner or again.owner,
        due_phrase=again.due_phrase or first.due_phrase,
        confidence=max(first.confidence, again.confidence),
    )
