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
from collections.abc import Collection

from guardrails.wording_frame import unframed, unquoted, without_signs
from guardrails.wording_labels import is_label, unlabelled, without_status

LONGEST = 4_000
"""Characters that are looked at; no item is that long, and hostile text is cut here."""

_TASK_KEYS = "task|text|action|action_item|item|decision|question|summary|description|title"
_SIDE_KEYS = (
    "owner|assignee|assigned[ _]to|responsible|due|due[ _](?:date|phrase|by)|deadline|status|priority"
)
_SIDE_KEYS += "|evidence|source|confidence|quote|speaker"
_JSON_VALUE = re.compile(rf"""["'](?:{_TASK_KEYS})["']\s{{0,9}}:\s{{0,9}}(?P<mark>["'])""", re.IGNORECASE)
_JSON_END = {mark: re.compile(rf"{mark}\s{{0,9}}(?:[,}}\]]|$)") for mark in "\"'"}
_JSON_TAIL = re.compile(rf"""["']?\s?,?\s?["'](?:{_SIDE_KEYS})["']\s?:""", re.IGNORECASE)
_SIDE_NOTE = re.compile(
    rf"(?:[(\[|;,\n]|\s(?:-{{1,2}}|[–—])\s|(?<=[.!?])\s)\s{{0,9}}(?:[-*•]\s)?(?:\*\*|__)?"
    rf"(?:{_SIDE_KEYS}|by|who|when)(?:\*\*|__)?\s?[:=]"
    rf"|\{{\s?[\"'](?:{_SIDE_KEYS})[\"']\s?:"
    r"|\s(?-i:Owner|Due|Due date|Deadline|Assignee|Assigned to|Status|Priority|Who|When)\s?:",
    re.IGNORECASE,
)
_CHAT = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|<start_of_turn>(?:model|user|assistant)?\b\n?"
    r"|</?(?:s|bos|eos|pad|unk|unused\d{1,3}|(?:start|end)_of_turn|think|thinking)>"
    r"|\[/?INST\]|<</?SYS>>|^(?:assistant|model|system)\n",
    re.IGNORECASE,
)
# What was thought or struck out is no wrapping, but no part of the item either, where something follows.
_STRUCK = re.compile(
    r"<think(?:ing)?>[^<]{0,2000}</think(?:ing)?>\s{0,9}(?=\S)|~~[^~\n]{1,400}~~\s{1,9}(?=\w)|<(?P<tag>del"
    r"|s|strike)>"
    r"[^<]{1,400}</(?P=tag)>\s{0,9}(?=\w)",
    re.IGNORECASE,
)
_HTML = re.compile(
    r"</?(?:a|b|br|code|del|div|em|h[1-6]|i|ins|li|mark|ol|p|pre|span|strong|sub|sup|table|td|th|tr|u|ul"
    rf"|answer|json|note|output|response|result|{_TASK_KEYS}|{_SIDE_KEYS})(?:\s[^<>\n]{{0,80}})?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,200})\]\((?:https?:|mailto:|www\.|#|/)[^()\s]{0,300}\)")
