"""A Whisper that says what a test wrote, and a voice detector that takes what is loud for speech."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.speech.silero import CHUNK
from pipelines.speech.transcriber import SpeechSettings, SpeechWeights, WhisperTranscriber

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples


class LoudIsSpeech:
    """Certain, and without memory; obeys `VoiceNetwork`."""

    def probabilities(self, samples: Samples) -> Sequence[float]:
        import numpy as np

        assert len(samples) % CHUNK == 0, "whole chunks only"
        peaks = np.abs(samples.reshape(-1, CHUNK)).max(axis=1)
        return [0.95 if peak > 0.05 else 0.01 for peak in peaks]


@dataclass
class SpokenWord:
    word: str
    start: float
    end: float
    probability: float = 0.9


@dataclass
class Spoken:
    """One segment as faster-whisper gives it; times in seconds of the window."""

    text: str
    start: float
    end: float
    words: Sequence[SpokenWord] | None = None
    temperature: float = 0.0
    avg_logprob: float = -0.2

    @property
    def tokens(self) -> list[int]:
        return [_time(self.start), *_WordTokenizer().encode(self.text).ids, _time(self.end)]


class Unaligned(Spoken):
    """A segment over which alignment fails, as faster-whisper's does at the very end of a window."""


def evenly(text: str, start: float, end: float, probability: float = 0.9, **more: Any) -> Spoken:
    """A segment whose words share its time."""
    words = text.split()
    step = (end - start) / len(words)
    timed = [
        SpokenWord(f" {word}", start + i * step, start + (i + 1) * step, probability)
        for i, word in enumerate(words)
    ]
    return Spoken(f" {text}", start, end, timed, **more)


@dataclass
class _Encoding:
    ids: list[int]


_FIRST_TIME = 50364
_words: list[str] = []
"""All that were written so far; a word's token is twice its place, and one more for its second half."""


def _time(seconds: float) -> int:
    return _FIRST_TIME + round(seconds / 0.02)


class _WordTokenizer:
    """Two tokens a word, as real ones have on average for names."""

    def encode(self, text: str, add_special_tokens: bool = True) -> _Encoding:
        found = []
        for word in text.split():
            if word not in _words:
                _words.append(word)
            found += [2 * _words.index(word), 2 * _words.index(word) + 1]
        return _Encoding(found)

    def decode(self, ids: Sequence[int]) -> str:
        return " ".join(_words[token // 2] for token in ids if token % 2 == 0)

    def token_to_id(self, token: str) -> int:
        return _FIRST_TIME - 1


@dataclass
class ScriptedWhisper:
    """Obeys `pipelines.speech.model.Recogniser`; `calls` are the options it was called with."""

    script: Sequence[Sequence[Spoken]] = ((),)
    """What is heard in each window; the last one is repeated."""
    languages: Sequence[dict[str, float]] = ({"en": 0.98, "de": 0.02},)
    """What each detection finds; the last one is repeated."""
    supported_languages: list[str] = field(default_factory=lambda: ["en", "de", "fr"])
    fails: Exception | None = None
    calls: list[dict[str, Any]] = field(default_factory=list)
    heard_s: list[float] = field(default_factory=list)
    """Length of each window."""
    unheard_s: Sequence[float] = (0.0,)
    """What each decoding leaves at the end of its window; the last one is repeated."""
    detections: int = 0
    hf_tokenizer: Any = field(default_factory=_WordTokenizer)

    def detect_language(self, audio: Samples) -> tuple[str, float, list[tuple[str, float]]]:
        found = self.languages[min(self.detections, len(self.languages) - 1)]
        self.detections += 1
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return *ranked[0], ranked

    def transcribe(self, audio: Samples, **options: Any) -> tuple[Sequence[Spoken], float]:
        window = self.script[min(len(self.calls), len(self.script) - 1)]
        unheard_s = self.unheard_s[min(len(self.calls), len(self.unheard_s) - 1)]
        self.calls.append(options)
        self.heard_s.append(len(audio) / 16000)
        if self.fails is not None:
            raise self.fails
        if options["word_timestamps"] and any(isinstance(spoken, Unaligned) for spoken in window):
            raise IndexError("boolean index did not match indexed array")
        return window, unheard_s


WEIGHTS = SpeechWeights(Path("models/whisper"), "Systran/faster-whisper-base", "r3v1s10n", "ab" * 32)


def transcriber(whisper: ScriptedWhisper, **settings: Any) -> WhisperTranscriber:
    return WhisperTranscriber(
        lambda: WEIGHTS, SpeechSettings(**settings), load=lambda *_: whisper, listen=LoudIsSpeech
    )
