"""From a draft to the note: put in the order of the meeting, checked, and shown with what is known of it."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime

from guardrails.core.types import Segment
from pipelines.checking import Checker, checker_for
from pipelines.conventions import USUAL, Conventions
from pipelines.draft import SUMMARY_BY_RULES, Draft
from pipelines.editing.corrections import left_to_edits, with_lines
from pipelines.languages import found_language
from pipelines.meeting import Meeting, read_meeting
from pipelines.merging import settle
from pipelines.mood import meeting_sentiment
from pipelines.note import (
    Coverage,
    Engine,
    Engines,
    Imported,
    Item,
    Note,
    NoteDraft,
    NoteTranscript,
    Statement,
    Topic,
)
from pipelines.rules import RULES_VERSION
from pipelines.summary import topics_of
from pipelines.summary.naming import named
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Transcript
from pipelines.verifying import CheckedNote, Circumstances, is_silent, verify


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is known of a meeting besides its words."""

    note_id: str
    source: str
    """Name of the file it came from."""
    started_at: datetime
    said_on: date
    """The local day on which it was held: due phrases count from it."""
    roster: tuple[str, ...] = ()
    attendees: tuple[str, ...] = ()
    """By the calendar, as are `planned_s` and `series`."""
    planned_s: float | None = None
    series: str | None = None
    tags: tuple[str, ...] = ()
    """By the house's rules."""
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    continues: str | None = None
    """Id of the note of the part before."""
    template: Template = GENERAL
    conventions: Conventions = USUAL
    """The house's, for due phrases."""
    corrected: tuple[Segment, ...] = ()
    """Lines of the transcript as people corrected and named them; the draft was made with these."""


def rules_engine() -> Engine:
    """The record of the rules engine, for the note."""
    return Engine(name="rules", version=RULES_VERSION)


def compose_note(
    draft: Draft, transcript: Transcript, occasion: Occasion, engines: Engines, checker: Checker | None = None
) -> Note:
    """Settle `draft`, put it before all guardrails, and make the note of what they leave.

    `checker`: one that serves several notes.
    """
    segments = with_lines(transcript.segments, occasion.corrected)
    meeting = read_meeting(segments, transcript.language, occasion.roster)
    about = Circumstances(
        said_on=occasion.said_on,
        extracted=engines.llm is None or SUMMARY_BY_RULES in draft.flags,
        template=occasion.template,
        conventions=occasion.conventions,
    )
    shown = checked(draft, meeting, about, checker, title=transcript.title)
    flags = [*transcript.flags, *occasion.flags, *draft.flags, *shown.flags]
    if is_silent(segments):
        flags.append("no-speech")
    return Note(
        id=occasion.note_id,
        title=shown.title,
        started_at=occasion.started_at,
        duration_s=transcript.duration_s,
        language=transcript.language or found_language(segments),
        source=occasion.source,
        taken_for=transcript.taken_for,
        continues=occasion.continues,
        attendees=occasion.attendees,
        planned_s=occasion.planned_s,
        series=occasion.series,
        tags=occasion.tags,
        engines=engines,
        summary=shown.summary,
        summary_sources=shown.summary_sources,
        topics=_topics(shown, meeting),
        action_items=left_to_edits(shown.action_items, transcript.segments, occasion.corrected),
        decisions=shown.decisions,
        questions=shown.questions,
        possible_items=shown.possible_items,
        sentiment=meeting_sentiment(transcript.segments, meeting.code, dict(draft.moods)),
        coverage=Coverage(segments_read=draft.segments_read, segments_total=len(segments)),
        flags=tuple(dict.fromkeys(flags)),
        warnings=(*transcript.warnings, *occasion.warnings, *draft.warnings, *shown.warnings),
        template=occasion.template.for_note,
        transcript=NoteTranscript(segments=transcript.segments),
        tape=shown.tape,
        draft=NoteDraft(
            claims=draft.claims,
            summary=draft.summary,
            title=draft.title,
            extracted=about.extracted,
            answers=draft.answers,
            moods=draft.moods,
            tape=draft.tape,
            said_on=occasion.said_on,
            roster=occasion.roster,
            corrected=occasion.corrected,
            form=occasion.template.form,
            conventions=occasion.conventions,
            imported=Imported(title=transcript.title, flags=transcript.flags, warnings=transcript.warnings),
        ),
    )


def checked(
    draft: Draft,
    meeting: Meeting,
    about: Circumstances,
    checker: Checker | None = None,
    *,
    title: str | None = None,
) -> CheckedNote:
    """What a note and its replay have in common: what the guardrails leave of `draft`, and the title.

    `title`: as a calendar or a file gives it.
    """
    settled = settle(draft, meeting, extracted=about.extracted)
    with nullcontext(checker) if checker else checker_for(about.conventions) as checks:
        shown = verify(settled, meeting, about, checks)
    name, untitled = (title, ()) if title else named(draft.title, meeting, by_model=not about.extracted)
    return shown.model_copy(update={"title": name, "tape": (*shown.tape, *untitled)})


def _topics(shown: CheckedNote, meeting: Meeting) -> tuple[Topic, ...]:
    """What the meeting was about, what was decided and is due in it, and nothing that the note quotes."""
    items: list[Item] = [*shown.decisions, *shown.action_items]
    items = [item for item in items if item.verdict == "verified"]
    quoted = {segment_id for item in (*items, *shown.questions) for segment_id in item.evidence}
    quoted.update(segment_id for sentence in shown.summary_sources for segment_id in sentence.evidence)
    starts = {segment.id: segment.start_s for segment in meeting.segments}
    return tuple(
        Topic(
            title=topic.title,
            start_s=starts[topic.segments[0]],
            begins=topic.segments[0],
            said=topic.said,
            evidence=topic.source,
            items=tuple(
                item.id
                for item in items
                if item.evidence[:1] and item.evidence[0] in topic.segments
                if isinstance(item, Statement) or item.due is not None
            ),
        )
        for topic in topics_of(meeting, frozenset(quoted))
    )
