"""Was a claim's figure said? Figures with the words beside them.

Small counts in words ("the two designers") are what a note-taker counts himself, and digits inside names
("speaker fe008") are names: both are held only against a figure beside the same word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from guardrails.figures_joined import joined, parts_of
from guardrails.figures_taken_back import settled
from guardrails.numbers import Figure, figures_in, same
from guardrails.types import Segment
from guardrails.units import MONEY, VAGUE
from guardrails.words import spoken_words

# A person counts this far without anybody having said the number.
_COUNTED = 12
_COUNTED_IN_DIGITS = 4
# Characters beside a figure in which its nearest words stand.
_REACH = 60
# Characters after a figure that make it a quotation: a claim may begin in the middle of "86.3 percent".
_QUOTED = 20
_EMPTY = frozenset(
    "a an the of and or to for in on at by with from than is are was be as it its this that they we you i our"
    " about around only just more less per each every some other no not so um uh like least most over under"
    " up will would can could should must exactly nearly almost roughly approximately all"
    " was were been being has have had do does did".split()
)
# "220 euros, of which 70 are for the food", "70 of them".
_PART_BEFORE = re.compile(
    r"\b(?:of (?:which|that|this|them|it|those|these)|including|thereof|davon|darunter)\b[^.;?!\d]{0,20}\Z",
    re.I,
)
_PART_AFTER = re.compile(r"\s+of (?:which|that|this|them|it|those|these)\b", re.IGNORECASE)
_VAGUE = re.compile(VAGUE, re.IGNORECASE)
_NOUN = re.compile(r"\s+(?!(?:is|are|was|were|for|on|to|goes?|went|in|at|will|and|or|we|just)\b)[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Said:
    """A figure with the words beside it."""

    figure: Figure
    text: str
    """The whole text that it stands in."""
    after: str
    """The stem of the next word that carries meaning, "" where none is near."""
    before: str
    phrases: tuple[str, str]
    """The two words before and the two after, whatever they are; "" where there are fewer."""

    @property
    def words(self) -> str:
        return self.text[self.figure.start : self.figure.end]

    @property
    def is_part(self) -> bool:
        """Whether it is told as a part of what stands before: "of which 70 are for the food"."""
        before, after = self.text[: self.figure.start], self.text[self.figure.end :]
        return bool(_PART_BEFORE.search(before[-_REACH:]) or _PART_AFTER.match(after))

    @property
    def is_vague(self) -> bool:
        return _VAGUE.match(self.text, self.figure.end) is not None


@lru_cache(maxsize=4096)  # an hour has some 2,000 segments, and claims cite them again and again
def said_in(text: str) -> tuple[Said, ...]:
    """The figures of `text` with what stands beside each."""
    found: list[Said] = []
    for figure in joined(text, figures_in(text)):
        before, after = text[: figure.start][-_REACH:], text[figure.end : figure.end + _REACH]
        is_money = bool(found) and found[-1].figure.unit in MONEY and not figure.unit
        if is_money and _PART_BEFORE.search(before) and not _NOUN.match(after):
            figure = replace(figure, unit=found[-1].figure.unit)  # "of which 70 for the food"
        found.append(_beside(figure, text, before, after))
    return tuple(found)


def _beside(figure: Figure, text: str, before: str, after: str) -> Said:
    phrases = (" ".join(spoken_words(before)[-2:]), " ".join(spoken_words(after)[:2]))
    return Said(figure, text, _near(after), _near(before, -1), phrases)


def said_by(segments: Iterable[Segment]) -> tuple[Said, ...]:
    """What was said, without the figures that were taken back at once."""
    return tuple(said for segment in segments for said in said_in(settled(segment.text)))


def _near(text: str, step: int = 1) -> str:
    """The first of the three nearest words that carries meaning; nothing beyond the end of a clause."""
    near = clause(text) if step > 0 else clause(text[::-1])[::-1]
    for word in near.lower().split()[::step][:3]:
        stem = "".join(letter for letter in word if letter.isalpha())
        if stem and stem not in _EMPTY and not figures_in(stem):
            return stem.removesuffix("s") if len(stem) > 3 else stem
    return ""


def clause(text: str) -> str:
    """`text` up to the end of its first clause."""
    for place, letter in enumerate(text):
        if letter in ".,;:?!()" and (place + 1 == len(text) or not text[place + 1].isdigit()):
            return text[:place]
    return text


def is_said(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the figure was said, or stands letter by letter in what was said, however it is read."""
    quote = claimed.text[claimed.figure.start : claimed.figure.end + _QUOTED]
    if any(same(claimed.figure, other.figure) or _stands(quote, other.text) for other in said):
        return True
    if parts := parts_of(claimed.words):  # "an hour for the talk and twenty minutes for questions"
        alone = [other.figure for other in said if not parts_of(other.words)]
        return all(any(same(part, other) for other in alone) for part in parts)
    return any(same(claimed.figure, part) for other in said for part in parts_of(other.words))


def _stands(quote: str, text: str) -> bool:
    """Whether `quote` stands in `text`, not within a longer number: "100" is in neither 9100 nor 1005."""
    before = r"(?<!\d)" if quote[0].isdigit() else ""
    after = r"(?!\d)" if quote[-1].isdigit() else ""
    return quote in text and re.search(before + re.escape(quote) + after, text) is not None


def is_counted(claimed: Said) -> bool:
    """A count in words that whoever writes notes may have made, or digits of a name."""
    figure = claimed.figure
    most = _COUNTED_IN_DIGITS if any(letter.isdigit() for letter in claimed.words) else _COUNTED
    return figure.unit == "label" or (not figure.unit and figure.value <= most)


def follows(said: Said) -> bool:
    """Whether the next word that tells something is the very next one: what is counted."""
    rest = said.text[said.figure.end : said.figure.end + 20].split()[:1]
    return bool(rest and said.after) and rest[0].lower().startswith(said.after)
