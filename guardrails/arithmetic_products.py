"""What a claim computes before the reader's eyes: "nine sacks at 23 euros cost 207", "40 % of the 1,725"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from guardrails.arithmetic_equations import rounds_to
from guardrails.arithmetic_templates import Reading, unit_of_price
from guardrails.figures_said import Said
from guardrails.numbers import same
from guardrails.units import MONEY, SPANS

# Between how many there are and what one costs.
_AT = re.compile(r"\s(?:[^\W\d][\w'’-]*\s){1,4}(?:at|for)\s\Z|\s(?:times|by|x|×)\s\Z", re.IGNORECASE)
_RATE = re.compile(r"\s(?:at|for)\s\Z")
# Between what all cost and how many there are.
_IS_FOR = re.compile(
    r"\s(?:is|are|was|were|will be)\s(?:[^\W\d_]+\s){1,5}?(?:for|by)\s(?:the\s)?", re.IGNORECASE
)
_COSTS = re.compile(r"\b(?:costs?|come to|are|is|makes?|pay|paid|total)\b", re.IGNORECASE)
_FEW = 4
# Between what one costs and what all cost.
_COME_TO = re.compile(
    r"(?:\s(?:each|apiece|a (?:piece|head|time)|per \w+))?,?\s"
    r"(?:comes? to|costs?|makes?|is|are|amounts? to|adds? up to|totals?|will cost|would be)"
    r"\s(?:about |around |roughly |in total |exactly )?\Z",
    re.IGNORECASE,
)


def product_of(one: Said, listed: Sequence[Said]) -> tuple[Reading, ...]:
    """What `one` has to be where the claim says of what it is the product; nothing where it does not."""
    before = [other for other in listed if other.figure.end <= one.figure.start]
    if len(listed) != 2 or len(before) == 1:
        return ()
    count, price = sorted(listed, key=lambda other: other.figure.start)
    text = one.text
    is_told = (
        _COME_TO.search(text[price.figure.end : one.figure.start])
        if before
        else _IS_FOR.fullmatch(text[one.figure.end : count.figure.start])
    )
    is_each = _AT.search(text[count.figure.end : price.figure.start]) or (
        count.figure.unit in SPANS and _RATE.fullmatch(text[count.figure.end : price.figure.start])
    )
    units = {price.figure.unit, one.figure.unit} - {""}
    if not (is_told and is_each) or not {count.figure.unit} <= SPANS | {""}:
        return ()
    if len(units) > 1 or not units <= MONEY:
        return ()
    value = count.figure.value * price.figure.value
    return (Reading(value, f"{count.words} x {price.words}"),)


def counted_price(one: Said, kept: Sequence[Said], said: Sequence[Said]) -> tuple[Reading, ...]:
    """The count that the claim itself names, times the one price for one that was said.

    `kept` are its figures that were said: "the twelve pallets cost 4,920", where seven more are on the lorry.
    """
    counts = [other for other in kept if not other.figure.unit]
    prices = [other for other in said if other.figure.unit in MONEY and unit_of_price(other) is not None]
    if len(counts) != 1 or len(kept) != 1 or len(prices) != 1 or one.figure.unit != prices[0].figure.unit:
        return ()
    unit = unit_of_price(prices[0]) or ""
    if unit and counts[0].after not in (unit, unit.removesuffix("s")):
        return ()
    if unit_of_price(one) is not None or not _COSTS.search(one.text):
        return ()
    value = counts[0].figure.value * prices[0].figure.value
    return (Reading(value, f"{counts[0].words} x {prices[0].words}"),)


def share_of_sum(one: Said, listed: Sequence[Said], said: Sequence[Said]) -> tuple[Reading, ...]:
    """The said percentage "of that", of all the amounts that were said: 690 of 1,250 and 475."""
    shares = [other for other in said if other.figure.unit == "%"]
    if len(shares) != 1 or one.figure.unit == "%" or not shares[0].is_part:
        return ()
    amounts = [other for other in said if other.figure.firm and other.figure.unit in MONEY | {""}]
    if not amounts or len(amounts) > _FEW or len({other.figure.unit for other in amounts} - {""}) > 1:
        return ()
    whole = sum((other.figure.value for other in amounts), Decimal(0))
    if any(
        not rounds_to(whole, other.figure, other.text)
        and not any(same(other.figure, it.figure) for it in said)
        for other in listed
    ):
        return ()
    how = f"{shares[0].words} of {' + '.join(other.words for other in amounts)}"
    return (Reading(whole * shares[0].figure.value / 100, how),)
