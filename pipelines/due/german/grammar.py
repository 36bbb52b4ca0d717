"""German dates as patterns, each with what it means: the longest reading that begins somewhere is taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from pipelines.due.composed import Ahead, Nth, Part, PartName, Shift, WeekdayBeside, WeekdayIn, WeekNumber
from pipelines.due.earlier import Earlier
from pipelines.due.german.words import HOLIDAYS, MONTHS, NUMBERS, ORDINALS, WEEKDAYS, advent
from pipelines.due.values import (
    DayOfMonth,
    Expression,
    Month,
    MonthDay,
    Period,
    Quarter,
    Today,
    Weekday,
    Weekend,
    Which,
    Year,
    YearRef,
)


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


_DAYTIME = r"(?:früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nacht)"
_WEEKDAY = rf"(?P<weekday>{_any(WEEKDAYS)})s?(?:{_DAYTIME}|[ -]{_DAYTIME})?"
_MONTH = rf"(?P<month>{_any(MONTHS)})s?"
_NUMBER = rf"(?P<number>\d{{1,3}}|{_any(NUMBERS)})"
_DAY = rf"(?:(?P<day>\d{{1,2}})[.․]|(?P<ordinal>{_any(ORDINALS)}))"
_YEAR = r"(?: (?P<year>\d{4}))?"
_FIGURES = r"(?P<day>\d{1,2})[.․] ?(?P<number>\d{1,2})(?:[.․] ?(?P<year>\d{4}|\d\d)?)?"
_UNIT = r"(?P<unit>arbeitstag|werktag|tag|woche|monat|quartal|jahr)(?:e|en|n|s)?"
_WHICH = r"(?P<which>übernächste|nächste|kommende|folgende|laufende|diese|vorige|letzte)[nmrs]?"
_PART = r"(?P<part>anfang|mitte|ende)"
_PERIOD = r"(?P<period>woche|monats?|quartals?|jahr(?:es)?)"

_UNITS: Final = {
    "arbeitstag": "business day", "werktag": "business day", "tag": "day", "woche": "week", "monat": "month",
    "quartal": "quarter", "jahr": "year",
}  # fmt: skip
_PARTS: Final[dict[str, PartName]] = {"anfang": "early", "mitte": "mid", "ende": "end"}
_OFFSETS: Final = {
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


_FIRST_FOUR: Final = [word for word, number in ORDINALS.items() if number <= 4]
Build = Callable[[Found], Expression]


def _number(said: str) -> int:
    return int(said) if said.isdigit() else NUMBERS[said]


def _day(m: Found) -> int:
    return int(m.day) if m.day else ORDINALS[m.ordinal]


def _year(m: Found) -> YearRef | None:
    return YearRef(int(m.year), "full" if len(m.year) == 4 else "short") if m.year else None


def _unit(word: str) -> str:
    return next(unit for name, unit in _UNITS.items() if word.startswith(name))


def _period(m: Found) -> Expression:
    return Period(_unit(m.period or m.unit), _OFFSETS[m.which] if m.which else 0)


def _in(m: Found) -> Expression:
    # "In acht Tagen" is the German week, "in vierzehn Tagen" are two.
    count = 7 if m.number == "acht" and m.unit == "tag" else _number(m.number)
    return Shift(Today(0), count, _unit(m.unit))


def _weekday(m: Found) -> Expression:
    which, more = _OF_WEEKDAY[m.which] if m.which else ("bare", 0)
    return Weekday(WEEKDAYS[m.weekday], which, more)


_TABLE: Final[tuple[tuple[str, Build], ...]] = (
    (rf"heute(?:[ -]{_DAYTIME})? in (?:einer woche|acht tagen)", lambda m: Today(7)),
    (rf"morgen(?:[ -]{_DAYTIME})? in (?:einer woche|acht tagen)", lambda m: Today(8)),
    (
        rf"(?:heute|noch heute)(?:[ -]{_DAYTIME})?|feierabend|dienstschluss|tagesende|ende des tages",
        lambda m: Today(0),
    ),
    (rf"übermorgen(?:[ -]{_DAYTIME})?", lambda m: Today(2)),
    (rf"morgen(?:[ -]{_DAYTIME})?", lambda m: Today(1)),
    (rf"vorgestern(?:[ -]{_DAYTIME})?", lambda m: Today(-2)),
    (rf"gestern(?:[ -]{_DAYTIME})?", lambda m: Today(-1)),
    (
        rf"(?:in der )?{_WHICH} woche(?: am|,)? {_WEEKDAY}",
        lambda m: WeekdayIn(WEEKDAYS[m.weekday], Period("week", _OFFSETS[m.which]), by_week=True),
    ),
    (
        rf"{_WEEKDAY} (?:der |in der )?{_WHICH} woche",
        lambda m: WeekdayIn(WEEKDAYS[m.weekday], Period("week", _OFFSETS[m.which]), by_week=True),
    ),
    (rf"{_WEEKDAY} (?:danach|darauf|davor)(?=\s*(?:$|[.,;!?]))", lambda m: Earlier()),
    (rf"(?:{_NUMBER} )?{_UNIT} (?:danach|darauf|davor)", lambda m: Earlier()),
    (
        rf"{_WEEKDAY} (?P<side>vor|nach) (?:dem |der |den )?(?P<day>{_any(HOLIDAYS)})(?:tage?n?)?",
        lambda m: WeekdayBeside(WEEKDAYS[m.weekday], HOLIDAYS[m.day], after=m.side == "nach"),
    ),
    (rf"{_WEEKDAY} in (?:einer woche|acht tagen)", lambda m: Weekday(WEEKDAYS[m.weekday], weeks_more=1)),
    (rf"{_WEEKDAY} in (?:zwei wochen|vierzehn tagen)", lambda m: Weekday(WEEKDAYS[m.weekday], weeks_more=2)),
    (
        rf"(?:{_WEEKDAY},? (?:dem |den |der )?)?{_DAY} {_MONTH}{_YEAR}",
        lambda m: MonthDay(MONTHS[m.month], _day(m), _year(m)),
    ),
    (
        rf"(?:{_WEEKDAY},? (?:dem |den |der )?)?{_FIGURES}(?!\d)",
        lambda m: MonthDay(int(m.number), int(m.day), _year(m)),
    ),
    (
        rf"{_DAY} (?:des |im )?{_WHICH} monats?",
        lambda m: Nth(_day(m), "day", Period("month", _OFFSETS[m.which])),
    ),
    (rf"{_WEEKDAY},? (?:dem |den |der ){_DAY}(?! ?\w)", lambda m: DayOfMonth(_day(m), WEEKDAYS[m.weekday])),
    (
        rf"(?P<ordinal>letzte|{_any(ORDINALS)})[nrm]? {_WEEKDAY} (?:im|des) {_MONTH}",
        lambda m: Nth(
            -1 if m.ordinal == "letzte" else ORDINALS[m.ordinal], WEEKDAYS[m.weekday], Month(MONTHS[m.month])
        ),
    ),
    (
        rf"(?P<ordinal>{_any(ORDINALS)}) {_MONTH}woche",
        lambda m: Nth(ORDINALS[m.ordinal], "week", Month(MONTHS[m.month])),
    ),
    (r"(?:kw|kalenderwoche) ?(?P<day>\d{1,2})", lambda m: WeekNumber(int(m.day))),
    (
        rf"(?P<ordinal>{_any(ORDINALS)}) quartals?{_YEAR}",
        lambda m: Quarter(ORDINALS[m.ordinal], _year(m)),
    ),
    (
        rf"(?:(?P<number>[1-4])[.․] quartals?|q(?P<number_>[1-4])){_YEAR}",
        lambda m: Quarter(int(m.number), _year(m)),
    ),
    (rf"(?:in|innerhalb von|innerhalb) {_NUMBER} {_UNIT}", _in),
    (
        rf"(?:binnen|(?:innerhalb|in|während) (?:der|den) nächsten) {_NUMBER} {_UNIT}",
        lambda m: Ahead(_number(m.number), _unit(m.unit)),
    ),
    (rf"{_PART} (?:der |des |von )?{_WHICH} {_PERIOD}", lambda m: Part(_PARTS[m.part], _period(m))),
    (rf"{_PART} (?:der|des) {_PERIOD}", lambda m: Part(_PARTS[m.part], _period(m))),
    (rf"{_PART} {_MONTH}{_YEAR}", lambda m: Part(_PARTS[m.part], Month(MONTHS[m.month], _year(m)))),
    (
        r"(?P<period>wochen|monats|quartals|jahres)ende",
        lambda m: Weekend(0) if m.period == "wochen" else Part("end", _period(m)),
    ),
    (
        r"(?P<which>nächste|kommende|übernächste)[sn]? wochenende",
        lambda m: Weekend(_OFFSETS[m.which] - (m.which == "kommende")),
    ),
    (r"wochenmitte", lambda m: Part("mid", Period("week", 0))),
    (r"jahresmitte", lambda m: Part("mid", Period("year", 0))),
    (rf"{_WHICH} {_WEEKDAY}", _weekday),
    (rf"{_WHICH} {_UNIT}", _period),
    (
        rf"(?P<which>nächste|diese)[nmrs]? {_MONTH}",
        lambda m: Month(MONTHS[m.month], None, "next" if m.which == "nächste" else "bare"),
    ),
    (_WEEKDAY, _weekday),
    (rf"{_MONTH}{_YEAR}", lambda m: Month(MONTHS[m.month], _year(m))),
    (
        rf"{_DAY}(?!\d|[.․]\d| [a-zäöü]*(?:punkt|thema|frage|mal|stelle|version|stock))",
        lambda m: DayOfMonth(_day(m)),
    ),
    (rf"(?P<day>{_any(HOLIDAYS)})(?:tage?n?)?", lambda m: HOLIDAYS[m.day]),
    (rf"(?:(?P<day>[1-4])[.․]|(?P<ordinal>{_any(_FIRST_FOUR)})) advent", lambda m: advent(_day(m))),
    (r"(?:jahr )?(?P<year>20\d\d)", lambda m: Year(YearRef(int(m.year)))),
    (r"(?:\d{1,2}(?::\d\d)? uhr|mittag|mitternacht)(?: \d\d)?", lambda m: Today(0)),
)
_RULES: Final = tuple((re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), build) for pattern, build in _TABLE)


class Reading(NamedTuple):
    end: int
    expression: Expression


def reading(text: str, at: int) -> Reading | None:
    """The longest date that begins at `at` in `text`, which is in lower case; None if none does."""
    best: Reading | None = None
    for pattern, build in _RULES:
        match = pattern.match(text, at)
        if match is not None and (best is None or match.end() > best.end):
            parts = {name.rstrip("_"): said for name, said in match.groupdict().items() if said}
            best = Reading(match.end(), build(Found(parts)))
    return best
