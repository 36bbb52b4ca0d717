"""Words of German dates, in lower case."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from pipelines.due.holidays import easter
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
_IRREGULAR = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
ORDINALS: Final = {
    f"{_IRREGULAR.get(value, word + ('t' if value < 20 else 'st'))}e{ending}": value
    for word, value in NUMBERS.items()
    if value <= 31 and word not in ("eine", "einem", "einer", "einen", "eins")
    for ending in ("", "n", "r", "s", "m")
}
"""Every form of "der vierte"."""


def _fixed(month: int, day: int) -> Named:
    return Named(lambda year: date(year, month, day))


def _from_easter(days: int) -> Named:
    return Named(lambda year: easter(year) + timedelta(days=days))


HOLIDAYS: Final = {
    "neujahr": _fixed(1, 1), "heilige drei könige": _fixed(1, 6), "rosenmontag": _from_easter(-48),
    "aschermittwoch": _from_easter(-46), "gründonnerstag": _from_easter(-3), "karfreitag": _from_easter(-2),
    "ostern": _from_easter(0), "ostersonntag": _from_easter(0), "ostermontag": _from_easter(1),
    "tag der arbeit": _fixed(5, 1), "christi himmelfahrt": _from_easter(39), "himmelfahrt": _from_easter(39),
    "pfingsten": _from_easter(49), "pfingstsonntag": _from_easter(49), "pfingstmontag": _from_easter(50),
    "fronleichnam": _from_easter(60), "tag der deutschen einheit": _fixed(10, 3),
    "reformationstag": _fixed(10, 31), "allerheiligen": _fixed(11, 1), "nikolaus": _fixed(12, 6),
    "heiligabend": _fixed(12, 24), "heiligabends": _fixed(12, 24), "weihnachten": _fixed(12, 25),
    "silvester": _fixed(12, 31), "jahreswechsel": _fixed(12, 31),
}  # fmt: skip
"""Days with a name; those of the calendar's feasts hang on Easter."""
