"""The part of a note that guardrails answer for: what they leave of a draft, in the form that is shown.

A note is composed of it, and a replay is nothing else: both show the same because both are made here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import Field

from guardrails.core.runner import Judged
from guardrails.core.types import Segment, Tape
from pipelines.checking import Checker
from pipelines.conventions import USUAL, Conventions
from pipelines.draft import Draft
from pipelines.due import resolve_due
from pipelines.meeting import Meeting
from pipelines.model import Model
from pipelines.mood import claim_sentiment
from pipelines.note import ActionItem, Due, Statement
from pipelines.promise_line import with_promise_last
from pipelines.sentence import Sentence
from pipelines.summary import framed
from pipelines.summary.shown import shown_summary, without_dropped
from pipelines.tape import opinions
from pipelines.templates import GENERAL, Template
from pipelines.transcript import speakers_of

NO_SPEECH = "No speech found."


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the checks know of a meeting besides its words."""

    said_on: date | None
    """The local day; without it no due phrase has a day."""
    extracted: bool = False
    """The summary is lines of speech that the rules chose, from which the note's is put together."""
    template: Template = GENERAL
    conventions: Conventions = USUAL


class CheckedNote(Model):
    """Fields as the note has them; flags, warnings and tape are those of the checks alone."""

    title: str = Field(default="", exclude=True)
    """For the note alone, as are `summary_sources` and `possible_items`: a replay shows none of them."""
    summary: str
    summary_sources: tuple[Sentence, ...] = Field(default=(), exclude=True)
    action_items: tuple[ActionItem, ...]
    decisions: tuple[Statement, ...]
    questions: tuple[Statement, ...]
    possible_items: tuple[ActionItem | Statement, ...] = Field(default=(), exclude=True)
    flags: tuple[str, ...]
    warnings: tuple[str, ...]
    tape: Tape


def verify(draft: Draft, meeting: Meeting, about: Circumstances, checker: Checker) -> CheckedNote:
    """All guardrails over `draft`, whose order stays; the answers that it holds stand in for a model.

    `due.date` is None where the phrase cannot be resolved: people see and correct a missing date,
    and believe a wrong one.
    """
    frame = framed(meeting) if about.extracted else None
    checked = checker.check(draft, meeting, about.said_on, frame.text if frame else "")
    stand = [judged.claim for judged in checked.claims if judged.outcome == "verified"]
    lines = checked.summary
    if about.extracted:
        gone = [
            judged.claim
            for judged in checked.claims
            if judged.outcome != "verified" and judged.claim.kind != "question"
        ]
        lines = without_dropped(lines, gone, meeting)
    summary = shown_summary(lines, stand, meeting, extracted=about.extracted)
    sources = summary.sentences
    if frame is not None and checked.frame:
        sources = (frame, *sources)
    whole = "\n".join(each.text for each in sources) if about.extracted else summary.text
    shown, broken = about.template.shaped(whole, [*speakers_of(meeting.segments), *meeting.roster])
    silent = is_silent(meeting.segments)
    marks = dict(draft.moods)
    return CheckedNote(
        summary=NO_SPEECH if silent else shown,
        summary_sources=() if silent else tuple(one for one in sources if one.text in shown),
        action_items=tuple(
            _action(judged, meeting, about, marks)
            for judged in checked.claims
            if judged.claim.kind == "action"
        ),
        decisions=tuple(_statement(each) for each in checked.claims if each.claim.kind == "decision"),
        questions=tuple(_statement(each) for each in checked.claims if each.claim.kind == "question"),
        possible_items=tuple(
            _action(judged, meeting, about, marks) if judged.claim.kind == "action" else _statement(judged)
            for judged in checked.offered
            if judged.outcome == "verified"
        ),
        flags=checked.flags,
        warnings=(*checked.warnings, *_left_out(checked.left_out + len(summary.strays)), *broken),
        tape=(*draft.tape, *opinions(draft.claims), *checked.tape),
    )


def is_silent(segments: Sequence[Segment]) -> bool:
    """Whether nobody said a word."""
    return not any(segment.text.strip() for segment in segments)


def _left_out(count: int) -> tuple[str, ...]:
    """The warning about sentences of the summary that did not stand, without their words."""
    if count < 2:
        return ("Left out of the summary: 1 sentence that could not be confirmed.",) * count
    return (f"Left out of the summary: {count} sentences that could not be confirmed.",)


def _action(judged: Judged, meeting: Meeting, about: Circumstances, marks: Mapping[str, int]) -> ActionItem:
    """`marks`: moods that a model heard in segments."""
    claim = with_promise_last(judged.claim, meeting.context)
    cited = meeting.context.cited(claim)
    due = None
    if claim.due_phrase is not None:
        due = Due(phrase=claim.due_phrase, date=_day(claim.due_phrase, meeting.code, about))
    return ActionItem(
        id=claim.id,
        task=claim.text,
        owner=claim.owner,
        due=due,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        sentiment=claim_sentiment(cited, claim.evidence.quote, meeting.code, marks),
        verdict=judged.outcome,
        flags=claim.flags,
        marks=claim.marks,
    )


def _day(phrase: str, code: str, about: Circumstances) -> date | None:
    if about.said_on is None:
        return None
    return resolve_due(phrase, about.said_on, language=code, conventions=about.conventions)


def _statement(judged: Judged) -> Statement:
    claim = judged.claim
    return Statement(
        id=claim.id,
        text=claim.text,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        verdict=judged.outcome,
        flags=claim.flags,
        marks=claim.marks,
    )
