"""The title of a meeting, as a heading or the name of a file gives it, without what the platform added."""

from __future__ import annotations

import re

from pipelines.dating import IN_NAME

_NO_WORD = re.compile(r"[\d_.]")
_JOINED = re.compile(r"_|\d{3}")
_TEAMS = re.compile(r"(.*\S)[-_ ](20\d{6}_\d{6})[-_ ]?(?:meeting|besprechung|réunion).*", re.IGNORECASE)
"""Name of a recording or transcript of Teams: "Weekly sync-20261116_100000-Meeting Transcript"."""
_ADDED = re.compile(
    r"\s*[-–—]\s*(?:(?:meeting )?(?:transcript(?:ion)?|recording)|notes by gemini|"
    r"20\d\d[-/.]\d\d[-/.]\d\d(?: \d\d[:_ ]\d\d)?(?: [A-Z]{2,5}(?:[+-]\d+)?)?)\s*$",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"\W*(?:(?:meeting|full)?\s?transcript(?:ion)?|recording|meeting notes|summary|untitled.*)\W*", re.I
)


def title_of(heading: str) -> str | None:
    """Of "Weekly sync - 2026/11/16 10:00 CET - Transcript" it is "Weekly sync"; None if nothing is left."""
    text = heading.strip()
    if match := _TEAMS.fullmatch(text):
        text = match[1]
    while (shorter := _ADDED.sub("", text)) != text:
        text = shorter
    return None if not text or _NO_TITLE.fullmatch(text) else text


def title_in_name(stem: str) -> str | None:
    """Of "Team sync 2026-11-20" it is "Team sync"; None for a name that a program may have made.

    People write words with blanks between them, and the day. Programs number, time and join them
    ("GMT20260528-140000_Recording", "New Recording 12", "closed_caption"). Names of recordings are not read:
    phones call them by words, too, those of the place where they were made.
    """
    if match := _TEAMS.fullmatch(stem):
        return match[1]
    bare = title_of(stem) or ""
    words = IN_NAME.sub(" ", bare).strip(" -,.()[]").split()
    is_made = len(words) < 2 or any(map(_NO_WORD.search, (words[0], words[-1])))
    return None if is_made or any(map(_JOINED.search, words)) else " ".join(words)
