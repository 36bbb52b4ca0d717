"""Words of German dates, in lower case."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from pipelines.due.arithmetic import on_or_before
from pipelines.due.holidays import Rule, elsewhere, fixed, from_easter, weekday_of
from pipelines.due.values import Named

WEEKDAYS: Final = {
    "montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4, "samstag": 5, "sonnabend": 5,
    "sonntag": 6,
}  # fmt: skip
MONTHS: Final = {
    "januar": 1, "jänner": 1, "februar": 2, "feber": 2, "märz": 3, "april": 4, "mai": 5, "juni": 6, "juno": 6,
    "juli": 7, "august": 8, "september": 9, "oktober": 10, "november": 11, "dezember": 12,
}  # fmt: skip
_UNITS = "ein zwei drei vier fünf sechs sieben acht neun".split()
_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
NUMBERS: Final = {
    **{word: value for value, word in enumerate((*_UNITS, *_TEENS), 1)},
    "eine": 1, "einem": 1, "einer": 1, "einen": 1, "eins": 1, "zwanzig": 20, "dreißig": 30,
    **{f"{unit}und{tens}": value + 10 * place
       for place, tens in ((2, "zwanzig"), (3, "dreißig")) for value, unit in enumerate(_UNITS, 1)},
}  # fmt: skip
"""Up to thirty-nine; the forms of "ein" as they follow "in"."""
DAYS: Final = {"heute": 0, "morgen": 1, "übermorgen": 2}
"""How far from today."""
HOURS_WITHIN_DAY: Final = [word for word, number in NUMBERS.items() if 2 <= number <= 8]
WHOLE_DAYS: Final = {"24": 1, "vierundzwanzig": 1, "48": 2, "achtundvierzig": 2, "72": 3}
"""Days by the hours that they are told in."""
COUNTED: Final = "punkt thema frage mal stelle version stock woche quartal halbjahr hälfte".split()
"""Nouns that "der dritte" numbers: no day."""
_IRREGULAR = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
ORDINALS: Final = {
    f"{_IRREGULAR.get(value, word + ('t' if value < 20 else 'st'))}e{ending}": value
    for word, value in NUMBERS.items()
    if value <= 31 and word not in ("eine", "einem", "einer", "einen", "eins")
    for ending in ("", "n", "r", "s", "m")
}
"""Every form of "der vierte"."""


def _named(rule: Rule, **by_country: Rule) -> Named:
    return Named(rule, by_country)


def _repentance(year: int) -> date:
    """The Wednesday before 23 November."""
    return on_or_before(date(year, 11, 22), 2)


def advent(number: int) -> Named:
    """A Sunday of Advent, 1 to 4: the fourth is the last one before Christmas. ValueError for a fifth."""
    if not 1 <= number <= 4:
        raise ValueError("Advent has four Sundays")
    return _named(lambda year: on_or_before(date(year, 12, 24), _SUNDAY) - timedelta(weeks=4 - number))


ELSEWHERE: Final = _named(elsewhere)
"""A day that nobody can tell here: "chinesisches Neujahr"."""


def feast_day(feast: str, number: int) -> Named:
    """The first or second day of "weihnacht", "oster" or "pfingst", which have no third one."""
    if not 1 <= number <= 2:
        return ELSEWHERE
    if feast == "weihnacht":
        return _named(fixed(12, 24 + number))
    return _named(from_easter(number - 1 if feast == "oster" else 48 + number))


CALENDARS: Final = (
    "chinesisch griechisch griechisch-orthodox hebräisch iranisch islamisch jüdisch koptisch koreanisch "
    "muslimisch orthodox persisch russisch russisch-orthodox serbisch thailändisch tibetisch ukrainisch "
    "vietnamesisch äthiopisch"
).split()
"""Whose feasts fall on other days."""
_SUNDAY = 6
HOLIDAYS: Final = {
    "neujahr": _named(fixed(1, 1)), "heilige drei könige": _named(fixed(1, 6)),
    "rosenmontag": _named(from_easter(-48)), "aschermittwoch": _named(from_easter(-46)),
    "gründonnerstag": _named(from_easter(-3)), "karfreitag": _named(from_easter(-2)),
    "ostern": _named(from_easter(0)), "ostersonntag": _named(from_easter(0)),
    "ostermontag": _named(from_easter(1)), "tag der arbeit": _named(fixed(5, 1)),
    "muttertag": _named(weekday_of(5, _SUNDAY, 2)),
    "vatertag": _named(from_easter(39), AT=weekday_of(6, _SUNDAY, 2), CH=weekday_of(6, _SUNDAY, 1)),
    "christi himmelfahrt": _named(from_easter(39)), "himmelfahrt": _named(from_easter(39)),
    "auffahrt": _named(from_easter(39)),
    "pfingsten": _named(from_easter(49)), "pfingstsonntag": _named(from_easter(49)),
    "pfingstmontag": _named(from_easter(50)), "fronleichnam": _named(from_easter(60)),
    "mariä himmelfahrt": _named(fixed(8, 15)),
    "nationalfeiertag": _named(elsewhere, DE=fixed(10, 3), AT=fixed(10, 26), CH=fixed(8, 1)),
    "tag der deutschen einheit": _named(fixed(10, 3)), "reformationstag": _named(fixed(10, 31)),
    "allerheiligen": _named(fixed(11, 1)), "buß- und bettag": _named(_repentance),
    "mariä empfängnis": _named(fixed(12, 8)),
    "nikolaus": _named(fixed(12, 6)), "heiligabend": _named(fixed(12, 24)),
    "heiligabends": _named(fixed(12, 24)), "weihnachten": _named(fixed(12, 25)),
    "stephanstag": _named(fixed(12, 26)), "stefanitag": _named(fixed(12, 26)),
    "silvester": _named(fixed(12, 31)), "jahreswechsel": _named(fixed(12, 31)),
}  # fmt: skip
"""Days with a name; those of the calendar's feasts hang on Easter."""
