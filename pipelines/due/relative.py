"""Expressions that count from another one: "in two weeks", "three days after Easter", "the next month"."""

from __future__ import annotations

from typing import Final

from pipelines.due.amounts import Steps, amount, few_hours, unit
from pipelines.due.composed import Ahead, Shift, WeekdayBeside, WeekendBeside, WeekOf
from pipelines.due.earlier import PRONOUNS, pronoun
from pipelines.due.numbers import at, cardinal
from pipelines.due.reading import Inner, Parsed, skip, which
from pipelines.due.tokens import Tokens
from pipelines.due.values import Expression, Period, Today, Weekday
from pipelines.due.words import UNITS, WEEKDAYS

_NOW: Final = Today(0)
_RATES: Final = frozenset({"once", "twice", "times", *UNITS})
"""Before "a week Friday" these tell how often: "twice a week, Friday included"."""
_SAME: Final = frozenset({("this", "time"), ("same", "time"), ("same", "day")})


def shift(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "In two weeks", "two weeks from Tuesday", "three days ago", "a week today", "a week Friday"."""
    opener = at(tokens, index).word
    opened = opener in ("in", "within")
    start = skip(tokens, index + opened, "about")
    if opened and (hours := few_hours(tokens, start)):
        return _NOW, hours
    read = amount(tokens, start)
    if read is None:
        return None
    steps, place = read
    timed = skip(tokens, place, "time")
    word, following = at(tokens, timed).word, at(tokens, timed + 1).word
    if word == "ago":
        return _stepped(_NOW, steps, -1), timed + 1
    if word == "hence" or (word, following) == ("from", "now"):
        return _stepped(_NOW, steps), timed + 1 + (word == "from")
    only_weeks = steps[-1][1] in ("week", "fortnight")
    if (
        word in ("from", "after", "before")
        or (word == "on" and only_weeks)
        or (word == "of" and opener == "within")
    ):
        base = inner(timed + 1) or pronoun(tokens, timed + 1)
        if base:
            return _stepped(base[0], steps, -1 if word == "before" else 1), base[1]
        if at(tokens, timed + 1).word not in PRONOUNS:
            return None  # "within two days of the launch": whose day is not told here
    if only_weeks and word in ("today", "tomorrow"):
        return _stepped(Today(int(word == "tomorrow")), steps), timed + 1
    if only_weeks and not opened and word in WEEKDAYS and at(tokens, index - 1).word not in _RATES:
        return _stepped(Weekday(WEEKDAYS[word]), steps), timed + 1
    if opener == "within" and len(steps) == 1:
        return Ahead(*steps[0]), place
    return (_stepped(_NOW, steps), timed) if opened or timed > place else None


def _stepped(base: Expression, steps: Steps, sign: int = 1) -> Expression:
    for count, name in steps:
        base = Shift(base, sign * count, name)
    return base


def weekdays_from(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "Two Fridays from now"."""
    count = cardinal(tokens, index)
    name = at(tokens, count[1]).word.removesuffix("s") if count else ""
    if (
        count is None
        or count[0] < 1
        or name not in WEEKDAYS
        or at(tokens, count[1] + 1).word not in ("from", "after")
    ):
        return None
    place = count[1] + 2
    base = (_NOW, place + 1) if at(tokens, place).word == "now" else inner(place)
    if base is None:
        return None
    return Shift(WeekdayBeside(WEEKDAYS[name], base[0], after=True), count[0] - 1, "week"), base[1]


def neighbour(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "The day after tomorrow", "the Friday before Christmas", "the week after Easter"."""
    place = skip(tokens, index, "the")
    word, side = at(tokens, place).word, at(tokens, place + 1).word
    if side not in ("after", "before", "following", "of"):
        return None
    known = word in ("day", "week", "weekend", "month", "year") or word in WEEKDAYS
    base = None
    if known and side != "of":
        base = inner(place + 2) or (pronoun(tokens, place + 2) if place > index else None)
    if base is None or (isinstance(base[0], Period) and base[0].recurs):
        return None
    after, (expression, end) = side != "before", base
    if word in WEEKDAYS:
        return WeekdayBeside(WEEKDAYS[word], expression, after), end
    if word == "weekend":
        return WeekendBeside(expression, after), end
    if word == "week":
        return WeekOf(expression, 1 if after else -1), end
    if word in ("month", "year") and not isinstance(expression, Period):
        return None
    return Shift(expression, 1 if after else -1, word), end


def same_day(tokens: Tokens, index: int, inner: Inner) -> Parsed:
    """ "This time next week", "the same day next month"."""
    place = skip(tokens, index, "the")
    if (at(tokens, place).word, at(tokens, place + 1).word) not in _SAME:
        return None
    base = inner(place + 2)
    if base is None or not isinstance(period := base[0], Period) or period.recurs:
        return None
    return Shift(_NOW, period.offset, period.unit), base[1]


def ahead(tokens: Tokens, index: int) -> Parsed:
    """ "The next two weeks", "two upcoming months", "in the next month or two"."""
    start = skip(tokens, index, "in", "within", "over", "during")
    said, place = which(tokens, start)
    number = None if said != "bare" else cardinal(tokens, skip(tokens, start, "the"))
    if number and number[0] > 1:
        said, place = which(tokens, number[1])
    sign = {"next": 1, "coming": 1, "last": -1}.get(said)
    if sign is None:
        return None
    read = None if number else amount(tokens, place)
    if read and len(read[0]) == 1:
        (count, name), end = read[0][0], read[1]
        return Ahead(sign * count, name), end
    counted = unit(tokens, place)
    if counted is None or counted[0] == "hour":
        return None
    name, end = counted
    if name == "business day" and not number and start == index:  # "the next working day"
        return (
            (Shift(_NOW, sign, name), end) if tokens[end - 1].word in ("day", "weekday", "workday") else None
        )
    if number:
        return Ahead(sign * number[0], name), end
    more = cardinal(tokens, end + 1) if at(tokens, end).word == "or" else None
    if more and more[0] > 1:
        return Ahead(sign * more[0], name), more[1]
    if at(tokens, end - 1).word.endswith("s"):  # "in the next days": nobody said how many
        return None
    # "In the next week" is seven days from now, where "next week" begins on Monday.
    return (Ahead(sign, name), end) if start > index and at(tokens, start).word == "the" else None
