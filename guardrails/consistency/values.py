"""Two values in one sentence, of which only one can hold.

A different value is a contradiction only where one excludes the other: another day, amount or place in the
same sentence. "The remote has a wheel" and "the remote has a screen" are two decisions.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from guardrails.core.types import Claim
from guardrails.language import language
from guardrails.language.figures import figures_in

_LONGEST = 160
"""Words of a decision that is compared; people wrote 139."""


def differ_in_one_value(one: Claim, other: Claim, code: str) -> tuple[str, str] | None:
    """The two values that exclude each other in two decisions that are otherwise the same words.

    Of actions both may be to do: one books the room for Monday and for Tuesday.
    """
    if one.kind != "decision" or other.kind != "decision":
        return None
    left, right = one.text.split(), other.text.split()
    if abs(len(left) - len(right)) > 1 or len(left) > _LONGEST:
        return None
    matcher = SequenceMatcher(a=list(map(_word, left)), b=list(map(_word, right)), autojunk=False)
    edits = matcher.get_opcodes()
    changes = [edit for edit in edits if edit[0] != "equal"]
    if len(changes) != 1 or changes[0][1] == 0 or len(edits) == 1:
        return None
    _, start, end, at, to = changes[0]
    values = left[start:end], right[at:to]
    if any(not 1 <= len(value) <= 2 for value in values):
        return None
    kinds = [_kind(value, left[start - 1], code) for value in values]
    shown = tuple(" ".join(value).strip(" .,;!") for value in values)
    return (shown[0], shown[1]) if kinds[0] and kinds[0] == kinds[1] else None


def _word(word: str) -> str:
    return word.strip(".,;:!?\"'()").casefold()


def _kind(value: list[str], before: str, code: str) -> str:
    """What `value` is one of; "" for what may stand beside another."""
    tables = language(code)
    days = tables.words("weekday") | tables.words("month")
    if any(_word(word) in days for word in value):
        return "day"
    # "on Sundays" and "on Saturdays" can both be
    repeats = any(_word(word).removesuffix("s") in days for word in value)
    if repeats or _word(before) not in tables.words("function"):
        return ""
    if figures := [figure for figure in figures_in(" ".join(value), code) if figure.firm]:
        return "" if figures[0].unit == "label" else "figure"
    return "name" if all(word[:1].isupper() for word in value) else ""
