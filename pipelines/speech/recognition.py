"""One window of speech through Whisper: its options, its failures, and the guards against its inventions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from pipelines.errors import EngineError
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.model import HeardSegment, Recogniser, first_line
from pipelines.speech.prompt import is_echo
from pipelines.speech.repetition import collapse_phrases
from pipelines.speech.report import Report
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.utterance import Utterance, confidence, split, words_of
from pipelines.speech.windows import Window

_DECODINGS = 8
"""Whisper decodes a window of 30 s in one to three steps. One that takes more moves by a word at a time and
would not end for minutes."""
_REST_S = 1.0
"""Less of a window than this is not worth hearing again."""
_AROUND_S = 0.3
"""Whisper's times are that exact; a name that is cut into is not understood."""


@dataclass(frozen=True)
class Recognition:
    """What stays the same from the first window of a recording to the last."""

    model: Recogniser
    settings: SpeechSettings
    language: str
    hint: str | None
    report: Report

    def utterances(self, window: Window) -> Iterator[Utterance]:
        """Yield what is said in the window, in order; raise EngineError."""
        for heard in self._segments(window):
            words = words_of(heard, window)
            kept = collapse_phrases(words)
            if len(kept) < len(words):
                self.report.tell_repetition(kept[0].start_s)
            sure = confidence(heard.avg_logprob, heard.no_speech_prob)
            for part in split(kept):
                utterance = Utterance(part, sure)
                again = partial(self._without_hint, window, heard)
                if utterance.text and not is_echo(utterance.text, self.hint, again):
                    yield utterance

    def _without_hint(self, window: Window, heard: HeardSegment) -> str:
        """What that part of the window is heard as by itself."""
        begin_s, end_s = max(heard.start - _AROUND_S, 0.0), heard.end + _AROUND_S
        samples = window.samples[int(begin_s * SAMPLE_RATE) : int(end_s * SAMPLE_RATE)]
        alone = replace(window, samples=samples)
        return " ".join(part.text for part in self._decode(alone, word_timestamps=False, hinted=False))

    def _segments(self, window: Window) -> Iterator[HeardSegment]:
        """Align words; where that fails, hear the rest of the window again without.

        faster-whisper 1.2 raises IndexError where there is nothing to align with, such as a last hundredth
        of a second (its pull request 1460).
        """
        heard_s = 0.0
        try:
            for heard in self._decode(window, word_timestamps=True):
                heard_s = heard.end
                yield heard
        except IndexError:
            if window.length_s - heard_s < _REST_S:
                return
            for heard in self._decode(window, word_timestamps=False):
                if heard.start >= heard_s:
                    yield heard

    def _decode(
        self, window: Window, *, word_timestamps: bool, hinted: bool = True
    ) -> Iterator[HeardSegment]:
        s = self.settings
        seeks: set[int] = set()
        with engine_errors():
            found, _ = self.model.transcribe(
                window.samples,
                language=self.language,
                task="transcribe",
                beam_size=s.beam_size,
                best_of=1,
                temperature=list(s.temperatures),
                compression_ratio_threshold=s.compression_ratio,
                log_prob_threshold=s.log_prob,
                no_speech_threshold=s.no_speech,
                # What was said before would keep a loop going, and windows are cut at pauses anyway.
                condition_on_previous_text=False,
                word_timestamps=word_timestamps,
                # A hint and not an initial prompt: that one reaches the first 30 s only.
                hotwords=self.hint if hinted else None,
            )
            for heard in found:
                seeks.add(heard.seek)
                if len(seeks) > _DECODINGS:
                    self.report.tell_repetition(window.original(heard.start, heard.end)[0])
                    return
                yield heard


@contextmanager
def engine_errors() -> Iterator[None]:
    """CTranslate2's failures as ours; it raises RuntimeError and ValueError for all of them."""
    try:
        yield
    except MemoryError:
        raise EngineError(
            "not enough memory for the speech model: choose a smaller one in [models] speech"
        ) from None
    except (RuntimeError, ValueError) as error:
        raise EngineError(
            f"the speech model failed ({first_line(error)}): run `roomscribe models verify`, then try again"
        ) from None
