"""The digest itself, and what becomes of it when its notes change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import chain
from typing import Any

from pydantic import model_validator

from pipelines.digest.period import Kind
from pipelines.model import Model, UtcDatetime
from pipelines.mood import label_of_meeting
from pipelines.note import ActionItem, Due, Note, SentimentLabel
from pipelines.render.words import worded
from pipelines.speakers.turns import known_name

MOOD_MOVES = 0.05
"""A smaller change of a mood between two periods is none that people would feel."""
UNKNOWN_LENGTH_S = 1_800.0
"""A meeting whose length nobody knows counts for half an hour of mood."""


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

    @model_validator(mode="before")
    @classmethod
    def _without_what_later_meetings_said(cls, given: Any) -> Any:
        """As digests of earlier versions have it."""
        return (
            {key: each for key, each in given.items() if key != "said_done"}
            if isinstance(given, dict)
            else given
        )


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
    by_rules: bool = False
    """Whether most of its claims are left out, since the rules alone made them."""
    about: str = ""
    """What it was about: the first line of its summary; empty in digests of older versions."""


class Person(Model):
    """What one person has to do. An item is in one list only."""

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
    """Open items that slipped and are not listed."""
    mood_before: float | None = None
    """-1..1, the mood of the meetings of the seven days before; None where there were none."""

    @property
    def is_empty(self) -> bool:
        return not (self.meetings or self.people)

    @property
    def mood(self) -> float | None:
        """-1..1, of all meetings by their length; None without any."""
        return mean_mood((line.score, line.duration_s) for line in self.meetings)

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
        return by_due_day(chain.from_iterable(person.slipped for person in self.people))

    @property
    def due(self) -> tuple[ActionLine, ...]:
        return by_due_day(chain.from_iterable(person.due for person in self.people))

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
        shown = {*map(worded, note.action_items), *map(worded, (*note.decisions, *note.questions))}

        def is_told(line: Line | MeetingLine) -> bool:
            if line.note_id != note.id:
                return True
            if isinstance(line, MeetingLine):
                return line.title == note.title and line.about in ("", first_line(note))
            return line.meeting == note.title and line.text in shown

        return self._keeping(is_told)

    def as_owned_in(self, note: Note) -> Digest:
        """The digest after voices of `note` got names: each of its items has its owner."""
        owners = {item.id: known_name(item.owner) for item in note.action_items}
        lists: Lists = {}
        for one in self.people:
            for section, lines in (("slipped", one.slipped), ("due", one.due), ("promised", one.promised)):
                for line in lines:
                    owner = owners.get(line.item_id) if line.note_id == note.id else line.owner
                    theirs = lists.setdefault(owner, {})
                    theirs.setdefault(section, []).append(line.model_copy(update={"owner": owner}))
        return self.model_copy(update={"people": people_of(lists)})

    def _keeping(self, keep: Callable[[Line | MeetingLine], bool]) -> Digest:
        people = [
            Person(
                name=person.name,
                slipped=tuple(filter(keep, person.slipped)),
                due=tuple(filter(keep, person.due)),
                promised=tuple(filter(keep, person.promised)),
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


Lists = dict[str | None, dict[str, list[ActionLine]]]
"""Owner to section to items."""


def people_of(lists: Lists) -> tuple[Person, ...]:
    """By name, nobody last."""
    return tuple(
        Person(name=name, **{section: by_due_day(lines) for section, lines in lists[name].items()})
        for name in sorted(lists, key=lambda name: (name is None, (name or "").casefold(), name or ""))
    )


def mean_mood(meetings: Iterable[tuple[float, float | None]]) -> float | None:
    """The mean of scores, by the lengths of their meetings."""
    lengths = [(score, length or UNKNOWN_LENGTH_S) for score, length in meetings]
    total = sum(length for _, length in lengths)
    return round(sum(score * length for score, length in lengths) / total, 3) if total else None


def _mood_words(score: float) -> str:
    """ "positive (+0.12)" """
    return f"{label_of_meeting(score)} ({score:+.2f})"


def first_line(note: Note) -> str:
    """Of its summary; empty where the note shows none."""
    shown = note.summary if "summary" in note.template.sections else ""
    return next(iter(shown.splitlines()), "")


def due_day(item: ActionItem | ActionLine) -> date:
    return item.due.date if item.due and item.due.date else date.max


def by_due_day(lines: Iterable[ActionLine]) -> tuple[ActionLine, ...]:
    """By due day; what was said first comes first among equals, and where there is no day."""
    return tuple(sorted(lines, key=due_day))
