"""A meeting as the picker sees it: its sentences, its people, and what is rare in it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from guardrails.core.types import Segment
from guardrails.language import Language
from guardrails.language import language as tables_of
from pipelines.rules.people import People, people_of
from pipelines.sentences import Sentence, meeting_sentences
from pipelines.transcript import TYPED

_SHORT_S = 600
"""A meeting so short, a stand-up, is all items: nothing has to be left out for its reader."""
_CHARACTERS_A_SECOND = 14
"""Of talk, where a transcript has no times."""


@dataclass(frozen=True)
class Context:
    segments: Sequence[Segment]
    sentences: Sequence[Sentence]
    language: Language
    people: People
    times_s: Sequence[float]
    """When each sentence was said; estimated where the transcript does not say."""
    rarity: Mapping[str, float]
    """Inverse document frequency of lemmas, over the sentences of this meeting."""
    shares: Mapping[str | None, float]
    """Of all that was said, by speaker."""

    @property
    def duration_s(self) -> float:
        return self.times_s[-1] - self.times_s[0] if self.times_s else 0.0

    @property
    def is_short(self) -> bool:
        return self.duration_s <= _SHORT_S

    def weight(self, lemmas: frozenset[str]) -> float:
        return sum(self.rarity.get(lemma, 0.0) for lemma in sorted(lemmas))

    def is_typed(self, index: int) -> bool:
        """Whether somebody wrote it, and did not say it."""
        return any(self.segments[each].id.startswith(TYPED) for each in self.sentences[index].segments)

    def near(self, index: int, before: int, after: int) -> Sequence[Sentence]:
        """Sentences around one, without itself."""
        said = self.sentences
        return (*said[max(index - before, 0) : index], *said[index + 1 : index + 1 + after])


def context_of(segments: Sequence[Segment], roster: Sequence[str], code: str) -> Context:
    """Time is linear in the words."""
    sentences = meeting_sentences(segments, code)
    held = Counter(lemma for sentence in sentences for lemma in sentence.reading.content)
    said: Counter[str | None] = Counter()
    for sentence in sentences:
        said[sentence.speaker] += len(sentence.text)
    total = sum(said.values()) or 1
    return Context(
        segments=segments,
        sentences=sentences,
        language=tables_of(code),
        people=people_of(segments, roster, sentences),
        times_s=_times(segments, sentences, total),
        rarity={lemma: math.log((1 + len(sentences)) / (1 + count)) for lemma, count in held.items()},
        shares={speaker: count / total for speaker, count in said.items()},
    )


def _times(segments: Sequence[Segment], sentences: Sequence[Sentence], characters: int) -> list[float]:
    times: list[float] = []
    for sentence in sentences:
        start = segments[sentence.segments[0]].start_s
        now = sentence.position * characters / _CHARACTERS_A_SECOND if start is None else start
        times.append(max(now, times[-1]) if times else now)
    return times
