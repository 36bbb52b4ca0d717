"""A confident count of arrangements, or a named sequence: what a small model cannot do and code cannot check.

"There are 5,040 ways to seat them" and "the first ten primes are ..." come out fluent and wrong. Without
the problem behind them nothing here can compute them, so a claim that says what nobody said is kept and
marked for a person. This is a known limit, not a cure.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Segment, Verdict
from guardrails.language.figures import figures_in, same
from guardrails.language.words import spoken_words

FLAG = "check-by-hand"
_COUNTED = re.compile(
    r"\b(?:possible |different |distinct |unique |valid |total )*"
    r"(?P<of>arrangements?|permutations?|combinations?|orderings?|pairings?|seatings?|"
    r"ways (?:to|of|in which)|"
    r"possible (?:ways|orders|teams|schedules|routes|assignments|outcomes|groups|pairs|codes|passwords)|"
    r"(?:different|distinct|unique) "
    r"(?:ways|orders|teams|schedules|routes|assignments|outcomes|groups|pairs|codes))\b",
    re.IGNORECASE,
)
_SEQUENCE = re.compile(
    r"\b(?:fibonacci|prime|catalan|bell|triangular|perfect|square|lucas|mersenne|factorial|pascal)(?:'s)?"
    r" (?:numbers?|sequence|triangle|primes?)\b|\b\d+(?:st|nd|rd|th) prime\b|\b\d+ ?factorial\b|\b\d+!(?!\w)",
    re.IGNORECASE,
)
# Up to here people count on their fingers ("three ways to do it").
_BY_HAND = 4
# Characters before "ways" in which its number stands.
_REACH = 40


class Combinatorial:
    """Marks what only a person can check."""

    name = "combinatorial"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return bool(_SEQUENCE.search(claim.text)) or _count_in(claim.text) is not None

    def check(self, claim: Claim, context: Context) -> Verdict:
        segments = context.cited(claim) or context.segments
        if FLAG in claim.flags:
            return Verdict("verified", "it is marked to be checked by hand")
        if _was_said(claim.text, segments):
            return Verdict("verified", "this was said, right or wrong")
        return Verdict(
            "unverified", "a count of possibilities or a sequence that nobody said: check it by hand"
        )

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return replace(claim, flags=(*claim.flags, FLAG))


def _count_in(text: str) -> str | None:
    """The words that count possibilities, with their number; None where nothing is counted."""
    for found in _COUNTED.finditer(text):
        start = max(0, found.start() - _REACH)
        figures = [f for f in figures_in(text[start : found.end()]) if f.firm and not f.unit]
        if figures and figures[-1].value > _BY_HAND:
            return text[start + figures[-1].start : found.end()]
        after = [f for f in figures_in(text[found.end() : found.end() + _REACH]) if f.firm and not f.unit]
        number_of = re.search(r"\bnumber of\s*$", text[: found.start()], re.IGNORECASE)
        if number_of and after and after[0].value > _BY_HAND:
            return text[number_of.start() : found.end() + after[0].end]
    return None


def _was_said(text: str, segments: tuple[Segment, ...]) -> bool:
    counted = _count_in(text)
    if counted is not None:
        wanted = max((f for f in figures_in(counted) if f.firm), key=lambda f: f.value)
        return any(same(wanted, figure) for segment in segments for figure in figures_in(segment.text))
    said = " ".join(" ".join(spoken_words(segment.text)) for segment in segments)
    figures = [figure for segment in segments for figure in figures_in(segment.text)]
    return all(any(same(f, other) for other in figures) for f in figures_in(text) if f.firm) and all(
        " ".join(spoken_words(found.group())) in said for found in _SEQUENCE.finditer(text)
    )
