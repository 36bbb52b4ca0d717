"""Dates, times and counts as a reader sees them.

Names of days and months are spelt here: `strftime` would take them from the process's locale, and a page half
in one language and half in another looks broken.
"""

from __future__ import annotations

from datetime import date, datetime

from pipelines.render.words import capital as capital

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def short_day(day: date) -> str:
    """`Fri 20 Nov 2026`"""
    return f"{_DAYS[day.weekday()][:3]} {day.day} {_MONTHS[day.month - 1][:3]} {day.year}"


def near_day(day: date, today: date) -> str:
    """`today`, `tomorrow`, `Fri 20 Nov`; with its year unless it is this one."""
    words = {-1: "yesterday", 0: "today", 1: "tomorrow"}
    near = words.get((day - today).days)
    return near or (short_day(day) if day.year != today.year else short_day(day).rpartition(" ")[0])


def long_day(day: date) -> str:
    """`Friday, 20 November 2026`"""
    return f"{_DAYS[day.weekday()]}, {day.day} {_MONTHS[day.month - 1]} {day.year}"


def time_of_day(local: datetime) -> str | None:
    """`09:30`; None at midnight sharp, which is what a bare date becomes: no time was known."""
    return f"{local:%H:%M}" if (local.hour, local.minute, local.second) != (0, 0, 0) else None


def length(seconds: float | None) -> str | None:
    """`45 s`, `4 min`, `1 h 05 min`; None where the source had no times."""
    if seconds is None:
        return None
    if seconds < 60:
        return f"{round(seconds)} s" if round(seconds) < 60 else "1 min"
    minutes = round(seconds / 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def clock(seconds: float) -> str:
    """A position in the meeting: `0:12`, `12:05`, `1:02:03`."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def count(number: int, noun: str) -> str:
    """`1 decision`, `1,204 decisions`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def coded(text: str) -> tuple[tuple[str, bool], ...]:
    """A remark in pieces, with whether each is a command to type, which is written between backticks."""
    return tuple((piece, place % 2 == 1) for place, piece in enumerate(text.split("`")) if piece)


def listed(names: list[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`"""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def sentence(text: str) -> str:
    """A remark as a whole sentence: capital first, full stop last."""
    text = capital(text)
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
