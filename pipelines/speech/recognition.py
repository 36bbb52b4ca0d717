"""Windows of speech through Whisper: its options, its failures, and the guards against its inventions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

from guardrails.core.types import HARD_TO_HEAR
from pipelines.errors import EngineError
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.model import HeardSegment, Recogniser, first_line
from pipelines.speech.prompt import Context, is_echo
from pipelines.speech.repetition import collapse_phrases, has_loop
from pipelines.speech.report import Report
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.utterance import Utterance, Word, probabilities, split, words_of
from pipelines.speech.windows import Window

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

_SLOW_S, _SLOW_TIMES = 3.75, 8
"""A window of 30 s is heard in one to three decodings. Of as many that each move less than this in a row, the
rest is left out: moving by a word at a time would not end for minutes."""
_DOUBTFUL = 0.75
"""Mean probability of a window's words at which context may have misled Whisper, as where it hears none."""
_AROUND_S = 0.3
"""Whisper's times are that exact; a name that is cut into is not understood."""


class Recognition:
    """Hears the windows of a recording one after the other, each with what was said before it."""

    def __init__(
        self,
        model: Recogniser,
        settings: SpeechSettings,
        language: str,
        hint: str | None,
        report: Report,
        context: Context,
    ) -> None:
        self._model = model
        self._settings = settings
        self._language = language
        self._hint = hint
        self._report = report
        self.context = context
        self._slow = 0

    def hear(self, window: Window) -> tuple[list[Utterance], Window | None]:
        """What is said in the window, in order, and its end that is still to be heard; EngineError."""
        context = self.context.before(window.spans[0].start / SAMPLE_RATE)
        found, unheard_s = self._decoded(window, context)
        is_loop = any(self.context.is_repeated(heard.text) for heard in found)
        sure = certainty(found) if found else _DOUBTFUL
        if context and (is_loop or sure <= _DOUBTFUL or unheard_s >= window.length_s):
            # Heard once more without what may have misled it.
            alone, alone_unheard_s = self._decoded(window, ())
            if is_loop or (alone and certainty(alone) > sure):
                self.context.reset()
                found, unheard_s = alone, alone_unheard_s
        heard = [(each, words_of(each, window)) for each in found]
        utterances = [said for each, words in heard for said in self._utterances(window, each, words)]
        lines = [*self.context.lines(), *(each.text for each in utterances)]
        is_cut = sum(len(each.words) for each in utterances) < sum(len(words) for _, words in heard)
        is_guessed = any(each.temperature > 0 for each in found) or certainty(found) < HARD_TO_HEAR
        if is_guessed or is_cut or has_loop(lines):
            self.context.reset()  # a wrong text would mislead the next one
        elif utterances:
            self.context.add((token for each in found for token in each.tokens), utterances[-1].end_s)
        return utterances, self._unheard(window, unheard_s)

    def _utterances(self, window: Window, heard: HeardSegment, words: Sequence[Word]) -> Iterator[Utterance]:
        kept = collapse_phrases(words)
        if kept != words:
            self._report.tell_repetition(kept[0].start_s)
        for part in split(kept):
            utterance = Utterance(part)
            again = partial(self._without_hint, window, heard)
            if utterance.text and not is_echo(utterance.text, self._hint, again):
                yield utterance

    def _without_hint(self, window: Window, heard: HeardSegment) -> str:
        """What that part of the window is heard as by itself."""
        begin_s, end_s = max(heard.start - _AROUND_S, 0.0), heard.end + _AROUND_S
        samples = window.samples[int(begin_s * SAMPLE_RATE) : int(end_s * SAMPLE_RATE)]
        alone, _ = self._transcribe(samples, (), None, word_timestamps=False)
        return " ".join(part.text for part in alone)

    def _unheard(self, window: Window, unheard_s: float) -> Window | None:
        moved_s = window.length_s - unheard_s
        self._slow = self._slow + 1 if moved_s < _SLOW_S else 0
        if self._slow < _SLOW_TIMES and moved_s > 0:
            return window.divided(round(moved_s * SAMPLE_RATE))[1]
        if unheard_s:
            at_s, _ = window.original(moved_s, moved_s)
            self._report.tell_left_out(at_s) if moved_s <= 0 else self._report.tell_repetition(at_s)
        self._slow = 0
        return None

    def _decoded(self, window: Window, context: Sequence[int]) -> tuple[Sequence[HeardSegment], float]:
        """Align words; where that fails, hear the window again without.

        faster-whisper 1.2 raises IndexError where there is nothing to align with, such as a last hundredth
        of a second (its pull request 1460).
        """
        try:
            return self._transcribe(window.samples, context, self._hint, word_timestamps=True)
        except IndexError:
            return self._transcribe(window.samples, context, self._hint, word_timestamps=False)

    def _transcribe(
        self, samples: Samples, context: Sequence[int], hint: str | None, *, word_timestamps: bool
    ) -> tuple[Sequence[HeardSegment], float]:
        s = self._settings
        with engine_errors():
            return self._model.transcribe(
                samples,
                language=self._language,
                task="transcribe",
                beam_size=s.beam_size,
                patience=s.patience,
                best_of=1,
                temperature=list(s.temperatures),
                compression_ratio_threshold=s.compression_ratio,
                log_prob_threshold=s.log_prob,
                no_speech_threshold=s.no_speech,
                condition_on_previous_text=False,  # of this call, which is one decoding
                initial_prompt=[*context] or None,
                word_timestamps=word_timestamps,
                hotwords=hint,
            )


def certainty(found: Iterable[HeardSegment]) -> float:
    """Mean probability of the words; 1.0 where there are none."""
    every = [probability for heard in found for probability in probabilities(heard)]
    return fmean(every) if every else 1.0


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
