"""Words with times, made into utterances that are short enough to be evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipelines.speech.model import HeardSegment
from pipelines.speech.windows import Window

LONGEST_S = 15.0
"""A longer utterance is split: who checks a claim should not have to hear half a minute."""
PAUSE_S = 1.5
"""A pause from here on ends an utterance; speakers who only look for a word are quicker."""
_SENTENCE_ENDS = ".?!。？！…"


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    """With the space before it, where the language has one."""
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words said without a long pause; times in seconds of the recording."""

    words: tuple[Word, ...]
    confidence: float
    """0..1."""

    @property
    def text(self) -> str:
        return "".join(word.text for word in self.words).strip()

    @property
    def start_s(self) -> float:
        return self.words[0].start_s

    @property
    def end_s(self) -> float:
        return self.words[-1].end_s


def confidence(avg_logprob: float, no_speech_prob: float) -> float:
    """exp(avg_logprob) * (1 - no_speech_prob), 0..1.

    The first factor is the geometric mean of the probabilities of the tokens, the second how sure Whisper is
    that this is speech at all. Both belong to one decoding (up to 30 s): segments of it share the value.
    """
    value = math.exp(min(avg_logprob, 0.0)) * (1.0 - min(max(no_speech_prob, 0.0), 1.0))
    return round(value, 3)


def words_of(heard: HeardSegment, window: Window) -> tuple[Word, ...]:
    """The words of a segment with times of the recording; without alignment, the segment as one word."""
    if not heard.words:
        return (Word(heard.text, *window.original(heard.start, heard.end)),)
    return tuple(Word(word.word, *window.original(word.start, word.end)) for word in heard.words)


def split(words: Sequence[Word]) -> list[tuple[Word, ...]]:
    """Divide words at long pauses, and what is still too long at the end of a sentence or a short pause."""
    if not words:
        return []
    runs: list[list[Word]] = [[words[0]]]
    for before, word in pairwise(words):
        if word.start_s - before.end_s >= PAUSE_S:
            runs.append([])
        runs[-1].append(word)
    return [part for run in runs for part in _shorten(tuple(run))]


def _shorten(words: tuple[Word, ...]) -> list[tuple[Word, ...]]:
    if words[-1].end_s - words[0].start_s <= LONGEST_S or len(words) == 1:
        return [words]
    middle = (words[0].start_s + words[-1].end_s) / 2

    def quality(at: int) -> tuple[bool, float, float]:
        ends = words[at - 1].text.strip()[-1:] in _SENTENCE_ENDS if words[at - 1].text.strip() else False
        pause = 0.0 if ends else words[at].start_s - words[at - 1].end_s
        return ends, pause, -abs(words[at].start_s - middle)

    best = max(range(1, len(words)), key=quality)
    return [*_shorten(words[:best]), *_shorten(words[best:])]
