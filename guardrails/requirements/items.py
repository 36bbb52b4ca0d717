"""What each line or item of a list must have, and in which order they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from guardrails.requirements.days import days_in
from guardrails.requirements.requirement import Failure, whole
from guardrails.requirements.units import BULLET, NUMBERED, units

# "Ann: send it", "Ann and Bob: ...", "**Ann** - ...".
_LABEL = re.compile(r"\W{0,4}(?P<who>[^\W\d_][^:\n]{0,60}?)\W{0,2}\s?(?::|[–—]| - )")
_BEHIND = re.compile(
    r"(?:\(|[–—]\s?| - |\b(?:[Oo]wner|[Vv]erantwortlich|[Zz]uständig)\b:?\s?)"
    r"(?P<who>[A-ZÄÖÜ][\w.'’-]*(?: [A-ZÄÖÜ][\w.'’-]*)?)\)?\W*$"
)
# What stands before a colon and is nobody.
_NOBODY = re.compile(
    r"(?i)(?:note|decision|action(?: item)?|task|to-?do|due|deadline|question|risk|next steps?|summary|item"
    r"|owner|tbd|nobody|none|unknown|aufgabe|beschluss|frage|frist|notiz|niemand|offen)s?"
)


@dataclass(frozen=True, slots=True)
class EachBegins:
    """Each line, sentence or item begins with a phrase or with a sign."""

    kind: str
    begins: str
    """A regular expression for the beginning."""
    noun: str
    """What to call it."""
    mark: str = ""
    """What code can put in front of a line that lacks it."""

    def failures(self, text: str) -> tuple[Failure, ...]:
        return tuple(
            Failure(f"does not begin with {self.noun}", unit)
            for unit in units(text, self.kind)
            if re.match(rf"\s*(?:{self.begins})", unit.text) is None
        )

    def __str__(self) -> str:
        return f"each {self.kind} begins with {self.noun}"


@dataclass(frozen=True, slots=True)
class HasOwner:
    """Each item names who does it: one of `people`, or a name before its colon or at its end."""

    people: tuple[str, ...] = ()

    def failures(self, text: str) -> tuple[Failure, ...]:
        return tuple(
            Failure("names no owner", unit) for unit in units(text, "item") if not self._is_owned(unit.text)
        )

    def _is_owned(self, item: str) -> bool:
        parts = {part for name in self.people for part in (name, *name.split()) if len(part) > 1}
        if any(re.search(rf"\b{re.escape(part)}\b", item) for part in parts):
            return True
        found = (_LABEL.match(item), _BEHIND.search(item))
        return any(one is not None and _is_name(one["who"]) for one in found)

    def __str__(self) -> str:
        return "an owner in each item"


@dataclass(frozen=True, slots=True)
class Sorted:
    """The items stand in the order of their days, owners or letters; those without one do not count."""

    by: Literal["date", "owner", "letter"]

    def failures(self, text: str) -> tuple[Failure, ...]:
        keys = [(key, unit) for unit in units(text, "item") if (key := self.key(unit.text)) is not None]
        late = next((unit for (one, _), (other, unit) in pairwise(keys) if other < one), None)
        return whole(f"is not sorted by {self.by}: {late.name} comes too late") if late else ()

    def key(self, item: str) -> str | None:
        """What `item` is sorted by."""
        if self.by == "date":
            return next((day.isoformat() for _, day in days_in(item)), None)
        if self.by == "owner":
            found = _LABEL.match(item) or _BEHIND.search(item)
            return found["who"].casefold() if found and _is_name(found["who"]) else None
        return " ".join(re.findall(r"\w+", item.casefold())) or None

    def __str__(self) -> str:
        return f"sorted by {self.by}"


def in_order(text: str, one: Sorted) -> str:
    """`text` with its items sorted, where it is nothing but a list in which each has what it is sorted by."""
    lines = text.strip("\n").split("\n")
    keys = [one.key(BULLET.sub("", line)) for line in lines]
    if not all(BULLET.match(line) for line in lines) or None in keys or NUMBERED.search(text):
        return text
    return "\n".join(line for _, line in sorted(zip(keys, lines, strict=True), key=lambda each: str(each[0])))


def marked(text: str, one: EachBegins) -> str:
    """`text` with the sign put in front of the lines that lack it."""
    lines = text.split("\n")
    lacking = {line for line in lines if line.strip() and re.match(rf"\s*(?:{one.begins})", line) is None}
    return "\n".join(f"{one.mark}{BULLET.sub('', line)}" if line in lacking else line for line in lines)


def _is_name(words: str) -> bool:
    return words[:1].isupper() and len(words.split()) <= 6 and _NOBODY.fullmatch(words.strip(" *_")) is None
