"""The grammar's root: prepositions, times of day, ranges, alternatives and corrections around a date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Final, Literal

from pipelines.due.clock import time_of_day, time_range
from pipelines.due.composed import Before, Between, Timed
from pipelines.due.numbers import at
from pipelines.due.relative import point
from pipelines.due.simple import skip
from pipelines.due.tokens import Tokens
from pipelines.due.values import Expression, Today
from pipelines.due.words import CORRECTIONS, DAY_PARTS

Link = Literal["none", "by", "before", "at", "for", "open"]
"""How a preposition ties a date to a task; "open" ones ("after", "since") set no deadline."""

_LINKS: Final[dict[tuple[str, ...], Link]] = {
    ("by",): "by", ("until",): "by", ("till",): "by", ("til",): "by", ("due",): "by",
    ("no", "later", "than"): "by",
    ("not", "later", "than"): "by", ("up", "to"): "by", ("come",): "by", ("on", "or", "before"): "by",
    ("as", "late", "as"): "by", ("before", "or", "on"): "by", ("by", "or", "before"): "by",
    ("at", "the", "latest"): "by", ("at", "latest"): "by", ("deadline",): "by", ("through",): "by",
    ("before",): "before", ("ahead", "of"): "before", ("prior", "to"): "before",
    ("on",): "at", ("in",): "at", ("at",): "at", ("over",): "at", ("during",): "at", ("around",): "at",
    ("about",): "at", ("within",): "at", ("for",): "for",
    ("after",): "open", ("since",): "open", ("starting",): "open", ("from",): "open", ("as", "of"): "open",
    ("beginning",): "open", ("effective",): "open", ("between",): "at",
}  # fmt: skip
FIRST_LINK_WORDS: Final = frozenset(words[0] for words in _LINKS)
_STRENGTH: Final[tuple[Link, ...]] = ("none", "at", "for", "by", "before", "open")
_SUFFIXES: Final = (("at", "the", "latest"), ("the", "latest"), ("at", "latest"), ("latest",), ("or", "so"))
_PART_OPENERS: Final = frozenset("early late in the first thing later".split())
_TO: Final = frozenset({"or", "to", "through", "thru", "until", "till", "-", "–", "~"})
_BETWEEN: Final = frozenset({"and", "or"})
_MOST_JOINED: Final = 4


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date in its phrase, from the token at `start` to before the one at `end`."""

    expression: Expression
    link: Link
    start: int
    point_start: int
    end: int


def _words(tokens: Tokens, index: int, size: int) -> tuple[str, ...]:
    return tuple(at(tokens, index + offset).word for offset in range(size))


def _link(tokens: Tokens, index: int) -> tuple[Link, int] | None:
    size = next((size for size in (3, 2, 1) if _words(tokens, index, size) in _LINKS), 0)
    return (_LINKS[_words(tokens, index, size)], index + size) if size else None


def _time_before(tokens: Tokens, index: int) -> tuple[time, int] | None:
    """ "3 pm on" of "3 pm on Friday", and "by 5" before "tomorrow"."""
    bare = at(tokens, index - 1).word in ("at", "by", "before", "until", "till", "around")
    read = time_range(tokens, index, bare=bare)
    if read is None:
        return None
    return read[0], skip(tokens, skip(tokens, read[1], ","), "on", "of")


def _suffix(tokens: Tokens, index: int) -> tuple[time | None, int]:
    """Times of day, parts of the day and "at the latest" after a date."""
    said: time | None = None
    while True:
        start = skip(tokens, index, ",")
        size = next((len(words) for words in _SUFFIXES if _words(tokens, start, len(words)) == words), 0)
        if size:
            index = start + size
            continue
        part = start
        while at(tokens, part).word in _PART_OPENERS and part - start < 3:
            part += 1
        if (
            at(tokens, part).word in DAY_PARTS
            and said is None
            and at(tokens, part).word not in ("noon", "midnight")
        ):
            index = part + 1
            continue
        linked = skip(tokens, start, "at", "by", "before", "around", "about", "after", "for", "until")
        read = (
            time_range(tokens, linked, bare=linked > start and at(tokens, start).word != "for")
            if said is None
            else None
        )
        if read is None:
            return said, index
        said, index = read


def _dated(tokens: Tokens, index: int) -> tuple[Expression, int] | None:
    """One date, with its time of day on either side."""
    before = _time_before(tokens, index)
    base = point(tokens, before[1]) if before else None
    if base is None:
        before, base = None, point(tokens, index)
    if base is None:
        return None
    said, end = _suffix(tokens, base[1])
    said = said or (before[0] if before else None)
    return (Timed(base[0], said) if said else base[0]), end


def _second(tokens: Tokens, index: int) -> tuple[Expression, int] | None:
    """The date after a joining word, which may repeat its preposition: "by Monday or by Tuesday"."""
    link = _link(tokens, index)
    if link is None:
        return _dated(tokens, index)
    read = None if link[0] == "open" else _dated(tokens, link[1])
    return (Before(read[0]), read[1]) if read and link[0] == "before" else read


def _joined(tokens: Tokens, first: Expression, index: int, joins: frozenset[str]) -> tuple[Expression, int]:
    """Ranges, alternatives and corrections that follow a date."""
    for _ in range(_MOST_JOINED):
        start = skip(tokens, index, ",")
        size = next((len(words) for words in CORRECTIONS if _words(tokens, start, len(words)) == words), 0)
        joined = at(tokens, start).word in joins
        if not size and not joined:
            break
        second = _second(tokens, start + 1 if joined else skip(tokens, start + size, ","))
        if second is None:
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
    while True:
        opener = at(tokens, place - 1).word if place > index else ""
        read = _dated(tokens, place) or (_clock_only(tokens, place) if link in ("by", "before") else None)
        if read:
            expression, end = _joined(tokens, *read, _BETWEEN if opener == "between" else _TO)
            if best is None or end > best.end:
                ranged = opener in ("from", "between") and isinstance(expression, Between)
                expression = Before(expression) if link == "before" else expression
                best = Deadline(expression, "by" if ranged else link, index, place, end)
        found = _link(tokens, place)
        if found is None:
            return best
        link, place = max(link, found[0], key=_STRENGTH.index), found[1]
