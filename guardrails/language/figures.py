"""Figures in speech and in a draft: every number with its unit and its place.

Words that are also something else ("one", "second", "half", "first") are figures that are not `firm`: they
can prove that a figure was said, and nothing is held against a claim for them. Vague words ("a couple",
"some") are no figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from guardrails.language.days.grammar import grammar_of
from guardrails.language.numerals import PARTS, numeral_at, scales, tokens_of
from guardrails.language.tables import FALLBACK, Language, language
from guardrails.language.units import MONEY, SPANS, SYMBOLS, Figure, alike, same, unit_of

__all__ = ["Figure", "alike", "figures_in", "same"]

_AFTER_PRICE = frozenset("and out of or for per each is in at to so then which a an by".split())
_HALVES = {"am": "am", "pm": "pm", "a.m.": "am", "p.m.": "pm", "o'clock": "clock", "uhr": "clock"}


@lru_cache(maxsize=1024)  # claims cite the same segments one after another
def figures_in(text: str, code: str = FALLBACK) -> tuple[Figure, ...]:
    """Every figure of `text`, in order and without overlap."""
    figures: list[Figure] = []
    for figure in _Reader(text, language(code)).figures():
        if figures and _is_small_change(text, figures[-1], figure):
            whole = figures[-1]
            figures[-1] = Figure(whole.value + figure.value / 100, whole.unit, whole.start, figure.end)
        else:
            figures.append(figure)
    return tuple(figures)


def _is_small_change(text: str, money: Figure, figure: Figure) -> bool:
    """The cents of "twelve Euros and fifty cents", "twelve Euro fifty"."""
    between = text[money.end : figure.start].strip()
    if money.unit not in MONEY or between not in ("", "and"):
        return False
    rest = text[figure.end :].lstrip()
    ends = not rest or not rest[0].isalnum() or rest.split()[0] in _AFTER_PRICE
    bare = not figure.unit and not between and figure.value in range(10, 100) and ends
    return figure.unit == "cent" or bare


class _Reader:
    """The figures among the tokens of one text."""

    def __init__(self, text: str, tables: Language) -> None:
        self._tokens, self._tables = tokens_of(text, tables), tables
        grammar = grammar_of(tables)
        self._ordinals = grammar.ordinals if grammar else {}
        self._months, self._units = tables.words("month"), unit_of(tables)

    def figures(self) -> Iterator[Figure]:
        place = 0
        while place < len(self._tokens):
            found = self._at(place)
            if found is not None:
                yield found[0]
            place = found[1] if found is not None else place + 1

    def _words(self, at: int, count: int) -> list[str]:
        return [token.text for token in self._tokens[at : at + count]]

    def _at(self, at: int) -> tuple[Figure, int] | None:
        """The figure that begins at token `at`, and the token after it."""
        [word] = self._words(at, 1)
        if word in PARTS or word in ("a", "an"):
            return self._part(at)
        if word in self._ordinals:
            month = not self._months.isdisjoint(self._words(max(0, at - 2), min(at, 2) + 3))
            return self._figure(at, at + 1, Decimal(self._ordinals[word]), "th", firm=month)
        first = at + 1 if word in SYMBOLS or self._is_sign(at) else at
        numeral = numeral_at(self._tokens, first, self._tables)
        if numeral is None:
            return None
        value, others, last = numeral.value, numeral.others, numeral.last
        if first > at and word not in SYMBOLS:
            value, others = -value, ()
        if first and self._glued(first - 1) and self._tokens[first - 1].kind == "word":
            return self._figure(first, last, value, "label")
        if word in SYMBOLS:
            return self._figure(at, last, value, SYMBOLS[word], others)
        behind = self._words(last, 2)
        if behind[:1] == [":"] and self._glued(last - 1) and self._glued(last) and behind[1].isdigit():
            return self._clock(at, last + 2, value + Decimal(behind[1][:2]) / 100, others)
        hyphened = behind[:1] == ["-"] and self._glued(last - 1) and self._glued(last)  # "twenty-third"
        ones = self._ordinals.get("".join(behind[hyphened : hyphened + 1]), 10)
        if 20 <= value < 100 and value % 10 == 0 and ones < 10:
            return self._figure(at, last + 1 + hyphened, value + ones, "th")
        if any(text in _HALVES for text in ("".join(self._words(last, n)) for n in (1, 4))):
            return self._clock(at, last, value, others)
        unit, end = self._unit(last)
        firm = bool(unit) or end > at + 1 or word not in self._tables.words("no_number") or word == "zero"
        if not unit and end < len(self._tokens) and self._tokens[end].kind == "word" and self._glued(end - 1):
            unit = "label"
        beside = {*self._words(max(0, at - 1), min(at, 1)), *self._words(end, 1)}
        if not unit and value in range(1, 32) and not self._months.isdisjoint(beside):
            unit = "th"  # "December 2", "2 December": a day
        figure, end = self._figure(at, end, value, unit, others, firm)
        return replace(figure, parts=numeral.parts), end

    def _part(self, at: int) -> tuple[Figure, int] | None:
        """ "half an hour", "half past two", "a quarter", "a week", "half a dozen"."""
        words = self._words(at, 3)
        value = PARTS.get(words[0], Decimal(1))
        if (words[0] in PARTS and words[1:2] == ["past"]) or words[:2] == ["quarter", "to"]:
            hour = numeral_at(self._tokens, at + 2, self._tables)
            minutes = Decimal("0.15") if words[0] == "quarter" else Decimal("0.30")
            more = minutes if words[1] == "past" else Decimal("-0.55")
            return self._figure(at, hour.last, hour.value + more, "clock") if hour else None
        is_article = words[0] in ("a", "an")
        rest = at + 1 + (not is_article and words[1:2] in (["a"], ["an"]))
        if (
            (is_article or rest > at + 1)
            and self._words(rest, 1)
            and words[rest - at] in scales(self._tables)
        ):
            scale = numeral_at(self._tokens, rest, self._tables)
            if scale is not None:
                unit, last = self._unit(scale.last)
                return self._figure(at, last, value * scale.value, unit)
        unit, last = self._unit(rest)
        if unit in SPANS:
            return self._figure(at, last, value, unit, firm=not is_article)
        if is_article:
            return None
        others = (value * 100, Decimal(3)) if words[0] == "third" else (value * 100,)
        return self._figure(at, at + 1, value, "", others, firm=False)

    def _unit(self, at: int) -> tuple[str, int]:
        """The unit that follows a number, "two-week" and "per cent" too, and the token after it."""
        words = self._words(at, 2)
        if words == ["per", "cent"]:
            return "%", at + 2
        if len(words) == 2 and words[0] == "-" and words[1] in self._units and len(words[1]) > 2:
            return self._units[words[1]], at + 2
        # One letter is a unit only where it touches the number: "30s", "2h".
        stands = words and (len(words[0]) > 2 or not words[0].isalpha() or self._glued(at - 1))
        return (self._units[words[0]], at + 1) if stands and words[0] in self._units else ("", at)

    def _clock(self, at: int, last: int, value: Decimal, others: tuple[Decimal, ...]) -> tuple[Figure, int]:
        """With the half of the day behind it: "2 pm", "2 p.m.", "2 o'clock"."""
        halves = {count: "".join(self._words(last, count)) for count in (1, 4)}
        count = next((count for count, text in halves.items() if text in _HALVES), 0)
        unit = _HALVES[halves[count]] if count else "clock"
        others = (value + 12,) if unit != "am" and value < 12 else ()
        return self._figure(at, last + count, value, unit, others)

    def _is_sign(self, at: int) -> bool:
        """A minus that belongs to the number: not the hyphen of "EIP-1559", "16-40" or "a - 3"."""
        token = self._tokens[at]
        if token.text == "minus":
            return at == 0 or numeral_at(self._tokens, at - 1, self._tables) is None
        follows = at + 1 < len(self._tokens) and self._tokens[at + 1].kind == "digits" and self._glued(at)
        return token.text in "-−" and follows and not self._glued(at - 1)

    def _glued(self, at: int) -> bool:
        """Whether there is no blank between token `at` and the next one."""
        tokens = self._tokens
        return 0 <= at < len(tokens) - 1 and tokens[at].end == tokens[at + 1].start

    def _figure(
        self,
        at: int,
        last: int,
        value: Decimal,
        unit: str,
        others: tuple[Decimal, ...] = (),
        firm: bool = True,
    ) -> tuple[Figure, int]:
        tokens = self._tokens
        return Figure(value, unit, tokens[at].start, tokens[last - 1].end, others, firm), last
