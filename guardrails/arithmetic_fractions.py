"""A share in words ("a third of the mice") held against the two numbers that were said.

Only where nobody said a share himself, and the words cited have exactly two counts, one of them as the whole:
then the share follows, and another one is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from guardrails.figures_said import Said
from guardrails.numbers import Figure

_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_TIMES = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_SHARE = re.compile(
    rf"\b(?:(?P<times>{'|'.join(_TIMES)}) )?(?P<part>{'|'.join(_PARTS)}|halve)s?\b(?= (?:of|the)\b)",
    re.IGNORECASE,
)
_ANY_SHARE = re.compile(rf"\b(?:{'|'.join(_PARTS)})s?\b|%|\bpercent\b", re.IGNORECASE)
_OF = re.compile(r"\b(?:of|out of|from) (?:the |all |all the |our |these |those )?\W?\Z", re.IGNORECASE)
_NAMES = {
    Fraction(times, parts): ("half" if parts == 2 else f"{word} {name}{'s' if times > 1 else ''}")
    for name, parts in _PARTS.items()
    for word, times in _TIMES.items()
    if word != "one" and times < parts and Fraction(times, parts).denominator == parts
}
# "About a third" may be 0.3 or 0.36.
_NEAR = Fraction(1, 25)


def share_in(text: str) -> Figure | None:
    """The one share that `text` names in words; None where there is none, or another one beside it."""
    found = list(_SHARE.finditer(text))
    if len(found) != 1 or (found[0]["times"] is None and found[0]["part"].lower() != "half"):
        return None
    times = _TIMES[(found[0]["times"] or "a").lower()]
    share = Decimal(times) / _PARTS[found[0]["part"].lower()]
    return Figure(share, "", *found[0].span()) if 0 < share < 1 else None


def right_share(claimed: Figure, said: Sequence[Said]) -> Fraction | None:
    """What the share is by what was said, where that is another one; None where it may be right."""
    if any(_ANY_SHARE.search(one.text) for one in said):
        return None
    counts = [one for one in said if one.figure.firm and not one.figure.unit and one.figure.value >= 1]
    if len(counts) != 2 or len({one.text for one in counts}) != 1:
        return None
    part, whole = sorted(counts, key=lambda one: one.figure.value)
    if not _OF.search(whole.text[: whole.figure.start]) or part.figure.value >= whole.figure.value:
        return None
    share = Fraction(part.figure.value) / Fraction(whole.figure.value)
    return None if abs(share - Fraction(claimed.value)) <= _NEAR else share


def share_like(sample: str, share: Fraction) -> str | None:
    """`share` in words, with a capital where `sample` has one; None where it has no everyday name."""
    name = _NAMES.get(share)
    return name[:1].upper() + name[1:] if name and sample[:1].isupper() else name
