"""Blanks that nobody filled: "[name]", "TBD", "XXX", "none".

A model that finds no owner writes a word for "no owner", and a template's slot may survive into the note. A
slot is known by its shape and its place: "Testnet fork TBD" was decided as such, "by TBD" was not.
"""

from __future__ import annotations

import re

from guardrails.language import Language, tokens_of
from guardrails.language.phrases import line_of

# In brackets, between signs of a template, or dots and strokes to write on.
_BRACKETS = re.compile(r"\[([^\[\]\n]{0,60})\]")
_SLOT = re.compile(
    r"\{\{?[^{}\n:\"']{1,40}\}?\}|<[a-zA-Z][^<>\n]{0,40}>|\$\{[A-Z_]{3,30}\}|%[a-z_]{3,30}%|_{3,}|\bX{3,}\b"
    r"|\?{3,}|(?i:\blorem ipsum\b|\bYYYY-MM-DD\b|\bDD[./]MM[./]YYYY\b|\bMM/DD/YYYY\b)"
)


def is_blank(text: str, tables: Language) -> bool:
    """Whether all of `text` is a word for "nothing" or an unfilled slot."""
    bare = text.strip().strip("[](){}<>\"'`*_.…?!-–—@:,;#|=~/+ \n\t").casefold()
    if not bare or bare in tables.words("blank") or bare in tables.words("slot"):
        return True
    words = [token.text for token in tokens_of(bare, tables)]
    return (0, len(words)) in tables.phrases("nothing_said").find(line_of(words)) or (
        blank_in(text.strip(), tables) == text.strip()
    )


def blank_in(text: str, tables: Language) -> str | None:
    """The unfilled slot in `text`, as written; None where there is none."""
    for found in _BRACKETS.finditer(text):
        # "[sic]" is none: a template has capitals, or a word for what belongs there.
        words = [token.text for token in tokens_of(found[1], tables) if not token.is_mark]
        if not words or found[1].isupper() or not tables.words("slot").isdisjoint(words):
            return found.group()
    slot = _SLOT.search(text)
    return slot.group() if slot else None
