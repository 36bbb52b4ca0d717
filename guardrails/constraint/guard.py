"""The note's own format: an item is one line of plain words, with one owner and a due phrase.

A model keeps a format for five items and drops it in the sixth: bold type, a label, a piece of JSON, a slot
that nobody filled, a whole sentence as due date. The wrapping is taken off by code, since the
words inside are right more often than not; what cannot be unwrapped is shown as it is, `unverified`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.constraint.blanks import blank_in, is_blank
from guardrails.constraint.owner import bare_owner, speaker_who_promises
from guardrails.constraint.text import bare_text, said_once
from guardrails.constraint.wording import LONGEST, plain_words
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, ClaimKind, Verdict

FLAG = "format-cleaned"
LONGEST_WORDS: dict[ClaimKind, int] = {
    "action": 90,
    "question": 90,
    "number": 90,
    "decision": 160,
    "summary": 160,
}
"""The longest that people wrote in 1,088 annotated items: 70 words an action, 139 a decision."""
LONGEST_NAME = 120
"""Characters of an owner; a sentence around a due phrase may have four times as many."""
LONGEST_DUE = 12
"""Words; "no later than the end of the second week of December" has as many."""


class Constraint:
    """Holds text, owner and due phrase of one claim to the note's format."""

    name = "constraint"
    deadline_s = 1.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        return bool(self._fault(claim, context))

    def check(self, claim: Claim, context: Context) -> Verdict:
        fault = self._fault(claim, context)
        return Verdict("unverified", fault) if fault else Verdict("verified", "its format is that of a note")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        if len(claim.text) > LONGEST or len(claim.owner or "") > LONGEST_NAME:
            return None
        mended = replace(
            claim, text=bare_text(claim, context), owner=_owner(claim, context), due_phrase=_due(claim)
        )
        if mended == claim:
            return None
        return replace(mended, flags=(*claim.flags, FLAG))

    def _fault(self, claim: Claim, context: Context) -> str:
        return _text_fault(claim, context) or _owner_fault(claim, context) or _due_fault(claim)


def _text_fault(claim: Claim, context: Context) -> str:
    text = claim.text
    if len(text) > LONGEST:
        return f"it has {len(text)} characters"
    said = _speech(claim, context)
    if is_blank(text):
        return "it says nothing"
    slot = blank_in(text)
    if slot is not None and slot.casefold() not in said.casefold():
        return f'it has a blank that nobody filled: "{slot}"'
    if bare_text(claim, context) != text.strip():
        return "its words were wrapped in markup, a label or a repetition"
    words = text.split()
    if len(words) > LONGEST_WORDS[claim.kind]:
        return f"it has {len(words)} words; a note's item has {LONGEST_WORDS[claim.kind]} at most"
    return ""


def _owner_fault(claim: Claim, context: Context) -> str:
    if claim.owner is None:
        return ""
    if len(claim.owner) > LONGEST_NAME:
        return "its owner is no name"
    if is_blank(claim.owner):
        return f'"{claim.owner}" is nobody\'s name'
    if _clean_owner(claim.owner, context) != claim.owner:
        return "its owner was wrapped in markup or a label"
    return ""


def _due_fault(claim: Claim) -> str:
    due = claim.due_phrase
    if due is None:
        return ""
    if len(due) > 4 * LONGEST_NAME:
        return "its due date is a sentence, not a phrase"
    bare = _clean_due(due)
    if is_blank(due):
        return f'"{due}" is no due date'
    if bare != due:
        return "its due phrase was wrapped in markup or a label"
    if len(due.split()) > LONGEST_DUE or re.search(r"[a-z][.!?;]\s", due):
        return "its due date is a sentence, not a phrase"
    return ""


def _owner(claim: Claim, context: Context) -> str | None:
    if claim.owner is None:
        return None
    if is_blank(claim.owner):
        return speaker_who_promises(claim, context)
    return _clean_owner(claim.owner, context)


def _due(claim: Claim) -> str | None:
    due = claim.due_phrase
    if due is None or len(due) > 4 * LONGEST_NAME:
        return due
    return None if is_blank(due) else _clean_due(due)


def _clean_owner(owner: str, context: Context) -> str:
    return bare_owner(plain_words(owner), context)


def _clean_due(due: str) -> str:
    bare = re.sub(
        r"^(?:due(?: date| phrase)?|deadline|when|date)\s?[:=]\s*", "", plain_words(due), flags=re.IGNORECASE
    )
    bare = said_once(bare.strip(" \t,;:@"))
    return bare.strip(" []<>{}()") if bare[:1] in ("(", "[", "<", "{") else bare


def _speech(claim: Claim, context: Context) -> str:
    return " ".join(segment.text for segment in context.cited(claim))
