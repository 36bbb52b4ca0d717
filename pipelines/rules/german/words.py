"""German words that name things or work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.language import language

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]{3,}")


def content(text: str) -> Iterator[str]:
    """The words of `text` that name things or work, as they were said."""
    tables = language("de")
    empty = tables.words("function") | tables.words("wrapping")
    for match in _WORD.finditer(text):
        if match.group().lower() not in empty:
            yield match.group()
