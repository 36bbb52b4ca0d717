"""Claims of all chunks put together: what was said again in the next chunk is one claim, not two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from guardrails.core.types import Claim, Evidence
from guardrails.language import FALLBACK
from pipelines.same_item import differ, same_item

_PREFIX = {"action": "a", "decision": "d", "question": "q", "number": "n"}


def merge_claims(
    claims: Iterable[Claim], places: Mapping[str, int], code: str = FALLBACK
) -> tuple[Claim, ...]:
    """Near-duplicates merged into their first mention; ids a1, d1, q1, ... in order of speech.

    `places`: the place of each segment id in the meeting; `code`: of its language. A later mention adds its
    evidence, and a due phrase or an owner where the first had none.
    """
    kept: list[Claim] = []
    for claim in sorted(claims, key=lambda c: places[c.evidence.segment_ids[0]]):
        for index, earlier in enumerate(kept):
            if _is_same(earlier, claim, code):
                kept[index] = _merged(earlier, claim, places)
                break
        else:
            kept.append(claim)
    counts = dict.fromkeys(_PREFIX, 0)
    numbered = []
    for claim in kept:
        counts[claim.kind] += 1
        numbered.append(replace(claim, id=f"{_PREFIX[claim.kind]}{counts[claim.kind]}"))
    return tuple(numbered)


def _is_same(first: Claim, again: Claim, code: str) -> bool:
    return not differ(first.due_phrase, again.due_phrase) and same_item(first, again, code)


def _merged(first: Claim, again: Claim, places: Mapping[str, int]) -> Claim:
    ids = sorted({*first.evidence.segment_ids, *again.evidence.segment_ids}, key=places.__getitem__)
    return replace(
        first,
        evidence=Evidence(tuple(ids), first.evidence.quote),
        owner=first.owner or again.owner,
        due_phrase=first.due_phrase or again.due_phrase,
        flags=tuple(dict.fromkeys((*first.flags, *again.flags))),
    )
