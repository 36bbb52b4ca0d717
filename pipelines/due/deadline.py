"""The grammar's root: prepositions, times of day, ranges, alternatives and corrections around a date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Final, Literal

from pipelines.due.clock import time_of_day, time_range
from pipelines.due.composed import Before, Between, Timed
from pipelines.due.numbers import at
from pipelines.due.point import point
from pipelines.due.reading import skip, words_at
from pipelines.due.tokens import Tokens
from pipelines.due.values import Expression, Period, Today
from pipelines.due.words import CORRECTIONS, DAY_PARTS

Link = Literal["none", "by", "before", "at", "for", "open"]
"""How a preposition ties a date to a task; "open" ones ("after", "since") set no deadline."""

_LINK_WORDS: Final[dict[Link, str]] = {
    "by": "by|until|till|til|due|due by|due on|no later than|not later than|up to|on or before|by or before|"
    "before or on|as late as|at the latest|at latest|through",
    "before": "before|ahead of|prior to",
    "at": "on|in|at|over|during|within|between|around|about|first thing",
    "for": "for",
    "open": "after|since|starting|from|as of|beginning|effective|not before|not until|not till|only after|"
    "no earlier than|no sooner than|not earlier than",
}
_LINKS: Final[dict[tuple[str, ...], Link]] = {
    tuple(words.split()): link for link, phrases in _LINK_WORDS.items() for words in phrases.split("|")
}
FIRST_LINK_WORDS: Final = frozenset(words[0] for words in _LINKS)
_STRENGTH: Final[tuple[Link, ...]] = ("none", "at", "for", "by", "before", "open")
_SUFFIXES: Final = (
    ("at", "the", "latest"), ("the", "latest"), ("at", "latest"), ("latest",), ("or", "so"),
    ("first", "thing"))  # fmt: skip
_PART_OPENERS: Final = frozenset("early late in the first thing later".split())
_TO: Final = frozenset({"or", "to", "through", "thru", "until", "till", "-", "–", "~"})
_BETWEEN: Final = frozenset({"and", "or"})
_MOST_LINKS: Final = 3
_MOST_JOINED: Final = 4
_MOST_SUFFIXES: Final = 4
"""Bounds on what one phrase may be made of, so that reading it takes bounded time."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date in its phrase, from the token at `start` to before the one at `end`."""

    expression: Expression
    link: Link
    start: int
    point_start: int
    end: int


def _link(tokens: Tokens, index: int) -> tuple[Link, int] | None:
    size = next((size for size in (3, 2, 1) if words_at(tokens, index, size) in _LINKS), 0)
    return (_LINKS[words_at(tokens, index, size)], index + size) if size else None


def _time_before(tokens: Tokens, index: int) -> tuple[time, int] | None:
    """ "3 pm on" of "3 pm on Friday", and the "5" of "by 5 tomorrow"."""
    bare = at(tokens, index - 1).word in ("at", "by", "before", "until", "till", "around")
    read = time_range(tokens, index, bare=bare)
    links = ("on",) if bare else ("on", "of")
    return (read[0], skip(tokens, skip(tokens, read[1], ","), *links)) if read else None


def _suffix(tokens: Tokens, index: int) -> tuple[time | None, int]:
    """Times of day, parts of the day and "at the latest" after a date."""
    said: time | None = None
    for _ in range(_MOST_SUFFIXES):
        start = skip(tokens, index, ",")
        size = next((len(words) for words in _SUFFIXES if words_at(tokens, start, len(words)) == words), 0)
        part = start
        while part - start < 3 and at(tokens, part).word in _PART_OPENERS:
            part += 1
        if size:
            index = start + size
        elif at(tokens, part).word in DAY_PARTS:
            index = part + 1
        elif said:
            break
        else:
            linked = skip(tokens, start, "at", "by", "before", "around", "after", "until", "for")
            read = time_range(tokens, linked, bare=linked > start and at(tokens, start).word != "for")
            if read is None:
                break
            said, index = read
    return said, index


def _dated(tokens: Tokens, index: int) -> tuple[Expression, int] | None:
    """One date, with its time of day on either side."""
    base, before = point(tokens, index), _time_before(tokens, index)
    later = point(tokens, before[1]) if before else None
    said: time | None = None
    if before and later and (base is None or later[1] > base[1]):  # "by 10 November" has no time of day
        said, base = before[0], later
    if base is None:
        return None
    after, end = _suffix(tokens, base[1])
    said = after or said
    return (Timed(base[0], said) if said else base[0]), end


def _second(tokens: Tokens, index: int) -> tuple[Expression, int] | None:
    """The date after a joining word, which may repeat its preposition: "by Monday or by Tuesday"."""
    link = _link(tokens, index)
    if link is None:
        return _dated(tokens, index)
    read = None if link[0] == "open" else _dated(tokens, link[1])
    return (Before(read[0]), read[1]) if read and link[0] == "before" else read


def _corrections(tokens: Tokens, index: int) -> int:
    """The place after words that take a date back: "no, sorry,"."""
    for _ in range(_MOST_JOINED):
        size = next((len(words) for words in CORRECTIONS if words_at(tokens, index, len(words)) == words), 0)
        if not size:
            break
        index = skip(tokens, index + size, ",")
    return index


def _joined(tokens: Tokens, first: Expression, index: int, joins: frozenset[str]) -> tuple[Expression, int]:
    """Ranges, alternatives and corrections that follow a date."""
    for _ in range(_MOST_JOINED):
        start = skip(tokens, index, ",")
        corrected = _corrections(tokens, start)
        joined = corrected == start and at(tokens, start).word in joins
        if not joined and corrected == start:
            break
        second = _second(tokens, start + 1 if joined else corrected)
        if second is None or second[0] == Period("week", 0, recurs=True):  # "next week or the week after"
            break
        first, index = (Between(first, second[0]) if joined else second[0]), second[1]
    return first, index


def _clock_only(tokens: Tokens, index: int) -> tuple[Expression, int] | None:
    """ "By 5 pm": today."""
    read = time_of_day(tokens, index)
    return (Timed(Today(0), read[0]), read[1]) if read else None


def deadline(tokens: Tokens, index: int) -> Deadline | None:
    """The longest date phrase that starts at this place."""
    best: Deadline | None = None
    link: Link = "none"
    place = index
    for _ in range(_MOST_LINKS + 1):
        opener = at(tokens, place - 1).word if place > index else ""
        read = _dated(tokens, place) or (_clock_only(tokens, place) if link in ("by", "before") else None)
        if read:
            expression, end = _joined(tokens, *read, _BETWEEN if opener == "between" else _TO)
            if best is None or end > best.end:
                if opener == "from" and isinstance(expression, Between):
                    link = "at"
                expression = Before(expression) if link == "before" else expression
                best = Deadline(expression, link, index, place, end)
        found = _link(tokens, place)
        if found is None:
            break
        link, place = max(link, found[0], key=_STRENGTH.index), found[1]
    return best
