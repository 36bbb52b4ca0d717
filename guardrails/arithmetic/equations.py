"""Equations that stand in a text, computed again: "7 x 40 = 80", "12 plus 15 is 28".

A small model commits to a result before it computes ("it costs 45, since 7 x 40 = 80"), so every equation in
a draft is evaluated, and the result that was written, or the figure that the equation was given as a reason
for, is held against the value. Models write them in digits; units other than money want more than this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from guardrails.arithmetic.expression import ExpressionError, evaluate
from guardrails.arithmetic.figures import digits, rounds_to
from guardrails.language.figures import Figure, figures_in
from guardrails.language.units import CLOCK, VAGUE

_SIGNS = {
    "plus": "+",
    "minus": "-",
    **dict.fromkeys(("times", "x", "multiplied by"), "*"),
    "divided by": "/",
}
_NUMBER = r"[$€£]?\d[\d,]*(?:\.\d+)?(?: ?€| (?:euros?|dollars?|pounds?))?"
_SIGN = r"(?:\s*[-+*/×·÷−–]\s*|\s*x\s*(?=[$€£(\d])|\s(?:plus|minus|times|multiplied by|divided by)\s)"
_EQUAL = r"\s*(?:(?P<sign>[=≈])|\b(?:is|equals|makes|gives|comes to|adds up to|totals))"
_EQUATION = re.compile(
    rf"(?P<side>(?:\((?=[^=≈)]*\)))*{_NUMBER}\)*(?:{_SIGN}\(*{_NUMBER}\)*)+){_EQUAL}"
    rf"\s*(?:about|around|roughly|~)?\s*(?P<result>{_NUMBER})",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[$€£]|euros?|dollars?|pounds?", re.IGNORECASE)
_BECAUSE = re.compile(
    r"(?:[^.;]{0,20}\b(?:since|because|as|given|i\.e\.|that is|namely)\b.{0,30}|.{0,12}[:(–—])\s*",
    re.IGNORECASE | re.DOTALL,
)
_STATED = re.compile(
    r"\b(?:is|are|be|was|costs?|total\w*|comes? to|makes?|gives?|needs?|pays?|spends?|gets?)"
    r"\s+(?:\w+\s+){0,2}\W*\Z",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(?:about|around|roughly|approximately|almost|nearly|≈|~)\s*\W?\s*\Z")
# What stands there belongs to the expression: a variable, another figure, a sign. "3x + 4 = 28", "$350 000".
_GOES_ON_BEFORE = re.compile(r"(?:\d[\s)]*|[-+*/×÷^=(]\s*|\b[a-z]\s*)\Z", re.IGNORECASE)
_GOES_ON_AFTER = re.compile(rf"\s*(?:[-+*/×÷^(–−]\s*[\d($]|\d|[a-z]\b|%)|[\w.,]\w|{VAGUE}", re.IGNORECASE)
_NEAR = 60  # characters that are read before a figure


@dataclass(frozen=True, slots=True)
class Equation:
    """One side that can be computed, and the figure that was written for it."""

    operands: tuple[Figure, ...]
    result: Figure
    value: Decimal
    """What the operands come to, in the unit of the result."""
    words: str
    """The side that was computed, as the text has it."""

    def holds(self, text: str) -> bool:
        return is_result(self.value, self.result, text)


def equations_in(text: str) -> Iterator[Equation]:
    """Every equation of `text`; one that cannot be computed is left out."""
    figures = figures_in(text)
    for found in _EQUATION.finditer(text):
        start, end = found.span("side")
        operands = tuple(figure for figure in figures if start <= figure.start < end)
        result = next((figure for figure in figures if figure.end > found.start("result")), None)
        is_spaced = found["sign"] or re.search(r"\s[-+*/×·÷−–]|[a-z]", found["side"])
        if not operands or result is None or not is_spaced or not _is_whole(text, found):
            continue
        side = _MONEY.sub("", found["side"]).lower()
        for word, sign in _SIGNS.items():
            side = side.replace(word, sign)
        try:
            yield Equation(operands, result, evaluate(side), found["side"].strip())
        except ExpressionError:
            continue


def committed(text: str, equation: Equation) -> Figure | None:
    """The figure that the equation is a reason for: "it costs 45, since ..."."""
    start = equation.operands[0].start
    before = [figure for figure in figures_in(text) if figure.end <= start]
    if not before or "\n" in text[before[-1].end : start]:
        return None  # another line is another thought
    found, stated = before[-1], text[: before[-1].start][-_NEAR:]
    if not _STATED.search(stated) or not _BECAUSE.fullmatch(text, found.end, start):
        return None
    units = {found.unit, equation.result.unit} - {""}
    return found if len(units) < 2 and found.unit not in CLOCK | {"label", "th"} else None


def is_result(value: Decimal, written: Figure, text: str) -> bool:
    return rounds_to(value, written, loose=_ABOUT.search(text[: written.start][-_NEAR:]) is not None)


def _is_whole(text: str, found: re.Match[str]) -> bool:
    """Whether nothing before or after belongs to the expression, and it is on one line."""
    before = text[: found.start()][-_NEAR:].rpartition("\n")[2]
    is_aside = before.endswith("(") and text[found.end() :].lstrip().startswith(")")
    goes_on = not is_aside and _GOES_ON_BEFORE.search(before.rstrip("( "))
    return not goes_on and not _GOES_ON_AFTER.match(text, found.end()) and "\n" not in found.group()


def in_words(equation: Equation) -> str:
    return f"{equation.words} is {digits(equation.value)}"
