"""Are two items one?

Two ways to see it. Within one draft they are held against each other by what they are about (`same_item`):
the same promise is said again in other words, and another one in nearly the same. Between two drafts of one
meeting they are held against each other by words and lines (`likeness`): whoever drafted them read the same
lines. What contradicts or doubles an item in a finished note is the checks' question
(`guardrails.consistency`), which know everyday synonyms and change nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from rapidfuzz import fuzz

from guardrails.core.types import Claim
from guardrails.language import read, topic_of

_FEWEST = 2
"""Words that two claims share: one alone ("send it") tells nothing."""
_SHARE = 1 / 4
"""Of the words of both: a long sentence holds two words of another by chance."""
_MANY = 3
_MOST = 2 / 3
"""Share of the words of the shorter claim, where two promises of one person share many."""

_BESIDE_A_LINE, _APART = 55.0, 88.0
"""Of 100. With a common line: the same promise again. Without: the same words but for an ending."""
_HELD_BESIDE_A_LINE, _HELD_APART = 50.0, 85.0
"""The same where one may hold the other. The rules have 3 of 41 published items of real calls so, and one at
the figures above."""


def likeness(
    one: str,
    lines: Collection[str],
    other: str,
    other_lines: Collection[str],
    *,
    may_hold: bool = False,
) -> float:
    """How surely two items of different drafts are one; 0 where they are two, more with a common line.

    `lines`: ids of those that each cites. `may_hold`: one of them may be a quote, which holds the other's
    words and more; else what one has beside the other tells them apart.
    """
    ratio = fuzz.token_set_ratio if may_hold else fuzz.token_sort_ratio
    found = ratio(one.casefold(), other.casefold())
    if not set(lines).isdisjoint(other_lines):
        return found + 100.0 if found >= (_HELD_BESIDE_A_LINE if may_hold else _BESIDE_A_LINE) else 0.0
    return found if found >= (_HELD_APART if may_hold else _APART) else 0.0


def same_item(first: Claim, again: Claim, code: str) -> bool:
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
