"""German dates as patterns, each with what it means: the longest reading that begins somewhere is taken."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pipelines.due.arithmetic import Frame
from pipelines.due.composed import (
    Ahead,
    Nth,
    Part,
    Shift,
    WeekdayBeside,
    WeekdayIn,
    WeekNumber,
    WeekOf,
)
from pipelines.due.earlier import Earlier
from pipelines.due.german import said
from pipelines.due.german.patterns import (
    COUNT,
    DAY,
    DAYTIME,
    FIGURES,
    MONTH,
    NTH,
    NUMBER,
    PART,
    PERIOD,
    UNIT,
    WEEKDAY,
    WHICH,
    YEAR,
    any_of,
)
from pipelines.due.german.said import Found
from pipelines.due.german.words import (
    CALENDARS,
    COUNTED,
    DAYS,
    ELSEWHERE,
    HOLIDAYS,
    HOURS_WITHIN_DAY,
    MONTHS,
    ORDINALS,
    WEEKDAYS,
    WHOLE_DAYS,
    advent,
    feast_day,
)
from pipelines.due.values import (
    DayOfMonth,
    Expression,
    Month,
    MonthDay,
    Period,
    Quarter,
    Span,
    Today,
    Weekday,
    Weekend,
    Year,
    YearRef,
)


@dataclass(frozen=True, slots=True)
class NoDay:
    """Words of a day that do not tell which: "freitags", "am ersten Freitag"."""

    recurs: bool = False

    def resolve(self, frame: Frame) -> Span:
        raise ValueError("which of many days is not told")


_FIRST_FOUR: Final = [word for word, number in ORDINALS.items() if number <= 4]
Build = Callable[[Found], Expression]

_TABLE: Final[tuple[tuple[str, Build], ...]] = (
    (
        rf"(?P<base>{any_of(DAYS)})(?:[ -]{DAYTIME})? in {COUNT} {UNIT}",
        lambda m: Shift(Today(DAYS[m.base]), said.count(m), said.unit(m.unit)),
    ),
    (rf"noch heute(?:[ -]{DAYTIME})?|feierabend|dienstschluss|tagesende|ende des tages", lambda m: Today(0)),
    (r"im laufe des (?:tages|vormittags|nachmittags|abends)", lambda m: Today(0)),
    (rf"(?P<base>{any_of(DAYS)})(?:[ -]{DAYTIME})?", lambda m: Today(DAYS[m.base])),
    (rf"vorgestern(?:[ -]{DAYTIME})?", lambda m: Today(-2)),
    (rf"gestern(?:[ -]{DAYTIME})?", lambda m: Today(-1)),
    (
        rf"(?:in der )?{WHICH} woche(?: am|,)? {WEEKDAY}",
        lambda m: WeekdayIn(WEEKDAYS[m.weekday], Period("week", said.OFFSETS[m.which]), by_week=True),
    ),
    (
        rf"{WEEKDAY} (?:der |in der )?{WHICH} woche",
        lambda m: WeekdayIn(WEEKDAYS[m.weekday], Period("week", said.OFFSETS[m.which]), by_week=True),
    ),
    # Every week's; "des Freitags" is the one.
    (rf"(?<!des )(?:{any_of(WEEKDAYS)})s", lambda m: NoDay()),
    (rf"{DAY} {WEEKDAY}", lambda m: NoDay()),
    (
        rf"{WEEKDAY} (?P<side>danach|darauf|davor)(?=\s*(?:$|[.,;!?]))",
        lambda m: WeekdayBeside(WEEKDAYS[m.weekday], Earlier(), after=m.side != "davor"),
    ),
    (
        rf"(?:{NUMBER} )?{UNIT} (?P<side>danach|darauf|davor)",
        lambda m: Shift(
            Earlier(), (said.number(m.number) if m.number else 1) * said.SIDES[m.side], said.unit(m.unit)
        ),
    ),
    (
        rf"{WEEKDAY} (?P<side>vor|nach) (?:dem |der |den )?(?P<day>{any_of(HOLIDAYS)})(?:tage?n?)?",
        lambda m: WeekdayBeside(WEEKDAYS[m.weekday], HOLIDAYS[m.day], after=m.side == "nach"),
    ),
    (
        # No other days: "Freitag in drei Tagen" says when that Friday is.
        rf"{WEEKDAY} in (?:{NUMBER} (?P<unit>woche)n?|(?P<number_>acht|vierzehn|8|14) (?P<unit_>tag)en)",
        lambda m: Shift(Weekday(WEEKDAYS[m.weekday]), said.count(m), said.unit(m.unit)),
    ),
    (
        rf"(?:{WEEKDAY},? (?:dem |den |der )?)?{DAY} {MONTH}{YEAR}",
        lambda m: MonthDay(MONTHS[m.month], said.day(m), said.year(m)),
    ),
    (
        rf"(?:{WEEKDAY},? (?:dem |den |der )?)?{FIGURES}(?!\d)",
        lambda m: MonthDay(int(m.number), int(m.day), said.year(m)),
    ),
    (
        rf"{DAY} (?:des |im )?{WHICH} monats?",
        lambda m: Nth(said.day(m), "day", Period("month", said.OFFSETS[m.which])),
    ),
    (rf"{WEEKDAY},? (?:dem |den |der ){DAY}(?! ?\w)", lambda m: DayOfMonth(said.day(m), WEEKDAYS[m.weekday])),
    (
        rf"{NTH} {WEEKDAY} (?:im |des )?{MONTH}{YEAR}",
        lambda m: Nth(said.nth(m), WEEKDAYS[m.weekday], Month(MONTHS[m.month], said.year(m))),
    ),
    (
        rf"{NTH} {WEEKDAY} (?:im|des|in der|der) (?:{WHICH} )?{PERIOD}",
        lambda m: Nth(said.nth(m), WEEKDAYS[m.weekday], said.recurring(m)),
    ),
    (
        rf"{NTH} woche (?:im |des )?{MONTH}{YEAR}",
        lambda m: Nth(said.nth(m), "week", Month(MONTHS[m.month], said.year(m))),
    ),
    (
        rf"{NTH} (?P<unit>arbeitstag|werktag|tag)e?s? (?:im|des|in der|der) (?:{WHICH} )?{PERIOD}",
        lambda m: Nth(said.nth(m), "day" if m.unit == "tag" else "business day", said.recurring(m)),
    ),
    (r"monatsersten?", lambda m: DayOfMonth(1)),
    (r"monatsletzten?", lambda m: Part("end", Period("month", 0))),
    (rf"im laufe (?:der|des) {PERIOD}", said.period),
    (
        rf"(?P<ordinal>{any_of(ORDINALS)}) {MONTH}woche",
        lambda m: Nth(ORDINALS[m.ordinal], "week", Month(MONTHS[m.month])),
    ),
    (r"(?:kw|kalenderwoche) ?(?P<day>\d{1,2})", lambda m: WeekNumber(int(m.day))),
    (
        rf"(?P<ordinal>{any_of(ORDINALS)}) quartals?{YEAR}",
        lambda m: Quarter(ORDINALS[m.ordinal], said.year(m)),
    ),
    (
        rf"(?:(?P<number>[1-4])[.․] quartals?|q(?P<number_>[1-4])){YEAR}",
        lambda m: Quarter(int(m.number), said.year(m)),
    ),
    (
        rf"(?:in|innerhalb von|innerhalb) {COUNT} {UNIT}",
        lambda m: Shift(Today(0), said.count(m), said.unit(m.unit)),
    ),
    (r"(?:in|innerhalb) eine[mrs] halben jahre?s?", lambda m: Shift(Today(0), 6, "month")),
    # Only the day is known: a few hours are within it, others count where they are whole days.
    (
        rf"(?:in|innerhalb von|innerhalb|binnen) (?:eine[rm]?|[1-8]|{any_of(HOURS_WITHIN_DAY)}) stunden?",
        lambda m: Today(0),
    ),
    (
        rf"(?:in|innerhalb von|innerhalb|binnen|in den nächsten) (?P<number>{any_of(WHOLE_DAYS)}) stunden",
        lambda m: Ahead(WHOLE_DAYS[m.number], "day"),
    ),
    (
        rf"(?:binnen|(?:innerhalb|in|während) (?:der|den) nächsten) {NUMBER} {UNIT}",
        lambda m: Ahead(said.number(m.number), said.unit(m.unit)),
    ),
    (rf"{PART} (?:der |des |von )?{WHICH} {PERIOD}", lambda m: Part(said.PARTS[m.part], said.period(m))),
    (rf"{PART} (?:der|des) {PERIOD}", lambda m: Part(said.PARTS[m.part], said.period(m))),
    (rf"{PART} {MONTH}{YEAR}", lambda m: Part(said.PARTS[m.part], Month(MONTHS[m.month], said.year(m)))),
    (
        r"(?P<period>wochen|monats|quartals|jahres)ende",
        lambda m: Weekend(0) if m.period == "wochen" else Part("end", said.period(m)),
    ),
    (
        r"(?P<which>nächste|kommende|übernächste)[sn]? wochenende",
        lambda m: Weekend(said.OFFSETS[m.which] - (m.which == "kommende")),
    ),
    (r"wochenmitte", lambda m: Part("mid", Period("week", 0))),
    (r"jahresmitte", lambda m: Part("mid", Period("year", 0))),
    (rf"{WHICH} {WEEKDAY}", said.weekday),
    (rf"{WHICH} {UNIT}", said.period),
    (
        rf"(?P<which>nächste|diese)[nmrs]? {MONTH}",
        lambda m: Month(MONTHS[m.month], None, "next" if m.which == "nächste" else "bare"),
    ),
    (WEEKDAY, said.weekday),
    (rf"{MONTH}{YEAR}", lambda m: Month(MONTHS[m.month], said.year(m))),
    (
        rf"{DAY}(?!\d|[.․]\d| tage?\b| [a-zäöü]*(?:{any_of(COUNTED)}))",
        lambda m: DayOfMonth(said.day(m)),
    ),
    (rf"(?P<day>{any_of(HOLIDAYS)})(?:tage?n?)?", lambda m: HOLIDAYS[m.day]),
    (
        rf"{DAY} (?P<unit>weihnacht|oster|pfingst)s?(?:feier)?tage?s?",
        lambda m: feast_day(m.unit, said.day(m)),
    ),
    (rf"{any_of(CALENDARS)}e[nmsr]? (?:neujahr|weihnacht|oster|pfingst)\w*", lambda m: ELSEWHERE),
    (rf"(?:(?P<day>[1-4])[.․]|(?P<ordinal>{any_of(_FIRST_FOUR)})) advent", lambda m: advent(said.day(m))),
    (r"(?:jahr )?(?P<year>20\d\d)", lambda m: Year(YearRef(int(m.year)))),
    (r"(?:\d{1,2}(?::\d\d)? uhr|mittag|mitternacht)(?: \d\d)?", lambda m: Today(0)),
)
_RULES: Final = tuple((re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), build) for pattern, build in _TABLE)


class Reading(NamedTuple):
    end: int
    expression: Expression


_BESIDE: Final = re.compile(
    rf"(?<!\w)(?:{COUNT} {UNIT}|(?P<one>tag|woche)) (?P<side>vor|nach) (?:dem |der |den )?"
)


def reading(text: str, at: int) -> Reading | None:
    """The longest date that begins at `at` in `text`, which is in lower case; None if none does."""
    beside = _BESIDE.match(text, at)
    base = _plain(text, beside.end()) if beside else None
    if beside is None or base is None:
        return _plain(text, at)
    m = Found({name: words for name, words in beside.groupdict().items() if words})
    # Back from the first day of what is named, on from its last.
    origin = Part("start", base.expression) if m.side == "vor" else base.expression
    if m.one == "woche":
        return Reading(base.end, WeekOf(origin, said.SIDES[m.side]))
    count, unit = (1, "day") if m.one else (said.count(m), said.unit(m.unit))
    return Reading(base.end, Shift(origin, count * said.SIDES[m.side], unit))


def _plain(text: str, at: int) -> Reading | None:
    best: Reading | None = None
    for pattern, build in _RULES:
        match = pattern.match(text, at)
        if match is not None and (best is None or match.end() > best.end):
            parts = {name.rstrip("_"): words for name, words in match.groupdict().items() if words}
            best = Reading(match.end(), build(Found(parts)))
    return best
