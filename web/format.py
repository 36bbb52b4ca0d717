"""Dates, times and counts as a reader sees them, in the language of the request.

Never by `strftime`, which takes names from the process's locale: a page half in one language and half in
another looks broken.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache

from babel.dates import format_date
from babel.numbers import format_decimal
from markupsafe import Markup, escape

from pipelines.render.words import capital as capital
from web.language import _, catalogue, language, said

# A list of meetings has hundreds of them; a search finds days of ten years.
_date, _decimal = lru_cache(4096)(format_date), lru_cache(1024)(format_decimal)


def short_day(day: date) -> str:
    """`Fri 20 Nov 2026`"""
    return _day(day, _("EEE d MMM y"))


def near_day(day: date, today: date) -> str:
    """`today`, `tomorrow`, `Fri 20 Nov`; with its year unless it is this one."""
    words = {-1: _("yesterday"), 0: _("today"), 1: _("tomorrow")}
    return words.get((day - today).days) or day_of(day, today.year)


def day_of(day: date, year: int) -> str:
    """`Fri 20 Nov`; with its year unless it is `year`."""
    return short_day(day) if day.year != year else _day(day, _("EEE d MMM"))


def long_day(day: date) -> str:
    """`Friday, 20 November 2026`"""
    return _day(day, _("EEEE, d MMMM y"))


def _day(day: date, pattern: str) -> str:
    return _date(day, pattern, language())


def due(day: str, *, is_late: bool) -> str:
    """`was due Fri 20 Nov`, `due today`"""
    return _("was due %(day)s", day=day) if is_late else _("due %(day)s", day=day)


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


def number(value: float, pattern: str | None = None) -> str:
    """`1,204`; `+0.25` by a pattern of CLDR's."""
    return _decimal(value, pattern, language())


def count(amount: int, noun: str) -> str:
    """`1 decision`, `1,204 decisions`. `noun` takes an "s"; the catalogues have both forms."""
    words = catalogue(language()).ungettext(f"%(num)s {noun}", f"%(num)s {noun}s", amount)
    return f"{words}" % {"num": number(amount)}


def coded(text: str) -> Markup:
    """A remark with its commands to type, which are written between backticks."""
    pieces = enumerate(text.split("`"))
    return Markup("").join(
        Markup("<code>{}</code>").format(each) if n % 2 else escape(each) for n, each in pieces
    )


def listed(names: list[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`"""
    return (
        _("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])
        if len(names) > 1
        else "".join(names)
    )


def sentence(text: str) -> str:
    """A remark of another program of ours as a sentence: a capital first, but in a path; full stop last."""
    text = said(text)
    text = text if "/" in text.partition(" ")[0] else capital(text)
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
