"""The speech adapter: an audio file in, segments out as they are recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from guardrails.core.types import Segment
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.language import WINDOWS, check_language, detect_language
from pipelines.speech.model import Recogniser, SpeechWeights, load_whisper, unload
from pipelines.speech.passages import Audio, FileAudio, Mark, Passage
from pipelines.speech.prompt import Context, hint
from pipelines.speech.recognition import Recognition, engine_errors
from pipelines.speech.repetition import LineGuard
from pipelines.speech.report import Report
from pipelines.speech.settings import AUTO, SpeechSettings
from pipelines.speech.silero import SileroNetwork, VoiceNetwork
from pipelines.speech.tier import physical_cores
from pipelines.speech.utterance import Utterance
from pipelines.speech.windows import SpeechWindows
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

        Flags: "audio-truncated", "audio-damaged", "hard-to-hear", "language-uncertain", "not-understood",
        "repetition", "vocabulary-cut"; each comes with a warning. No segments where nobody speaks.
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
        for passage in self.passages(FileAudio(path), progress, report):
            yield from passage.segments

    def passages(
        self,
        audio: Audio,
        progress: Progress = silent,
        report: Report | None = None,
        after: Mark | None = None,
        *,
        ended: bool = True,
        people: Sequence[str] = (),
    ) -> Iterator[Passage]:
        """Yield what `segments` yields in passages, beginning `after` the mark of an earlier one.

        A `report` that goes on is the caller's to keep. `ended`: whether the recording grows no more; if it
        does, its last words are left for later. `people`: who was invited; their names are expected before
        the house's vocabulary. Errors as in `transcribe`.
        """
        report = Report() if report is None else report
        mark = after or Mark()
        guard = LineGuard()
        segments: list[Segment] = []
        heard_s, context = mark.heard_s, mark.context
        for utterances, heard_s, context in self._heard(audio, progress, report, mark, ended, people):
            for utterance in chain.from_iterable(map(guard.feed, utterances)):
                segments.append(_segment(utterance, mark, segments, report))
            if not guard.is_holding:
                mark = _mark(mark, segments, heard_s, context, report, self.engine)
                yield Passage(tuple(segments), mark)
                segments = []
        for utterance in guard.finish():
            segments.append(_segment(utterance, mark, segments, report))
        report.recorded_s = _hundredths(audio.position_s)
        if ended:
            for flag, warning in zip(audio.flags, audio.warnings, strict=True):
                report.tell(flag, warning)
        if guard.caught:
            report.tell_repetition(guard.caught[0])
        if segments:
            yield Passage(tuple(segments), _mark(mark, segments, heard_s, context, report, self.engine))

    def close(self) -> None:
        """Release the model's memory; the next file loads it again."""
        if self._model is not None:
            unload(self._model)
            self._model = None

    def _heard(
        self,
        audio: Audio,
        progress: Progress,
        report: Report,
        after: Mark,
        ended: bool,
        people: Sequence[str],
    ) -> Iterator[tuple[list[Utterance], float, tuple[int, ...]]]:
        """What is said in each window; up to which second of the recording everything is heard then; and the
        context of what follows."""
        is_found = False

        def blocks() -> Iterator[Samples]:
            for block in audio.blocks(after.heard_s):
                if not is_found:  # from then on, what is transcribed is what the listener waits for
                    progress("listening", audio.position_s, audio.length_s)
                yield block

        windows = SpeechWindows(
            blocks(), self._listen(), ended=ended, begins=round(after.heard_s * SAMPLE_RATE)
        )
        is_known = after.language is not None or self._settings.language != AUTO
        first = windows.ahead(1 if is_known else WINDOWS)
        report.quiet_s = windows.quiet_s
        if not first:
            return
        is_found = True
        recognition = self._recognition(first, report, after, people)
        for window in windows:
            utterances, unheard = recognition.hear(window)
            heard_s = window.end_s
            if unheard:
                windows.put_back(unheard)
                heard_s = unheard.spans[0].start / SAMPLE_RATE
            yield utterances, heard_s, recognition.context.tokens
            progress("transcribing", heard_s, audio.length_s)
        report.quiet_s = windows.quiet_s
        if ended:
            progress("transcribing", audio.position_s, audio.position_s)

    def _recognition(
        self, first: list[Samples], report: Report, after: Mark, people: Sequence[str]
    ) -> Recognition:
        model = self._loaded()
        report.language = after.language or self._language(model, first, report)
        hinted = self._hint(model, report, people)
        written = after.context if self.engine and after.model == self.engine.name else ()
        context = Context(model.hf_tokenizer, hinted, written, after.last_s)
        return Recognition(model, self._settings, report.language, hinted, report, context)

    def _loaded(self) -> Recogniser:
        if self._model is None:
            weights = self._weights()
            self._model = self._load(weights, self._settings.threads or physical_cores())
            self.engine = Engine(name=weights.name, version=weights.revision, sha256=weights.sha256)
        return self._model

    def _language(self, model: Recogniser, first: list[Samples], report: Report) -> str:
        check_language(self._settings.language, model.supported_languages)
        if self._settings.language != AUTO:
            return self._settings.language
        with engine_errors():
            language, probability = detect_language(model, first)
        if probability < self._settings.language_certainty:
            report.tell(
                "language-uncertain",
                f"The language was taken for {language!r} with a certainty of {probability:.0%}; "
                "[speech] language in the configuration sets it.",
            )
        return language

    def _hint(self, model: Recogniser, report: Report, people: Sequence[str]) -> str | None:
        def count(text: str) -> int:
            return len(model.hf_tokenizer.encode(text, add_special_tokens=False).ids)

        hinted, left_out = hint([*people, *self._settings.roster, *self._settings.words], count)
        if left_out:
            report.tell(
                "vocabulary-cut",
                f"{left_out} entries of [vocabulary]{' and the calendar' if people else ''} did not fit into "
                "the speech model's prompt; put the most important ones first.",
            )
        return hinted


def _segment(utterance: Utterance, mark: Mark, since: Sequence[Segment], report: Report) -> Segment:
    """The next segment after `since`, which come after `mark`; times never overlap."""
    last_s = since[-1].end_s if since else mark.last_s
    start_s = max(utterance.start_s, last_s or 0.0)
    segment = Segment(
        id=f"s{mark.segments + len(since) + 1}",
        start_s=_hundredths(start_s),
        end_s=_hundredths(max(utterance.end_s, start_s)),
        speaker=None,
        text=utterance.text,
        confidence=utterance.confidence,
    )
    if segment.is_hard_to_hear:
        report.tell_hard_to_hear(utterance.start_s)
    return segment


def _mark(
    before: Mark,
    segments: Sequence[Segment],
    heard_s: float,
    context: tuple[int, ...],
    report: Report,
    engine: Engine | None,
) -> Mark:
    last_s = segments[-1].end_s if segments else None
    return Mark(
        heard_s=heard_s,
        segments=before.segments + len(segments),
        last_s=before.last_s if last_s is None else last_s,
        language=report.language,
        context=context,
        model=engine.name if engine else before.model,
    )


def _hundredths(seconds: float) -> float:
    """Rounded down, so that no segment ends after its recording."""
    return int(seconds * 100) / 100
