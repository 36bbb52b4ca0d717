"""Amounts that several items take of one limit: "at most 500 euros on the party", 300 here, 250 there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.contradiction_items import Condition, Item, words_for
from guardrails.figures_said import Said, said_in
from guardrails.units import MONEY

_LIMIT = re.compile(
    r"\b(?:at most|no more than|not more than|(?:a )?maximum(?: of)?|max|(?:is |are )?limited to|capped at"
    r"|(?:limit|cap|budget)(?: for [\w ]{2,30})? (?:is|stays at|of)|(?:not|never) (?:exceed|spend more than)"
    r"|mustn['’]t exceed|can['’]t exceed)\W{0,3}$",
    re.IGNORECASE,
)
# A limit for each of them is none for all; a total counts what the others count already.
_NO_PART = re.compile(
    r"\b(?:each|every|per|apiece|a (?:head|person|day|month|year)|total|altogether|in all|together|so far"
    r"|instead|left|save|saves|saved)\b",
    re.IGNORECASE,
)
_LIMITING = frozenset(
    "spend spent cost budget limit cap maximum max most more exceed euro dollar pound pay buy order usd eur"
    " gbp allow allowed only price".split()
)


def amount_conditions(items: Sequence[Item]) -> Iterator[Condition]:
    """The limit of each item that sets one, and the amounts of those that fall under it."""
    amounts = [(item, said) for item in items if (said := _amount(item)) is not None]
    for limiting, most in amounts:
        if not _LIMIT.search(most.text[: most.figure.start]):
            continue
        subject = _content(limiting, most)
        taking = [
            (item, said)
            for item, said in amounts
            if item.number != limiting.number
            and said.figure.unit == most.figure.unit
            and (most.figure.unit in MONEY or said.after == most.after)
            and not _LIMIT.search(said.text[: said.figure.start])
            and subject <= _content(item, said)
        ]
        if not subject or not taking:
            continue
        parts = {}
        for item, said in taking:
            thing = f"amount {item.number} of {limiting.number}"
            value = (int(said.figure.value),)
            parts[thing] = Condition("is", (thing,), value, item.claim.id, said.words)
        yield from parts.values()
        value = (int(most.figure.value),)
        yield Condition("sum_at_most", tuple(parts), value, limiting.claim.id, f"{most.words} at most")


def _amount(item: Item) -> Said | None:
    """The one figure of an item: an amount of money, or a number of things."""
    if _NO_PART.search(item.claim.text):
        return None
    text = item.claim.text.replace(item.phrase, " ") if item.phrase else item.claim.text
    said = [one for one in said_in(text) if one.figure.firm]
    if len(said) != 1:
        return None
    figure = said[0].figure
    is_counted = figure.unit in MONEY or (not figure.unit and bool(said[0].after))
    is_whole = figure.value == int(figure.value) and 0 < figure.value <= 10**8
    return said[0] if is_counted and is_whole else None


def _content(item: Item, said: Said) -> frozenset[str]:
    around = f"{said.text[: said.figure.start]} {said.text[said.figure.end :]}"
    return words_for(item.claim, around) - _LIMITING
