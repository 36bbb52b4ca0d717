"""The speech adapter: an audio file in, segments out as they are recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from guardrails.types import Segment
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speech.decode import AudioFile
from pipelines.speech.language import WINDOWS, check_language, detect_language
from pipelines.speech.model import Recogniser, SpeechWeights, load_whisper, unload
from pipelines.speech.prompt import hint
from pipelines.speech.recognition import Recognition, engine_errors
from pipelines.speech.repetition import LineGuard
from pipelines.speech.report import Report
from pipelines.speech.settings import AUTO, SpeechSettings
from pipelines.speech.silero import SileroNetwork, VoiceNetwork
from pipelines.speech.tier import physical_cores
from pipelines.speech.utterance import Utterance
from pipelines.speech.windows import Window, speech_windows
from pipelines.transcript import Transcript

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

__all__ = ["Report", "SpeechSettings", "SpeechWeights", "WhisperTranscriber"]


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
            recorded_s=report.recorded_s,
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
        last_s = 0.0
        for number, utterance in enumerate(guard.filter(self._utterances(audio, progress, report)), start=1):
            start_s = max(utterance.start_s, last_s)
            last_s = max(utterance.end_s, start_s)
            yield Segment(
                id=f"s{number}",
                start_s=_hundredths(start_s),
                end_s=_hundredths(last_s),
                speaker=None,
                text=utterance.text,
                confidence=utterance.confidence,
            )
        report.recorded_s = _hundredths(audio.position_s)
        for flag, warning in zip(audio.flags, audio.warnings, strict=True):
            report.tell(flag, warning)
        if guard.caught:
            report.tell_repetition(guard.caught[0])

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
        recognition = self._recognition(first, report)
        for window in chain(first, windows):
            yield from recognition.utterances(window)
            progress("transcribing", window.end_s, audio.length_s)
        progress("transcribing", audio.position_s, audio.position_s)

    def _recognition(self, first: list[Window], report: Report) -> Recognition:
        model = self._loaded()
        report.language = self._language(model, first, report)
        return Recognition(model, self._settings, report.language, self._hint(model, report), report)

    def _loaded(self) -> Recogniser:
        if self._model is None:
            weights = self._weights()
            self._model = self._load(weights, self._settings.threads or physical_cores())
            self.engine = Engine(name=weights.name, version=weights.revision, sha256=weights.sha256)
        return self._model

    def _language(self, model: Recogniser, first: list[Window], report: Report) -> str:
        check_language(self._settings.language, model.supported_languages)
        if self._settings.language != AUTO:
            return self._settings.language
        with engine_errors():
            language, probability = detect_language(model, [window.samples for window in first])
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


def _hundredths(seconds: float) -> float:
    """Rounded down, so that no segment ends after its recording."""
    return int(seconds * 100) / 100
