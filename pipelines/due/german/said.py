"""What the parts of a German date mean, as they were said."""

from __future__ import annotations

from typing import Final, NamedTuple

from pipelines.due.composed import PartName
from pipelines.due.german.words import NUMBERS, ORDINALS, WEEKDAYS
from pipelines.due.values import Expression, Period, Weekday, Which, YearRef

_UNITS: Final = {
    "arbeitstag": "business day", "werktag": "business day", "tag": "day", "woche": "week", "monat": "month",
    "quartal": "quarter", "jahr": "year",
}  # fmt: skip
PARTS: Final[dict[str, PartName]] = {"anfang": "early", "mitte": "mid", "ende": "end"}
SIDES: Final = {"vor": -1, "davor": -1, "nach": 1, "danach": 1, "darauf": 1}
OFFSETS: Final = {
    "diese": 0, "laufende": 0, "nächste": 1, "kommende": 1, "folgende": 1, "übernächste": 2, "vorige": -1,
    "letzte": -1,
}  # fmt: skip
_OF_WEEKDAY: Final[dict[str, tuple[Which, int]]] = {
    "diese": ("this", 0), "laufende": ("this", 0), "kommende": ("bare", 0), "folgende": ("bare", 0),
    "nächste": ("next", 0), "übernächste": ("next", 1), "vorige": ("last", 0), "letzte": ("last", 0),
}  # fmt: skip


class Found(NamedTuple):
    """What was matched, by name; empty where that part was not said."""

    parts: dict[str, str]

    def __getattr__(self, name: str) -> str:
        return self.parts.get(name) or ""


def number(said: str) -> int:
    return int(said) if said.isdigit() else NUMBERS[said]


def day(m: Found) -> int:
    return int(m.day) if m.day else ORDINALS[m.ordinal]


def year(m: Found) -> YearRef | None:
    return YearRef(int(m.year), "full" if len(m.year) == 4 else "short") if m.year else None


def unit(word: str) -> str:
    return next(known for name, known in _UNITS.items() if word.startswith(name))


def period(m: Found) -> Expression:
    return Period(unit(m.period or m.unit), OFFSETS[m.which] if m.which else 0)


def recurring(m: Found) -> Expression:
    """A period that something is picked inside: the next one's, where this one's is over."""
    return period(m) if m.which else Period(unit(m.period), 0, recurs=True)


def count(m: Found) -> int:
    # "In acht Tagen" is the German week, "in vierzehn Tagen" are two.
    return 7 if m.number in ("acht", "8") and m.unit == "tag" else number(m.number)


def nth(m: Found) -> int:
    return -1 if m.last else day(m)


def weekday(m: Found) -> Expression:
    which, more = _OF_WEEKDAY[m.which] if m.which else ("bare", 0)
    return Weekday(WEEKDAYS[m.weekday], which, more)
