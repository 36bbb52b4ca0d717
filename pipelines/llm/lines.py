"""The transcript as a model reads it: one line for each turn, as few marks as a reader needs.

"12 Ann: words", where 12 is the line's place in its chunk. Evidence is cited by that number, which costs a
token or two however long the meeting and whatever ids an imported file has. What a listener murmurs while
somebody talks ("mm-hmm", "yeah": back-channels, Yngve 1970) is no turn: it comes once behind the words that
it goes with, "12 Ann: words (Bob: yeah)". Right after a question the same word is an answer, and a line. A
line holds no line feed: nothing that was said can pass for another line.

In the AMI corpus half of all lines would hold a murmur: marks would cost as much as words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from guardrails.core.types import Segment
from guardrails.language import codes, language
from guardrails.language.words import sounds
from pipelines.transcript import TYPED

# A long speech is cut into lines of about so many characters, so that a number still says where.
LINE_CHARACTERS = 500
# "Yeah, yeah, okay." is still a murmur.
_MURMUR_WORDS = 3
_WORD = re.compile(r"[\w'’-]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One turn, or a part of one, under its number in the chunk."""

    number: int
    segments: tuple[Segment, ...]
    """As they were said: those of the speaker, who begins, and murmurs of listeners among them."""

    @property
    def speaker(self) -> str | None:
        return self.segments[0].speaker

    @property
    def words(self) -> str:
        """Who speaks and what is said, without the number."""
        # A voice that nobody has named has no name here either: the model must not make one up.
        said = _one_line(" ".join(s.text for s in self.segments if s.speaker == self.speaker))
        name = f"{_one_line(self.speaker)}: " if self.speaker else ""
        return f"{name}{said}{self._murmurs()}"

    def __str__(self) -> str:
        return f"{self.number}{' ' if self.speaker else ': '}{self.words}"

    def _murmurs(self) -> str:
        heard = dict.fromkeys(_murmur(s) for s in self.segments if s.speaker and s.speaker != self.speaker)
        return f" ({'; '.join(heard)})" if heard else ""


class OpenLines:
    """Lines to which one segment after the other is added, and the characters that they take."""

    def __init__(self, segments: Sequence[Segment] = ()) -> None:
        self.segments: list[Segment] = []
        self.sizes: list[int] = []
        """What each segment adds at most to the lines as a model reads them."""
        self._runs: list[list[Segment]] = []
        self._length = 0
        """Characters that were said in the last run."""
        for segment in segments:
            self.add(segment)

    def add(self, segment: Segment) -> None:
        self.sizes.append(self.size_of(segment))
        self.segments.append(segment)
        if self._continues(segment):
            self._runs[-1].append(segment)
        else:
            self._runs.append([segment])
            self._length = 0
        self._length += len(segment.text)

    def size_of(self, segment: Segment) -> int:
        """What `segment` would add."""
        speaker = segment.speaker or ""
        if not self._continues(segment):
            return len(f"{len(self._runs) + 1} {speaker}: {segment.text}\n")
        if speaker == self._runs[-1][0].speaker:
            return len(segment.text) + 1
        told = {_murmur(each) for each in self._runs[-1] if each.speaker != self._runs[-1][0].speaker}
        return 0 if (murmur := _murmur(segment)) in told else len(murmur) + len(" ()")

    def lines(self) -> tuple[Line, ...]:
        return tuple(Line(number, tuple(run)) for number, run in enumerate(self._runs, 1))

    def _continues(self, segment: Segment) -> bool:
        return bool(self._runs) and _belongs(segment, self._runs[-1], self._length)


def lines_of(segments: Sequence[Segment]) -> tuple[Line, ...]:
    """Every segment in exactly one line; lines are numbered from 1."""
    return OpenLines(segments).lines()


def is_murmur(segment: Segment) -> bool:
    """Whether it is only what listeners say to show that they listen."""
    words = _WORD.findall(segment.text.casefold())
    return 0 < len(words) <= _MURMUR_WORDS and _murmurs().issuperset("-".join(words).split("-"))


def _murmur(segment: Segment) -> str:
    """As it stands behind the words that it goes with."""
    return f"{_one_line(segment.speaker)}: {' '.join(_WORD.findall(segment.text)).lower()}"


@cache
def _murmurs() -> frozenset[str]:
    """Sounds and words of assent, of every language."""
    assent = (phrase for code in codes() for phrase in language(code).lists["accept"])
    return sounds().union(*(phrase.split("|") for phrase in assent if " " not in phrase))


def _belongs(segment: Segment, run: Sequence[Segment], length: int) -> bool:
    """Unknown voices are not one voice: each of their segments is a line of its own, as is what was typed."""
    speaker = run[0].speaker
    if segment.id.startswith(TYPED) or run[0].id.startswith(TYPED):
        return False
    if speaker is None or segment.speaker is None:
        return False
    if segment.speaker == speaker:
        return length + len(segment.text) <= LINE_CHARACTERS
    spoken = next(s for s in reversed(run) if s.speaker == speaker)
    return is_murmur(segment) and not is_murmur(spoken) and not spoken.text.rstrip().endswith("?")


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
