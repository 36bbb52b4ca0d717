"""In which language a meeting was held, and whether the rules can read it."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.language import LONGEST, NAMES, UNKNOWN_LATIN, language_of
from guardrails.types import Segment

_FEWEST_CHARACTERS = 200
"""In less, a few names decide which language is found; it is then taken for English, as unnamed text is."""


def found_language(segments: Sequence[Segment], told: str | None = None) -> str | None:
    """ISO 639-1 code: `told` by who transcribed, else found in the words; None where they are too few."""
    if told:
        return told.lower().split("-")[0]
    text = ""
    for segment in segments:
        text += f"{segment.text} "
        if len(text) > LONGEST:
            break
    found = language_of(text) if len(text) >= _FEWEST_CHARACTERS else None
    return found if found != UNKNOWN_LATIN else None


def spoken_language(segments: Sequence[Segment], told: str | None = None) -> str:
    """ISO 639-1 code: as `found_language`, else English."""
    return found_language(segments, told) or "en"


def name_of(language: str) -> str:
    """In English, for a warning; the code itself where it is not known."""
    return NAMES.get(language, language)
