"""The note's own format: an item is one line of plain words, with one owner and a due phrase.

A model keeps a format for five items and drops it in the sixth: bold type, a label, a piece of JSON, a slot
that nobody filled, a whole sentence as due date. The wrapping is taken off by code, since the
words inside are right more often than not; what cannot be unwrapped is shown as it is, `unverified`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.constraint.blanks import blank_in, is_blank
from guardrails.constraint.owner import bare_owner
from guardrails.constraint.wording import LONGEST, bare_text, plain_words, said_once
from guardrails.core.guardrail import Ask, Context
from guardrails.core.types import Claim, Verdict
from guardrails.language import language

FLAG = "format-cleaned"
LONGEST_WORDS = 160
"""The longest that people wrote in 1,088 annotated items has 139."""
LONGEST_NAME = 120
"""Characters of an owner; a sentence around a due phrase may have four times as many."""
LONGEST_DUE = 12
"""Words; "no later than the end of the second week of December" has as many."""

_NO_PHRASE = "its due date is a sentence, not a phrase"
_DUE_LABEL = re.compile(r"^(?:due(?: date| phrase)?|deadline|when|date)\s?[:=]\s*", re.IGNORECASE)
_SENTENCES = re.compile(r"[a-z][.!?;]\s")


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
        (owner, _), (due, _) = _owner(claim, context), _due(claim.due_phrase, context.language)
        bare = replace(claim, text=bare_text(claim, context), owner=owner, due_phrase=due)
        return replace(bare, flags=(*claim.flags, FLAG)) if bare != claim else None

    def _fault(self, claim: Claim, context: Context) -> str:
        return (
            _text_fault(claim, context)
            or _owner(claim, context)[1]
            or _due(claim.due_phrase, context.language)[1]
        )


def _text_fault(claim: Claim, context: Context) -> str:
    text = claim.text
    if len(text) > LONGEST:
        return f"it has {len(text)} characters"
    said = context.said(claim)
    tables = language(context.language)
    if is_blank(text, tables):
        return "it says nothing"
    slot = blank_in(text, tables)
    if slot is not None and slot.casefold() not in said.casefold():
        return f'it has a blank that nobody filled: "{slot}"'
    if bare_text(claim, context) != text.strip():
        return "its words were wrapped in markup, a label or a repetition"
    words = text.split()
    if len(words) > LONGEST_WORDS:
        return f"it has {len(words)} words; a note's item has {LONGEST_WORDS} at most"
    return ""


def _owner(claim: Claim, context: Context) -> tuple[str | None, str]:
    """The bare name, and what is wrong with it as it was drafted; "" if nothing is."""
    owner = claim.owner
    if owner is None:
        return None, ""
    if len(owner) > LONGEST_NAME:
        return owner, "its owner is no name"
    if is_blank(owner, language(context.language)):
        return None, f'"{owner}" is nobody\'s name'
    bare = bare_owner(plain_words(owner), context)
    return bare, "its owner was wrapped in markup or a label" if bare != owner else ""


def _due(due: str | None, code: str) -> tuple[str | None, str]:
    """The bare phrase, and what is wrong with it as it was drafted; "" if nothing is."""
    if due is None or len(due) > 4 * LONGEST_NAME:
        return due, _NO_PHRASE if due else ""
    if is_blank(due, language(code)):
        return None, f'"{due}" is no due date'
    bare = said_once(_DUE_LABEL.sub("", plain_words(due)).strip(" \t,;:@"))
    bare = bare.strip(" []<>{}()") if bare[:1] in ("(", "[", "<", "{") else bare
    if bare != due:
        return bare, "its due phrase was wrapped in markup or a label"
    return due, _NO_PHRASE if len(due.split()) > LONGEST_DUE or _SENTENCES.search(due) else ""
