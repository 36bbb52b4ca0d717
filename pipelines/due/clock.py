"""Times of day: "3 pm", "half past four", "10:30", "noon".

Hours without am or pm are office hours: one to six are in the afternoon.
"""

from __future__ import annotations

from datetime import time

from pipelines.due.numbers import at, cardinal
from pipelines.due.tokens import Tokens

ReadTime = tuple[time, int] | None

_NAMED = {"noon": time(12), "midday": time(12), "lunchtime": time(12), "midnight": time(23, 59)}
_LINKS = ("to", "-", "–", "until", "till")


def _hour(hour: int, half: str) -> int:
    """On the 24-hour clock; ValueError where there is no such hour."""
    if half:
        if not 1 <= hour <= 12:
            raise ValueError("no such hour")
        return hour % 12 + (12 if half == "pm" else 0)
    return hour + 12 if 1 <= hour <= 6 else hour


def _half(tokens: Tokens, index: int) -> tuple[str, int]:
    """ "am" or "pm", also as "p" glued to the figure and "in the afternoon"."""
    token = at(tokens, index)
    if token.word in ("am", "pm"):
        return token.word, index + 1
    if token.word in ("a", "p") and token.glued:
        return token.word + "m", index + 1
    if (token.word, at(tokens, index + 1).word) == ("in", "the"):
        part = at(tokens, index + 2).word
        if part in ("morning", "afternoon", "evening"):
            return ("am" if part == "morning" else "pm"), index + 3
    return "", index


def _spoken(tokens: Tokens, index: int) -> ReadTime:
    """ "Half past three", "quarter to five"."""
    place = index + (at(tokens, index).word == "a")
    minutes = {"half": 30, "quarter": 15}.get(at(tokens, place).word)
    link = at(tokens, place + 1).word
    if minutes is None or link not in ("past", "to", "after"):
        return None
    hour = cardinal(tokens, place + 2)
    if hour is None:
        return None
    half, end = _half(tokens, hour[1])
    value = _hour(hour[0], half)
    return (time(value, minutes), end) if link != "to" else (time((value - 1) % 24, 60 - minutes), end)


def _figures(tokens: Tokens, index: int, bare: bool) -> ReadTime:
    """An hour with minutes, am/pm or o'clock; `bare` accepts the hour alone."""
    token = at(tokens, index)
    if ":" in token.word and token.word[0].isdecimal():
        parts = [int(part) for part in token.word.split(":")]
        half, end = _half(tokens, index + 1)
        return time(
            _hour(parts[0], half) if half or (parts[0] < 7 and token.word[0] != "0") else parts[0], parts[1]
        ), end
    hour = cardinal(tokens, index)
    if hour is None:
        return None
    value, end = hour
    minutes = 0
    dot = at(tokens, end).word in (".", ":") and at(tokens, end).glued and at(tokens, end + 1).glued
    read = cardinal(tokens, end + 1 if dot else end)
    if read and 10 <= read[0] <= 59:
        half, after = _half(tokens, read[1])
        if half or bare or dot:
            minutes, end = read
    half, after = _half(tokens, end)
    oclock = at(tokens, after).word in ("o'clock", "oclock")
    if half or oclock or bare:
        return time(_hour(value, half), minutes), after + oclock
    return None


def time_of_day(tokens: Tokens, index: int, *, bare: bool = False) -> ReadTime:
    """A time at this place, or the later end of a range of times; None where there is none."""
    word = at(tokens, index).word
    if word in _NAMED:
        return _NAMED[word], index + 1
    try:
        return _spoken(tokens, index) or _figures(tokens, index, bare)
    except ValueError:  # "at 57"
        return None


def time_range(tokens: Tokens, index: int, *, bare: bool = False) -> ReadTime:
    """ "10am to 12pm", "between 3 and 5 pm", or one time: its end."""
    between = at(tokens, index).word in ("between", "from")
    first = time_of_day(tokens, index + between, bare=bare or between)
    if first is None:  # "3 to 5 pm": only the second has its half of the day
        lone = cardinal(tokens, index)
        if lone and at(tokens, lone[1]).word in ("to", "-", "–"):
            return time_of_day(tokens, lone[1] + 1)
        return None
    if at(tokens, first[1]).word in (*_LINKS, *(("and",) if between else ())):
        return time_of_day(tokens, first[1] + 1, bare=bare or between) or first
    return first
