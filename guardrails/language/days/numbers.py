"""Numbers in day phrases: counts, ordinals, days of the month, years and dates in figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from guardrails.language.days.atoms import END, Atom
from guardrails.language.days.grammar import Grammar
from guardrails.language.numbers import spoken_number

Reads = Iterator[tuple[int, int]]
"""A value, and the place behind it."""
_LONGEST = 6
_JOINTS = tuple("-/.")


class Numbers:
    """The numbers among the atoms of one text, by their places."""

    def __init__(self, atoms: Sequence[Atom], grammar: Grammar) -> None:
        self.atoms, self.grammar = atoms, grammar
        self._mark = grammar.language.settings.get("ordinal_mark")
        self.readers: Mapping[str, Callable[[int], Reads]] = {
            "n": self.count, "hour": self.count, "nth": self.ordinal, "day": self.day_of_month,
            "year": self.year, "short": self.short_year, "time": self.time,
        }  # fmt: skip
        """By the classes of the rules."""

    def at(self, place: int) -> Atom:
        return self.atoms[place] if 0 <= place < len(self.atoms) else END

    def count(self, place: int) -> Reads:
        """How many, 0 to 999, and the greater of "2-3"; "a" and "a couple of" are phrases of the class."""
        value = self._digits(place, 3)
        more = self._digits(place + 1, 3) if self.at(place + 1).gap == "-" else None
        if value is not None and more is not None and more > value:
            yield more, place + 2
        elif value is not None and not self._is_ordinal_ending(place + 1):
            yield value, place + 1
        elif read := self._spoken(place):
            yield read

    def ordinal(self, place: int) -> Reads:
        """ "3rd", "3.", "third", "twenty-first", "einundzwanzigsten"."""
        value, ordinals = self._digits(place, 2), self.grammar.ordinals
        word = self.at(place).text
        if value is not None and self._is_ordinal_ending(place + 1):
            yield value, place + 2
        elif said := ordinals.get(word) or self.grammar.compound(word):
            yield said, place + 1
        tens, unit = self.grammar.language.numbers.get(word, 0), ordinals.get(self.at(place + 1).text, 10)
        if tens >= 20 and tens % 10 == 0 and unit < 10:
            yield tens + unit, place + 2

    def day_of_month(self, place: int) -> Reads:
        """1 to 31, as a figure, a number or an ordinal."""
        return (read for read in (*self.ordinal(place), *self.count(place)) if 1 <= read[0] <= 31)

    def year(self, place: int) -> Reads:
        """1500 to 2199: "2026", "twenty twenty six", "two thousand and five"."""
        value = self._digits(place, 4)
        read = (value, place + 1) if value is not None else self._spoken(place)
        if read is not None and value is None and 15 <= read[0] <= 21:
            rest = self._spoken(read[1])
            read = (100 * read[0] + rest[0], rest[1]) if rest and 10 <= rest[0] <= 99 else read
        if read and 1500 <= read[0] <= 2199:
            yield read

    def short_year(self, place: int) -> Reads:
        """Two figures."""
        if (value := self._digits(place, 2)) is not None and len(self.at(place).text) == 2:
            yield value, place + 1

    def time(self, place: int) -> Reads:
        """Hours, minutes and seconds in figures: "10:30", "10.30"."""
        hour, end = self._digits(place, 2), place + 1
        while (
            self.at(end).gap in (":", ".")
            and len(self.at(end).text) == 2
            and self._digits(end, 2) is not None
        ):
            end += 1
        if hour is not None and end > place + 1:
            yield hour, end

    def figures(self, place: int) -> Iterator[tuple[Mapping[str, int], str, int]]:
        """Dates in figures: "2026-03-04", "4/5", "4.5.2026", "4. 5.", "20260304"; `first` and `second` are a
        day and a month, which first is for the house to say. With what makes them one in running text."""
        texts, end = self._joined(place)
        if len(texts) == 1 and len(texts[0]) == 8 and texts[0][:2] in ("19", "20"):
            texts = [texts[0][:4], texts[0][4:6], texts[0][6:]]
        lengths, values = [len(text) for text in texts], [int(text) for text in texts]
        if lengths[:1] == [4] and len(texts) == 3 and max(lengths[1:]) <= 2 and 1 <= values[1] <= 12:
            yield {"year": values[0], "month": values[1], "day": values[2]}, "", end
        elif (
            len(texts) >= 2 and max(lengths[:2]) <= 2 and 1 <= min(values[:2]) <= 12 and max(values[:2]) <= 31
        ):
            year = dict(zip(["short" if lengths[-1] == 2 else "year"], values[2:], strict=False))
            if lengths[2:] in ([], [2], [4]):
                sure = year or self.atoms[end - 1].text == "."
                needs = "" if sure else "link" if self.at(place + 1).gap in ("/", self._mark) else "never"
                yield {"first": values[0], "second": values[1], **year}, needs, end

    def _joined(self, place: int) -> tuple[list[str], int]:
        """The numbers from `place` that one mark joins, and the place behind them."""
        first, mark = self.at(place), self.at(place + 1).gap
        if not first.text.isdecimal() or first.gap[-1:] in (*_JOINTS, ":"):
            return [], place
        texts, end = [first.text], place + 1
        while len(texts) < 3:
            stop = self._is_stop(end)  # "20. 11. 2026"
            number = self.at(end + stop)
            if not number.text.isdecimal() or not (stop or (number.gap == mark and mark in _JOINTS)):
                break
            texts, end = [*texts, number.text], end + stop + 1
        end += len(texts) == 2 and self._is_stop(end)
        return ([], place) if self.at(end).gap in (*_JOINTS, ":") else (texts, end)

    def _is_stop(self, place: int) -> bool:
        """Whether a mark makes an ordinal of the number before it."""
        return self.at(place).text == self._mark and not self.at(place).gap

    def _is_ordinal_ending(self, place: int) -> bool:
        ending, after = self.at(place), self.at(place + 1)
        is_cut = after.touches and not after.gap and after.text.isalnum()
        glued = ending.touches and not ending.gap and ending.text in self.grammar.ordinal_endings
        return self._is_stop(place) or (glued and not is_cut)

    def _digits(self, place: int, most: int) -> int | None:
        text = self.at(place).text
        return int(text) if text.isdecimal() and len(text) <= most else None

    def _spoken(self, place: int) -> tuple[int, int] | None:
        texts = [atom.text for atom in self.atoms[place : place + _LONGEST]]
        value, length = spoken_number(texts, self.grammar.language)
        lone = length == 1 and texts[0] in self.grammar.language.words("no_number")
        return (int(value), place + length) if value is not None and not lone else None
