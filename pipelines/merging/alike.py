"""Do two claims say the same, in other words perhaps?"""

from __future__ import annotations

from guardrails.core.types import Claim
from guardrails.language import read, topic_of

_FEWEST = 2
"""Words that two claims share: one alone ("send it") tells nothing."""
_SHARE = 1 / 4
"""Of the words of both: a long sentence holds two words of another by chance."""
_MANY = 3
_MOST = 2 / 3
"""Share of the words of the shorter claim, where two promises of one person share many."""


def says_the_same(first: Claim, again: Claim, code: str) -> bool:
    """Whether `again`, which was said later, is the task, decision or question of `first`.

    It is where it names nothing that `first` does not name. Of one person's promises the first may be the
    shorter one, and a few words may differ ("find resources for the tests", "get resources to work on the
    tests"). Due phrases of actions are not looked at. `code`: of the language.
    """
    if first.kind != again.kind or differ(first.owner, again.owner):
        return False
    if _decisive(first, code) != _decisive(again, code):
        return False
    one, other = (topic_of(claim.text, code, claim.owner) for claim in (first, again))
    shared = one & other
    if one == other:
        return bool(one) or first.text.casefold() == again.text.casefold()
    if first.kind == "question" or len(shared) < max(_FEWEST, _SHARE * len(one | other)):
        return False
    if shared == other:
        return True
    is_ones = first.owner is not None and first.owner == again.owner
    return is_ones and (shared == one or len(shared) >= max(_MANY, _MOST * min(len(one), len(other))))


def differ(one: str | None, other: str | None) -> bool:
    """Whether both are given, and not the same."""
    return one is not None and other is not None and one.casefold() != other.casefold()


def _decisive(claim: Claim, code: str) -> tuple[object, ...]:
    """What makes two claims two, however alike their words are: a no, a figure, the day of a decision."""
    clauses = read(claim.text, code).clauses
    figures = sorted(figure.value for clause in clauses for figure in clause.figures)
    days = sorted(day.casefold() for clause in clauses for day in clause.days)
    return any(clause.denied for clause in clauses), figures, () if claim.kind == "action" else days
