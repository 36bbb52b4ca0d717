"""Takes the markup out of a cue: voices become speakers, tags go, entities become what they stand for."""

from __future__ import annotations

import html
import re

from pipelines.characters import tidy

# Names are listed, so that "a < b" and "<3" survive; lengths are bounded, so that a torn tag costs linear
# time.
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,80})?[ \t]+([^<>]{1,120})>")
_TAG = re.compile(
    r"</?(?:[bcisuv]|ruby|rt|lang|font)(?:[.\s][^<>]{0,200})?>|<\d{1,4}(?::\d\d){1,2}\.\d{1,3}>|\{\\[^{}]{0,80}\}",
    re.IGNORECASE,
)
# Only with the semicolon: html.unescape alone would turn "x&not y" into a sign.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")


def plain(text: str) -> str:
    """The words alone, on one line."""
    if "<" in text or "{" in text:
        text = _TAG.sub("", text)
    return tidy(unescaped(text))


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
