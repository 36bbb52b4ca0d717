"""What code can mend by itself: signs and case without loss, surplus by cutting at a bound.

Nothing is invented: words are dropped at the end of a unit, never added, but for a phrase that was asked for
literally. A cut that would take a "not" or an "unless" with it is not made, since what is left would say
something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from guardrails.requirements.content import NoDuplicates, NoSign
from guardrails.requirements.counts import Count
from guardrails.requirements.items import EachBegins, Sorted, in_order, marked
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.schema import Json, unfenced
from guardrails.requirements.shape import Case, EndsWith, Quoted, StartsWith
from guardrails.requirements.units import SPANS, Unit, units

_SUPPORTED = re.compile(
    r"\b(?:not|no|never|unless|if|except|until|only|without|but|provided|cannot|nobody|before)\b|n['’]t\b",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"[\s,;:–-]+(?:(?:and|or|the|a|an|to|of|for|with|in|on|at|by|that|which)[\s,;:–-]*)*$", re.I
)
_DROPPED_SIGNS = ("emoji", "Markdown sign", "asterisk", "hashtag", "quotation mark", "heading")


def mended(text: str, requirements: Sequence[Requirement]) -> str:
    """`text` with what can be put right without losing a word: case, signs, the frame around it."""
    for one in requirements:
        if not one.failures(text):
            continue
        if isinstance(one, Case):
            text = text.lower() if one.case == "lower" else text.upper()
        elif isinstance(one, NoSign):
            text = _without_sign(text, one)
        elif isinstance(one, Json):
            text = _json_in(text)
        elif isinstance(one, EachBegins) and one.mark:
            text = marked(text, one)
        elif isinstance(one, Sorted):
            text = in_order(text, one)
        elif isinstance(one, Quoted):
            text = f'"{text.strip()}"'
    return text


def cut(text: str, requirements: Sequence[Requirement]) -> str:
    """`text` with surplus dropped and literal phrases put at its ends, where that keeps a requirement."""
    for one in requirements:
        if not one.failures(text):
            continue
        if isinstance(one, Count) and one.high is not None:
            text = _at_most(text, one)
        elif isinstance(one, NoDuplicates):
            text = _dropped(text, [failure.unit for failure in one.failures(text) if failure.unit])
        elif isinstance(one, StartsWith):
            text = f"{one.phrase.strip()} {text.strip()}"
        elif isinstance(one, EndsWith):
            text = f"{text.strip()} {one.phrase.strip()}"
    return text


def _without_sign(text: str, one: NoSign) -> str:
    if one.noun == "comma":
        text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))|,(?=\s|$)", "", text)
        return text.replace(",", " ")  # "1,5" and "a,b" must not become one word
    if one.noun in ("exclamation mark", "exclamation point"):
        return re.sub(r"!+", ".", text)
    if one.noun in _DROPPED_SIGNS:
        return re.sub(one.signs, "", text, flags=re.MULTILINE).strip()
    return text


def _json_in(text: str) -> str:
    """The outermost object or list in `text`, if it can be read; else `text`."""
    start = min((n for n in (text.find("{"), text.find("[")) if n >= 0), default=-1)
    end = max(text.rfind("}"), text.rfind("]"))
    if start < 0 or end < start:
        return text
    try:
        json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return unfenced(text)
    return text[start : end + 1]


def _at_most(text: str, one: Count) -> str:
    if one.high is None:
        return text
    if one.each is None:
        return _shortened(text, one.kind, one.high)
    for unit in reversed(units(text, one.each)):
        if len(SPANS[one.kind](unit.text)) > one.high:
            text = text[: unit.start] + _shortened(unit.text, one.kind, one.high) + text[unit.end :]
    return text


def _shortened(text: str, kind: str, high: int) -> str:
    """`text` with at most `high` units of `kind`.

    A sentence that would lose a condition or the end of a quotation stays whole.
    """
    found = units(text, kind)
    if high < 1 or kind in ("placeholder", "highlighted section", "word in capitals"):
        return text
    if kind in ("bullet", "item", "numbered item", "Markdown bullet", "line"):
        return _dropped(text, found[high:])
    if kind in ("sentence", "paragraph"):
        return text[: found[high - 1].end]
    bound = found[high - 1].end
    ends = [unit.end for unit in units(text, "sentence")]
    fits = [end for end in ends if end <= bound + 1 and len(SPANS[kind](text[:end])) <= high]
    if fits:
        return text[: fits[-1]]
    if kind == "character":
        bound = text.rfind(" ", 0, bound + 1)
    last_kept = text.rfind(" ", 0, max(bound - 1, 0)) + 1
    sentence_end = next((end for end in ends if end > bound), len(text))
    in_quotation = text.count('"', 0, bound) % 2 == 1
    if bound < 1 or in_quotation or _SUPPORTED.search(text, last_kept, sentence_end):
        # The sentence would say something else without its end; what follows it goes.
        return text[:sentence_end]
    end = text.rstrip()[-1:]
    short = _LOOSE_END.sub("", text[:bound])
    return short + end if end in ".!?" and kind != "character" and short[-1:] not in ".!?" else short


def _dropped(text: str, surplus: Sequence[Unit]) -> str:
    """`text` without the lines of the `surplus` units."""
    for unit in reversed(surplus):
        start = text.rfind("\n", 0, unit.start) + 1
        text = text[:start] + text[unit.end :].removeprefix("\n")
    return text.rstrip("\n") if surplus else text
