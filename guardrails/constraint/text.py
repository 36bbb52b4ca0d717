"""The words of an item alone: what is taken off when its text keeps no note's format."""

from __future__ import annotations

from guardrails.constraint.wording import plain_words
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim


def bare_text(claim: Claim, context: Context) -> str:
    """The words of `claim` alone: without wrapping and repetition."""
    as_drafted = claim.text.strip()
    if "<" in as_drafted and any(as_drafted.casefold() in s.text.casefold() for s in context.cited(claim)):
        return as_drafted  # "the <signed> lease" was said so, and is no markup
    return said_once(plain_words(claim.text))


def said_once(text: str) -> str:
    """`text` without what stands in it again and again: all of it, twice or more often."""
    words = text.split()
    keys = [word.strip(".,;!").casefold() for word in words]
    for size in range(2, len(keys) // 2 + 1):
        if keys == keys[:size] * (len(keys) // size):
            return " ".join(words[:size])
    return text
