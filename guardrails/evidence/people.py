"""Names as they are spoken: whether two forms are one person's, and whether somebody is named in some words.

Recognisers misspell names ("Jon" for "John") and people shorten them: "Danny" is Danny Ryan, "PM" the project
manager.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz import fuzz, process

from guardrails.language import Language

# Two spellings of one name, as recognisers write them ("Jon", "John": 86); shorter words are alike by chance.
_SAME_NAME = 80.0
_LONG_ENOUGH = 4
# A note may write a name right that the recogniser misspelled ("Shay" for "Shane").
_MISSPELLED = 75.0
_PART = re.compile(r"[^\W\d_]+")
_NO_PART = frozenset("mr mrs ms dr prof the a of our my your their".split())
# Labels that a transcript gives to voices nobody has named.
_OPAQUE = re.compile(r"(?:[A-Za-z]|(?:speaker|guest|voice|spk)[ _-]?\w{1,3}|unknown.*|\d+)", re.IGNORECASE)


def owners_of(owner: str, tables: Language) -> tuple[str, ...]:
    """The persons, roles or groups that an owner field names."""
    joins = rf"\s*(?:[,;/&]|\b(?:{'|'.join(tables.words('name_join'))})\b)\s*(?:the\s+)?"
    return tuple(part for part in re.split(joins, owner.strip(), flags=re.IGNORECASE) if part)


def is_group(owner: str, tables: Language) -> bool:
    """Whether nobody in particular is meant ("the team", "all participants of the call")."""
    words = owner.casefold().partition(" of ")[0].split()
    return bool(words) and (words[-1] in tables.words("group") or words[-1] in tables.words("nobody"))


def is_opaque(name: str | None) -> bool:
    """Whether a speaker's label tells nothing of who it is ("B", "Speaker 2", none)."""
    return name is None or _OPAQUE.fullmatch(name.strip()) is not None


@lru_cache(maxsize=512)
def parts_of(name: str) -> tuple[str, ...]:
    return tuple(part for part in _PART.findall(name.casefold()) if part not in _NO_PART)


@lru_cache(maxsize=4096)
def same_person(one: str, other: str) -> bool:
    """Whether two forms of a name can be one person's: "Danny" and "Danny Ryan", "PM" and the role."""
    first, second = parts_of(one), parts_of(other)
    is_equal = one.strip().casefold() == other.strip().casefold()
    # "Speaker 1" is not "Speaker 2", though both are speakers.
    if not first or not second or is_equal or (is_opaque(one) and is_opaque(other)):
        return is_equal
    if _is_short_for(one, second) or _is_short_for(other, first):
        return True
    fewer, more = sorted((first, second), key=len)
    return all(any(_alike(part, other_part) for other_part in more) for part in fewer)


@lru_cache(maxsize=4096)
def is_named(name: str, text: str) -> bool:
    """Whether a part of `name` is in `text`, or the words that its initials stand for.

    A name of ordinary words ("project manager") is named only where all of them follow each other.
    """
    parts, words = parts_of(name), _PART.findall(text)
    if not parts:
        return False
    spoken = [word.casefold() for word in words]
    if name.islower() or " ".join(parts) in " ".join(spoken):
        return f" {' '.join(parts)} " in f" {' '.join(spoken)} "
    if name.isupper() and 1 < len(name) <= 3:
        return any(_is_short_for(name, tuple(spoken[at : at + len(name)])) for at in range(len(words)))
    return any(
        part == word.casefold() or (word[:1].isupper() and _alike(part, word.casefold()))
        for part in parts
        if len(part) > 1 and len(parts) <= 2
        for word in words
    )


def _is_short_for(short: str, parts: tuple[str, ...]) -> bool:
    """Whether `short` is the initials of `parts`: "PM", "UID"."""
    return (
        len(parts) > 1
        and short.isupper()
        and short.casefold() == "".join(part[0] for part in parts)[: len(short)]
    )


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if min(len(one), len(other)) < _LONG_ENOUGH or one[0] != other[0]:
        return False
    return fuzz.ratio(one, other) >= _SAME_NAME


def is_known(name: str, said: Collection[str]) -> bool:
    """Whether `name` is among the words that were said, or one that it may be misspelled for."""
    if name in said or name.removesuffix("s") in said:
        return True
    alike = (word for word in said if word[:1] == name[:1])
    return process.extractOne(name, alike, scorer=fuzz.ratio, score_cutoff=_MISSPELLED) is not None
