"""Arithmetic that a model may ask for: numbers, names, + - * / and parentheses, over decimals.

A model writes the expression and code computes it, because a small model commits to a number before it has
computed it (program-aided reasoning, Gao et al. 2023, with this evaluator in the place of a Python process).
The text comes from a model that read what strangers said, so nothing of it is ever run: numbers become names,
Python's parser makes a tree of the rest, and a tree of anything but names, signs and parentheses is an
`ExpressionError`. Length and depth are bounded before anything is computed, precision and exponent while it
is, so that no input takes long or much memory.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from decimal import Context, Decimal, InvalidOperation, Overflow, Underflow

# A sum of sixty amounts with names of ten letters: longer is no arithmetic that a meeting needs.
MAX_CHARS = 1_000
# Parentheses and signs inside each other; people need three.
MAX_DEPTH = 80
# Figures of a meeting have at most 15 digits; the rest is room for the steps between.
_CONTEXT = Context(prec=34, Emin=-60, Emax=60, traps=[InvalidOperation, Overflow, Underflow])
_NUMBER = re.compile(
    r"(?<![\w.])(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?(?![0-9])|[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?P<percent>\s*%)?"
)
_GRAMMAR = re.compile(r"[A-Za-z0-9_\s+*/()-]*")
_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "\N{FRACTION SLASH}": "/"})
_OPERATIONS: Mapping[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: _CONTEXT.add,
    ast.Sub: _CONTEXT.subtract,
    ast.Mult: _CONTEXT.multiply,
    ast.Div: _CONTEXT.divide,
}


class ExpressionError(ValueError):
    """The text is no arithmetic, or it has no value; the message says why."""


def evaluate(text: str, names: Mapping[str, Decimal] | None = None) -> Decimal:
    """The value of the expression `text`, in which a name means its number in `names`.

    Raises `ExpressionError` for whatever is outside the grammar or the bounds, for an unknown name, and for a
    division by zero.
    """
    if len(text) > MAX_CHARS:
        raise ExpressionError(f"longer than {MAX_CHARS} characters")
    known = dict(names or {})

    def named(found: re.Match[str]) -> str:
        digits = found.group().replace(",", "").rstrip("% \t\n")
        known[f"_{len(known)}"] = _CONTEXT.create_decimal(digits) / (100 if found["percent"] else 1)
        return f"_{len(known) - 1}"

    try:
        bare = " ".join(_NUMBER.sub(named, text.translate(_SIGNS)).split())
        if _GRAMMAR.fullmatch(bare) is None:
            raise ExpressionError(f"{text.strip()[:40]!r} is no arithmetic")
        return _value(ast.parse(bare, mode="eval").body, known)
    except (SyntaxError, RecursionError, MemoryError):
        raise ExpressionError(f"{text.strip()[:40]!r} is no arithmetic") from None
    except ZeroDivisionError:
        raise ExpressionError("a division by zero") from None
    except (Overflow, Underflow, InvalidOperation):
        raise ExpressionError("a number that is too large or too small") from None


def _value(node: ast.expr, known: Mapping[str, Decimal], depth: int = 0) -> Decimal:
    if depth > MAX_DEPTH:
        raise ExpressionError(f"nested deeper than {MAX_DEPTH}")
    match node:
        case ast.Name(id=name) if name in known:
            return _CONTEXT.plus(known[name])
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=inner):
            value = _value(inner, known, depth + 1)
            return _CONTEXT.minus(value) if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATIONS:
            one, other = (_value(side, known, depth + 1) for side in (left, right))
            if isinstance(operator, ast.Div) and not other:
                raise ZeroDivisionError
            return _OPERATIONS[type(operator)](one, other)
    raise ExpressionError(f"{ast.unparse(node)[:40]!r} stands where a number is expected")
