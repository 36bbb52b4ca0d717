"""A time that is told in two units is one figure: "2 hours and 45 minutes", "an hour and a half"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from guardrails.numbers import Figure, figures_in

_AND = re.compile(r"\s*(?:,?\s*and\s+)?")
_AND_A = re.compile(r"\s+and\s+(?:a\s+)?")
_PARTS = (Decimal("0.5"), Decimal("0.25"))


def joined(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """`figures` of `text`, hours with their minutes as one, in minutes; hours and a half in hours."""
    found: list[Figure] = []
    for figure in figures:
        whole = found[-1] if found and found[-1].unit == "hour" else None
        if whole is not None and figure.unit == "minute" and _AND.fullmatch(text, whole.end, figure.start):
            value = 60 * whole.value + figure.value
            found[-1] = Figure(value, "minute", whole.start, figure.end)
        elif whole is not None and _is_rest(text, whole, figure):
            found[-1] = replace(whole, value=whole.value + figure.value, end=figure.end, firm=True)
        else:
            found.append(figure)
    return found


def _is_rest(text: str, whole: Figure, figure: Figure) -> bool:
    """ "An hour and a half", not "an hour and half of the team"."""
    is_part = not figure.unit and not figure.firm and figure.value in _PARTS
    behind = text[figure.end :].lstrip().lower()
    return (
        is_part
        and _AND_A.fullmatch(text, whole.end, figure.start) is not None
        and not behind.startswith(("of ", "the "))
    )


def parts_of(words: str) -> tuple[Figure, ...]:
    """The two figures of one that is told in two units; nothing for any other."""
    figures = figures_in(words)
    return figures if len(figures) == 2 and figures[0].unit == "hour" else ()
