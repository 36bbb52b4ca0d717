"""What people type about how a text should be, as requirements.

"At most five bullets, each under twelve words, in German": every part that code can verify becomes a
requirement. What is left ("friendly tone") is for the model, and is named, so that nobody believes it
checked. A requirement that nobody asked for does more harm than one that is missed: what is denied,
conditional, reported, quoted or asked about is no order. The words are the `[form]` of each language's file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from guardrails.constraint.requirements import (
    SIGNS,
    Count,
    Excludes,
    Language,
    NoSign,
    Requirement,
)
from guardrails.language import alternatives, codes, filled, language
from guardrails.language.detecting import NAMES

LONGEST = 2_000
"""Characters that are read; what people type into one field is far shorter."""
ABOUT = 0.2
"""How far "about 100 words" may be off: a fifth, as people round."""
_KINDS = ("numbered item", "word", "sentence", "paragraph", "line", "bullet", "item", "character")
_RELATIONS = ("least", "most", "below", "above", "about", "exact")
_PART = re.compile(r"[,;:\n]|[.!?](?=\s|$)|\s(?:and|but|then|und)\s")
_SENTENCE = re.compile(r"[.!?](?=\s|$)|\n")
_QUOTED = re.compile(r"[\"“„]([^\"”“]+)[\"”“]")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, divided."""

    requirements: tuple[Requirement, ...]
    unchecked: tuple[str, ...]
    """Parts that only the model can follow; none of them is verified."""


def requirements_in(text: str, people: Collection[str] = ()) -> Typed:
    """The requirements in `text`, in the order typed. `people`: whom "no names" means. Never raises."""
    whole = left = text[:LONGEST].replace("’", "'")
    found: list[tuple[int, Requirement]] = []
    for start, end, requirement in (*_forms(whole, people), *_counts(whole)):
        if left[start:end] == whole[start:end] and _is_order(requirement, whole, start, end):
            found.append((start, requirement))
            left = left[:start] + ";" * (end - start) + left[end:]
    found.sort(key=lambda one: one[0])
    return Typed(tuple(dict.fromkeys(one for _, one in found)), tuple(_left(left)))


@cache
def _pattern(row: str) -> re.Pattern[str]:
    """A row with `<name>` for the words of that name."""
    return re.compile(rf"(?<!\w)(?:{filled(row)})(?!\w)", re.IGNORECASE)


@cache
def _numbers() -> dict[str, int]:
    return {word: number for code in codes() for word, number in language(code).numbers.items()}


@cache
def _count() -> re.Pattern[str]:
    number = rf"(?:\d{{1,5}}|{'|'.join(_numbers())}|<a>)"
    unit = f"<{' '.join(_KINDS).replace('numbered item', 'numbered_item')}>"
    relations = "|".join(f"(?P<{name}><{name}>)" for name in _RELATIONS)
    every = " ".join(_RELATIONS)
    parts = (
        rf"(?P<each>\b<each>(?: (?P<of>{unit}))?\b[^.;,\d]{{0,20}}?\s",
        rf"|\b(?P<no>no )?(?P<own>{unit}) <with>?(?=<{every}> |\d))?",
        rf"(?:(?<!\w)(?:{relations})\s)?(?:<between> )?(?<![\w.-])(?P<number>{number})",
        rf"(?:\s?(?:-|–|<to>)\s?(?:at most )?(?P<upper>{number}))?[\s-](?P<unit>{unit})\b",
        r"(?:(?P<no_more><or_fewer>)|(?P<no_less><or_more>))?",
        rf"(?P<late> (?:in |for )?<each> (?P<per>{unit})\b| <each_alone>(?! <with {every}>))?",
    )
    return re.compile(filled("".join(parts)))


