"""What people type about how a text should be, as requirements.

"At most five bullets, each under twelve words, in German, no commas": every part that code can verify
becomes a requirement. What is left ("friendly tone") is for the model, and is named, so that nobody
believes it checked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from guardrails.requirements import typed_forms, typed_items, typed_words
from guardrails.requirements.content import Excludes
from guardrails.requirements.items import HasOwner
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.typed_counts import counts_in
from guardrails.requirements.typed_german import read
from guardrails.requirements.typed_left import forms_in
from guardrails.requirements.typed_scope import is_order

LONGEST = 2_000
"""Characters that are read; what people type into one field is far shorter."""

_PATTERNS = [
    (re.compile(rf"(?<!\w)(?:{pattern})"), make)
    for pattern, make in (*typed_items.PATTERNS, *typed_words.PATTERNS, *typed_forms.PATTERNS)
]
_NO_NAMES = re.compile(
    r"(?<!\w)(?:no|without(?: any)?|(?:do not|don't|never) (?:use|mention|name)(?: any)?|leave out(?: all)?)"
    r" (?:names|people|persons|people's names|names of people)\b"
)
_IDLE = frozenset(
    """a an the and or but please write make makes making give me us it its is are be should must shall can
    could would i we you want need like with in of to for as at by on that this these those text
    note notes summary summarise summarize summaries answer answers response reply output everything
    all keep use using have has having contain contains containing include each every per them so
    then also just only whole entire letters long length total altogether more than put your my our
    list up get it's there""".split()
)


_GERMAN_QUOTES = str.maketrans("„“”", '"""')


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, divided."""

    requirements: tuple[Requirement, ...]
    unchecked: tuple[str, ...]
    """Parts that only the model can follow, as typed; none of them is verified."""
    forms: tuple[str, ...] = ()
    """What among these asks for a form, for a text that is a question and not only requirements."""


def requirements_in(text: str, people: Collection[str] = ()) -> Typed:
    """The requirements in `text`, in the order typed. `people`: whom "no names" means. Never raises."""
    original = text[:LONGEST]
    if "„" in original:
        original = original.translate(_GERMAN_QUOTES)
    reading = read(original, "".join(map(_folded, original)))
    whole = folded = "".join(map(_folded, reading.text))
    found: list[tuple[int, Requirement]] = []
    for pattern, make in _PATTERNS:
        for match in pattern.finditer(folded):
            requirement = make(match, reading)
            if isinstance(requirement, HasOwner):
                requirement = HasOwner(tuple(people))
            if requirement is not None and is_order(requirement, whole, *match.span()):
                found.append((match.start(), requirement))
                folded = _without(folded, match.start(), match.end())
    for match in _NO_NAMES.finditer(folded) if people else ():
        found.append((match.start(), Excludes(tuple(people))))
        folded = _without(folded, match.start(), match.end())
    for count in counts_in(folded):
        if not is_order(count.requirement, whole, count.start, count.end):
            continue
        found.append((count.start, count.requirement))
        folded = _without(folded, count.start, count.end)
    found.sort(key=lambda one: one[0])
    forms = tuple(reading.typed(*place) for place in forms_in(folded, whole))
    left = tuple(reading.typed(*place) for place in _left(folded))
    return Typed(tuple(dict.fromkeys(one for _, one in found)), left, forms)


def _folded(letter: str) -> str:
    """Small, with the length kept, so that places in both texts are the same."""
    small = "'" if letter == "’" else letter.lower()
    return small if len(small) == 1 else letter


def _without(text: str, start: int, end: int) -> str:
    """`text` with a gap of the same length that no other pattern reaches across."""
    return text[:start] + ";" * (end - start) + text[end:]


def _left(folded: str) -> Iterator[tuple[int, int]]:
    """Where the parts stand that nothing has taken, without those of idle words alone."""
    for part in re.finditer(r"[^,;:.!?\n]+", folded):
        words = list(re.finditer(r"[\w'-]+", part.group()))
        telling = [word for word in words if word.group() not in _IDLE]
        if telling:
            yield part.start() + telling[0].start(), part.start() + telling[-1].end()
