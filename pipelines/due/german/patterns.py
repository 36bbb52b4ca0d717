"""Parts of the patterns of German dates; the groups' names are what the grammar reads."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelines.due.german.words import MONTHS, NUMBERS, ORDINALS, WEEKDAYS


def any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


DAYTIME = r"(?:früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nacht)"
WEEKDAY = rf"(?P<weekday>{any_of(WEEKDAYS)})s?(?:{DAYTIME}|[ -]{DAYTIME})?"
MONTH = rf"(?P<month>{any_of(MONTHS)})s?"
NUMBER = rf"(?P<number>\d{{1,3}}|{any_of(NUMBERS)})"
COUNT = rf"(?:(?:\d{{1,3}}|{any_of(NUMBERS)}) (?:bis|oder) )?{NUMBER}"
DAY = rf"(?:(?P<day>\d{{1,2}})[.․]|(?P<ordinal>{any_of(ORDINALS)}))"
NTH = rf"(?:(?P<last>letzte)[nrms]?|{DAY})"
YEAR = r"(?: (?P<year>\d{4}))?"
FIGURES = r"(?P<day>\d{1,2})[.․] ?(?P<number>\d{1,2})(?:[.․] ?(?P<year>\d{4}|\d\d)?)?"
UNIT = r"(?P<unit>arbeitstag|werktag|tag|woche|monat|quartal|jahr)(?:e|en|n|s)?"
WHICH = r"(?P<which>übernächste|nächste|kommende|folgende|laufende|diese|vorige|letzte)[nmrs]?"
PART = r"(?P<part>anfang|mitte|ende)"
PERIOD = r"(?P<period>woche|monats?|quartals?|jahr(?:es)?)"
