"""Asking a model how a figure is computed: it names the figures and the signs, code does the arithmetic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from guardrails.arithmetic.expression import MAX_CHARS, ExpressionError, evaluate
from guardrails.arithmetic.figures import Mention
from guardrails.core.guardrail import Ask, answered, object_schema
from guardrails.core.types import Claim

SCHEMA = object_schema(expression={"type": "string", "maxLength": 120})
# More figures than this in the cited words, and a small model picks any.
_MAX_NAMES = 12
_QUESTION = (
    'The note says: "{claim}". Nobody said {figure}, so it must be computed.\n'
    "These figures were said:\n{names}\n"
    "Write the expression that gives it, from these names and + - * / ( ) only, with no result. "
    'If it cannot be computed from them, write "none".'
)


def computed(claim: Claim, figure: str, said: Sequence[Mention], ask: Ask) -> Decimal | None:
    """The value that the model's expression for `figure` has; None where it uses too little of what was said.

    An expression must use two names at least: one name alone is a copy, and a bare number is a guess.
    """
    named = {f"n{place}": one for place, one in enumerate(said[:_MAX_NAMES], 1)}
    if len(named) < 2:
        return None
    names = "\n".join(f"{name} = {one.figure.value:f} ({_context(one)})" for name, one in named.items())
    question = _QUESTION.format(claim=claim.text, figure=figure, names=names)
    expression = str(answered(ask, claim, question, SCHEMA).get("expression"))[:MAX_CHARS]
    if len(set(re.findall(r"n[0-9]+", expression)) & named.keys()) < 2:
        return None
    try:
        return evaluate(expression, {name: one.figure.value for name, one in named.items()})
    except ExpressionError:
        return None


def _context(said: Mention) -> str:
    return " ".join(said.text[max(0, said.figure.start - 30) : said.figure.end + 30].split())
