"""Words with times, made into utterances that are short enough to be evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

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
    probability: float
    """0..1, as Whisper gives it."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words said without a long pause; times in seconds of the recording."""

    words: tuple[Word, ...]

    @property
    def confidence(self) -> float:
        """Mean probability of its words, 0..1.

        It tells lines with few right words from others better (area under the curve 0.96) than the mean log
        probability of the whole decoding, with or without Whisper's probability of no speech (0.90), which is
        high over clear voices too.
        """
        return round(fmean(word.probability for word in self.words), 3) if self.words else 0.0

    @property
    def text(self) -> str:
        return "".join(word.text for word in self.words).strip()

    @property
    def start_s(self) -> float:
        return self.words[0].start_s

    @property
    def end_s(self) -> float:
        return self.words[-1].end_s


def words_of(heard: HeardSegment, window: Window) -> tuple[Word, ...]:
    """The words of a segment with times of the recording; without alignment, the segment as one word."""
    if not heard.words:
        return (Word(heard.text, *window.original(heard.start, heard.end), *probabilities(heard)),)
    return tuple(
        Word(word.word, *window.original(word.start, word.end), word.probability) for word in heard.words
    )


def probabilities(heard: HeardSegment) -> list[float]:
    """Of its words, 0..1; without alignment, one for them all."""
    if not heard.words:
        return [math.exp(min(heard.avg_logprob, 0.0))]
    return [word.probability for word in heard.words]


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
