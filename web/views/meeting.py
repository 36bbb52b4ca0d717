"""One meeting: everything its page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, tzinfo

from daemon.notes.store.listed import NoteHead
from daemon.notes.store.series import ALONE, Related
from guardrails.core.types import Segment
from pipelines.editing import Edit, SetLine
from pipelines.editing.apply import EDITED
from pipelines.note import Note, SectionName, SentimentLabel
from pipelines.render.words import with_whom
from pipelines.sentiment import label_of
from pipelines.speakers.labelling import GUESSED
from web import format, wording
from web.language import _, name_of, said
from web.views.actions import Group, action_view
from web.views.claims import Claims, claims
from web.views.summary import SummarySentence, TopicView, paragraphs, topics
from web.views.timeline import Timeline, timeline
from web.views.transcript import Line, Place, Turn, folded, places, sheets, turns
from web.views.voices import VoiceView, tally, voices


@dataclass(frozen=True, slots=True)
class SpeakerView:
    name: str
    """Empty for all voices that nobody has named, together."""
    share: int
    """Of all that was said, in percent: of the time, or of the words where there are no times."""
    mood: SentimentLabel | None
    """None if it is not known; score and bar are then 0."""
    score: float = 0.0
    bar_x: float = 0.0
    bar_width: float = 0.0
    """Of a bar that leaves zero to the right or left, in a drawing from -50 to 50."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """What one page shows of a very long transcript."""

    first: Line
    last: Line
    is_shown: bool


_SHOWN = 120
"""Characters in three lines of a phone."""


@dataclass(frozen=True, slots=True)
class MeetingView:
    id: str
    title: str
    facts: tuple[str, ...]
    """Day and time, length, language, as far as they are known."""
    people: str
    """Names in the order in which they first speak; empty where no voice has a name."""
    tags: tuple[str, ...]
    source: str
    room: str
    """Name of the other room that it was in; empty for this one."""
    around: Related
    last_time: str
    """Day of the meeting of its series before it; empty without one."""
    warnings: tuple[str, ...]
    summary: tuple[tuple[SummarySentence, ...], ...]
    """Paragraphs, by their sentences."""
    topics: tuple[TopicView, ...]
    claims: Claims
    sections: tuple[SectionName, ...]
    """What the note's template shows, in this order."""
    mood: SentimentLabel
    carried_by: tuple[Place, ...]
    """The lines that carry the mood."""
    agreement: str | None
    """How far word list and language model agree on it, in a sentence; None if only one was used."""
    timeline: Timeline | None
    speakers: tuple[SpeakerView, ...]
    voices: tuple[VoiceView, ...]
    """All speakers, while a voice has no name yet."""
    voice_tally: str
    voices_guessed: bool
    """Whether there was too little talk to tell them apart."""
    turns: tuple[Turn, ...]
    """Those of the sheet that is shown."""
    sheets: tuple[SheetView, ...]
    """All of the transcript, where it comes on several pages."""
    starts: str
    """Number, start and end in seconds of every line of `turns` whose time is known, for the player:
    `1:0:9 2:12.5:`."""
    named: bool
    """Whether any voice of the transcript has a name."""
    language: str | None
    engines: tuple[str, ...]
    pinned: tuple[str, ...]
    coverage: str
    is_edited: bool
    """Whether a person has changed the title or the summary."""

    @property
    def is_folded(self) -> bool:
        """Whether the summary is more than three lines on a phone."""
        return bool(self.topics) or sum(len(each.text) for said in self.summary for each in said) > _SHOWN

    def address_of(self, anchor: str) -> str:
        """Of a line, which may stand on another page of the transcript."""
        number = int(anchor[1:])
        is_here = not self.sheets or self.turns[0].number <= number <= self.turns[-1].lines[-1].number
        return f"#{anchor}" if is_here else f"?line={number}#{anchor}"

    @property
    def transcript(self) -> tuple[tuple[Turn, ...], ...]:
        """The turns in parts that are folded, where there is more than one."""
        return folded(self.turns)


