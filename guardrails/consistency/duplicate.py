"""The same item twice in other words.

A meeting says a promise, repeats it at the end, and a draft made chunk by chunk lists both. One of the two is
marked: the later one, or the one that knows less. Two promises that merely look alike ("send the report to
Ann", "send the report to Bob") differ in a word that was said for each; a paraphrase differs in a word that
nobody said. That is the test here.
"""

from __future__ import annotations

from guardrails.consistency.matter import matter_in, matter_of, owners_differ
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict
from guardrails.language.words import spoken_words


class Duplicate:
    """Marks a claim that another, stronger claim of the same kind already says."""

    name = "duplicate"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return self._twin(claim, context) is not None

    def check(self, claim: Claim, context: Context) -> Verdict:
        twin = self._twin(claim, context)
        if twin is None:
            return Verdict("verified", "no other item says the same")
        return Verdict("unverified", f'it says the same as "{twin.text}"')

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _twin(self, claim: Claim, context: Context) -> Claim | None:
        """The first stronger claim of the same kind that says the same."""
        others = context.beside(claim)
        places = {other.id: n for n, other in enumerate(others)}
        strength = _strength(claim, places.get(claim.id, len(places)))
        for place, other in enumerate(others):
            if other.kind != claim.kind or _strength(other, place) <= strength:
                continue
            if other.id != claim.id and _fields_agree(claim, other) and _say_the_same(claim, other, context):
                return other
        return None


def _strength(claim: Claim, place: int) -> tuple[int, int]:
    """Who knows more stays; else who came first."""
    return (claim.owner is not None) + (claim.due_phrase is not None), -place


def _fields_agree(one: Claim, other: Claim) -> bool:
    """Whether owners and due phrases do not tell the two apart; that they contradict is not said here."""
    due, theirs = one.due_phrase, other.due_phrase
    if due and theirs and due != theirs and spoken_words(due) != spoken_words(theirs):
        return False
    return not owners_differ(one, other)


def _say_the_same(one: Claim, other: Claim, context: Context) -> bool:
    """Of what was said, neither has anything that the other lacks; beyond it they are alike, or cite the same
    lines and differ in no number.
    """
    left, right = matter_of(one, context.language), matter_of(other, context.language)
    cited = " ".join(segment.text for claim in (one, other) for segment in context.cited(claim))
    said = matter_in(cited, code=context.language).stems
    less, more = sorted((left.stems & said, right.stems & said), key=len)
    together = one.evidence.segment_ids == other.evidence.segment_ids and len(less) > 1
    return (
        less <= more
        and left.is_denied == right.is_denied
        and (left.subject <= right.subject or right.subject <= left.subject)
        and (left.is_like(right) or (together and not any(map(str.isdigit, left.stems ^ right.stems))))
    )