def _forms(text: str, people: Collection[str]) -> Iterator[tuple[int, int, Requirement]]:
    for match in _pattern("<without> <names>").finditer(text) if people else ():
        yield *match.span(), Excludes(tuple(people))
    for match in _pattern(r"<never> [\"“„][^.;\n]{1,120}[\"”“]").finditer(text):
        yield *match.span(), Excludes(tuple(_QUOTED.findall(match.group())))
    rows: list[tuple[str, Requirement]] = [
        *((f"<without> <{sign.replace(' ', '_')}>", NoSign(sign)) for sign in SIGNS),
        ("<plain_text>", NoSign("Markdown sign")),
        ("<no_bullets>", Count("bullet", 0, 0)),
        ("<as_bullets>", Count("bullet", 1)),
        ("<as_numbered>", Count("numbered item", 1)),
        *((f"<in_language> {name}", Language(code)) for code, name in NAMES.items()),
        *((f"<{code}>", Language(code)) for code in NAMES if alternatives(code)),
    ]
    for row, requirement in rows:
        for match in _pattern(row.replace("<>", "")).finditer(text):
            yield *match.span(), requirement


def _counts(text: str) -> Iterator[tuple[int, int, Count]]:
    previous = None
    for match in _count().finditer(text.casefold()):
        kind, each = _kind(match["unit"]), None
        if match["late"] or match["each"]:
            unit = match["per"] or match["of"] or match["own"]
            each = _kind(unit) if unit else previous or "item"
        is_article = re.fullmatch(alternatives("a"), match["number"]) is not None
        if each == kind or (is_article and not any(match[name] for name in _RELATIONS)):
            continue
        low, high = _bounds(match)
        if match["no"] and high is None:  # "no bullet over 12 words"
            low, high = 0, low - 1
        yield match.start(), match.end(), Count(kind, low, high, each)
        previous = each or kind


def _kind(unit: str) -> str:
    return next(kind for kind in _KINDS if re.fullmatch(alternatives(kind.replace(" ", "_")), unit))


def _bounds(match: re.Match[str]) -> tuple[int, int | None]:
    low = _value(match["number"])
    if match["upper"]:
        return low, _value(match["upper"])
    if match["least"] or match["no_less"]:
        return low, None
    if match["above"]:
        return low + 1, None
    if match["most"] or match["no_more"]:
        return 0, low
    if match["below"]:
        return 0, low - 1
    if match["about"] or (match["unit"] == "word" and low > 1):
        return round(low * (1 - ABOUT)), round(low * (1 + ABOUT))  # "a 100-word summary"
    return low, low


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _numbers().get(word, 1)


def _is_order(requirement: Requirement, text: str, start: int, end: int) -> bool:
    """Whether the words from `start` to `end` of `text` ask for `requirement`, of the whole text."""
    sentence = max((found.end() for found in _SENTENCE.finditer(text, 0, start)), default=0)
    before = text[max((found.end() for found in _PART.finditer(text, 0, start)), default=0) : start]
    stop = _SENTENCE.search(text, end)
    is_asked = text[stop.start() : stop.end()] == "?" if stop else False
    forbids = isinstance(requirement, Excludes | NoSign) or "at most 0" in str(requirement)
    preposed = isinstance(requirement, Count) and re.match(r"\s*in\b", text[start:end]) is not None
    return not (
        text.count('"', 0, start) % 2
        or (_pattern("<reported>").search(before) and not (preposed and _pattern("<tell>").search(before)))
        or (not isinstance(requirement, Count) and not forbids and _pattern("<partial>").search(before))
        or (not forbids and _pattern("<denied>").search(before))
        or (before.strip() and not preposed and is_asked and _pattern("<asked>").match(text, sentence))
        or _pattern("<of_what>").match(text, end + 1)
    )


def _left(text: str) -> Iterator[str]:
    """The parts that nothing has taken, without those of idle words alone."""
    idle = set(alternatives("idle").split("|"))
    for tables in map(language, codes()):
        idle |= tables.words("function") - {*tables.lists.get("negation", ())} - tables.words("wh")
    for part in re.finditer(r"[^,;:.!?\n]+", text):
        words = list(re.finditer(r"[\w'-]+", part.group()))
        significant = [word for word in words if word.group().lower() not in idle]
        if significant:
            yield part.group()[significant[0].start() : significant[-1].end()]
