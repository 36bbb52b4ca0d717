"""From a draft to the note: every claim checked against the words, every due phrase turned into a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from guardrails.evidence import EvidenceCheck
from guardrails.types import Claim, Segment, TapeEntry, Verdict
from pipelines.draft import Draft
from pipelines.due import resolve_due
from pipelines.note import ActionItem, Coverage, Due, Engine, Engines, Note, NoteTranscript, Statement
from pipelines.rules import RULES_VERSION, draft_by_rules
from pipelines.sentiment import meeting_sentiment, passage_sentiment
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


def rules_engine() -> Engine:
    """The record of the rules engine, for the note."""
    return Engine(name="rules", version=RULES_VERSION)


def note_by_rules(
    transcript: Transcript,
    *,
    note_id: str,
    source: str,
    started_at: datetime,
    said_on: date,
    roster: Sequence[str] = (),
) -> Note:
    """The note that needs no model: the floor of every other engine."""
    meeting = Meeting(note_id, source, started_at, said_on, tuple(roster))
    draft = draft_by_rules(transcript.segments, roster=roster)
    return compose_note(draft, transcript, meeting, Engines(rules=rules_engine()))


def compose_note(draft: Draft, transcript: Transcript, meeting: Meeting, engines: Engines) -> Note:
    """Check the claims of `draft` against `transcript` and put the note together.

    The order of claims is kept. `due.date` is None where the phrase cannot be resolved: a missing date is
    seen and mended by a person, a wrong one is believed.
    """
    segments = {segment.id: segment for segment in transcript.segments}
    check = EvidenceCheck([*transcript.speakers, *meeting.roster])
    checked = [(claim, check(claim, segments)) for claim in draft.claims]
    words = [segment for segment in transcript.segments if segment.text.strip()]
    flags = [*transcript.flags, *meeting.flags, *draft.flags]
    if not words:
        flags.append("no-speech")
    return Note(
        id=meeting.note_id,
        title=transcript.title or draft.title,
        started_at=meeting.started_at,
        duration_s=transcript.duration_s,
        language=transcript.language,
        source=meeting.source,
        engines=engines,
        summary=draft.summary if words else NO_SPEECH,
        action_items=tuple(
            _action(claim, verdict, segments, meeting.said_on)
            for claim, verdict in checked
            if claim.kind == "action"
        ),
        decisions=tuple(_statement(c, v) for c, v in checked if c.kind == "decision"),
        questions=tuple(_statement(c, v) for c, v in checked if c.kind == "question"),
        sentiment=meeting_sentiment(transcript.segments),
        coverage=Coverage(segments_read=draft.segments_read, segments_total=len(transcript.segments)),
        flags=tuple(dict.fromkeys(flags)),
        warnings=(*transcript.warnings, *meeting.warnings, *draft.warnings),
        transcript=NoteTranscript(segments=transcript.segments),
        tape=tuple(_tape(check.name, claim, verdict) for claim, verdict in checked),
    )


def _action(claim: Claim, verdict: Verdict, segments: dict[str, Segment], said_on: date) -> ActionItem:
    cited = [segments[i] for i in claim.evidence.segment_ids if i in segments]
    due = None
    if claim.due_phrase is not None:
        due = Due(phrase=claim.due_phrase, date=resolve_due(claim.due_phrase, said_on))
    return ActionItem(
        id=claim.id,
        task=claim.text,
        owner=claim.owner,
        due=due,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        sentiment=passage_sentiment(cited, claim.evidence.quote),
        verdict=verdict.outcome,
        flags=claim.flags,
    )


def _statement(claim: Claim, verdict: Verdict) -> Statement:
    return Statement(
        id=claim.id,
        text=claim.text,
        evidence=claim.evidence.segment_ids,
        quote=claim.evidence.quote,
        verdict=verdict.outcome,
        flags=claim.flags,
    )


def _tape(guardrail: str, claim: Claim, verdict: Verdict) -> TapeEntry:
    return TapeEntry(guardrail, claim.id, verdict.outcome, claim.text, claim.text, verdict.reason)
