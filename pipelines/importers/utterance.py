"""Words as a reader found them, and the transcript that they make: of lines and as a whole of bounded length.

Some programs write a meeting as one line, and some files are no meeting. What reads a transcript afterwards
(the rules, the page) needs many times its size in memory, and takes a line as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from guardrails.core.types import Segment
from guardrails.language import FALLBACK, language, sentence_spans
from pipelines.characters import shortened
from pipelines.errors import BadInputError
from pipelines.importers.source import Source
from pipelines.names import person_name
from pipelines.text import LONGEST_LINE, LONGEST_NAME
from pipelines.transcript import Transcript

MOST_CHARACTERS = 1_250_000
"""Of all words of a meeting: people talk for a day to say as much (150 words a minute)."""
MOST_PEOPLE = 50
_DAY_S = 86_400.0
_SHORT_LINE = 20
"""Characters that a line counts for at least: each costs its share of whatever reads the meeting."""


class Utterance(NamedTuple):
    start_s: float | None
    end_s: float | None
    speaker: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader found in a file."""

    utterances: Sequence[Utterance]
    """In the order of the file."""
    title: str | None = None
    language: str | None = None
    held_at: datetime | None = None
    """When the meeting began, by the clock where it was held."""
    started_at: datetime | None = None
    """The same where the file names a zone."""
    people: tuple[str, ...] = ()
    """Who was there, by a list in the file."""
    length_s: float | None = None
    """Where the file says how long the meeting was."""
    shape: str | None = None
    """What the file turned out to be, where that shows only while it is read."""


def is_words(text: str) -> bool:
    """Whether anything in the text can be said aloud."""
    return any(map(str.isalnum, text))


class Counted:
    """Counts what was read, so that reading ends where it is too much."""

    def __init__(self, source: Source, characters: int = 0) -> None:
        """`characters` were read elsewhere, of the same meeting."""
        self._source = source
        self._characters = characters

    def add(self, text: str) -> None:
        """BadInputError where that makes it too much."""
        self._characters += max(len(text), _SHORT_LINE if text else 0)
        if self._characters > MOST_CHARACTERS:
            raise BadInputError(
                f"{self._source.path} is longer than a day of talk ({MOST_CHARACTERS:,} characters); "
                "divide it into its meetings."
            )


def divided(said: Utterance) -> Iterator[Utterance]:
    """What was said in lines of at most LONGEST_LINE characters, cut where a sentence or else a word ends.
    A name keeps at most LONGEST_NAME.

    Each has the share of the time that it has of the characters. Where the end is not known, only the first
    has a time.
    """
    text, done = said.text, 0
    said = said._replace(speaker=said.speaker and shortened(said.speaker, LONGEST_NAME))
    while done < len(text):
        end = _end_of_line(text, done)
        if line := text[done:end].strip():
            yield said._replace(start_s=_time_at(said, done), end_s=_time_at(said, end), text=line)
        done = end


def _end_of_line(text: str, start: int) -> int:
    if len(text) - start <= LONGEST_LINE:
        return len(text)
    window = text[start : start + LONGEST_LINE]
    # The last sentence of the window may go on behind it.
    ends = [end for _, end in sentence_spans(window, language(FALLBACK))][:-1]
    return start + (ends[-1] if ends else window.rstrip().rfind(" ") + 1 or LONGEST_LINE)


def _time_at(said: Utterance, place: int) -> float | None:
    """When that character of it was said."""
    if place <= 0:
        return said.start_s
    if place >= len(said.text):
        return said.end_s
    if said.start_s is None or said.end_s is None:
        return None
    return round(said.start_s + (said.end_s - said.start_s) * place / len(said.text), 3)


def in_order(starts: Iterable[float | None]) -> list[int]:
    """The indices sorted by start, stable; what has no start stays behind what it followed."""
    keys: list[float] = []
    last = 0.0
    for start in starts:
        last = last if start is None else start
        keys.append(last)
    return sorted(range(len(keys)), key=keys.__getitem__)


def closed(utterances: Iterable[Utterance]) -> list[Utterance]:
    """In the order of their start. One whose end is not written ends where a later one starts; the last one's
    end stays unknown. An end before its start is no end."""
    listed = list(utterances)
    ordered = [listed[i] for i in in_order(u.start_s for u in listed)]
    later: float | None = None
    following: float | None = None
    for i in range(len(ordered) - 1, -1, -1):
        start_s, end_s = ordered[i].start_s, ordered[i].end_s
        if start_s is None:
            continue
        if following is not None and following > start_s:
            later = following
        following = start_s
        if end_s is None or end_s < start_s:
            ordered[i] = ordered[i]._replace(end_s=later)
    return ordered


def since_the_first(utterances: list[Utterance], from_s: float) -> list[Utterance]:
    """With times from the first one on, where all are `from_s` or later: they are those of a clock."""
    starts = [each.start_s for each in utterances if each.start_s is not None]
    if not starts or min(starts) < from_s:
        return utterances
    first_s, said = starts[0], []
    for each in utterances:
        start_s, end_s = (
            None if time_s is None else (time_s - first_s) % _DAY_S for time_s in (each.start_s, each.end_s)
        )
        said.append(each._replace(start_s=start_s, end_s=end_s))
    return said


def transcript_of(source: Source, reading: Reading) -> Transcript:
    """The utterances as segments "s1", "s2", ... in the order of their start, with people's names as said."""
    named = (said._replace(speaker=said.speaker and person_name(said.speaker)) for said in reading.utterances)
    lines = [line for utterance in closed(named) for line in divided(utterance)]
    return Transcript(
        title=reading.title,
        language=reading.language,
        held_at=reading.held_at,
        started_at=reading.started_at,
        attendees=tuple(dict.fromkeys(shortened(name, LONGEST_NAME) for name in reading.people))[
            :MOST_PEOPLE
        ],
        recorded_s=reading.length_s,
        segments=tuple(Segment(f"s{n}", *line) for n, line in enumerate(lines, start=1)),
        flags=source.damage.flags,
        warnings=source.damage.warnings,
        taken_for=reading.shape,
    )
