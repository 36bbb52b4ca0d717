"""What stands around a line: quotes, pictures, rules of signs, brackets without a partner."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = {
    '"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "`": "`", "„": "“", "‚": "‘", "‹": "›", "「": "」",
    "(": ")",
}  # fmt: skip
# Before a letter only: "~5 people", "+0.5" and "-3 degrees" are figures.
_RULE_BEFORE = re.compile(r"(?:[=~;:!>]+|%+(?=\s)|\+{2,}|//+|/\*|\$(?=\s)|-{1,3})\s*(?=[^\W\d_])")
# A lone "%" closes what one opened; else it is the sign of a figure: "by 10 %", "um zehn %".
_RULE_BEHIND = re.compile(r"\s(?:[=#|>]+|%{2,}|/+|\*+/?)$|(?<=\w)(?:={2,}|~+)$")


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
    """`line` without pictures, rules of signs and lonely brackets at its ends."""
    while line and _is_picture(line[0]):
        line = line[1:].lstrip()
    while line and _is_picture(line[-1]):
        line = line[:-1].rstrip()
    before = _RULE_BEFORE.match(line)
    if before is not None:
        if before.group() == "++":  # "C++" ends so by right
            line = line.removesuffix("++")
        if before.group().startswith("%"):
            line = re.sub(r"(?<!\d)\s%$", "", line)
        line = line[before.end() :]
    line = _RULE_BEHIND.sub("", line).rstrip()
    if re.fullmatch(r"<[^<>]*\s[^<>]*\s[^<>]*>|\{\{[^{}]*\s[^{}]*\s[^{}]*\}\}", line):
        line = line.strip("<{}> ")
    if line.endswith(")") and "(" not in line and line[-2:-1] not in ":;-":
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


# "..." breaks off, "?!" asks; a row of other marks is no punctuation.
_ROW = re.compile(r"(?:\s?[,;:.!]){2,40}$")
_DOTS = re.compile(r"\s?\.{2,}$")


def without_signs(line: str) -> str:
    """`line` without a row of marks at its end: "Do the plan!!!", "do the plan,,, ..."."""
    row = _ROW.search(line)
    return line if row is None or row.start() == 0 or _DOTS.fullmatch(row.group()) else line[: row.start()]
