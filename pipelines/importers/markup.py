"""Takes the markup out of a cue: voices become speakers, tags go, entities become what they stand for."""

from __future__ import annotations

import html
import re

# Names are listed, so that "a < b" and "<3" survive; lengths are bounded, so that a torn tag costs linear
# time.
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,80})?[ \t]+([^<>]{1,120})>")
_TAG = re.compile(
    r"</?(?:[bciuv]|ruby|rt|lang|font)(?:[.\s][^<>]{0,200})?>|<\d{1,4}(?::\d\d){1,2}\.\d{1,3}>|\{\\[^{}]{0,80}\}",
    re.IGNORECASE,
)
# Only with the semicolon: html.unescape alone would turn "x&not y" into a sign.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")
# A terminal obeys control characters (C0 and C1; those that are spaces become one), and the signs of writing
# direction let a line show other words than it holds.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\ufeff\u200b\u2060\ud800-\udfff]"
)


def plain(text: str) -> str:
    """The words alone, on one line."""
    if "<" in text or "{" in text:
        text = _TAG.sub("", text)
    return tidy(unescaped(text))


def tidy(text: str) -> str:
    """One line, single spaces, no invisible characters: what every string of a transcript goes through."""
    return " ".join(_INVISIBLE.sub("", text).split())


def without_invisible(text: str) -> str:
    """The text without invisible characters, its lines as they are."""
    return _INVISIBLE.sub("", text)


def visible(text: str) -> str:
    """As `tidy`, with U+FFFD in the place of each invisible character: for names, which must not change."""
    return " ".join(_INVISIBLE.sub("\ufffd", text).split())


def unescaped(text: str) -> str:
    """HTML's character references replaced, once."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def voices(text: str) -> list[tuple[str | None, str]]:
    """The cue's text cut at its voice tags: (speaker or None, text with its other markup)."""
    if "<v" not in text:
        return [(None, text)]
    parts = _VOICE.split(text)
    spoken: list[tuple[str | None, str]] = [(None, parts[0])]
    spoken += [(plain(parts[i]) or None, parts[i + 1]) for i in range(1, len(parts), 2)]
    return spoken
