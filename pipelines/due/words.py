"""The English words that the grammar knows, in lower case."""

from __future__ import annotations

from typing import Final

WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tue tues", "wednesday wed weds", "thursday thu thur thurs", "friday fri",
         "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
"""Monday is 0, as in `datetime.date.weekday`."""

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip

AMBIGUOUS: Final = frozenset("may march mar sat sun wed mon jan dec".split())
"""Also verbs, names or nouns: alone in running text a date only beside a word that makes them one."""

UNITS: Final = {
    name: unit
    for unit, names in {
        "hour": "hour hours hr hrs",
        "day": "day days",
        "business day": "weekday weekdays workday workdays",
        "week": "week weeks wk wks",
        "fortnight": "fortnight fortnights",
        "month": "month months",
        "quarter": "quarter quarters",
        "year": "year years",
    }.items()
    for name in names.split()
}

PERIODS: Final = frozenset({"week", "fortnight", "month", "quarter", "year"})

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS: Final = {
    **{word: value for value, word in enumerate(_ONES)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
}

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()
ORDINAL_WORDS: Final = {
    **{word: value for value, word in enumerate(_ORDINALS, start=1)},
    "twentieth": 20,
    "thirtieth": 30,
}

HESITATIONS: Final = frozenset("uh uhm um umm er erm ah eh hmm hm mm mmm mhm like".split())
"""Left out together with the commas around them."""
FILLERS: Final = HESITATIONS | frozenset(
    "maybe perhaps probably hopefully say sometime basically literally ideally roughly approximately".split()
)
FILLER_PHRASES: Final = frozenset(
    {("you", "know"), ("let's", "say"), ("how", "about"), ("sort", "of"), ("kind", "of"), ("i", "guess"),
     ("i", "think"), ("i", "suppose"), ("some", "time"), ("at", "some")}
)  # fmt: skip

ABBREVIATIONS: Final = frozenset(
    [
        name
        for name in (*WEEKDAYS, *MONTHS)
        if len(name) <= 5 and name not in ("may", "march", "april", "june", "july")
    ]
    + ["st"]
)

CORRECTIONS: Final = (
    ("i", "mean"), ("or", "rather"), ("make", "that"), ("scratch", "that"),
    ("no",), ("sorry",), ("wait",), ("actually",), ("rather",),
)  # fmt: skip
"""Between two dates these take the first one back: "by Thursday, no, Friday"."""

DAY_PARTS: Final = frozenset("morning afternoon evening night".split())

FUNCTION_WORDS: Final = frozenset(
    "and or but so if when then because since as at for from to until with without by in on i i'll we we'll "
    "you you'll he she it they that this is was will would can could should shall may might must please okay "
    "ok right yeah yes no though although while unless after before which who latest already instead too "
    "also just only we're i'm it's that's not".split()
)
"""What may follow a bare "on the 4th"; anything else there is taken for the noun that it counts."""
