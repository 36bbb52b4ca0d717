"""The speech adapter: an audio file in, segments out as they are recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from guardrails.types import Segment
from pipelines.errors import EngineError
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speech.audio import clock
from pipelines.speech.decode import AudioFile
from pipelines.speech.language import WINDOWS, check_language, detect_language
from pipelines.speech.model import (
    HeardSegment,
    Recogniser,
    SpeechWeights,
    first_line,
    load_whisper,
    unload,
)
from pipelines.speech.prompt import hint, is_echo
from pipelines.speech.repetition import LineGuard, collapse_phrases
from pipelines.speech.settings import AUTO, SpeechSettings
from pipelines.speech.silero import SileroNetwork, VoiceNetwork
from pipelines.speech.tier import physical_cores
from pipelines.speech.utterance import Utterance, confidence, split, words_of
from pipelines.speech.windows import Window, speech_windows
from pipelines.transcript import Transcript

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

__all__ = ["Report", "SpeechSettings", "SpeechWeights", "WhisperTranscriber"]

_DECODINGS = 8
"""Whisper decodes a window of 30 s in one to three steps. One that takes more moves by a word at a time and
would not end for minutes."""


@dataclass
class Report:
    """What is known of a file besides its segments; complete when the last segment is out."""

    language: str | None = None
    flags: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def tell(self, flag: str, warning: str) -> None:
        """Add both, once."""
        if flag not in self.flags:
            self.flags.append(flag)
            self.warnings.append(warning)


class WhisperTranscriber:
    """Transcribes files with Whisper. Speakers are None: a room's microphone does not know who talks.

    `weights` is called when speech was found for the first time, and raises WeightsMissingError where no
    model is installed; a silent file needs none. The model then stays loaded until `close`.
    """

    def __init__(
        self,
        weights: Callable[[], SpeechWeights],
        settings: SpeechSettings,
        load: Callable[[SpeechWeights, int], Recogniser] = load_whisper,
        listen: Callable[[], VoiceNetwork] = SileroNetwork,
    ) -> None:
        self.engine: Engine | None = None
        """The model, once it was needed."""
        self._weights = weights
        self._settings = settings
        self._load = load
        self._listen = listen
        self._model: Recogniser | None = None

    def transcribe(self, path: Path, progress: Progress = silent) -> Transcript:
        """Raise BadInputError for a file that is no audio, WeightsMissingError, EngineError.

        Flags: "audio-truncated", "audio-damaged", "language-uncertain", "repetition", "vocabulary-cut"; each
        comes with a warning. No segments where nobody speaks.
        """
        report = Report()
        segments = tuple(self.segments(path, progress, report))
        return Transcript(
            language=report.language,
            segments=segments,
            flags=tuple(report.flags),
            warnings=tuple(report.warnings),
        )

    def segments(
        self, path: Path, progress: Progress = silent, report: Report | None = None
    ) -> Iterator[Segment]:
        """Yield segments in the order of time, each as soon as its window of 30 s of speech is recognised.

        Ids are s1, s2, ...; times are seconds of the recording and never overlap; `confidence` is
        `utterance.confidence`. What else is found goes to `report`. Errors as in `transcribe`.
        """
        report = Report() if report is None else report
        audio = AudioFile(path)
        guard = LineGuard()
        utterances = guard.filter(self._utterances(audio, progress, report))
        last_s = 0.0
        for number, utterance in enumerate(utterances, start=1):
            start_s = max(utterance.start_s, last_s)
            last_s = max(utterance.end_s, start_s)
            yield Segment(
                id=f"s{number}",
                start_s=_cents(start_s),
                end_s=_cents(last_s),
                speaker=None,
                text=utterance.text,
                confidence=utterance.confidence,
            )
        for flag, warning in zip(audio.flags, audio.warnings, strict=True):
            report.tell(flag, warning)
        if guard.caught:
            _tell_repetition(report, guard.caught[0])

    def close(self) -> None:
        """Release the model's memory; the next file loads it again."""
        if self._model is not None:
            unload(self._model)
            self._model = None

    def _utterances(self, audio: AudioFile, progress: Progress, report: Report) -> Iterator[Utterance]:
        first: list[Window] = []

        def blocks() -> Iterator[Samples]:
            for block in audio.blocks():
                if not first:  # from then on, what is transcribed is what the listener waits for
                    progress("listening", audio.position_s, audio.length_s)
                yield block

        windows = speech_windows(blocks(), self._listen())
        first += islice(windows, WINDOWS if self._settings.language == AUTO else 1)
        if not first:
            return
        model = self._loaded()
        language = self._language(model, first, report)
        hinted = self._hint(model, report)
        for window in chain(first, windows):
            for heard in self._recognise(model, window, language, hinted, report):
                yield from _utterances(heard, window, hinted, report)
            progress("transcribing", window.end_s, audio.length_s)
        progress("transcribing", audio.position_s, audio.position_s)

    def _loaded(self) -> Recogniser:
        if self._model is None:
            weights = self._weights()
            self._model = self._load(weights, self._settings.threads or physical_cores())
            self.engine = Engine(name=weights.name, version=weights.revision, sha256=weights.sha256)
        return self._model

    def _language(self, model: Recogniser, first: list[Window], report: Report) -> str:
        wanted = self._settings.language
        check_language(wanted, model.supported_languages)
        if wanted != AUTO:
            report.language = wanted
            return wanted
        with _engine_errors():
            language, probability = detect_language(model, [window.samples for window in first])
        report.language = language
        if probability < self._settings.language_certainty:
            report.tell(
                "language-uncertain",
                f"The language was taken for {language!r} with a certainty of {probability:.0%}; "
                "[speech] language in the configuration sets it.",
            )
        return language

    def _hint(self, model: Recogniser, report: Report) -> str | None:
        def count(text: str) -> int:
            return len(model.hf_tokenizer.encode(text, add_special_tokens=False).ids)

        hinted, left_out = hint([*self._settings.roster, *self._settings.words], count)
        if left_out:
            report.tell(
                "vocabulary-cut",
                f"{left_out} entries of [vocabulary] did not fit into what the speech model can be told; "
                "put the most important ones first.",
            )
        return hinted

    def _recognise(
        self, model: Recogniser, window: Window, language: str, hinted: str | None, report: Report
    ) -> Iterator[HeardSegment]:
        s = self._settings
        seeks: set[int] = set()
        with _engine_errors():
            found, _ = model.transcribe(
                window.samples,
                language=language,
                task="transcribe",
                beam_size=s.beam_size,
                best_of=1,
                temperature=list(s.temperatures),
                compression_ratio_threshold=s.compression_ratio,
                log_prob_threshold=s.log_prob,
                no_speech_threshold=s.no_speech,
                # What was said before would keep a loop going, and windows are cut at pauses anyway.
                condition_on_previous_text=False,
                word_timestamps=True,
                # A hint and not an initial prompt: that one reaches the first 30 s only.
                hotwords=hinted,
            )
            for heard in found:
                seeks.add(heard.seek)
                if len(seeks) > _DECODINGS:
                    _tell_repetition(report, window.original(heard.start, heard.end)[0])
                    return
                yield heard


def _utterances(
    heard: HeardSegment, window: Window, hinted: str | None, report: Report
) -> Iterator[Utterance]:
    words = words_of(heard, window)
    kept = collapse_phrases(words)
    if len(kept) < len(words):
        _tell_repetition(report, kept[0].start_s)
    sure = confidence(heard.avg_logprob, heard.no_speech_prob)
    for part in split(kept):
        utterance = Utterance(part, sure)
        if utterance.text and not is_echo(utterance.text, hinted):
            yield utterance


def _tell_repetition(report: Report, at_s: float) -> None:
    report.tell(
        "repetition",
        f"The speech model repeated itself (at {clock(at_s)}); the repetitions were left out.",
    )


@contextmanager
def _engine_errors() -> Iterator[None]:
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


def _cents(seconds: float) -> float:
    """Hundredths, rounded down so that no segment ends after its recording."""
    return int(seconds * 100) / 100
