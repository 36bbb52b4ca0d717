"""Which due phrase takes the place of one that was not said: the only one that the words leave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from guardrails.due_phrases import due_phrases
from guardrails.evidence_due import (
    is_beside,
    is_due_said,
    may_be_dated,
    point_of,
    stands_in,
    unsaid_end,
    with_end,
)
from guardrails.evidence_force import last_cue
from guardrails.evidence_passage import Passage
from guardrails.guardrail import Scene
from guardrails.types import Claim
from guardrails.words import content_stems

CORRECTED = "due-corrected"
# Words between a due phrase and the promise that it does not belong to.
_APART = 4
# Where another thought begins in a sentence: behind a comma, with somebody who does something.
_JOINT = re.compile(
    r"[,;] (?:so |and |but |then |because )?(?=(?:i|we|you|he|she|they|it|let)\b|(?-i:[A-Z])[\w.'’-]+ )",
    re.IGNORECASE,
)
# "I'll send it": not "it runs out".
_NAMED_BEFORE = re.compile(r"^\S+ (?:\w+ ){1,4}(?:it|them|those|these|that|this|one|ones)\b", re.IGNORECASE)


def dated(claim: Claim, passage: Passage | None, scene: Scene) -> Claim:
    """`claim` with what was said in place of a due phrase that was not, in its text and beside it.

    A day that the task itself names ("the incident from Saturday") is none until which it is done.
    """
    cited = " ".join(segment.text for segment in scene.cited(claim))
    flags = tuple(dict.fromkeys((*claim.flags, CORRECTED)))
    if written := unsaid_end(claim.text, cited):
        said = offered(passage, claim.text) if passage and claim.due_phrase is None else ()
        claim = replace(claim, text=with_end(claim.text, written, said), flags=flags)
    if passage is None or claim.due_phrase is None or is_due_said(claim.due_phrase, passage, cited):
        return claim
    if _is_of_another(passage, claim.text):
        return claim
    phrases = [
        one for one in offered(passage, claim.text) or due_phrases(cited) if not stands_in(one, claim.text)
    ]
    is_open = may_be_dated(passage.near, claim.text) or is_beside(claim.due_phrase, passage, scene)
    if len(phrases) > 1 or (not phrases and is_open):
        return claim
    return replace(claim, due_phrase=phrases[0] if phrases else None, flags=flags)


def offered(passage: Passage, task: str) -> tuple[str, ...]:
    """The due phrases of the sentence that carries the claim, else of the words near it; each time once, as
    it was said last.

    Of several the one counts that stands in the part of the sentence that says the task. Without stops a
    sentence is a whole speech: what was said well before "I'll" is of something else.
    """
    if changed := due_phrases(passage.redated):
        return changed[-1:]
    found = _distinct(due_phrases(passage.sentence))
    if len(found) > 1:
        part = _part_of(passage.sentence, task)
        found = _distinct(due_phrases(part)) if part else found
    start = last_cue(passage.sentence) if len(found) > 1 else None
    if start is not None:
        last_before = passage.sentence[:start].rfind(found[0]) + len(found[0])
        behind = due_phrases(passage.sentence[start:])
        if len(behind) == 1 and len(passage.sentence[last_before:start].split()) >= _APART:
            found = behind
    return found or _distinct(due_phrases(passage.near))


def _is_of_another(passage: Passage, task: str) -> bool:
    """Whether every day of the sentence stands in a part of it that says something else: "it runs out on the
    second". It may be the day that is meant, or not; "the letters, I'll get those out by Friday" is.
    """
    part = _part_of(passage.sentence, task) if due_phrases(passage.sentence) else None
    if part is None or due_phrases(part):
        return False
    dated_parts = (other for other in _JOINT.split(passage.sentence) if due_phrases(other))
    return not any(_turns_back(other) for other in dated_parts)


def _turns_back(part: str) -> bool:
    """Whether `part` promises or asks for what was named before it."""
    cue = last_cue(part)
    return cue is not None and _NAMED_BEFORE.search(part[cue:]) is not None


def _distinct(phrases: Sequence[str]) -> tuple[str, ...]:
    return tuple({point_of(phrase): phrase for phrase in phrases}.values())


def _part_of(sentence: str, task: str) -> str | None:
    """The part of `sentence` that has the first word of `task` and more of its words than any other; None
    where no part has."""
    wanted = content_stems(task)
    parts = _JOINT.split(sentence)
    shares = [len(set(wanted) & set(content_stems(part))) for part in parts]
    best = max(shares)
    if not wanted or shares.count(best) > 1 or wanted[0] not in content_stems(parts[shares.index(best)]):
        return None
    return parts[shares.index(best)]
