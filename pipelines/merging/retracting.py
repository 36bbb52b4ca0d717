"""What was taken back, and decisions that a later one took the place of."""

from __future__ import annotations

from collections.abc import Iterator

from guardrails.consistency.matter import are_opposite
from guardrails.consistency.values import differ_in_one_value
from guardrails.types import Claim
from guardrails.words import spoken_words
from pipelines.merging.talk import Talk, told


def retract(talk: Talk) -> Talk:
    """`talk` without what was taken back. Words that name nothing take back the last claim before them."""
    taken: dict[str, tuple[int, str]] = {}
    for claim in talk.claims:
        if claim.kind not in ("action", "decision"):
            continue
        if (found := talk.tongue.taking_back(claim, talk.scene)) is not None:
            taken[claim.id] = found
    by_id = {claim.id: claim for claim in talk.claims}
    for claim_id, found in list(taken.items()):
        rivals = [by_id[other] for other, words in taken.items() if words == found]
        last = max(reversed(rivals), key=talk.last)  # of one segment's items the one that was said last
        named = set(talk.tongue.stems(found[1])) & set(talk.tongue.stems(by_id[claim_id].text))
        if not named and by_id[claim_id] is not last:
            del taken[claim_id]
    if not taken:
        return talk
    entries = [told(by_id[i], "", f'taken back later: "{words}"') for i, (_, words) in taken.items()]
    return talk.with_claims([claim for claim in talk.claims if claim.id not in taken], entries)


def supersede(talk: Talk) -> Talk:
    """`talk` without decisions that were changed: a later one says another value, and that it is a change.

    Without such words both stay, and the check of contradictions shows them to a person.
    """
    changed = {}
    for earlier, later in _pairs(talk):
        if talk.revises(later) and _excludes(earlier, later, talk):
            changed[earlier.id] = told(earlier, "", f'decided anew later: "{later.text}"')
    if not changed:
        return talk
    kept = [claim for claim in talk.claims if claim.id not in changed]
    return talk.with_claims(kept, list(changed.values()))


def _excludes(one: Claim, other: Claim, talk: Talk) -> bool:
    """Whether the two are one decision with another value, day or outcome."""
    if are_opposite(one, other) or differ_in_one_value(one, other):
        return True
    (bare, day), (other_bare, other_day) = _without_day(one, talk), _without_day(other, talk)
    return bool(day and other_day and bare) and day != other_day and bare == other_bare


def _without_day(claim: Claim, talk: Talk) -> tuple[list[str], str | None]:
    """The words of a decision, and the day among them."""
    found = next(iter(talk.tongue.due_phrases(claim.text)), None)
    if found is None:
        return spoken_words(claim.text), None
    day = claim.text[found.start : found.end]
    return spoken_words(f"{claim.text[: found.start]} {claim.text[found.end :]}"), day.casefold()


def _pairs(talk: Talk) -> Iterator[tuple[Claim, Claim]]:
    decisions = sorted((c for c in talk.claims if c.kind == "decision"), key=talk.first)
    for at, earlier in enumerate(decisions):
        for later in decisions[at + 1 :]:
            if talk.first(later) > talk.last(earlier):
                yield earlier, later
