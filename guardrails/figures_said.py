"""Was a claim's figure said, and if not, which said figure stands in its place?

A small model copies figures badly: 245 for 254, 15 for 50, 3 pm for 2 pm. A figure of the claim is compared
with those of the cited words. One that was not said there is a slip only on positive evidence: one said
figure of the same unit, in the same place (beside the same word), or written nearly alike. Small counts in
words ("the two designers") are what a note-taker counts himself, and digits inside names ("speaker fe008")
are names: both are held only against a figure beside the same word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from guardrails.numbers import Figure, alike, figures_in, same
from guardrails.types import Segment
from guardrails.units import CLOCK
from guardrails.words import content_stems, spoken_words

# A person counts this far without anybody having said the number.
_COUNTED = 12
_COUNTED_IN_DIGITS = 4
# Characters beside a figure in which its nearest words stand.
_REACH = 60
# Characters after a figure that make it a quotation: a claim may begin in the middle of "86.3 percent".
_QUOTED = 20
# Beyond this nobody says a figure in words.
_SPOKEN = 10**12
_EMPTY = frozenset(
    "a an the of and or to for in on at by with from than is are was be as it its this that they we you i our"
    " about around only just more less per each every some other no not so um uh like least most over under"
    " up will would can could should must exactly nearly almost roughly approximately all".split()
)


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


@lru_cache(maxsize=4096)  # an hour has some 2,000 segments, and claims cite them again and again
def said_in(text: str) -> tuple[Said, ...]:
    """The figures of `text` with what stands beside each."""
    return tuple(
        _beside(figure, text, text[: figure.start][-_REACH:], text[figure.end : figure.end + _REACH])
        for figure in figures_in(text)
    )


def _beside(figure: Figure, text: str, before: str, after: str) -> Said:
    phrases = (" ".join(spoken_words(before)[-2:]), " ".join(spoken_words(after)[:2]))
    return Said(figure, text, _near(after), _near(before, -1), phrases)


def said_by(segments: Iterable[Segment]) -> tuple[Said, ...]:
    return tuple(said for segment in segments for said in said_in(segment.text))


def _near(text: str, step: int = 1) -> str:
    """The first of the three nearest words that carries meaning; nothing beyond the end of a clause."""
    clause = _clause(text) if step > 0 else _clause(text[::-1])[::-1]
    for word in clause.lower().split()[::step][:3]:
        stem = "".join(letter for letter in word if letter.isalpha())
        if stem and stem not in _EMPTY and not figures_in(stem):
            return stem.removesuffix("s") if len(stem) > 3 else stem
    return ""


def _clause(text: str) -> str:
    for place, letter in enumerate(text):
        if letter in ".,;:?!()" and (place + 1 == len(text) or not text[place + 1].isdigit()):
            return text[:place]
    return text


def is_said(claimed: Said, said: Sequence[Said]) -> bool:
    """Whether the figure was said, or stands letter by letter in what was said, however it is read."""
    quote = claimed.text[claimed.figure.start : claimed.figure.end + _QUOTED]
    return any(same(claimed.figure, other.figure) or _stands(quote, other.text) for other in said)


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


def beside(claimed: Said, other: Said) -> bool:
    """Whether both stand beside the same word ("412 pre-orders", "EIP 1559") or in the same phrase."""
    if claimed.after and claimed.after == other.after:
        return True
    if any(" " in one and one == two for one, two in zip(claimed.phrases, other.phrases, strict=True)):
        return True
    named = claimed.before == other.before and not claimed.after and not other.after
    label = claimed.before == other.before and claimed.before not in ("", "cost", "price")
    return bool(claimed.before) and (named or label)


def rival(claimed: Said, said: Sequence[Said], kept: Sequence[Said], least: int = 1) -> Said | None:
    """The one said figure that belongs where `claimed` stands; None where there is none, or more than one.

    `kept` are the other figures of the claim: what they say already is not said again. `least`: how many of
    unit, place and likeness must agree.
    """
    ranked: dict[int, list[Said]] = {}
    for other in said:
        if same(claimed.figure, other.figure) or any(same(other.figure, one.figure) for one in kept):
            continue
        if (points := _likeness(claimed, other)) >= least:
            best = ranked.setdefault(points, [])
            if not any(same(other.figure, one.figure) for one in best):
                best.append(other)
    if not ranked:
        return None
    best = ranked[max(ranked)]
    if len(best) > 1:  # the one that more of the claim was said around
        shared = [len(set(content_stems(claimed.text)) & set(content_stems(_around(one)))) for one in best]
        best = [one for one, most in zip(best, shared, strict=True) if most == max(shared)]
    return best[0] if len(best) == 1 else None


def _around(said: Said) -> str:
    """The clause of a figure, without the figure."""
    before, after = said.text[: said.figure.start], said.text[said.figure.end :]
    return f"{_clause(before[::-1])[::-1]} {_clause(after)}"


def _likeness(claimed: Said, other: Said) -> int:
    """0 where `other` cannot be meant; unit, place and a slip of the pen count one each."""
    one, two = claimed.figure, other.figure
    if not alike(one, two) and one.unit and two.unit:
        return 0
    if not two.firm and (is_counted(claimed) or not beside(claimed, other)):
        return 0
    unit = alike(one, two) and bool(one.unit) and one.unit != "label"
    place, slip = beside(claimed, other), is_slip(one, two)
    if is_counted(claimed):
        in_digits = any(letter.isdigit() for letter in claimed.words)
        return 1 + slip + in_digits if place and alike(one, two) else 0
    if not (unit or place or slip):
        return 0
    return unit + place + slip


def is_slip(one: Figure, two: Figure) -> bool:
    """Whether one is nearly written, or sounds, like the other: 245 and 254, 15 and 50, 1.2 and 12."""
    if _sounds(one, two):
        return True
    left, right = _digits(one), _digits(two)
    if left == right and len(left) > 1:
        return True  # a zero or a point went astray
    if {one.unit, two.unit} & CLOCK and len(left) <= 2 and len(right) <= 2:
        return True
    if len(left) != len(right):
        return False
    wrong = [place for place in range(len(left)) if left[place] != right[place]]
    swapped = len(wrong) == 2 and [left[place] for place in wrong] == [right[place] for place in wrong[::-1]]
    return (len(wrong) == 1 and len(left) > 1) or swapped


def _sounds(one: Figure, two: Figure) -> bool:
    """Fifteen and fifty, a hundred and sixteen and a hundred and sixty, fifteen and fifty million."""
    low, high = sorted((one.value, two.value))
    if low < 0 or high >= _SPOKEN:
        return False
    for scale in (10**9, 10**6, 10**3):
        if low >= scale and low % scale == high % scale == 0:
            low, high = low / scale, high / scale
    if low // 100 == high // 100:
        low, high = low % 100, high % 100
    return 13 <= low <= 19 and high == (low - 10) * 10


def _digits(figure: Figure) -> str:
    return f"{abs(figure.value).normalize():f}".replace(".", "").strip("0") or "0"
