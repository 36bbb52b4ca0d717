"""The title that somebody gave a meeting by naming the file of its transcript."""

from __future__ import annotations

import re

from pipelines.dating import IN_NAME

_NO_WORD = re.compile(r"[\d_.]")
_JOINED = re.compile(r"_|\d{3}")


def title_in_name(stem: str) -> str | None:
    """Of "Team sync 2026-11-20" it is "Team sync"; None for a name that a program may have made.

    People write words with blanks between them, and the day. Programs number, time and join them
    ("GMT20260528-140000_Recording", "New Recording 12", "closed_caption"). Names of recordings are not read:
    phones call them by words, too, those of the place where they were made.
    """
    words = IN_NAME.sub(" ", stem).strip(" -,.()[]").split()
    is_made = len(words) < 2 or any(map(_NO_WORD.search, (words[0], words[-1])))
    return None if is_made or any(map(_JOINED.search, words)) else " ".join(words)
