"""The words of an item alone: what is taken off when its text keeps no note's format."""

from __future__ import annotations

import re

from guardrails.constraint.wording import plain_words, without_signs
from guardrails.guardrail import Scene
from guardrails.types import Claim


def bare_text(claim: Claim, scene: Scene) -> str:
    """The words of `claim` alone: without wrapping, list fields and repetition."""
    as_drafted = claim.text.strip()
    if "<" in as_drafted and any(as_drafted.casefold() in s.text.casefold() for s in scene.cited(claim)):
        return as_drafted  # "the <signed> lease" was said so, and is no markup
    text = plain_words(claim.text)
    if claim.owner:
        text = without_signs(_without_fields(text, claim.owner, claim.due_phrase or ""))
    return said_once(text)


def _without_fields(text: str, owner: str, due: str) -> str:
    """`text` without owner and due phrase around it as in a list: "Ann: ...", "... (Ann, Friday)"."""
    name = re.escape(owner)
    head = rf"(?:@?{name}\s?(?::|\s[-–—]{{1,2}}\s|->|→|=>|\|)|@{name}\s|[\[(]\s?@?{name}\s?[\])]\s?[:–-]?)"
    text = re.sub(rf"^{head}\s{{0,9}}(?=\S)", "", text, flags=re.IGNORECASE)
    due = rf"(?:\s?[,;/–-]\s?(?:due |by )?{re.escape(due)})?" if due else ""
    tail = rf"(?:\s[(\[]\s?@?{re.escape(owner)}{due}\s?[)\]]"
    tail += rf"|\s(?:@|[–—]\s|--?>?\s|=>\s|→\s|//?\s){re.escape(owner)}{due})$"
    found = re.search(tail, text, flags=re.IGNORECASE)
    return text[: found.start()] if found is not None and found.start() > 0 else text


def said_once(text: str) -> str:
    """`text` without what stands in it again and again: all of it twice, or its last words three times."""
    words = text.split()
    keys = [word.strip(".,;!").casefold() for word in words]
    if len(keys) >= 4:
        period = f"{' '.join(keys)} {' '.join(keys)} ".find(f" {' '.join(keys)} ") + 1
        count = " ".join(keys)[:period].count(" ")
        if 0 < period < len(" ".join(keys)) and count >= 2 and len(keys) % count == 0:
            return " ".join(words[:count])
    return text
