"""Arithmetic that a model may ask for: numbers, names, + - * / and parentheses, over decimals.

A model writes the expression and code computes it, because a small model commits to a number before it has
computed it (program-aided reasoning, Gao et al. 2023, with this evaluator in the place of a Python process).
The text comes from a model that read what strangers said, so it is never given to an interpreter: this
grammar has no calls, no attributes, no powers, no text and no assignment, and whatever is outside it is an
`ExpressionError`. Length and depth are bounded before anything is computed, precision and exponent while it
is, so that no input takes long or much memory.

    sum     = product {("+" | "-") product}
    product = factor {("*" | "/") factor}
    factor  = ["+" | "-"] (number ["%"] | name | "(" sum ")")
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Context, Decimal, InvalidOperation, Overflow, Underflow

# A sum of sixty amounts with names of ten letters: longer is no arithmetic that a meeting needs.
MAX_CHARS = 1_000
# Parentheses and signs inside each other; people need three.
MAX_DEPTH = 20
# Figures of a meeting have at most 15 digits; the rest is room for the steps between.
_CONTEXT = Context(prec=34, Emin=-60, Emax=60, traps=[InvalidOperation, Overflow, Underflow])

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?(?![0-9])|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<mark>[-+*/()%]))"
)
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "\N{FRACTION SLASH}": "/"})


class ExpressionError(ValueError):
    """The text is no expression of this grammar, or it has no value; the message says which and where."""


def evaluate(text: str, names: Mapping[str, Decimal] | None = None) -> Decimal:
    """The value of the expression `text`, in which a name stands for its number in `names`.

    Raises `ExpressionError` for whatever is outside the grammar or the bounds, for an unknown name, and for a
    division by zero.
    """
    if len(text) > MAX_CHARS:
        raise ExpressionError(f"longer than {MAX_CHARS} characters")
    try:
        return _Reader(_tokens(text.translate(_SIGNS)), names or {}).value()
    except (Overflow, Underflow, InvalidOperation):
        raise ExpressionError("a number that is too large or too small") from None


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            raise ExpressionError(f"{text[place:].strip()[:10]!r} is no arithmetic")
        tokens.append(found.group().strip())
        place = found.end()
    return tokens


class _Reader:
    """Reads and computes in one pass; one function for each line of the grammar."""

    def __init__(self, tokens: list[str], names: Mapping[str, Decimal]) -> None:
        self._tokens = tokens
        self._names = names
        self._place = 0
        self._depth = 0

    def value(self) -> Decimal:
        value = self._sum()
        if self._place < len(self._tokens):
            raise ExpressionError(f"{self._tokens[self._place]!r} does not go on from there")
        return value

    def _sum(self) -> Decimal:
        value = self._product()
        while (mark := self._take("+", "-")) is not None:
            other = self._product()
            value = _CONTEXT.add(value, other) if mark == "+" else _CONTEXT.subtract(value, other)
        return value

    def _product(self) -> Decimal:
        value = self._factor()
        while (mark := self._take("*", "/")) is not None:
            other = self._factor()
            if mark == "/" and not other:
                raise ExpressionError("a division by zero")
            value = _CONTEXT.multiply(value, other) if mark == "*" else _CONTEXT.divide(value, other)
        return value

    def _factor(self) -> Decimal:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH}")
        value = self._signed()
        self._depth -= 1
        return value

    def _signed(self) -> Decimal:
        if (sign := self._take("+", "-")) is not None:
            return self._factor() if sign == "+" else _CONTEXT.minus(self._factor())
        if self._take("(") is not None:
            value = self._sum()
            if self._take(")") is None:
                raise ExpressionError("a parenthesis is not closed")
            return value
        return self._operand()

    def _operand(self) -> Decimal:
        if self._place == len(self._tokens):
            raise ExpressionError("it ends where a number is expected")
        token = self._tokens[self._place]
        self._place += 1
        if token[0] in "0123456789.":
            value = _CONTEXT.create_decimal(token.replace(",", ""))
            return _CONTEXT.divide(value, Decimal(100)) if self._take("%") is not None else value
        if token not in self._names:
            raise ExpressionError(f"{token!r} stands where a number is expected")
        return _CONTEXT.plus(self._names[token])

    def _take(self, *marks: str) -> str | None:
        if self._place < len(self._tokens) and self._tokens[self._place] in marks:
            self._place += 1
            return self._tokens[self._place - 1]
        return None
