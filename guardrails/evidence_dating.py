"""Which due phrase takes the place of one that was not said: the only one that the words leave."""

from __future__ import annotations

from dataclasses import replace

from guardrails.evidence_due import (
    due_phrases,
    is_beside,
    is_due_said,
    may_be_dated,
    offered,
    stands_in,
    unsaid_end,
    with_end,
)
from guardrails.evidence_passage import Passage
from guardrails.guardrail import Scene
from guardrails.types import Claim

CORRECTED = "due-corrected"


def dated(claim: Claim, passage: Passage | None, scene: Scene) -> Claim:
    """`claim` with what was said in place of a due phrase that was not, in its text and beside it.

    A day that the task itself names ("the incident from Saturday") is none until which it is done.
    """
    cited = " ".join(segment.text for segment in scene.cited(claim))
    flags = tuple(dict.fromkeys((*claim.flags, CORRECTED)))
    if written := unsaid_end(claim.text, cited):
        said = offered(passage) if passage and claim.due_phrase is None else ()
        claim = replace(claim, text=with_end(claim.text, written, said), flags=flags)
    if passage is None or claim.due_phrase is None or is_due_said(claim.due_phrase, passage, cited):
        return claim
    phrases = [one for one in offered(passage) or due_phrases(cited) if not stands_in(one, claim.text)]
    is_open = may_be_dated(passage.near, claim.text) or is_beside(claim.due_phrase, passage, scene)
    if len(phrases) > 1 or (not phrases and is_open):
        return claim
    return replace(claim, due_phrase=phrases[0] if phrases else None, flags=flags)
