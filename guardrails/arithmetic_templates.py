"""Sums, differences, shares and spans over figures that were said, where these leave exactly one reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from guardrails.figures_said import Said, follows
from guardrails.figures_written import digits
from guardrails.numbers import Figure, figures_in
from guardrails.units import MONEY, SPANS

EACH = re.compile(
    r"(?:\b(?:(?<!on )each|apiece|per head|a head|a piece)\b"
    r"|\b(?:per(?! cent\b)|(?:an?|every)(?= (?:person|unit|item|day|week|month|year|hour|seat)\b)) (\w+))",
    re.IGNORECASE,
)
# "27 yesterday" and "twelve spent" count no days and no spending.
_WHEN = frozenset(
    "yesterday today tomorrow monday tuesday wednesday thursday friday saturday sunday so then"
    " altogether total left spent gone used sold paid broke broken new more went came go come signed".split()
)
_OF_EACH = re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)
_ONE_IS = re.compile(
    r"\b(?:(?:one|each one|every one|each|an?|every)(?: of them| (\w+))?(?: (?:is|costs?)|['’]s)"
    r"|every(?:one|body) (?:pays?|paid|owes?|gives?))(?: about)? \W?\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A value and the words for where it comes from ("1,200 + 800 + 450")."""

    value: Decimal
    how: str
    is_sure: bool = True
    """Whether it shows another value to be wrong; else it only shows the same one to be right."""


Template = Callable[[Figure, Sequence[Said]], Reading | None]


def amounts_for(target: Figure, said: Sequence[Said]) -> list[Said]:
    """What can be added up to `target`: figures of its unit, and bare ones that no word claims for itself."""
    if target.unit not in MONEY | SPANS:
        found = [other for other in said if other.figure.firm and other.figure.unit == target.unit]
        return found if target.unit or _count_the_same(found) else []
    units = MONEY if target.unit in MONEY else {target.unit}
    return [
        other
        for other in said
        if other.figure.unit in units or (not other.figure.unit and other.figure.firm and is_amount(other))
    ]


def _count_the_same(counts: Sequence[Said]) -> bool:
    """Whether bare figures count one kind of thing: boxes and bottles, or three of each, do not add up."""
    nouns = {other.after for other in counts if noun_follows(other)}
    return len(nouns) < 2 and not any(_OF_EACH.search(other.text) for other in counts)


def noun_follows(said: Said) -> bool:
    return follows(said) and said.after not in _WHEN


def is_amount(said: Said) -> bool:
    """A bare figure before the end of its clause or "for": "800 for the band"."""
    rest = said.text[said.figure.end :].lstrip()
    return not rest or rest[0] in ".,;!?" or rest.startswith(("for ", "and ", "on "))


def unit_of_price(said: Said) -> str | None:
    """What a price is for: "euros a month", "a night is 40 euros"; "" for "each"; None for no price."""
    after = EACH.match(said.text[said.figure.end :].lstrip(" ,").removeprefix("for "))
    found = after or _one_is(said.text[: said.figure.start])
    unit = (found[1] or "").lower() if found else None
    return "people" if unit == "person" else unit


def _one_is(before: str) -> re.Match[str] | None:
    found = _ONE_IS.search(before[-40:])
    others = figures_in(before[: -len(found.group())]) if found else ()
    rest = before[others[-1].end : -len(found.group())] if found and others else "-"
    return found if rest.strip() else None  # "at 11 euros each cost 671" is for all


def _count(price: Said, unit: str, said: Sequence[Said]) -> Said | None:
    """How many times a price is paid: "61 badges at 11 euros each", "3 months at 40 a month"."""
    counts = [
        other
        for other in said
        if other is not price
        and other.figure.firm
        and (unit in (other.after, other.figure.unit) if unit else not other.figure.unit)
    ]
    near = [other for other in counts if other.text == price.text] or counts
    return near[0] if len(near) == 1 else None


def _without_total(said: Sequence[Said]) -> Sequence[Said]:
    """`said` without one that is the sum of the two or more others: it was told as their total."""
    values = [other.figure.value for other in said if other.figure.firm]
    return [
        other
        for other in said
        if len(values) < 3 or 2 * other.figure.value != sum(values) or not other.figure.firm
    ]


def total(target: Figure, said: Sequence[Said]) -> Reading | None:
    """The amounts, each times its count where it is a price for one; nothing where a count is left over."""
    whole = [other for other in said if not other.is_part]
    parts = len(said) - len(whole)
    said = _without_total(whole)
    terms: list[tuple[Decimal, str]] = []
    counted: list[Said] = []
    single: list[Said] = []
    for amount in amounts_for(target, said):
        unit = unit_of_price(amount)
        if unit is None:
            single.append(amount)
            continue
        count = _count(amount, unit, said)
        if count is None:
            return None
        counted.append(count)
        terms.append((count.figure.value * amount.figure.value, f"{count.words} x {amount.words}"))
    single = [amount for amount in single if amount not in counted]
    if counted and any(is_count(other) and other not in counted and other not in single for other in said):
        return None
    terms += [(amount.figure.value, amount.words) for amount in single]
    if len(terms) + len(counted) < (1 if parts else 2):
        return None
    return Reading(sum((value for value, _ in terms), Decimal(0)), " + ".join(how for _, how in terms))


def priced(target: Figure, said: Sequence[Said]) -> Reading | None:
    """A total in which something has a price for one: otherwise "it costs" says nothing about a sum."""
    return total(target, said) if any(unit_of_price(one) is not None for one in said) else None


def difference(target: Figure, said: Sequence[Said]) -> Reading | None:
    amounts = amounts_for(target, said)
    if len(amounts) != 2:
        return None
    low, high = sorted(amounts, key=lambda amount: amount.figure.value)
    return Reading(high.figure.value - low.figure.value, f"{high.words} - {low.words}")


def average(target: Figure, said: Sequence[Said]) -> Reading | None:
    amounts = amounts_for(target, said)
    if len(amounts) < 2:
        return None
    total = sum((amount.figure.value for amount in amounts), Decimal(0))
    return Reading(
        total / len(amounts), f"({' + '.join(amount.words for amount in amounts)}) / {len(amounts)}"
    )


def of_amount(times: Callable[[Decimal], Decimal]) -> Template:
    def make(target: Figure, said: Sequence[Said]) -> Reading | None:
        shares = [other for other in said if other.figure.unit == "%"]
        amounts = [other for other in said if other.figure.unit in MONEY or is_count(other)]
        if target.unit == "%" or len(shares) != 1 or len(amounts) != 1:
            return None
        value = amounts[0].figure.value * times(shares[0].figure.value) / 100
        return Reading(value, f"{amounts[0].words} and {shares[0].words} come to {digits(value)};")

    return make


def is_count(said: Said) -> bool:
    return not said.figure.unit and said.figure.firm
