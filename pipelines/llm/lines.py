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
        heard = dict.fromkeys(
            f"{_one_line(s.speaker)}: {' '.join(_WORD.findall(s.text)).lower()}"
            for s in self.segments
            if s.speaker and s.speaker != self.speaker
        )
        return f" ({'; '.join(heard)})" if heard else ""


def lines_of(segments: Sequence[Segment]) -> tuple[Line, ...]:
    """Every segment in exactly one line; lines are numbered from 1."""
    runs: list[list[Segment]] = []
    length = 0
    for segment in segments:
        if runs and _belongs(segment, runs[-1], length):
            runs[-1].append(segment)
        else:
            runs.append([segment])
            length = 0
        length += len(segment.text)
    return tuple(Line(number, tuple(run)) for number, run in enumerate(runs, 1))


def most_characters(segment: Segment, before: Segment | None) -> int:
    """What `segment` adds at most to the lines of a chunk in which it follows `before`."""
    if before is not None and before.speaker == segment.speaker and segment.speaker is not None:
        return len(segment.text) + 1
    return len(segment.text) + len(segment.speaker or "") + len("1000 : \n")


def is_murmur(segment: Segment) -> bool:
    """Whether it is only what listeners say to show that they listen."""
    words = _WORD.findall(segment.text.casefold())
    return 0 < len(words) <= _MURMUR_WORDS and _murmurs().issuperset("-".join(words).split("-"))


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
