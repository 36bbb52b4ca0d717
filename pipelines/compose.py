"""From a draft to the note: every claim checked against the words, every due phrase turned into a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime

from guardrails.runner import Judged
from guardrails.types import Segment
from pipelines.checking import CheckedDraft, Checker
from pipelines.draft import SUMMARY_BY_RULES, Draft
from pipelines.due import resolve_due
from pipelines.languages import found_language, spoken_language
from pipelines.merging import settle
from pipelines.mood import NO_MARKS, claim_sentiment, meeting_sentiment
from pipelines.note import (
    ActionItem,
    Coverage,
    Due,
    Engine,
    Engines,
    Note,
    NoteDraft,
    NoteTranscript,
    Statement,
    Told,
)
from pipelines.rules import RULES_VERSION
from pipelines.summary.naming import named
from pipelines.summary.telling import Telling, told
from pipelines.tape import opinions
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Transcript

NO_SPEECH = "No speech found."


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is known of a meeting besides its words."""

    note_id: str
    source: str
    """Name of the file it came from."""
    started_at: datetime
    said_on: date
    """The local day on which it was held: due phrases count from it."""
    roster: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    continues: str | None = None
    """Id of the note of the part before."""
    template: Template = GENERAL


def rules_engine() -> Engine:
    """The record of the rules engine, for the note."""
    return Engine(name="rules", version=RULES_VERSION)


def compose_note(
    draft: Draft, transcript: Transcript, meeting: Meeting, engines: Engines, checker: Checker | None = None
) -> Note:
    """Put `draft` before all guardrails and make the note of what they leave.

    The order of claims is kept. `due.date` is None where the phrase cannot be resolved: a missing date is
    seen and mended by a person, a wrong one is believed. `checker`: one that serves several notes.
    """
    extracted = engines.llm is None or SUMMARY_BY_RULES in draft.flags
    language = spoken_language(transcript.segments, transcript.language)
    settled = settle(draft, transcript.segments, meeting.roster, extracted=extracted, language=language)
    draft = settled.draft
    with nullcontext(checker) if checker else Checker() as checks:
        checked = checks.check(draft, transcript.segments, meeting.roster, meeting.said_on)
    summary = told_of(checked, transcript.segments, extracted=extracted, language=language)
    marks = dict(draft.moods)
    title, untitled = named(draft.title, transcript.segments, language)
    segments = {segment.id: segment for segment in transcript.segments}
    actions, decisions, questions = claims_by_kind(checked.claims, segments, meeting.said_on, language, marks)
    people = [*transcript.speakers, *meeting.roster]
    shown, broken = meeting.template.shaped(summary.text, people)
    words = [segment for segment in transcript.segments if segment.text.strip()]
    flags = [*transcript.flags, *meeting.flags, *draft.flags, *checked.flags]
    if not words:
        flags.append("no-speech")
    return Note(
        id=meeting.note_id,
        title=transcript.title or title,
        started_at=meeting.started_at,
        duration_s=transcript.duration_s,
        language=transcript.language or found_language(transcript.segments),
        source=meeting.source,
        continues=meeting.continues,
        engines=engines,
        summary=shown if words else NO_SPEECH,
        summary_sources=tuple(one for one in summary.sentences if one.text in shown) if words else (),
        action_items=actions,
        decisions=decisions,
        questions=questions,
        sentiment=meeting_sentiment(transcript.segments, language, marks),
        coverage=Coverage(segments_read=draft.segments_read, segments_total=len(transcript.segments)),
        flags=tuple(dict.fromkeys(flags)),
        warnings=(
            *transcript.warnings,
            *meeting.warnings,
            *draft.warnings,
            *checked.warnings,
            *left_out(summary),
            *broken,
        ),
        template=meeting.template.for_note,
        transcript=NoteTranscript(segments=transcript.segments),
        tape=(*settled.tape, *opinions(draft.claims), *checked.tape, *(() if transcript.title else untitled)),
        draft=NoteDraft(
            claims=draft.claims,
            summary=draft.summary,
            extracted=extracted,
            answers=draft.answers,
            moods=draft.moods,
            said_on=meeting.said_on,
            roster=meeting.roster,
            told=Told(title=transcript.title, flags=transcript.flags, warnings=transcript.warnings),
        ),
    )


def told_of(
    checked: CheckedDraft, segments: Sequence[Segment], *, extracted: bool, language: str | None = None
) -> Telling:
    """The summary as it is shown, of what the checks left of a draft."""
    stand = [judged.claim for judged in checked.claims if judged.outcome == "verified"]
    return told(checked.summary, stand, segments, extracted=extracted, language=language)


def left_out(summary: Telling) -> tuple[str, ...]:
    """Warnings about sentences that nothing in the meeting carries."""
    return tuple(
        f'Left out of the summary: "{stray}" (nothing that was said carries it).' for stray in summary.strays
    )


def claims_by_kind(
    judged: Sequence[Judged],
    segments: Mapping[str, Segment],
    said_on: date | None,
    language: str,
    marks: Mapping[str, int] = NO_MARKS,
) -> tuple[tuple[ActionItem, ...], tuple[Statement, ...], tuple[Statement, ...]]:
    """Action items, decisions and questions as a note has them. Without `said_on` no due phrase has a day.

    `marks`: moods that a model heard in segments.
    """
    return (
        tuple(
            _action(each, segments, said_on, language, marks)
            for each in judged
            if each.claim.kind == "action"
        ),
        tuple(_statement(each) for each in judged if each.claim.kind == "decision"),
        tuple(_statement(each) for each in judged if each.claim.kind == "question"),
    )


def _action(
    judged: Judged,
    segments: Mapping[str, Segment],
    said_on: date | None,
    language: str,
    marks: Mapping[str, int],
) -> ActionItem:
    claim = judged.claim
    cited = [segments[i] for i in claim.evidence.segment_ids if i in segments]
    due = None
    if claim.due_phrase is not None:
        day = resolve_due(claim.due_phrase, said_on, language=language) if said_on else None
        due = Due(phrase=claim.due_phrase, date=day)
    return ActionItem(
        id=claim.id,
        task=claim.text,
        owner=claim.owner,
        due=due,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        sentiment=claim_sentiment(cited, claim.evidence.quote, language, marks),
        verdict=judged.outcome,
        flags=claim.flags,
    )


def _statement(judged: Judged) -> Statement:
    claim = judged.claim
    return Statement(
        id=claim.id,
        text=claim.text,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        verdict=judged.outcome,
        flags=claim.flags,
    )
