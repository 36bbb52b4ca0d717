"""The plain words of an item, without what a model leaves around them.

Small models know thousands of list formats and fall into one of them although the grammar asks for bare text:
bold type, bullets, checkboxes, "Action item:", a JSON object inside the JSON string, chat tokens. What is
removed here is only the wrapping; a word of the item itself is never changed, and nothing is added.

Each step is one anchored pattern in which no two repeated parts can match the same text, so that the time
grows with the length of the text and no further.
"""

from __future__ import annotations

import html
import json
import re
from functools import cache

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim
from guardrails.language import filled

LONGEST = 4_000
"""Characters that are looked at; no item is that long, and hostile text is cut here."""
LAYERS = 8
"""A bullet in bold in a fence in JSON: nobody has shown more than five."""
_JSON_VALUE = (r"""["']<task_key>["']\s?:\s?(?P<mark>["'])(?P<value>(?s:.{1,1000}?))(?P=mark)\s?[,}\]]""",)
_SIDE_NOTE = (
    r"(?:[(\[|;,\n]|\s[-–—]\s|(?<=[.!?])\s)\s?(?:\*\*)?<side_key>(?:\*\*)?\s?[:=]",
    r"\s?\{\s?[\"']<side_key>[\"']",
    r"[\"'],?\s?[\"']<side_key>[\"']\s?:",
    r"\s(?-i:<side_label>)\s?:",
)
_MARKUP = (
    r"<\|[^|<>\n]{1,40}\|>",  # chat tokens
    r"\[/?INST\]",
    r"^(?:assistant|model)\n",
    r"</?[a-z][a-z0-9_]{0,20}(?:\s[^<>\n]{0,80})?/?>",  # HTML, and its comments
    r"<!--[^<>]{0,200}-->",
    r"(?:```|~~~)(?:[a-z]{1,10}(?=\n|\s?\{))?",  # fences
    r"\*\*\*?|~~|(?<!_)__(?!_)",  # bold type
    r"\x1b\[[0-9;]{0,9}[A-Za-z]",  # colours of a terminal
    # Signs that nobody sees; those of writing direction let a line show other words.
    r"[\x00-\x08\x0b-\x1f\x7f\ufffd\u200b\ufeff\u061c\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]",
)
_EMPHASIS = re.compile(r"(?<![\w*])([*_`])(?=[^\s*_`])([^*_`\n]{1,300})\1(?![\w*])")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,200})\]\((?:https?:|mailto:|www\.|#|/)[^()\s]{0,300}\)")
_BULLET = (
    r"#{1,6}\s+",
    r"(?:[-=]>|[→➜~:]{1,2}|={2}|/{2}|>{1,2}|[-*+•‣▪◦–—·»]|[-*]?\s?\[[ xX✓✔]?\])\s+",
    r"[•‣▪◦●](?=\w)",
    r"\(?(?:\d{1,2}(?:\.\d{1,2})?|(?-i:[ivx]{1,4}))[.):]{1,2}\s+(?=[^\W\d]|[\"'“*`(\[])",
    r"\(?[a-z]\)\s+",
    r"(?-i:[a-h]\.\s+(?=[A-Z]))",
)
_NUMBERED = r"\s?(?:#?\d{1,3}(?:/\d{1,3})?)?(?: was agreed)?\s?(?:[:：]|\s[-–—|]\s|(?:->|=>|→))\s*"
_LABEL = (
    r"(?:<label_lead>[ ,!.]\s?){0,5}<label>(?:[ /&]<label>){0,3}" + _NUMBERED,
    r"[\[(<]\s?<label>\s?[\])>]\s?[:–-]?\s*(?=\S)",
    r"(?-i:TODO|ACTION|DECISION|TASK)\s+(?=\S)",
)
_QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "`": "`", "„": "“"}
_ROW = re.compile(r"(?:\s?[,;:.!]){2,40}$")
_LOOSE_END = re.compile(r"(?:\s(?:[-–—]+|[-=]>|→|\||/+|={1,9}|#)|[,;])$")


@cache
def _any_of(rows: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(filled, rows)), re.IGNORECASE)


def bare_text(claim: Claim, context: Context) -> str:
    """The words of `claim` alone: without wrapping and repetition."""
    as_drafted = claim.text.strip()
    if "<" in as_drafted and any(as_drafted.casefold() in s.text.casefold() for s in context.cited(claim)):
        return as_drafted  # "the <signed> lease" was said so, and is no markup
    return claim.text if claim.is_quote else said_once(plain_words(claim.text))


def said_once(text: str) -> str:
    """`text` without what is in it again and again: all of it, twice or more often."""
    words = text.split()
    keys = [word.strip(".,;!").casefold() for word in words]
    for size in range(2, len(keys) // 2 + 1):
        if keys == keys[:size] * (len(keys) // size):
            return " ".join(words[:size])
    return text


def plain_words(text: str) -> str:
    """`text` without its wrapping; the same object where there is none."""
    cut = text[:LONGEST]
    for _ in range(LAYERS):
        bare = _one_layer(cut)
        if bare == cut:
            break
        cut = bare
    return text if cut == text else cut


def _one_layer(text: str) -> str:
    text = _json_text(text)
    if "\\" in text:
        text = re.sub(r"\\[nrt](?![a-z])", "\n", text).replace('\\"', '"')
    text = html.unescape(_any_of(_MARKUP).sub("", _LINK.sub(r"\1", text)).replace("\r", "\n"))
    text = _EMPHASIS.sub(r"\2", text)
    side = _any_of(_SIDE_NOTE).search(text)
    if side is not None and side.start() > 0:
        text = text[: side.start()]
    lines = [line for line in (_one_line(line.strip()) for line in text.split("\n")) if line]
    if len(lines) > 1 and _any_of(_LABEL).fullmatch(f"{lines[0]}:"):
        del lines[0]
    return " ".join(lines)


def _one_line(line: str) -> str:
    if line.startswith("|") and line.count("|") >= 2:
        line = max((cell.strip() for cell in line.split("|")), key=len)
    for opening in (_BULLET, _LABEL):
        if (found := _any_of(opening).match(line)) is not None:
            line = line[found.end() :]
    line = _LOOSE_END.sub("", re.split(r"\t| \| ", line.strip())[0])  # cells of a table
    row = _ROW.search(line)  # "Do the plan!!!"; "..." breaks off
    is_end = row is None or row.start() == 0 or re.fullmatch(r"\s?\.{2,}", row.group())
    return _unquoted(line if is_end or row is None else line[: row.start()])


def _unquoted(line: str) -> str:
    """`line` without the marks around all of it, or one alone at an end; `"A" and "B"` is not quoted as a
    whole."""
    for mark in '"`*':
        if line.count(mark) == 1 and len(line) > 1 and mark in (line[0], line[-1]):
            return line.strip(mark).strip()
    closing = _QUOTES.get(line[:1])
    is_whole = closing is not None and len(line) > 2 and line.find(closing, 1) == len(line) - 1
    return line[1:-1].strip() if is_whole else line


def _json_text(text: str) -> str:
    """The value of the task's key, or the only one, where the text is an object."""
    try:
        value = json.loads(text) if text[:1] in ("{", "[") else None
    except (ValueError, RecursionError):
        value = None
    while isinstance(value, dict | list) and len(value) == 1:
        value = next(iter(value.values() if isinstance(value, dict) else value))
    if isinstance(value, str):
        return value
    found = _any_of(_JSON_VALUE).search(text)
    return found["value"] if found is not None else text
