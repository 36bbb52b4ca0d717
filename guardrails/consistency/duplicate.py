"""The same item twice in other words.

A meeting says a promise, repeats it at the end, and a draft made chunk by chunk lists both. One of the two is
marked: the later one, or the one that knows less. Two promises that merely look alike ("send the report to
Ann", "send the report to Bob") differ in a word that was said for each; a paraphrase differs in a word that
nobody said. That is the test here.
"""

from __future__ import annotations

from functools import lru_cache

from guardrails.consistency.matter import Matter, matter_in, matter_of
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict
from guardrails.words import spoken_words, word_set

NEAR = 12
"""Segments between the words of two claims that are still about the same thing: a minute or two of talk."""
_ARTICLES = frozenset(("a", "an", "the"))


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
        matter, places = matter_of(claim), {other.id: n for n, other in enumerate(context.claims)}
        strength = _strength(claim, places.get(claim.id, len(places)))
        for place, other in enumerate(context.claims):
            if other.kind != claim.kind or _strength(other, place) <= strength:
                continue
            theirs = matter_of(other)
            if (
                _may_be_same(matter, theirs)
                and other.id != claim.id
                and _fields_agree(claim, other)
                and _subjects_agree(matter, theirs)
                and _say_the_same(claim, matter, other, theirs, context)
            ):
                return other
        return None


def _may_be_same(one: Matter, other: Matter) -> bool:
    shared = len(one.stems & other.stems)  # a misheard word has no partner here: half is enough
    return one.is_denied == other.is_denied and 2 * shared >= min(len(one.stems), len(other.stems))


def _strength(claim: Claim, place: int) -> tuple[int, int]:
    """Who knows more stays; else who came first."""
    return (claim.owner is not None) + (claim.due_phrase is not None), -place


def _fields_agree(one: Claim, other: Claim) -> bool:
    """Whether owners and due phrases do not tell the two apart; that they contradict is not said here."""
    due, theirs = one.due_phrase, other.due_phrase
    if due and theirs and due != theirs and spoken_words(due) != spoken_words(theirs):
        return False
    if one.owner is None or other.owner is None:
        return True
    names, others = word_set(one.owner), word_set(other.owner)
    return names <= others or others <= names


def _subjects_agree(one: Matter, other: Matter) -> bool:
    if one.stems | one.subject == other.stems | other.subject:
        return True
    return one.subject <= other.subject or other.subject <= one.subject


def _say_the_same(one: Claim, matter: Matter, other: Claim, theirs: Matter, context: Context) -> bool:
    if _bare(one.text) == _bare(other.text):
        return True
    left, right = matter.stems - theirs.stems, theirs.stems - matter.stems
    distance = _distance(one, other, context)
    if not left and not right:
        return bool(matter.stems) and (len(matter.stems | matter.subject) > 1 or distance <= NEAR)
    if _has_figure(left) and _has_figure(right):
        return False
    shared = min(len(matter.stems) - len(left), len(theirs.stems) - len(right))
    if shared < 2:
        return False
    fewer, more = sorted((len(matter.stems), len(theirs.stems)))
    if not left or not right:  # one says all that the other says, and more
        return shared >= (0.55 if distance == 0 else 0.67 if distance <= NEAR else 0.8) * more
    said = matter_in(
        " ".join(segment.text for claim in (one, other) for segment in context.cited(claim))
    ).stems
    if distance > NEAR or (left & said and right & said):
        return False
    return shared >= (0.6 if distance == 0 else 0.75) * fewer and 2 * shared >= more


@lru_cache(maxsize=4096)  # each claim is compared with each other
def _bare(text: str) -> tuple[str, ...]:
    return tuple(word for word in spoken_words(text) if word not in _ARTICLES)


def _has_figure(stems: frozenset[str]) -> bool:
    return any(character.isdigit() for stem in stems for character in stem)


def _distance(one: Claim, other: Claim, context: Context) -> int:
    """Segments between what the two cite; 0 where they share one, beyond NEAR where either cites nothing."""
    places = context.places
    here = sorted(places[i] for i in one.evidence.segment_ids if i in places)
    there = sorted(places[i] for i in other.evidence.segment_ids if i in places)
    if not here or not there:
        return NEAR + 1
    if set(here) & set(there):
        return 0
    return max(1, min(abs(a - b) for a in here[:50] for b in there[:50]))
