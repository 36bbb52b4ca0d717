"""What stands around a line: quotes, pictures, brackets without a partner."""

from __future__ import annotations

import unicodedata

_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "`": "`"}


def unquoted(line: str) -> str:
    """`line` without the marks around all of it; `"A" and "B"` is not quoted as a whole."""
    closing = _QUOTES.get(line[:1])
    for mark in '"`*':  # one alone at an end is what is left of a JSON string or of code
        if line.count(mark) == 1 and len(line) > 1 and mark in (line[0], line[-1]):
            return line.strip(mark).strip()
    if closing is None:
        return line
    if len(line) < 3 or not line.endswith(closing):
        return line
    second = line.find(closing, 1)
    whole = (
        second == len(line) - 1
        or line[second - 1] in " ("
        or (closing in "'’" and line[second + 1].isalpha())
    )
    return line[1:-1].strip() if whole else line


def unframed(line: str) -> str:
    """`line` without pictures and lonely brackets at its ends."""
    while line and _is_picture(line[0]):
        line = line[1:].lstrip()
    while line and _is_picture(line[-1]):
        line = line[:-1].rstrip()
    for opening, closing in ("{}", "[]"):
        if line.startswith(opening) and line.count(opening) == 1 and closing not in line[:-1]:
            line = line[1:].removesuffix(closing).strip()
        elif line.endswith(opening) or (line.endswith(closing) and opening not in line):
            line = line[:-1].strip()  # what is left of an object or a list
    return line


def _is_picture(character: str) -> bool:
    # Signs below U+2190 are part of words and figures: the degree sign, (c), (r).
    return character in "\ufe0f\u200d" or (
        character >= "\u2190" and unicodedata.category(character) in {"So", "Sm", "Sk"}
    )
