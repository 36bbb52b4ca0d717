"""In which language a meeting was held, and whether the rules can read it."""

from __future__ import annotations

from collections.abc import Sequence

from guardrails.core.types import Segment
from guardrails.language import FALLBACK, codes, language, tokens_of
from guardrails.language.detecting import LONGEST, NAMES, UNKNOWN_LATIN, language_of

_FEWEST_CHARACTERS = 200
"""In less, a few names decide which language is found. Then only languages that
can be read are considered, by their function words; all else counts as English."""
_FEWEST_WORDS = 2
_FEWEST_WRITTEN = 80
"""Characters of a model's own words that tell their language."""


def found_language(segments: Sequence[Segment], declared: str | None = None) -> str | None:
    """ISO 639-1 code: `declared` by who transcribed, else found in the words; None where they are too few."""
    if declared:
        return declared.lower().split("-")[0]
    text = ""
    for segment in segments:
        text += f"{segment.text} "
        if len(text) > LONGEST:
            break
    found = language_of(text)
    if len(text) < _FEWEST_CHARACTERS:
        return _by_little_words(text)
    return found if found != UNKNOWN_LATIN else None


def _by_little_words(text: str) -> str | None:
    """The language of whose function words a short text has most, if these are more than its English ones."""
    found = {code: _function_words(text, code) for code in codes()}
    best = max(found, key=lambda code: found[code])
    return best if found[best] >= _FEWEST_WORDS and found[best] > found[FALLBACK] else None


def _function_words(text: str, code: str) -> int:
    tables = language(code)
    return sum(token.text in tables.words("function") for token in tokens_of(text, tables))


def spoken_language(segments: Sequence[Segment], declared: str | None = None) -> str:
    """ISO 639-1 code: as `found_language`, else English."""
    return found_language(segments, declared) or "en"


def is_foreign(written: str, code: str) -> bool:
    """Whether what a model wrote is plainly in another language than that with this code."""
    found = language_of(written) if len(written) >= _FEWEST_WRITTEN else None
    return found not in (None, UNKNOWN_LATIN, code)


def name_of(code: str) -> str:
    """In English, for a warning; the code itself where it is not known."""
    return NAMES.get(code, code)
