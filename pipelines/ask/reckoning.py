"""A sum in a question, worked out by code: a small model writes a result down before it has computed it."""

from __future__ import annotations

import re
from decimal import Decimal

from guardrails.arithmetic.equations import equations_in
from guardrails.arithmetic.figures import digits

_ASKING = re.compile(
    r"(?:\b(?:what(?:'s|’s| is| are)|how (?:much|many) (?:is|are)|calculate|compute|work out|please|and|so)\b"
    r"[\s,:]*)+",
    re.IGNORECASE,
)


def reckoned(question: str) -> str | None:
    """`7 x 40 = 280` for a question that is nothing but a sum; None for any other."""
    asked = _ASKING.sub("", question.strip()).strip(" ?=.!")
    # What is written as a result does not matter: the equation tells what it comes to.
    equation = next(equations_in(f"{asked} = 0"), None)
    if equation is None or equation.words.strip(" ()") != asked.strip(" ()"):
        return None
    value = digits(equation.value)
    return f"{asked} {'=' if Decimal(value.replace(',', '')) == equation.value else '≈'} {value}"
