"""One meeting: everything its page shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from pipelines.note import Note, SentimentLabel
from pipelines.sentiment import label_of
from web import format, wording
from web.views.claims import Claims, claims
from web.views.timeline import Timeline, timeline
from web.views.transcript import Turn, places, turns


@dataclass(frozen=True, slots=True)
class SpeakerMood:
    name: str
    mood: SentimentLabel
    score: float
    bar_x: float
    bar_width: float
    """Of a bar that leaves zero to the right or left, in a drawing from -50 to 50."""


@dataclass(frozen=True, slots=True)
class MeetingView:
    id: str
    title: str
    facts: tuple[str, ...]
    """Day and time, length, language, as far as they are known."""
    people: str
    """Names in the order in which they first speak; empty where no voice has a name."""
    source: str
    warnings: tuple[str, ...]
    summary: tuple[str, ...]
    """Paragraphs."""
    claims: Claims
    mood: SentimentLabel
    score: float
    timeline: Timeline | None
    speakers: tuple[SpeakerMood, ...]
    turns: tuple[Turn, ...]
    named: bool
    """Whether any voice of the transcript has a name."""
    language: str | None
    engines: tuple[str, ...]
    pinned: tuple[str, ...]
    coverage: str


def meeting(note: Note, timezone: tzinfo) -> MeetingView:
    """The page of `note`, with times in `timezone`. Time grows with its length, never faster."""
    segments = note.transcript.segments
    where = places(segments)
    found = claims(note, where)
    people = list(dict.fromkeys(segment.speaker for segment in segments if segment.speaker is not None))
    return MeetingView(
        id=note.id,
        title=note.title,
        facts=_facts(note, timezone),
        people=format.listed(people),
        source=note.source,
        warnings=note.warnings,
        summary=tuple(part for part in map(str.strip, note.summary.splitlines()) if part),
        claims=found,
        mood=note.sentiment.label,
        score=note.sentiment.score,
        timeline=timeline(note.sentiment.timeline),
        speakers=tuple(
            SpeakerMood(name, label_of(score), score, min(0, 50 * score), max(1, abs(50 * score)))
            for name, score in note.sentiment.speakers.items()
        ),
        turns=turns(segments, where, found.marks),
        named=bool(people),
        language=note.language,
        engines=wording.engines(note.engines),
        pinned=wording.pinned(note.engines),
        coverage=_coverage(note),
    )


def _facts(note: Note, timezone: tzinfo) -> tuple[str, ...]:
    local = note.started_at.astimezone(timezone)
    day, time = format.short_day(local.date()), format.time_of_day(local)
    facts = (
        f"{day}, {time} {local.tzname() or ''}".rstrip() if time else day,
        format.length(note.duration_s),
        wording.language(note.language) if note.language else None,
    )
    return tuple(fact for fact in facts if fact)


def _coverage(note: Note) -> str:
    read, total = note.coverage.segments_read, note.coverage.segments_total
    if not total:
        return "The transcript has no lines."
    if read >= total:
        return f"The whole transcript was read: {format.count(total, 'line')}."
    return f"Only {read:,} of the transcript's {format.count(total, 'line')} were read."
