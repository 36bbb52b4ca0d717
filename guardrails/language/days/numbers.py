"""Numbers in day phrases: counts, ordinals, days of the month, years and dates in figures.

Each reader takes the atoms and a place, and gives values with the place behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from guardrails.language.days.atoms import END, Atom
from guardrails.language.days.grammar import Grammar
from guardrails.language.numbers import spoken_number

Reads = Iterator[tuple[int, int]]
_LONGEST = 6
_MARKS = tuple("-/.:")


def _at(atoms: Sequence[Atom], place: int) -> Atom:
    return atoms[place] if 0 <= place < len(atoms) else END


def _digits(atoms: Sequence[Atom], place: int, most: int) -> int | None:
    text = _at(atoms, place).text
    return int(text) if text.isdecimal() and len(text) <= most else None


def _spoken(atoms: Sequence[Atom], place: int, grammar: Grammar) -> tuple[int, int] | None:
    texts = [atom.text for atom in atoms[place : place + _LONGEST]]
    value, length = spoken_number(texts, grammar.language)
    lone = length == 1 and texts[0] in grammar.language.words("no_number")
    return (int(value), place + length) if value is not None and not lone else None


def count(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """How many, 0 to 999; "a" and "a couple of" are phrases of the class."""
    value = _digits(atoms, place, 3)
    more = _digits(atoms, place + 1, 3) if _at(atoms, place + 1).gap == "-" else None
    if value is not None and more is not None and more > value:  # "2-3 weeks"
        yield more, place + 2
    elif value is not None and not _is_ordinal_ending(atoms, place + 1, grammar):
        yield value, place + 1
    elif read := _spoken(atoms, place, grammar):
        yield read


def ordinal(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """ "3rd", "3.", "third", "twenty-first", "einundzwanzigsten"."""
    value = _digits(atoms, place, 2)
    if value is not None:
        if _is_ordinal_ending(atoms, place + 1, grammar):
            yield value, place + 2
        return
    word = _at(atoms, place).text
    if value := grammar.ordinals.get(word) or grammar.compound(word):
        yield value, place + 1
    tens = grammar.language.numbers.get(word, 0)
    if tens >= 20 and tens % 10 == 0:
        unit = grammar.ordinals.get(_at(atoms, place + 1).text, 10)
        if unit < 10:
            yield tens + unit, place + 2


def _is_ordinal_ending(atoms: Sequence[Atom], place: int, grammar: Grammar) -> bool:
    ending = _at(atoms, place)
    if ending.text == grammar.language.settings.get("ordinal_mark"):
        return not ending.gap
    after = _at(atoms, place + 1)
    is_word = after.touches and not after.gap and after.text.isalnum()
    return ending.text in grammar.ordinal_endings and ending.touches and not ending.gap and not is_word


def day_of_month(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """1 to 31, as a figure, a number or an ordinal."""
    for read in (*ordinal(atoms, place, grammar), *count(atoms, place, grammar)):
        if 1 <= read[0] <= 31:
            yield read


def year(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """1500 to 2199: "2026", "twenty twenty six", "two thousand and five"."""
    value = _digits(atoms, place, 4)
    read = (value, place + 1) if value is not None else _spoken(atoms, place, grammar)
    if read is not None and value is None and 15 <= read[0] <= 21:
        rest = _spoken(atoms, read[1], grammar)
        read = (100 * read[0] + rest[0], rest[1]) if rest and 10 <= rest[0] <= 99 else read
    if read and 1500 <= read[0] <= 2199:
        yield read


def short_year(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """Two figures."""
    value = _digits(atoms, place, 2)
    if value is not None and len(atoms[place].text) == 2:
        yield value, place + 1


def time(atoms: Sequence[Atom], place: int, grammar: Grammar) -> Reads:
    """Hours and minutes in figures: "10:30", "10.30"; the value is the hour."""
    hour, minutes = _at(atoms, place), _at(atoms, place + 1)
    if (
        hour.text.isdecimal()
        and minutes.text.isdecimal()
        and minutes.gap in (":", ".")
        and len(minutes.text) == 2
    ):
        yield (
            int(hour.text),
            place + 2 + (_at(atoms, place + 2).gap == ":" and _at(atoms, place + 2).text.isdecimal()),
        )


NUMBERS: Mapping[str, Callable[[Sequence[Atom], int, Grammar], Reads]] = {
    "n": count, "hour": count, "nth": ordinal, "day": day_of_month, "year": year, "short": short_year,
    "time": time,
}  # fmt: skip


def figures(
    atoms: Sequence[Atom], place: int, grammar: Grammar
) -> Iterator[tuple[Mapping[str, int], str, int]]:
    """Dates in figures: "2026-03-04", "4/5", "4.5.2026", "4. 5.", "20260304"; `first` and `second` are a day
    and a month, which first is for the house to say. With what makes them one in running text."""
    texts, end = _figures(atoms, place, grammar)
    if len(texts) == 1 and len(texts[0]) == 8 and texts[0][:2] in ("19", "20"):
        texts = [texts[0][:4], texts[0][4:6], texts[0][6:]]
    lengths, values = [len(text) for text in texts], [int(text) for text in texts]
    if lengths[:1] == [4] and len(texts) == 3 and max(lengths[1:]) <= 2 and 1 <= values[1] <= 12:
        yield {"year": values[0], "month": values[1], "day": values[2]}, "", end
    elif len(texts) >= 2 and max(lengths[:2]) <= 2 and 1 <= min(values[:2]) <= 12 and max(values[:2]) <= 31:
        year = dict(zip(["short" if lengths[-1] == 2 else "year"], values[2:], strict=False))
        mark, ordinal = atoms[place + 1].gap, grammar.language.settings.get("ordinal_mark", "/")
        sure = year or atoms[end - 1].text == "."
        if lengths[2:] in ([], [2], [4]):
            needs = "" if sure else "link" if mark in ("/", ordinal) else "never"
            yield {"first": values[0], "second": values[1], **year}, needs, end


def _figures(atoms: Sequence[Atom], place: int, grammar: Grammar) -> tuple[list[str], int]:
    """The numbers from `place` that one mark joins, and the place behind them."""
    first = _at(atoms, place)
    if not first.text.isdecimal() or first.gap[-1:] in _MARKS:
        return [], place
    texts, end = [first.text], place + 1
    spaced = grammar.language.settings.get("ordinal_mark") == "."
    mark = _at(atoms, end).gap
    while len(texts) < 3:
        stop = spaced and _at(atoms, end).text == "." and not _at(atoms, end).gap
        number = _at(atoms, end + stop)
        joined = number.gap in ("", " ") if stop else number.gap == mark and mark in _MARKS[:3]
        if not number.text.isdecimal() or not joined:
            break
        texts, end = [*texts, number.text], end + stop + 1
    if spaced and len(texts) == 2 and _at(atoms, end).text == "." and not _at(atoms, end).gap:
        end += 1
    return ([], place) if _at(atoms, end).gap in _MARKS else (texts, end)