def meeting(
    note: Note, timezone: tzinfo, around: Related = ALONE, edits: Sequence[Edit] = (), line: int = 1
) -> MeetingView:
    """The page of `note` with its `edits` on it, times in `timezone`; of a very long transcript only what
    stands around `line`.

    Time grows with its length, never faster.
    """
    segments = note.transcript.segments
    where = places(segments)
    found = claims(note, where)
    corrected = {each.change.segment for each in edits if isinstance(each.change, SetLine)}
    every = sheets(turns(segments, found.marks, corrected))
    number = max((n for n, each in enumerate(every) if each and each[0].number <= line), default=0)
    shown = every[number]
    speakers = _speakers(note)
    heard = voices(note, ((speaker.name, speaker.share) for speaker in speakers))
    return MeetingView(
        id=note.id,
        title=note.title,
        facts=_facts(note, timezone),
        people=_people(segments),
        tags=note.tags,
        source=said(note.source),
        room=note.room.name if note.room else "",
        around=around,
        last_time=_day(around.last_time, timezone) if around.last_time else "",
        warnings=tuple(map(said, note.warnings)),
        summary=paragraphs(note, where),
        topics=topics(note, where),
        claims=found,
        sections=note.template.sections,
        mood=note.sentiment.label,
        carried_by=tuple(where[i] for i in note.sentiment.passages if i in where),
        agreement=_agreement(note.sentiment.confidence),
        timeline=timeline(note.sentiment.timeline),
        speakers=speakers,
        voices=heard,
        voice_tally=tally(heard),
        voices_guessed=GUESSED in note.flags,
        turns=shown,
        sheets=tuple(
            SheetView(each[0].lines[0], each[-1].lines[-1], each is shown) for each in every if len(every) > 1
        ),
        starts=" ".join(
            f"{line.number}:{line.start_s:g}:{'' if line.end_s is None else f'{line.end_s:g}'}"
            for turn in shown
            for line in turn.lines
            if line.start_s is not None
        ),
        named=any(segment.speaker for segment in segments),
        language=note.language,
        engines=(*wording.read_as(note), *wording.engines(note.engines)),
        pinned=wording.pinned(note.engines),
        coverage=_coverage(note),
        is_edited=EDITED in note.flags,
    )


def left_over(around: Related, today: date, timezone: tzinfo) -> tuple[Group, ...]:
    """What earlier meetings of a series have left open, meeting by meeting."""
    return tuple(
        Group(head.id, _day(head, timezone), len(items), tuple(action_view(row, today) for row in items))
        for head, items in around.left_open
    )


def _people(segments: Sequence[Segment]) -> str:
    *others, last = with_whom(segments).rsplit(" and ", 1)
    return format.listed([*others, last])


def _day(head: NoteHead, timezone: tzinfo) -> str:
    return format.short_day(head.started_at.astimezone(timezone).date())


def _speakers(note: Note) -> tuple[SpeakerView, ...]:
    """Who spoke how much and in which mood, in the order in which they first speak."""
    segments = note.transcript.segments
    timed = all(segment.start_s is not None and segment.end_s is not None for segment in segments)
    said = dict.fromkeys((name for segment in segments for name in segment.speakers or ("",)), 0.0)
    for segment in segments:
        if timed:
            said[segment.speaker or ""] += max(0.0, (segment.end_s or 0.0) - (segment.start_s or 0.0))
        else:
            said[segment.speaker or ""] += len(segment.text.split())
    total = sum(said.values())
    if not total or not any(said):
        return ()
    return tuple(
        _speaker(name, round(100 * amount / total), note.sentiment.speakers.get(name))
        for name, amount in said.items()
    )


def _speaker(name: str, share: int, score: float | None) -> SpeakerView:
    if score is None:
        return SpeakerView(name, share, None)
    return SpeakerView(name, share, label_of(score), score, min(0, 50 * score), max(1, abs(50 * score)))


def _agreement(confidence: float | None) -> str | None:
    if confidence is None:
        return None
    share = f"{confidence:.0%}"
    return _(
        "The word list and the language model agree on %(share)s of the lines that express a mood.",
        share=share,
    )


def _facts(note: Note, timezone: tzinfo) -> tuple[str, ...]:
    local = note.started_at.astimezone(timezone)
    day, time = format.short_day(local.date()), format.time_of_day(local)
    facts = (
        f"{day}, {time} {local.tzname() or ''}".rstrip() if time else day,
        _length(note),
        name_of(note.language) if note.language else None,
        note.room and note.room.name,
    )
    return tuple(fact for fact in facts if fact)


def _length(note: Note) -> str | None:
    length, planned = format.length(note.duration_s), format.length(note.planned_s)
    return (
        _("%(length)s of %(planned)s planned", length=length, planned=planned)
        if length and planned
        else length
    )


def _coverage(note: Note) -> str:
    read, total = note.coverage.segments_read, note.coverage.segments_total
    if not total:
        return _("The transcript has no lines.")
    if read >= total:
        return _("The whole transcript was read: %(lines)s.", lines=format.count(total, "line"))
    return _(
        "Only %(number)s of the transcript's %(lines)s were read.",
        lines=format.count(total, "line"),
        number=format.number(read),
    )
