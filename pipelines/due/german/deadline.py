"""What stands around a German date: prepositions, times of day, alternatives, ranges and corrections."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pipelines.due.composed import Before, Between, Part
from pipelines.due.german.grammar import reading
from pipelines.due.values import Expression

# "Das" of "ich schicke das heute" is the thing, not the day's article.
_LINK: Final = re.compile(
    r"""(?<!\w)(?:
    (?P<open>(?:
        (?:ab|seit|nach|jede[nrsm]?|alle|vo[nm]|statt|pro|außer|nicht\ vor)
        (?:\ (?:dem|der|den|diesem|dieser))?
        |frühestens(?:\ (?:am|im|zum|ab)(?:\ (?:dem|der|den))?)?)\ )
    | (?P<before>(?:noch\ )?vor(?:\ (?:dem|der|den|allem))?\ )
    | (?P<by>(?:bis\ )?(?:spätestens\ )?(?:bis\ )?(?:noch\ )?
        (?P<prep>(?:im\ laufe|zwischen|zum|zur|zu|am|im|an|in|um|übers|gegen|für)\ )?
        (?:(?:der|den|dem|des|die)\ (?!heute|(?:über)?morgen)
        |das\ (?=(?:\w+\ )?(?:\w*ende|jahr|quartal)(?!\w)))?
        (?:noch\ )?)
    )?""",
    re.VERBOSE,
)
# "Bis spätestens Freitag" is one, "Freitag spätestens" too; a time of day may stand behind a day.
_TAIL: Final = re.compile(
    r"(?:,? (?:um |bis |gegen |ab )?(?:\d{1,2}(?:[.:․]\d\d)? uhr(?: \d\d)?|mittags?|abends?|früh|vormittags?"
    r"|nachmittags?))?(?P<said> spätestens| allerspätestens| frühestens)?(?!\w)"
)
_ARTICLE: Final = re.compile(r"(?:der|den|dem|die|das) ")
# "Vor Freitagabend" still has the Friday, "vor Freitag früh" has not.
_LATE_IN_DAY: Final = re.compile(r"(?:mittags?|abends?|nacht|uhr(?: \d\d)?)(?: \w*spätestens)?$")
_CLOCK: Final = re.compile(r"(?:\w+ )*?(?:\d{1,2}(?:[.:․]\d\d)? uhr|mittag|mitternacht)(?!\w)")
_JOIN: Final = re.compile(
    r"""(?P<range>\ (?=bis\ ))
    | (?P<both>\ und\ )
    | (?P<either>,?\ oder\ (?:auch\ |vielleicht\ |erst\ )?)
    | (?P<instead>,?\ sondern\ (?:erst\ )?
        |(?:,?\ (?:ach\ )?(?:nein|nee|quatsch|sorry|entschuldigung|ich\ meine|besser\ gesagt|vielmehr)(?!\w))+
        ,?\ )
    """,
    re.VERBOSE,
)
_MOST_JOINED: Final = 4
"""Dates in one phrase, so that reading it takes bounded time."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date in its phrase, from `start` to before `end`; `link`: how its preposition ties it to a task.

    "by" and "before" make it a deadline, "open" ones set none; empty without a preposition.
    """

    start: int
    end: int
    link: str
    expression: Expression


def deadline(text: str, start: int) -> Deadline | None:
    """The date phrase that begins at `start` of `text`, which is in lower case; None if none does."""
    first = _dated(text, start)
    if first is None:
        return None
    link, end, expression = first.link, first.end, _meant(first, first.link)
    for _ in range(_MOST_JOINED):
        join = _JOIN.match(text, end)
        if join is None or not _may_join(text, start, link, join.lastgroup):
            break
        second = _dated(text, join.end())
        # "Freitag 10 Uhr, nein, 12 Uhr" is the same day.
        if second is None or second.link == "open" or _CLOCK.fullmatch(text, second.start, second.end):
            break
        if join.lastgroup == "instead":
            link = second.link or link
            expression = _meant(second, link)
            if "sondern" in join.group() and text.endswith("nicht ", 0, start):
                start -= len("nicht ")
        else:
            expression = Between(expression, _meant(second, second.link or link))
            link = "by" if join.lastgroup == "range" else link
        end = second.end
    return Deadline(start, end, link, expression)


def _may_join(text: str, start: int, link: str, kind: str | None) -> bool:
    """ "And" joins two dates only behind "between"; of open links "from" alone begins a range."""
    if kind == "both":
        return text.startswith("zwischen ", start)
    return kind != "range" or link != "open" or text.startswith(("von ", "vom ", "ab "), start)


def _meant(found: Deadline, link: str) -> Expression:
    return Before(found.expression) if link == "before" else found.expression


def _dated(text: str, start: int) -> Deadline | None:
    """One date, with its preposition and its time of day."""
    link = _LINK.match(text, start)
    if link is None:
        return None
    prep = link.start("prep")
    for begin in dict.fromkeys((link.end(), prep if prep >= 0 else start, start)):
        found = reading(text, begin)
        if found is None:
            continue
        tail = _TAIL.match(text, found.end)
        end = tail.end() if tail else found.end
        linked = begin > start and not _ARTICLE.fullmatch(text, start, begin)
        kind = (link.lastgroup or "") if linked else ""
        if tail and tail["said"] == " frühestens":
            kind = "open"
        late = kind == "before" and _LATE_IN_DAY.search(text, begin, end)
        return Deadline(start, end, kind, Part("end", found.expression) if late else found.expression)
    return None
