"""What a small model writes of the prompt's examples instead of the meeting.

The examples tell of goblins and cauldrons, which no meeting is about: a text made mostly of their words,
where nobody said these, is a copy. What goes is dropped without a trace of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from guardrails.core.types import Segment
from guardrails.language import language, split_sentences
from guardrails.language.words import content_stems
from pipelines.llm.prompt import examples

_KEY = re.compile(r'"\w+":')


def is_copied(text: str, said: Iterable[Segment], code: str, name: str = "minutes") -> bool:
    """Whether most of what `text` tells is of the examples of the system text `name` and not in `said`.

    `code`: of the language that is spoken.
    """
    stems = set(content_stems(text, code))
    suspect = stems & _vocabulary(name, code)
    if 2 * len(suspect) <= len(stems):
        return False
    for segment in said:
        suspect -= {*content_stems(segment.text, code), *content_stems(segment.speaker or "", code)}
    return 2 * len(suspect) > len(stems)


def without_copies(text: str, said: Sequence[Segment], code: str) -> str:
    """`text` without the sentences that are copied."""
    sentences = split_sentences(text, language(code))
    kept = [one for one in sentences if not is_copied(one, said, code)]
    return text if kept == sentences else " ".join(kept)


@cache
def _vocabulary(name: str, code: str) -> frozenset[str]:
    """Content words of the examples."""
    words = _KEY.sub(" ", examples(name, code))
    return frozenset(stem for stem in content_stems(words, code) if stem.isalpha())
