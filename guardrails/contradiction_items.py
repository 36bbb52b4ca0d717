"""What the claims of a draft are to a solver: things with a day and a place in the order of the work.

Claims that two conditions must meet in ("after the inspection" and "Do the inspection") are found by the
content words that they share. Nothing is held together on one word among many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from guardrails.contradiction_days import Days
from guardrails.contradiction_matters import stems_of
from guardrails.types import Claim
from guardrails.words import spoken_words

ORDER = re.compile(
    r"\b(?P<sign>(?:not|only) (?:before|until)|(?:only )?(?:after|once|when|as soon as)|following"
    r"|depends on|waits? for|before|prior to|ahead of)\s+(?P<what>[^.;?!]{3,80})",
    re.IGNORECASE,
)
"""What comes first and what then: "after the inspection", "once legal has signed", "before the launch"."""
LONGEST = 1_000
"""Characters of a claim that is read for conditions: reading takes some 0.01 ms a character, and the longest
that people wrote has 775."""
_SAID_OF = 0.6
"""Of the words for a thing: so many must be those of an item for it to be meant."""
_ABOUT = 0.5
"""Of an item's words: so many must be in the words for a thing; "the meeting" is not "the slides for it"."""
# Of all words of both; as for two claims of one matter.
_SAME = 0.8


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that a claim, or a line of the meeting, says must hold; the form is that of a problem."""

    kind: str
    things: tuple[str, ...]
    values: tuple[str | int, ...]
    by: str
    """Id of the claim that says it; "" where only a line of the meeting does."""
    words: str
    """How it is told: behind the claim's text, or the line itself."""


@dataclass(frozen=True, slots=True)
class Item:
    """A claim that is something to do or to happen."""

    claim: Claim
    number: int
    """Of the thing that its conditions are about; two claims of one event share it."""
    stems: frozenset[str]
    day: date | None
    phrase: str

    def is_meant_by(self, what: frozenset[str]) -> bool:
        named = self.stems | frozenset(spoken_words(self.claim.owner or ""))
        shared = len(what & named)
        return (
            bool(what & self.stems)
            and shared >= max(1, round(_SAID_OF * len(what)))
            and shared >= _ABOUT * len(self.stems)
        )


def items_of(claims: Sequence[Claim], days: Days) -> tuple[Item, ...]:
    """The actions and decisions; each without its due phrase and what it comes before or after."""
    items: list[Item] = []
    for claim in claims:
        if claim.kind not in ("action", "decision") or len(claim.text) > LONGEST:
            continue
        phrase = days.phrase_of(claim) or ""
        day = days.day(phrase) if phrase and not days.earliest(phrase) else None
        stems = words_for(claim, own_part(claim.text.replace(phrase, " ") if phrase else claim.text))
        twin = next((item for item in items if _is_one_event(item, stems, day)), None)
        number = len(items) if twin is None else twin.number
        items.append(Item(claim, number, stems, day, phrase))
    return tuple(items)


def words_for(claim: Claim, text: str) -> frozenset[str]:
    """The content of a part of a claim."""
    return stems_of(replace(claim, text=text.strip(), due_phrase=None))


def own_part(text: str) -> str:
    """What the item itself is, without what it waits for or comes before."""
    found = ORDER.search(text)
    return text[: found.start()] if found and found.start() > 3 else text


def _is_one_event(item: Item, stems: frozenset[str], day: date | None) -> bool:
    """Two days of one matter are for the comparison of pairs: both may be meant."""
    if item.day is not None and day is not None:
        return False
    return len(item.stems & stems) >= _SAME * max(1, len(item.stems | stems))


def due_conditions(items: Sequence[Item], days: Days) -> Iterator[Condition]:
    """On which day each is promised, and how early it can be by the words of its own."""
    for item in items:
        thing = (f"day {item.number}",)
        if item.day is not None:
            told = f'due "{item.phrase.strip(" .")}"'
            yield Condition("is", thing, (item.day.isoformat(),), item.claim.id, told)
        for text in (item.phrase, item.claim.text, item.claim.evidence.quote):
            if bound := days.earliest(text):
                told = f'"{bound[1]}"'
                yield Condition("at_least", thing, (bound[0].isoformat(),), item.claim.id, told)
                break
