"""Which said figure stands in the place of a claim's figure that was not said.

A small model copies figures badly: 245 for 254, 15 for 50, 3 pm for 2 pm. A figure is a slip only on positive
evidence: one said figure of the same unit, in the same place (beside the same word), or written nearly alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.figures_said import Said, clause, follows, is_counted
from guardrails.numbers import Figure, alike, same
from guardrails.units import CLOCK
from guardrails.words import content_stems

# From here on two numbers hardly ever look or sound alike by chance.
_LONG = 100
# Beyond this nobody says a figure in words.
_SPOKEN = 10**12
_SOME = re.compile(
    r"\s+of (?:(?:the|our|these|those|his|her|their) [\w-]+|them|these|those)\s(?P<says>.{3,80})",
    re.IGNORECASE,
)


def beside(claimed: Said, other: Said) -> bool:
    """Whether both stand beside the same word ("412 pre-orders", "EIP 1559") or in the same phrase."""
    if (claimed.after and claimed.after == other.after) or _say_it_of_some(claimed, other):
        return True
    if any(" " in one and one == two for one, two in zip(claimed.phrases, other.phrases, strict=True)):
        return True
    named = claimed.before == other.before and not claimed.after and not other.after
    label = claimed.before == other.before and claimed.before not in ("", "cost", "price")
    return bool(claimed.before) and (named or label)


def _say_it_of_some(one: Said, other: Said) -> bool:
    """ "Nine of the pumps have the wrong leads", "six of those have the wrong leads"."""
    found = [_SOME.match(said.text[said.figure.end :]) for said in (one, other)]
    says = [set(content_stems(clause(some["says"]))) for some in found if some]
    return len(says) == 2 and bool(says[0]) and (says[0] <= says[1] or says[1] <= says[0])


def rival(claimed: Said, said: Sequence[Said], kept: Sequence[Said], least: int = 1) -> Said | None:
    """The one said figure that belongs where `claimed` stands; None where there is none, or more than one.

    `kept` are the other figures of the claim: what they say already is not said again. `least`: how many of
    unit, place and likeness must agree.
    """
    ranked: dict[float, list[Said]] = {}
    for other in said:
        if same(claimed.figure, other.figure) or any(same(other.figure, one.figure) for one in kept):
            continue
        if (points := _likeness(claimed, other)) >= least:
            best = ranked.setdefault(points + _edge(claimed, other), [])
            if not any(same(other.figure, one.figure) for one in best):
                best.append(other)
    if not ranked:
        return None
    best = ranked[max(ranked)]
    if len(best) > 1:  # the one that more of the claim was said around
        shared = [len(set(content_stems(claimed.text)) & set(content_stems(_around(one)))) for one in best]
        best = [one for one, most in zip(best, shared, strict=True) if most == max(shared)]
    return best[0] if len(best) == 1 else None


def _around(said: Said) -> str:
    """The clause of a figure, without the figure."""
    before, after = said.text[: said.figure.start], said.text[said.figure.end :]
    return f"{clause(before[::-1])[::-1]} {clause(after)}"


def _likeness(claimed: Said, other: Said) -> int:
    """0 where `other` cannot be meant; unit, place and a slip of the pen count one each."""
    one, two = claimed.figure, other.figure
    if not alike(one, two) and ((one.unit and two.unit) or "%" in (one.unit, two.unit)):
        return 0
    if not two.firm and (is_counted(claimed) or not beside(claimed, other)):
        return 0
    unit = alike(one, two) and bool(one.unit) and one.unit != "label"
    place, slip = beside(claimed, other), is_slip(one, two)
    if is_counted(claimed):
        in_digits = any(letter.isdigit() for letter in claimed.words)
        return 1 + slip + in_digits if place and alike(one, two) else 0
    if not (unit or place or slip):
        return 0
    return unit + place + slip


def _edge(claimed: Said, other: Said) -> float:
    """What decides between two that are as like: a long number nearly copied tells more than a noun."""
    one, two = claimed.figure, other.figure
    is_long = min(one.value, two.value) >= _LONG
    noun = follows(claimed) and follows(other) and claimed.after == other.after
    return (0.5 if is_long and is_slip(one, two) else 0.0) + (0.25 if noun else 0.0)


def is_slip(one: Figure, two: Figure) -> bool:
    """Whether one is nearly written, or sounds, like the other: 245 and 254, 15 and 50, 1.2 and 12."""
    if _sounds(one, two):
        return True
    left, right = _digits(one), _digits(two)
    if left == right and len(left) > 1:
        return True  # a zero or a point went astray
    if {one.unit, two.unit} & CLOCK and len(left) <= 2 and len(right) <= 2:
        return True
    if len(left) != len(right):
        return False
    wrong = [place for place in range(len(left)) if left[place] != right[place]]
    swapped = len(wrong) == 2 and [left[place] for place in wrong] == [right[place] for place in wrong[::-1]]
    return (len(wrong) == 1 and len(left) > 1) or swapped


def _sounds(one: Figure, two: Figure) -> bool:
    """Fifteen and fifty, a hundred and sixteen and a hundred and sixty, fifteen and fifty million."""
    low, high = sorted((one.value, two.value))
    if low < 0 or high >= _SPOKEN:
        return False
    for scale in (10**9, 10**6, 10**3):
        if low >= scale and low % scale == high % scale == 0:
            low, high = low / scale, high / scale
    if low // 100 == high // 100:
        low, high = low % 100, high % 100
    return 13 <= low <= 19 and high == (low - 10) * 10


def _digits(figure: Figure) -> str:
    return f"{abs(figure.value).normalize():f}".replace(".", "").strip("0") or "0"
