"""The digest of a day or a week: what was decided, what is due, what slipped, person by person.

A pure function of notes and a period: made again from the same notes, it is the same. Only what a meeting's
own words confirm goes in; the rest is counted, because a digest is read without the transcript beside it.
Each line names note and item, so that a page can lead to the words that prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from itertools import chain
from typing import Literal

from pipelines.mood import label_of_meeting
from pipelines.note import ActionItem, Due, Model, Note, SentimentLabel, Statement
from pipelines.transcript import UtcDatetime

Kind = Literal["day", "week"]


MOOD_MOVES = 0.05
"""A smaller change of a mood between two periods is none that people would feel."""
DAYS_BEFORE = 7
"""With the meetings of so many days before a period its mood is compared."""
UNKNOWN_LENGTH_S = 1_800.0
"""A meeting whose length nobody knows counts for half an hour of mood."""


@dataclass(frozen=True, slots=True)
class Period:
    """What a digest is about, in local days."""

    kind: Kind
    first: date
    last: date
    as_of: date
    """The day it is read on: what is due counts from here."""

    @classmethod
    def day(cls, day: date) -> Period:
        return cls("day", day, day, day)

    @classmethod
    def week(cls, day: date) -> Period:
        """The week from Monday to Sunday that holds `day`, as it looks on its Friday.

        It ends on Sunday so that a meeting at the weekend belongs to some week: the digest is made on Friday,
        and made again when such a meeting turns up.
        """
        monday = day - timedelta(days=day.weekday())
        return cls("week", monday, monday + timedelta(days=6), monday + timedelta(days=4))

    @property
    def id(self) -> str:
        """ "2026-11-16" or "2026-W47" (ISO 8601): sorts by time within its kind."""
        if self.kind == "day":
            return self.first.isoformat()
        year, week, _ = self.first.isocalendar()
        return f"{year}-W{week:02}"


class Line(Model):
    """A decision or an open question."""

    note_id: str
    item_id: str
    meeting: str
    """Title of the note."""
    text: str


class ActionLine(Line):
    said_on: date
    """Day of the meeting."""
    owner: str | None
    due: Due | None
    flags: tuple[str, ...] = ()
    """Of the item, such as "due-provisional"."""


class MeetingLine(Model):
    note_id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    sentiment: SentimentLabel
    score: float = 0.0
    """-1..1, of its mood."""
    unconfirmed: int
    """Claims that the transcript does not confirm; they stand in the note only."""


class Person(Model):
    """What one person has to do. An item stands in one list only."""

    name: str | None
    """None: nobody knows whose it is."""
    slipped: tuple[ActionLine, ...] = ()
    """Open, and the day is past; the longest first."""
    due: tuple[ActionLine, ...] = ()
    """Open, and the day is near; the nearest first."""
    promised: tuple[ActionLine, ...] = ()
    """Taken on in the period, for later or for no day."""


class Digest(Model):
    id: str
    kind: Kind
    first: date
    last: date
    as_of: date
    meetings: tuple[MeetingLine, ...]
    decisions: tuple[Line, ...]
    people: tuple[Person, ...]
    """By name; whose name is not known comes last."""
    questions: tuple[Line, ...]
    slipped_before: int
    """Open items that slipped too long ago to be listed."""
    mood_before: float | None = None
    """-1..1, the mood of the meetings of the seven days before; None where there were none."""

    @property
    def is_empty(self) -> bool:
        return not (self.meetings or self.people)

    @property
    def mood(self) -> float | None:
        """-1..1, of all meetings by their length; None without any."""
        return _mood((line.score, line.duration_s) for line in self.meetings)

    @property
    def mood_moved(self) -> str:
        """How the mood was, and how it was before, in a sentence; empty without meetings."""
        if self.mood is None:
            return ""
        now = f"The mood was {_mood_words(self.mood)}"
        if self.mood_before is None:
            return f"{now}."
        if abs(self.mood - self.mood_before) < MOOD_MOVES:
            return f"{now}, as in the week before."
        way = "up" if self.mood > self.mood_before else "down"
        return f"{now}, {way} from {_mood_words(self.mood_before)} in the week before."

    @property
    def slipped(self) -> tuple[ActionLine, ...]:
        return _by_day(chain.from_iterable(person.slipped for person in self.people))

    @property
    def due(self) -> tuple[ActionLine, ...]:
        return _by_day(chain.from_iterable(person.due for person in self.people))

    @property
    def note_ids(self) -> frozenset[str]:
        """Of all notes that have a line in it."""
        lines: list[Line | MeetingLine] = [*self.meetings, *self.decisions, *self.questions]
        for person in self.people:
            lines += (*person.slipped, *person.due, *person.promised)
        return frozenset(line.note_id for line in lines)

    def without(self, note_id: str) -> Digest:
        """The digest after a note was deleted: no word of it is left."""
        return self._keeping(lambda line: line.note_id != note_id)

    def as_told_by(self, note: Note) -> Digest:
        """The digest after `note` was replaced: no line of it is left that the note does not tell now."""
        told = {item.task for item in note.action_items}
        told |= {each.text for each in (*note.decisions, *note.questions)}

        def is_told(line: Line | MeetingLine) -> bool:
            if line.note_id != note.id:
                return True
            if isinstance(line, MeetingLine):
                return line.title == note.title
            return line.meeting == note.title and line.text in told

        return self._keeping(is_told)

    def _keeping(self, keep: Callable[[Line | MeetingLine], bool]) -> Digest:
        people = [
            person.model_copy(
                update={
                    name: tuple(filter(keep, getattr(person, name)))
                    for name in ("slipped", "due", "promised")
                }
            )
            for person in self.people
        ]
        return self.model_copy(
            update={
                "meetings": tuple(filter(keep, self.meetings)),
                "decisions": tuple(filter(keep, self.decisions)),
                "questions": tuple(filter(keep, self.questions)),
                "people": tuple(p for p in people if p.slipped or p.due or p.promised),
            }
        )


def make_digest(
    notes: Iterable[Note], period: Period, *, timezone: tzinfo, due_days: int = 7, slipped_days: int = 30
) -> Digest:
    """The digest of `period` over all notes, in any order; their transcripts are not read.

    Listed as due is what falls within `due_days` after the day it is read on (that day included), as slipped
    what was due up to `slipped_days` before. `timezone` is the room's: it says on which day a meeting was.
    """
    held = sorted(
        ((note.started_at.astimezone(timezone).date(), note) for note in notes),
        key=lambda pair: (pair[1].started_at, pair[1].id),
    )
    present = [note for day, note in held if period.first <= day <= period.last]
    people: dict[str | None, dict[str, list[ActionLine]]] = {}
    slipped_before = 0
    for day, note in held:
        if day > period.last:
            continue
        for item in note.action_items:
            section = _section(item, day, period, due_days)
            if section == "slipped" and _due_day(item) < period.as_of - timedelta(days=slipped_days):
                slipped_before += 1
            elif section:
                lists = people.setdefault(item.owner, {"slipped": [], "due": [], "promised": []})
                lists[section].append(_action_line(note, item, day))
    return Digest(
        id=period.id,
        kind=period.kind,
        first=period.first,
        last=period.last,
        as_of=period.as_of,
        meetings=tuple(_meeting_line(note) for note in present),
        decisions=tuple(chain.from_iterable(_lines(note, note.decisions) for note in present)),
        people=tuple(
            Person(name=name, **{section: _by_day(lines) for section, lines in people[name].items()})
            for name in sorted(people, key=lambda name: (name is None, (name or "").casefold(), name or ""))
        ),
        questions=tuple(chain.from_iterable(_lines(note, note.questions) for note in present)),
        slipped_before=slipped_before,
        mood_before=_mood(
            (note.sentiment.score, note.duration_s)
            for day, note in held
            if period.first - timedelta(days=DAYS_BEFORE) <= day < period.first
        ),
    )


def _section(item: ActionItem, said_on: date, period: Period, due_days: int) -> str | None:
    """Where an item belongs; None where it has no place in the digest."""
    if item.verdict != "verified" or item.status != "open":
        return None
    if item.due and item.due.date and item.due.date <= period.as_of + timedelta(days=due_days):
        return "due" if item.due.date >= period.as_of else "slipped"
    return "promised" if said_on >= period.first else None


def _mood(meetings: Iterable[tuple[float, float | None]]) -> float | None:
    """The mean of scores, by the lengths of their meetings."""
    lengths = [(score, length or UNKNOWN_LENGTH_S) for score, length in meetings]
    total = sum(length for _, length in lengths)
    return round(sum(score * length for score, length in lengths) / total, 3) if total else None


def _mood_words(score: float) -> str:
    """ "positive (+0.12)" """
    return f"{label_of_meeting(score)} ({score:+.2f})"


def _due_day(item: ActionItem | ActionLine) -> date:
    return item.due.date if item.due and item.due.date else date.max


def _by_day(lines: Iterable[ActionLine]) -> tuple[ActionLine, ...]:
    """By due day; what was said first comes first among equals, and where there is no day."""
    return tuple(sorted(lines, key=_due_day))


def _action_line(note: Note, item: ActionItem, said_on: date) -> ActionLine:
    return ActionLine(
        note_id=note.id,
        item_id=item.id,
        meeting=note.title,
        text=item.task,
        said_on=said_on,
        owner=item.owner,
        due=item.due,
        flags=item.flags,
    )


def _lines(note: Note, statements: Iterable[Statement]) -> Iterator[Line]:
    for each in statements:
        if each.verdict == "verified":
            yield Line(note_id=note.id, item_id=each.id, meeting=note.title, text=each.text)


def _meeting_line(note: Note) -> MeetingLine:
    claims: tuple[ActionItem | Statement, ...] = (*note.action_items, *note.decisions, *note.questions)
    return MeetingLine(
        note_id=note.id,
        title=note.title,
        started_at=note.started_at,
        duration_s=note.duration_s,
        sentiment=note.sentiment.label,
        score=note.sentiment.score,
        unconfirmed=sum(claim.verdict != "verified" for claim in claims),
    )
