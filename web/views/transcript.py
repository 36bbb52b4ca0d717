"""The transcript as turns of lines, and the addresses (`#s12`) under which lines are found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from guardrails.core.types import Segment
from pipelines.render.words import said_at
from pipelines.speakers.turns import known_name
from web import format
from web.language import _

PART_LINES = 60
"""A long transcript is folded in parts of about so many lines: some seven minutes."""
SHEET_LINES, SHEET_CHARACTERS = 2_000, 300_000
"""A very long one comes on several pages, each of about so much: some four hours, and a megabyte."""
LINES_TOGETHER = 30
HUES = 12
"""Colours and shapes of the marks beside names, in web/static/meeting.css; of more people some share one."""
UNNAMED_TOGETHER = 6
"""How many lines of one voice are shown and edited together. Without a name the next line may be somebody
else's."""


# A long meeting has thousands of these two, and frozen dataclasses take three times as long to make.
class Place(NamedTuple):
    """Where a line is: its anchor on the page, and what links to it say."""

    number: int
    anchor: str
    speaker: str | None
    clock: str | None
    """Position in the meeting; None where the source had no times."""
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A claim that a line proves: the link from the transcript back to the note."""

    label: str
    anchor: str


class Line(NamedTuple):
    """One line of talk."""

    number: int
    """From 1, counting every line of the transcript."""
    anchor: str
    start_s: float | None
    end_s: float | None
    clock: str | None
    text: str
    marks: tuple[Mark, ...]
    is_edited: bool = False
    is_hard_to_hear: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive lines of one voice, or of two at once; `speaker` is None where nobody has named it."""

    speaker: str | None
    lines: tuple[Line, ...]
    goes_on: bool = False
    """Whether the same voice spoke just before."""
    hue: int = 0
    """Which mark is beside the name, from 0."""
    also: str | None = None
    """Who else speaks in each of the lines."""

    @property
    def said_by(self) -> str | None:
        return who(self.speaker, self.also)

    @property
    def is_named(self) -> bool:
        """Whether a person, or the source, has said who alone it is."""
        return known_name(self.speaker) is not None and self.also is None

    @property
    def number(self) -> int:
        """Number of its first line, by which the turn is addressed."""
        return self.lines[0].number

    @property
    def html(self) -> Markup:
        """The lines as the page shows them; for the thousands of a long meeting a template takes four times
        as long."""
        return Markup("\n".join(map(_html, self.lines)))


def who(speaker: str | None, also: str | None) -> str | None:
    """Whoever speaks, for readers; most lines have one speaker, and need no list."""
    return format.listed([name for name in (speaker, also) if name]) if also else speaker or None


def places(segments: Sequence[Segment]) -> dict[str, Place]:
    """Segment id to place.

    A line is addressed by its number: ids from a file may contain blanks, or be the id of something else on
    the page.
    """
    return {
        segment.id: Place(
            number=number,
            anchor=f"s{number}",
            speaker=who(segment.speaker, segment.also),
            clock=said_at(segment.id, segment.start_s),
            text=segment.text,
        )
        for number, segment in enumerate(segments, start=1)
    }


def turns(
    segments: Sequence[Segment], marks: Mapping[str, Sequence[Mark]], edited: Collection[str] = ()
) -> tuple[Turn, ...]:
    """Lines in the order in which they were said; lines without words are left out.

    `edited`: ids of the segments that a person has corrected.
    """
    spoken = [
        ((segment.speaker, segment.also), _line(number, segment, marks, edited))
        for number, segment in enumerate(segments, start=1)
        if segment.text.strip()
    ]
    who = {
        name: number % HUES
        for number, name in enumerate(dict.fromkeys(name for (name, _), _ in spoken if name))
    }
    return tuple(
        turn
        for (speaker, also), said in groupby(spoken, key=lambda pair: pair[0])
        for turn in _cut(speaker, also, [line for _, line in said], who.get(speaker or "", 0))
    )


def folded(said: Sequence[Turn]) -> tuple[tuple[Turn, ...], ...]:
    """Whole turns in parts of at least PART_LINES lines, the last one excepted."""
    found: list[list[Turn]] = []
    for turn in said:
        if not found or turn.number - found[-1][0].number >= PART_LINES:
            found.append([])
        found[-1].append(turn)
    return tuple(map(tuple, found))


def sheets(said: Sequence[Turn]) -> tuple[tuple[Turn, ...], ...]:
    """Whole turns, as they come on one page or, for few meetings, on several."""
    found: list[list[Turn]] = [[]]
    lines = characters = 0
    for turn in said:
        more = sum(len(line.text) for line in turn.lines)
        if lines + len(turn.lines) > SHEET_LINES or characters + more > SHEET_CHARACTERS:
            if found[-1]:
                found.append([])
            lines = characters = 0
        found[-1].append(turn)
        lines += len(turn.lines)
        characters += more
    return tuple(map(tuple, found))


def _html(line: Line) -> str:
    anchor = f"s{line.number}"
    said = _("corrected") if line.is_edited else _("hard to hear") if line.is_hard_to_hear else ""
    edited = f' <span class="edited">{said}</span>' if said else ""
    marks = "".join(
        f' <a class="mark" href="#{escape(mark.anchor)}">{escape(mark.label)}</a>' for mark in line.marks
    )
    # No stop of the Tab key: there are hundreds.
    start = f'<a href="#{anchor}" tabindex="-1">{line.clock or "¶"}</a>'
    return f'<p id="{anchor}">{start}{escape(line.text)}{edited}{marks}</p>'


def _cut(speaker: str | None, also: str | None, lines: list[Line], hue: int) -> Iterator[Turn]:
    together = LINES_TOGETHER if speaker and not also else UNNAMED_TOGETHER
    for first in range(0, len(lines), together):
        yield Turn(speaker, tuple(lines[first : first + together]), goes_on=first > 0, hue=hue, also=also)


def _line(
    number: int, segment: Segment, marks: Mapping[str, Sequence[Mark]], edited: Collection[str]
) -> Line:
    return Line(
        number=number,
        anchor=f"s{number}",
        start_s=segment.start_s,
        end_s=segment.end_s,
        clock=said_at(segment.id, segment.start_s),
        text=segment.text.strip(),
        marks=tuple(marks.get(segment.id, ())),
        is_edited=segment.id in edited,
        is_hard_to_hear=segment.is_hard_to_hear,
    )
