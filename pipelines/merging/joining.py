"""What is said again is one claim: a later mention adds its words, and changes due phrase or owner.

Chunks overlap in what is talked about, and people come back to a task. Of two mentions the first tells the
task, the later one tells when and, where it announces a change, who: "Sam, please order the boxes by
Wednesday instead". Two owners without such words stay two claims; whether both can stand is the checks' to
say.
"""

from __future__ import annotations

from dataclasses import replace

from guardrails.evidence.guard import CHANGED
from guardrails.types import Claim, TapeEntry
from pipelines.merging.alike import says_the_same
from pipelines.merging.talk import Talk, shown, told

# A task is compared with so many before it, so that time stays linear in the claims.
_LOOK_BACK = 200


def join(talk: Talk) -> Talk:
    """`talk` with every claim said once, in the place of its first mention."""
    kept: list[Claim] = []
    entries: list[TapeEntry] = []
    for claim in sorted(talk.claims, key=talk.first):
        for at in range(len(kept) - 1, max(len(kept) - 1 - _LOOK_BACK, -1), -1):
            joined = _joined(kept[at], claim, talk)
            if joined is not None:
                reason = f'said again: "{claim.evidence.quote or claim.text}"'
                entries.append(told(kept[at], shown(joined), reason))
                kept[at] = joined
                break
        else:
            kept.append(claim)
    return talk.with_claims(kept, entries) if entries else talk


def _joined(first: Claim, again: Claim, talk: Talk) -> Claim | None:
    """Both as one claim; None where they are two."""
    if not says_the_same(first, again):
        return None
    later = talk.first(again) > talk.last(first)
    owner, due = _new(first.owner, again.owner), _new(first.due_phrase, again.due_phrase)
    if (due and not later) or (owner and not (later and talk.revises(again))):
        return None
    # The words that change a claim are the ones that prove it as it now stands.
    proof = again.evidence if owner or due else talk.cite(first, again, quote=first.evidence.quote)
    flags = tuple(dict.fromkeys((*first.flags, *again.flags)))
    return replace(
        first,
        owner=again.owner or first.owner,
        due_phrase=again.due_phrase or first.due_phrase,
        evidence=proof,
        flags=(*flags, CHANGED) if (owner or due) and CHANGED not in flags else flags,
        confidence=max(first.confidence, again.confidence),
    )


def _new(before: str | None, after: str | None) -> bool:
    """Whether `after` is another value; a value where none was is an addition and no change."""
    return before is not None and after is not None and before.casefold() != after.casefold()
