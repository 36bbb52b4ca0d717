"""In which language a meeting was held, and whether the rules can read it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from guardrails.language import LONGEST, NAMES, UNKNOWN_LATIN, WORDS, language_of
from guardrails.types import Segment

_FEWEST_CHARACTERS = 200
"""In less, a few names decide which language is found. Only German, which the rules know, is then told from
English, by its little words; all else is taken for English, as unnamed text is."""
_FEWEST_WORDS = 2
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = WORDS["latin"]["en"]
_GERMAN = (WORDS["latin"]["de"] - _ENGLISH - frozenset("am man war will".split())) | frozenset(
    """
    bitte danke ja nein doch mal gerne klar dann jetzt heute morgen gestern bis beim vom zur euch uns dir mir
    mich dich du kannst könntest soll sollen sollten kann mache macht habe hast wäre würde diese diesen dieser
    dies alle alles etwas jemand wer wann wo warum welche den
    """.split()
)


def found_language(segments: Sequence[Segment], told: str | None = None) -> str | None:
    """ISO 639-1 code: `told` by who transcribed, else found in the words; None where they are too few."""
    if told:
        return told.lower().split("-")[0]
    text = ""
    for segment in segments:
        text += f"{segment.text} "
        if len(text) > LONGEST:
            break
    found = language_of(text)
    if len(text) < _FEWEST_CHARACTERS:
        return "de" if found in ("de", UNKNOWN_LATIN) and _is_german(text) else None
    return found if found != UNKNOWN_LATIN else None


def _is_german(text: str) -> bool:
    """Whether some of the little words of `text` are German, and more than are English."""
    words = _WORD.findall(text.casefold())
    german = sum(word in _GERMAN for word in words)
    return german >= _FEWEST_WORDS and german > sum(word in _ENGLISH for word in words)


def spoken_language(segments: Sequence[Segment], told: str | None = None) -> str:
    """ISO 639-1 code: as `found_language`, else English."""
    return found_language(segments, told) or "en"


def name_of(language: str) -> str:
    """In English, for a warning; the code itself where it is not known."""
    return NAMES.get(language, language)
