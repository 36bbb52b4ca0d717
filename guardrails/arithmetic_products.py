"""What a claim computes before the reader's eyes: "nine sacks at 23 euros cost 207"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.arithmetic_templates import Reading
from guardrails.figures_said import Said
from guardrails.units import MONEY

# Between how many there are and what one costs.
_AT = re.compile(r"\s(?:[^\W\d][\w'’-]*\s){1,4}(?:at|for)\s\Z|\s(?:times|by|x|×)\s\Z", re.IGNORECASE)
# Between what one costs and what all cost.
_COME_TO = re.compile(
    r"(?:\s(?:each|apiece|a (?:piece|head|time)|per \w+))?,?\s"
    r"(?:comes? to|costs?|makes?|is|are|amounts? to|adds? up to|totals?|will cost|would be)"
    r"\s(?:about |around |roughly |in total |exactly )?\Z",
    re.IGNORECASE,
)


def product_of(one: Said, listed: Sequence[Said]) -> tuple[Reading, ...]:
    """What `one` has to be where the claim says of what it is the product; nothing where it does not."""
    before = sorted(
        (other for other in listed if other.figure.end <= one.figure.start),
        key=lambda other: other.figure.start,
    )
    if len(before) != 2:
        return ()
    count, price = before
    text = one.text
    if not _AT.search(text[count.figure.end : price.figure.start]) or count.figure.unit:
        return ()
    units = {price.figure.unit, one.figure.unit} - {""}
    if not _COME_TO.search(text[price.figure.end : one.figure.start]) or len(units) > 1 or not units <= MONEY:
        return ()
    value = count.figure.value * price.figure.value
    return (Reading(value, f"{count.words} x {price.words}"),)
