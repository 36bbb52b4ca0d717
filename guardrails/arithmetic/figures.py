"""Figures with the words beside them, and whether a claim's figure was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from guardrails.core.types import Segment
from guardrails.language import Language, language
from guardrails.language.figures import Figure, figures_in, same

# A person counts this far without anybody having said the number; in digits, names and labels end here.
_COUNTED, _COUNTED_IN_DIGITS = 12, 4
# Characters after a figure that make it a quotation: a claim may begin in the middle of "86.3 percent".
_QUOTED = 20
_NEAR = 60
_DIGITS = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+")
_CENT = Decimal("0.01")
# "EIP-8037", "PR #747", "on DevNet 3"
_NAME = re.compile(r"(?:[^\W\d_][-/]|#|\S [A-Z][^\W\d_]+ )$")
_BEFORE = re.compile(r"([^\W\d_]{2,})[\s#/-]*(?:\d+\s*[/,&]\s*)*$")
_BEHIND = re.compile(r"[\s-]*([^\W\d_]{3,})")
# Beyond, two decimals no longer fit into the precision of a decimal.
_LARGEST = Decimal(10) ** 20


@dataclass(frozen=True, slots=True)
class Mention:
    """A figure at its place in a text."""

    figure: Figure
    text: str
    tables: Language

    @property
    def words(self) -> str:
        return self.text[self.figure.start : self.figure.end]

    @property
    def before(self) -> str:
        """The clause up to the figure."""
        return re.split(r"[.;:?!](?!\d)", self.text[: self.figure.start][-_NEAR:])[-1]

    @property
    def after(self) -> str:
        """The rest of the clause behind the figure."""
        return re.split(r"[.;:?!](?!\d)", self.text[self.figure.end : self.figure.end + _NEAR])[0]

    @property
    def is_name(self) -> bool:
        """Whether the figure belongs to a name, and is no amount of anything."""
        return _NAME.search(self.text[: self.figure.start]) is not None

    @property
    def beside(self) -> tuple[str, str]:
        """The lemmas of the content words that touch it, before and behind: what it numbers, what it counts;
        "" where there is none."""
        found = _BEFORE.search(self.before), _BEHIND.match(self.after)
        words = [match[1].casefold() if match else "" for match in found]
        function = self.tables.words("function")
        before, behind = ("" if word in function else self.tables.lemma(word) for word in words)
        return before, behind


@lru_cache(maxsize=4096)  # an hour has some 2,000 segments, and claims cite them again and again
def mentions_in(text: str, code: str) -> tuple[Mention, ...]:
    return tuple(Mention(figure, text, language(code)) for figure in figures_in(text, code))


def mentioned_by(segments: Iterable[Segment], code: str) -> tuple[Mention, ...]:
    return tuple(mention for segment in segments for mention in mentions_in(segment.text, code))


def is_said(claimed: Mention, said: Sequence[Mention]) -> bool:
    """Whether the figure was said, or is letter by letter in what was said, however it is read."""
    quote = claimed.text[claimed.figure.start : claimed.figure.end + _QUOTED]
    return any(same(claimed.figure, other.figure) or _contains(other.text, quote) for other in said)


def _contains(text: str, quote: str) -> bool:
    """Whether `quote` is in `text`, not within a longer number: "100" is in neither 9100 nor 1005."""
    before = r"(?<!\d)" if quote[0].isdigit() else ""
    after = r"(?!\d)" if quote[-1].isdigit() else ""
    return quote in text and re.search(before + re.escape(quote) + after, text) is not None


def is_counted(claimed: Mention) -> bool:
    """A small count that whoever writes notes may have made, or digits of a name."""
    figure = claimed.figure
    most = _COUNTED_IN_DIGITS if _DIGITS.search(claimed.words) else _COUNTED
    return figure.unit == "label" or (not figure.unit and figure.value <= most)


def rounds_to(value: Decimal, written: Figure, *, loose: bool = False) -> bool:
    """Whether `written` is `value`, or `value` rounded to the digits that were written; `loose`: "about"."""
    for reading in written.readings:
        exponent = reading.normalize().as_tuple().exponent
        step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
        is_whole = value == value.to_integral_value()
        allowed = step / 2 if loose else Decimal("0.005") if is_whole else min(step, Decimal(1)) / 2
        if abs(value - reading) <= allowed:
            return True
    return False


def digits(value: Decimal) -> str:
    """`value` in digits, to the hundredth at most, without an empty end: 280, 12.5, 0.33."""
    if abs(value) >= _LARGEST:
        return f"{value:f}"
    return f"{value.quantize(_CENT, ROUND_HALF_UP).normalize():f}"


def written_like(sample: str, value: Decimal) -> str | None:
    """`value` with the signs, separators and unit that `sample` has; None without digits of its own."""
    found = _DIGITS.search(sample)
    rest = sample[found.end() :] if found else ""
    if (
        found is None
        or abs(value) >= _LARGEST
        or re.match(r":\d|\s?(?:k|m|thousand|million|billion)\b", rest, re.I)
    ):
        return None
    text = digits(value)
    if "," in found.group() or (value >= 10_000 and len(found.group()) < 4):
        text = f"{Decimal(text):,}"
    return sample[: found.start()] + text + rest
