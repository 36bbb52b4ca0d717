"""A figure: number, unit and place in a text; and whether two of them can be the same.

The same figure comes in different clothes: "two hundred and forty-five dollars" and "$245", "half past two"
and "2:30 pm", "two weeks" and "14 days". Only a bare number fits every unit: speech leaves units out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from guardrails.language.tables import Language

SYMBOLS = {"$": "usd", "€": "eur", "£": "gbp"}
MONEY = frozenset(("eur", "usd", "gbp"))
SPANS = frozenset(("second", "minute", "hour", "day", "week", "month", "year"))
CLOCK = frozenset(("am", "pm", "clock"))
MINUTES = {"minute": 1, "hour": 60}
"""In each of the spans that a time of day is told in."""
_NEAR = Decimal("0.0005")  # a third is no finite decimal
# Units that can be told in one another: how many of the smallest they are.
_FAMILIES: tuple[dict[str, Decimal], ...] = (
    {"second": Decimal(1), "minute": Decimal(60), "hour": Decimal(3600), "day": Decimal(86400)}
    | {"week": Decimal(604800)},
    {"month": Decimal(1), "year": Decimal(12)},
    *({"cent": Decimal(1), money: Decimal(100)} for money in sorted(MONEY)),
)


@cache
def unit_of(tables: Language) -> Mapping[str, str]:
    """Units by their words and signs."""
    signs = SYMBOLS | {name: name for name in (*MONEY, "%", "am", "pm")} | {"¢": "cent"}
    rows = (row.partition(" = ") for row in tables.lists.get("unit", ()))
    spans = {word: span for span in SPANS for word in tables.day_words("unit", span)}
    return signs | {word: unit for unit, _, words in rows for word in words.split()} | spans


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit, from `start` up to `end` in its text.

    `unit` is one of the keys above: money, "%", a span of time in the singular, "th" for an ordinal or a day
    of a month, "am", "pm" or "clock" for a time of day (hours, minutes as hundredths: 2.30), "label" for
    digits that belong to a name ("v3"), or "" for a bare number, whatever it counts.
    """

    value: Decimal
    unit: str
    start: int
    end: int
    others: tuple[Decimal, ...] = ()
    """What the same words may also mean."""
    firm: bool = True
    """False for a word that may be no number at all."""

    parts: tuple[Decimal, ...] = ()
    """The numbers that were said one after another, where they may also be separate: 12 and 50."""

    @property
    def readings(self) -> tuple[Decimal, ...]:
        return (self.value, *self.others)


def same(one: Figure, other: Figure) -> bool:
    """Whether both can be the same figure; a bare number fits every unit, a part only a whole."""
    measures = _measures(one.unit, other.unit)
    if measures is None:
        return False
    left, right = (
        [value * measure for value in figure.readings]
        for figure, measure in zip((one, other), measures, strict=True)
    )
    return _meet(left, right) or _meet(one.parts, right) or _meet(left, other.parts)


def _meet(left: Sequence[Decimal], right: Sequence[Decimal]) -> bool:
    return any(abs(one - other) < _NEAR for one in left for other in right)


def alike(one: Figure, other: Figure) -> bool:
    """Whether both measure the same kind of thing, so that one can stand in the place of the other."""
    return one.unit == other.unit or {one.unit, other.unit} <= CLOCK


def _measures(one: str, other: str) -> tuple[Decimal, Decimal] | None:
    """What to multiply both sides with before they are compared; None where they never are."""
    for family in _FAMILIES:
        if one in family and other in family:
            return family[one], family[other]
    loose = not one or not other or "label" in (one, other)
    clock = "clock" in (one, other) and {one, other} <= CLOCK
    return (Decimal(1), Decimal(1)) if one == other or loose or clock else None
