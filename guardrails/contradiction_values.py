"""Two values in one sentence, of which only one can hold.

A different value is a contradiction only where one excludes the other: another day, colour, amount or place
in the same sentence, or anything where "only" was said. "The remote has a wheel" and "the remote has a
screen" are two decisions.
"""

from __future__ import annotations

import re

from guardrails.contradiction_matters import is_denied, word_of
from guardrails.numbers import figures_in
from guardrails.types import Claim

_COLOURS = frozenset(
    "red green blue yellow white black grey gray orange purple pink brown silver gold beige violet".split()
)
_DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july"
    " august september october november december today tomorrow".split()
)
_RECURRING = frozenset(f"{day}s" for day in _DAYS if day.endswith("day") and day != "today")
# "In room four": a thing is in one of them.
_NUMBERED = frozenset(
    "room hall floor level gate platform table desk building bay theatre ward studio court pitch lane"
    " week phase volume chapter page section grade class year group".split()
)
_BE = frozenset(
    "is are be was were has have had gets get stays remains becomes become painted paint will".split()
)
_BEFORE_VALUE = frozenset(
    "at to is be are for by than of on about costs cost under over until stays in with from up down".split()
)
_MOVES = re.compile(
    r"\b(?:moves?|moved|moving|shifts?|shifted|goes back|switch(?:es|ed)?) to$", re.IGNORECASE
)
_ON_THE = re.compile(r"\b(?:is|are|on|to|for|falls on) the$", re.IGNORECASE)
_IS_DAY = re.compile(r"\b(?:day|date|deadline)\b.* (?:is|falls on|moves to) the$", re.IGNORECASE)
_ORDINAL = re.compile(
    r"(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th)"
)
# "Only if", "only once": a condition, and no value.
_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b(?! (?:if|when|once|after|then|because))", re.IGNORECASE)
_CHOSEN = frozenset("used chosen picked selected taken preferred kept".split())
_ANY = frozenset("we they there i you a an some one".split())
_LITTLE = frozenset("a an the to by in on at for of with from and or mr mrs ms dr our my their".split())
_FEW = 10
# "Only a few buttons" sets how many, and excludes nothing else.
_QUANTITIES = frozenset("few several some many much little small limited number amount part half".split())


def differ_in_one_value(one: Claim, other: Claim) -> tuple[str, str] | None:
    """The two values that exclude each other in two decisions that are otherwise the same words.

    Of actions both may be to do: one books the room for Monday and for Tuesday.
    """
    if one.kind != "decision" or other.kind != "decision":
        return None
    left = one.text.split()
    start, end, values = _differing(left, other.text.split())
    if not start or start + end < 2 or any(not 1 <= len(value) <= 2 for value in values):
        return None
    if _are_days_moved_to(values, left[:start]) or _are_month_days(
        values, left[:start], left[len(left) - end :]
    ):
        return _shown(values)
    if not all(_is_exclusive(value, left[start - 1]) for value in values):
        return None
    if _kind_of(values[0]) == "colour" and not _is_of_one(left, start, len(left) - end):
        return None
    return _shown(values) if _kind_of(values[0]) == _kind_of(values[1]) else None


def excludes(one: Claim, other: Claim) -> tuple[str, str] | None:
    """What `one` allows only, and what `other` has in its place: "by post only", "by e-mail"."""
    only = _ONLY.search(one.text)
    if only is None or _ONLY.search(other.text) or is_denied(one) or is_denied(other):
        return None
    start, end, values = _differing(_ONLY.sub(" ", one.text).split(), other.text.split())
    if start + end < 3 or any(not 1 <= len(value) <= 3 for value in values):
        return None
    here, there = ({word_of(word) for word in value} - _LITTLE for value in values)
    is_other = bool(here and there) and not here & there
    is_count = bool(here & _QUANTITIES) or any(
        figure.firm or figure.value < _FEW for figure in figures_in(" ".join(values[0]))
    )
    return _shown(values) if is_other and not is_count else None


def _differing(left: list[str], right: list[str]) -> tuple[int, int, tuple[list[str], list[str]]]:
    """How many words both begin and end with, and what stands between them in each."""
    start = 0
    while start < min(len(left), len(right)) and word_of(left[start]) == word_of(right[start]):
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and word_of(left[-1 - end]) == word_of(right[-1 - end]):
        end += 1
    return start, end, (left[start : len(left) - end], right[start : len(right) - end])


def _shown(values: tuple[list[str], list[str]]) -> tuple[str, str]:
    one, other = (" ".join(value).strip(" .,;!") for value in values)
    return one, other


def _is_exclusive(value: list[str], before: str) -> bool:
    kind = _kind_of(value)
    if kind in ("colour", "day"):
        return True
    return kind != "" and (
        word_of(before) in _BEFORE_VALUE or (kind == "figure" and word_of(before) in _NUMBERED)
    )


def _are_days_moved_to(values: tuple[list[str], list[str]], before: list[str]) -> bool:
    """ "On Sundays" and "on Saturdays" can both be; what moves to Sundays goes nowhere else."""
    moves = _MOVES.search(" ".join(before)) is not None
    return moves and all(len(value) == 1 and word_of(value[0]) in _RECURRING for value in values)


def _are_month_days(values: tuple[list[str], list[str]], before: list[str], behind: list[str]) -> bool:
    """Whether both are days of a month: "is the sixteenth", "on the first of December"."""
    if any(len(value) != 1 or _ORDINAL.fullmatch(word_of(value[0])) is None for value in values):
        return False
    line = " ".join(before)
    if _ON_THE.search(line) is None:
        return False
    if len(behind) == 2:
        return word_of(behind[0]) == "of" and word_of(behind[1]) in _DAYS
    return not behind and _IS_DAY.search(line) is not None


def _is_of_one(words: list[str], start: int, end: int) -> bool:
    """Whether a colour is told of the one thing named: "is red", "it has a red case"; not "a red folder"."""
    told = any(word_of(word) in _BE for word in words[:start])
    subject = word_of(words[0]) if words else ""
    if any(word_of(word) in _CHOSEN for word in words[end:]):
        return True
    return told and (end == len(words) or word_of(words[start - 1]) in _BE or subject not in _ANY)


def _kind_of(value: list[str]) -> str:
    words = [word_of(word) for word in value]
    if any(word in _RECURRING for word in words):
        return ""  # "on Sundays" and "on Saturdays" can both be
    if any(word in _COLOURS for word in words):
        return "colour"
    if any(word in _DAYS for word in words):
        return "day"
    if figures := [figure for figure in figures_in(" ".join(value)) if figure.firm]:
        return "" if figures[0].unit == "label" else "figure"
    return "name" if all(word[:1].isupper() for word in value) else ""