_FENCE = re.compile(r"(?:```|~~~)(?:[a-zA-Z]{1,10}(?=\n|\s?\{))?")
_STRONG = re.compile(r"\*\*\*?|~~|(?<!_)__(?!_)")
_EMPHASIS = re.compile(
    r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,300})\*(?![\w*])|(?<![\w`])`([A-Za-z][A-Za-z ,'-]*)`"
)
_UNDERSCORED = re.compile(r"(?<!\w)_(?=[^\s_])([^_\n]{1,300})_(?!\w)")
_LEADING_SIDE = re.compile(
    rf"^(?:[-*•]\s)?(?:{_SIDE_KEYS}|who|when)\s?[:=][^\n;|,.]{{1,80}}(?:[\n;|,.]"
    rf"|\s[-–—]\s)\s{{0,9}}(?:[-*•]\s)?"
    rf"(?:(?=(?:\*\*)?(?:{_TASK_KEYS}|what)\s?:)|(?<![,])(?<!,\s)(?=[A-Z]))",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"\n\s{0,9}(?:[-=*_]{3,9}\s{0,9})?\n\s{0,9}(?:let me know|i hope|notes?:|note that"
    r"|please (?:let|note|feel)|feel free|if you (?:need|have|want)"
    r"|is there anything|this (?:action|item|task|decision)|explanation|reasoning|i have )",
    re.IGNORECASE,
)
_RULE = re.compile(r"-{3,}|={3,}|\*{3,}|_{3,}|#{1,6}|[-|:+ ]{3,}")
_CALL = re.compile(r"[A-Za-z_]\w{1,30}\((?:\w{1,30}\s?=\s?)?([\"'])(?P<text>.*)\1,?\)")
_LATEX = re.compile(r"\\(?:textbf|textit|emph|underline|text|textrm)\{([^{}\n]*)\}")
# With the signs of writing direction, which let a line show other words than it holds.
_CONTROL = re.compile(
    r"\x1b\[[0-9;]{0,9}[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\u200b\ufeff\u061c\u200e\u200f"
    r"\u202a-\u202e\u2060\u2066-\u2069]"
)
_COMMENT = re.compile(
    r"<!--[^<>]{0,200}-->|\s#(?:action(?:item)?|todo|task|decision|ai|question)\b(?=\s|$)", re.IGNORECASE
)
_NUMBERS = re.compile(
    r"\s?\[(?:(?:segments?|evidence|lines?|utterances?|ids?|source)\s?[:=]?\s?)?#?[a-z]{0,4}[-_]?\d{1,6}"
    r"(?:\s?[,;–-]\s?#?[a-z]{0,4}[-_]?\d{1,6}){0,20}\]"
    r"|\s?\((?:see )?(?:segments?|evidence|lines?|utterances?|ids?)\s?[:=]?\s?[^()\n]{1,80}\)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s?[\[(]([^\[\]()\n]{1,80})[\])]")


def plain_words(text: str, ids: Collection[str] = ()) -> str:
    """`text` without its wrapping; the same object where there is none.

    `ids`: ids of segments, which are wrapping where they stand in brackets. Twelve layers come off; what is
    wrapped deeper keeps the rest.
    """
    cut = text[:LONGEST]
    for _ in range(12):  # a bullet in bold in a fence in JSON: nobody has shown more than five layers
        bare = _one_layer(cut, ids)
        if bare == cut:
            break
        cut = bare
    return text if cut == text else cut


def _one_layer(text: str, ids: Collection[str]) -> str:
    text = _unescaped(_json_text(text))
    text = _LEADING_SIDE.sub("", _COMMENT.sub("", _FENCE.sub("", _LINK.sub(r"\1", text))), count=1)
    text = _HTML.sub("", _CHAT.sub("", _STRUCK.sub("", text)))
    text = _UNDERSCORED.sub(r"\1", _EMPHASIS.sub(lambda m: m[1] or m[2], text))
    text = _NUMBERS.sub("", _STRONG.sub("", text))
    text = _BRACKETED.sub(lambda m: "" if _only_ids(m, ids) else m[0], text) if ids else text
    chatter = _CHATTER.search(text)
    text = text if chatter is None else text[: chatter.start()]
    side = _SIDE_NOTE.search(text)
    if side is not None and side.start() > 0:
        text = text[: side.start()]
    raw = [line for line in text.split("\n") if not _RULE.fullmatch(line.strip())] or [text]
    lines = [line for line in map(_one_line, raw) if line]
    if len(lines) > 1 and is_label(lines[0]):
        del lines[0]
    return " ".join(lines)


def _one_line(line: str) -> str:
    line = unframed(line.strip())
    if line.startswith("|") and line.count("|") >= 2:
        line = max((cell.strip() for cell in line.split("|")), key=len)
    elif " | " in line:
        line = line.split(" | ")[0]
    line = unlabelled(line)
    line = unframed(line.strip().split("\t")[0])  # cells of a table are told by tabs, too
    line = without_status(line)
    line = without_signs(line)
    if line.endswith(('",', "',", "`,")):
        line = line[:-1]
    return unquoted(line)


def _json_text(text: str) -> str:
    """The value of the task's key, where the text is an object; else the text up to the next key."""
    only = _only_string(text)
    if only is not None:
        return only
    found = _JSON_VALUE.search(text)
    if found is not None:
        start = found.end()
        end = _JSON_END[found["mark"]].search(text, start)
        return text[start : end.start() if end else len(text)]
    tail = _JSON_TAIL.search(text)
    if tail is not None and tail.start() > 0:
        return text[: tail.start()]
    call = _CALL.fullmatch(text)
    return call["text"] if call is not None else text


def _only_string(text: str) -> str | None:
    """The one string in `text` where that is a JSON object or list, whatever its keys."""
    if text[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    while isinstance(value, dict | list) and len(value) == 1:
        value = next(iter(value.values() if isinstance(value, dict) else value))
    return value if isinstance(value, str) else None


def _unescaped(text: str) -> str:
    text = re.sub(r"\n\s*\n", "\n\n", _CONTROL.sub("", text))
    if "\\" in text:
        text = _LATEX.sub(r"\1", text)
        text = re.sub(r"\\[nrt](?![a-z])", "\n", text).replace('\\"', '"').replace("\\'", "'")
        text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ENTITY.sub(lambda m: html.unescape(m[0]).replace("\xa0", " "), text)


def _only_ids(bracketed: re.Match[str], ids: Collection[str]) -> bool:
    parts = [part.strip() for part in re.split(r"[,;]", bracketed[1].removeprefix("see "))]
    # "(12)" is a figure as often as an id; "[12]" and "(s12)" are not.
    square = bracketed[0].endswith("]")
    return all(part in ids and (square or not part.isdigit()) for part in parts)
