"""Two values in one sentence, of which only one can hold.

A different value is a contradiction only where one excludes the other: another day, amount or place in the
same sentence. "The remote has a wheel" and "the remote has a screen" are two decisions.
"""

from __future__ import annotations

from guardrails.core.types import Claim
from guardrails.language import language
from guardrails.language.figures import figures_in

_BEFORE_VALUE = frozenset(
    "at to is be are for by than of on about costs cost under over until in with from".split()
)


def differ_in_one_value(one: Claim, other: Claim, code: str) -> tuple[str, str] | None:
    """The two values that exclude each other in two decisions that are otherwise the same words.

    Of actions both may be to do: one books the room for Monday and for Tuesday.
    """
    if one.kind != "decision" or other.kind != "decision":
        return None
    left, right = one.text.split(), other.text.split()
    start, end = _shared(left, right), 0
    while end < min(len(left), len(right)) - start and _word(left[-1 - end]) == _word(right[-1 - end]):
        end += 1
    values = left[start : len(left) - end], right[start : len(right) - end]
    if not start or start + end < 2 or any(not 1 <= len(value) <= 2 for value in values):
        return None
    kinds = [_kind(value, left[start - 1], code) for value in values]
    shown = tuple(" ".join(value).strip(" .,;!") for value in values)
    return (shown[0], shown[1]) if kinds[0] and kinds[0] == kinds[1] else None


def _shared(left: list[str], right: list[str]) -> int:
    """How many words both begin with."""
    pairs = zip(left, right, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if _word(one) != _word(other)), min(len(left), len(right))
    )


def _word(word: str) -> str:
    return word.strip(".,;:!?\"'()").casefold()


def _kind(value: list[str], before: str, code: str) -> str:
    """What `value` is one of; "" for what may stand beside another."""
    tables = language(code)
    days = tables.words("weekday") | tables.words("month")
    if any(_word(word) in days for word in value):
        return "day"
    if _word(before) not in _BEFORE_VALUE or any(_word(word).removesuffix("s") in days for word in value):
        return ""  # "on Sundays" and "on Saturdays" can both be
    if figures := [figure for figure in figures_in(" ".join(value), code) if figure.firm]:
        return "" if figures[0].unit == "label" else "figure"
    return "name" if all(word[:1].isupper() for word in value) else ""
