"""Equations that stand in a text, computed again: "7 x 40 = 80", "12 plus 15 is 28".

A small model commits to a result before it computes ("it costs 45, since 7 x 40 = 80"), so every equation in
a draft is evaluated, and the result that was written, or the figure that the equation was given as a reason
for, is held against the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from guardrails.arithmetic.expression import ExpressionError, evaluate
from guardrails.arithmetic.figures import digits, rounds_to
from guardrails.language import filled
from guardrails.language.figures import Figure, figures_in
from guardrails.language.units import CLOCK, MONEY

_SIGNS = {"plus": "+", "minus": "-", "times": "*", "share": "*", "divided": "/"}
_EQUAL = r"\s*(?:=|≈|<equals>)\s*(?:<about>|~)?\s*"
_OPERATOR = (
    r"(?:\s[^\W\d_]{3,}(?=\s[x×*]\s))?\s*(?P<close>\)*)\s*"  # "7 chairs x 40"
    r"(?:(?P<plus>[+]|<plus>)|(?P<minus>[-−–]|<minus>)|(?P<times>[*×·]|<times>)"
    r"|(?P<share><share>)|(?P<divided>[/÷]|<divided>))\s*(?P<open>\(*)\s*"
)
_BECAUSE = r"(?:[^.;]{0,20}\b<reason>\b.{0,30}|.{0,12}[:(–—])\s*"
_STATED = r"\b<comes_to>\s+(?:\w+\s+){0,2}\W*\Z"
_ABOUT = r"(?:<about>|≈|~)\s*\W?\s*\Z"
_GOES_ON_AFTER = r"\s*(?:[-+*/×÷^(–−]\s*[\d($]|\d|[a-z]\b)|(?:\s|-)*<vague>\b"
# What is there belongs to the expression: a variable, another figure, a sign. "3x + 4 = 28", "$350 000".
_GOES_ON_BEFORE = re.compile(r"(?:\d[\s)]*|[-+*/×÷^=(]\s*|\b[a-z]\s*)\Z", re.IGNORECASE)
_GLUED = re.compile(r"[a-wyz]\b|x\b(?!\s*\d)", re.IGNORECASE)  # "4s", "3x"
_VARIABLE = re.compile(r"\d[a-z]\Z", re.IGNORECASE)  # "4s" is seconds elsewhere
_CLOSING = re.compile(r"\s*\)+")
_NEAR = 60  # characters that are read before a figure


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(filled(words), re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Equation:
    """One side that can be computed, and the figure that was written for it."""

    operands: tuple[Figure, ...]
    result: Figure
    value: Decimal
    """What the operands come to, in the unit of the result."""
    words: str
    """The side that was computed, as the text has it."""


def equations_in(text: str) -> Iterator[Equation]:
    """Every equation of `text`; one that cannot be computed in one unit is left out."""
    figures = figures_in(text)
    first = 0
    while first < len(figures):
        signs, last = [], first
        while last + 1 < len(figures):
            sign = _pattern(_OPERATOR).fullmatch(text, figures[last].end, figures[last + 1].start)
            if sign is None or (sign["share"] and figures[last].unit != "%"):
                break
            signs.append(sign)
            last += 1
        if signs and last + 1 < len(figures):
            found = _equation(text, figures[first : last + 2], signs)
            if found is not None:
                yield found
        first = last + 1


def committed(text: str, equation: Equation) -> Figure | None:
    """The figure that the equation is a reason for: "it costs 45, since ..."."""
    figures = figures_in(text)
    start = equation.operands[0].start
    before = [figure for figure in figures if figure.end <= start]
    stated = text[: before[-1].start][-_NEAR:] if before else ""
    if "\n" in text[before[-1].end if before else start : start]:
        stated = ""  # another line is another thought
    if not _pattern(_STATED).search(stated) or not _pattern(_BECAUSE).fullmatch(text, before[-1].end, start):
        return None
    found = before[-1]
    units = {found.unit, equation.result.unit} - {""}
    return found if len(units) < 2 and found.unit not in CLOCK | {"label", "th"} else None


def is_result(value: Decimal, written: Figure, text: str) -> bool:
    return rounds_to(
        value, written, loose=_pattern(_ABOUT).search(text[: written.start][-_NEAR:]) is not None
    )


def _closing(text: str, place: int) -> int:
    found = _CLOSING.match(text, place)
    return found.end() - place if found else 0


def _equation(text: str, figures: tuple[Figure, ...], signs: list[re.Match[str]]) -> Equation | None:
    operands, result = figures[:-1], figures[-1]
    closing = _closing(text, operands[-1].end)
    equal = _pattern(_EQUAL).fullmatch(text, operands[-1].end + closing, result.start)
    if equal is None or "\n" in text[operands[0].start : result.start] or not _is_whole(text, figures):
        return None
    if not {"=", "≈"} & set(equal.group()) and not any(" " in sign.group() for sign in signs):
        return None  # "24/7 is rare", "3-5 is fine"
    if any(figure.unit in CLOCK | {"label", "th"} for figure in figures):
        return None
    units = {figure.unit for figure in operands if figure.unit not in ("", "%")}
    if len(units) > 1 and not units <= MONEY:
        return None  # "2 weeks + 3 days" wants more than arithmetic
    signed = [sign for match in signs for name, sign in _SIGNS.items() if match[name]]
    shares = any(figure.unit == "%" for figure in operands)
    if shares and result.unit != "%" and any(sign in "+-" for sign in signed):
        return None  # "100 + 20 %" means two things
    of_shares = sum(figure.unit == "%" for figure in operands) > 1 and "*" in signed
    percent = Decimal("0.01") if shares and (result.unit != "%" or of_shares) else Decimal(1)
    opening = re.search(r"\(*\s*$", text[: operands[0].start])
    expression = (opening.group() if opening else "") + _term(operands[0], percent)
    for sign, match, figure in zip(signed, signs, operands[1:], strict=True):
        expression += match["close"] + sign + match["open"] + _term(figure, percent)
    expression += text[operands[-1].end : operands[-1].end + closing]
    for attempt in (expression, expression.removeprefix("(")):
        try:
            value = evaluate(attempt)
        except ExpressionError:
            continue
        if result.unit == "%" and (not shares or of_shares):
            value *= 100
        return Equation(operands, result, value, text[operands[0].start : operands[-1].end])
    return None


def _is_whole(text: str, figures: tuple[Figure, ...]) -> bool:
    """Whether nothing before, after or within belongs to the expression and is not among `figures`."""
    before = text[: figures[0].start][-_NEAR:].rpartition("\n")[2]
    is_aside = before.endswith("(") and text[figures[-1].end :].lstrip().startswith(")")
    return (
        (is_aside or _GOES_ON_BEFORE.search(before.rstrip("( ")) is None)
        and _pattern(_GOES_ON_AFTER).match(text, figures[-1].end) is None
        and not any(
            _GLUED.match(text, figure.end) or _VARIABLE.search(text[figure.start : figure.end])
            for figure in figures
        )
    )


def _term(figure: Figure, percent: Decimal) -> str:
    value = figure.value * (percent if figure.unit == "%" else 1)
    return f"({value:f})" if value < 0 else f"{value:f}"


def in_words(equation: Equation) -> str:
    return f"{equation.words} is {digits(equation.value)}"
