"""The rules engine's summary and title: sentences and words that were said, chosen and not written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from guardrails.types import Segment
from guardrails.words import spoken_words

_SENTENCE = re.compile(r"[^.!?]+[.!?]?")


def summarise(segments: Sequence[Segment], *, max_sentences: int = 5) -> str:
    """The sentences whose words recur most, in the order in which they were said."""
    sentences = [
        (place, words, text.strip(), segment.speaker)
        for segment in segments
        for place, text in enumerate(_SENTENCE.findall(segment.text))
        if 8 <= len(words := _content(text)) <= 40
    ]
    weight = Counter(word for _, words, _, _ in sentences for word in set(words))
    best = sorted(
        range(len(sentences)),
        key=lambda i: -sum(weight[w] for w in set(sentences[i][1])) / len(sentences[i][1]),
    )[:max_sentences]
    return " ".join(f"{s[3]}: {s[2]}" if s[3] else s[2] for s in (sentences[i] for i in sorted(best)))


def title_of(segments: Sequence[Segment]) -> str:
    """At most eight words."""
    weight = Counter(word for segment in segments for word in set(_content(segment.text)))
    return ", ".join(word for word, _ in weight.most_common(3)).capitalize() or "Meeting"


def _content(text: str) -> list[str]:
    return [word for word in spoken_words(text) if len(word) > 4]
