"""The configured models of this machine, located when one is needed, by commands and the worker alike.

Nothing is read at the start: a machine without weights, or with a damaged models.lock, can still make notes
from transcripts by rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from daemon.base.config import Config
from daemon.base.errors import StateDamagedError
from daemon.base.log import LOGGER
from daemon.models import InstalledModel, ModelSpec, installed, speech_spec
from daemon.models.presence import LockedModel, read_lock
from daemon.models.spec import Kind
from pipelines.errors import EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.llm.llama import LlamaModel
from pipelines.llm.tier import llm_tier
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speakers.labelling import tell_voices
from pipelines.speakers.turns import MOST, SpeakerEngine, Turn, VoiceCount
from pipelines.speech.model import Recogniser, load_whisper
from pipelines.speech.passages import Audio
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.tier import memory_bytes
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber

if TYPE_CHECKING:
    from pipelines.speakers.embedder import Embedder
    from pipelines.speakers.live import LiveSpeakers

Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Weights:
    """What needs weights raises WeightsMissingError, or its subclass WeightsDamagedError."""

    config: Config
    models_dir: Path
    progress: Progress = silent

    def speech(self) -> SpeechWeights:
        model = self._found(self._speech_spec)
        return SpeechWeights(model.path, model.name, model.revision, model.sha256)

    def load_speech(self, weights: SpeechWeights, threads: int) -> Recogniser:
        """As `load_whisper`; weights that cannot be loaded may be damaged."""
        return self._loaded(lambda: load_whisper(weights, threads), self._speech_spec)

    def language_model(self) -> tuple[Callable[[], LlamaModel], Engine]:
        """How to load it (EngineError), and which it is."""
        found = self._found(self._language_spec)
        load = language_loader(self.config)
        engine = Engine(name=found.name, version=found.revision, sha256=found.sha256)
        return lambda: self._loaded(lambda: load(found.path), self._language_spec), engine

    def voices(
        self,
        audio: Audio,
        progress: Progress,
        invited: int | None = None,
        live: LiveSpeakers | None = None,
    ) -> Sequence[Turn]:
        """Who speaks when in a recording that is over. EngineError, BadInputError.

        `invited`: people, if it is known; they are the most that can have spoken, as far as that is more than
        one: who came along is in no calendar. `live`: what listened while the meeting went on.
        """
        from pipelines.speakers.live import LiveListener

        count = VoiceCount(at_most=self._most_voices(invited))
        if isinstance(live, LiveListener):
            return tell_voices(live, audio, count, progress, live.from_s)
        return tell_voices(self._speaker_engine(), audio, count, progress)

    def live_voices(self, invited: int | None = None) -> LiveSpeakers:
        """What gives the lines of a meeting that goes on their voices; without a network it only listens."""
        from pipelines.speakers.live import LiveListener, LiveVoices

        try:
            return LiveVoices(self._embedder(), self._most_voices(invited) or MOST)
        except (WeightsMissingError, EngineError):
            return LiveListener()

    def neural_engine(self) -> SpeakerEngine:
        """With the configured network; EngineError where it cannot be used, too."""
        from pipelines.speakers.neural import NeuralEngine

        return NeuralEngine(self._embedder())

    def _most_voices(self, invited: int | None) -> int | None:
        bounds = [bound for bound in (self.config.speakers.most, invited if invited != 1 else 0) if bound]
        return min(bounds, default=None)

    def _embedder(self) -> Embedder:
        from pipelines.speakers.embedder import OnnxEmbedder

        if not self.config.models.voices:
            raise WeightsMissingError('no model for voices is configured: [models] voices is ""')
        model = self._found(lambda: ModelSpec.parse(self.config.models.voices))
        return OnnxEmbedder(model.path)

    def _speaker_engine(self) -> SpeakerEngine:
        """The configured one; the classical one where its weights are missing or unusable."""
        from pipelines.speakers.classical import ClassicalEngine

        if self.config.models.voices:
            try:
                return self.neural_engine()
            except (WeightsMissingError, EngineError) as error:
                LOGGER.warning("%s; voices are told apart without it", error)
        return ClassicalEngine()

    def trusted(self, kind: Kind) -> LockedModel | None:
        """What models.lock says of the model in use; None also where that file is damaged."""
        spec = self._speech_spec() if kind == "speech" else self._language_spec()
        try:
            return read_lock(self.models_dir).models.get(spec.name)
        except StateDamagedError:
            return None

    def _speech_spec(self) -> ModelSpec:
        return speech_spec(self.config.models, self.models_dir)

    def _language_spec(self) -> ModelSpec:
        return ModelSpec.parse(self.config.models.llm)

    def _loaded(self, load: Callable[[], Loaded], spec: Callable[[], ModelSpec]) -> Loaded:
        """A start reads no gigabytes; what cannot be loaded is compared with what was installed."""
        try:
            return load()
        except EngineError:
            self._found(spec, thorough=True)
            raise

    def _found(self, spec: Callable[[], ModelSpec], *, thorough: bool = False) -> InstalledModel:
        try:
            return installed(self.models_dir, spec(), self.progress, thorough=thorough)
        except StateDamagedError as error:
            # Only the models are affected: a note by rules, which needs none, must not fail.
            raise WeightsDamagedError(str(error)) from None


def language_loader(config: Config) -> Callable[[Path], LlamaModel]:
    """How a GGUF file is loaded here; EngineError where it cannot be used."""
    settings = config.llm
    tier = llm_tier(memory_bytes())

    def load(path: Path) -> LlamaModel:
        return LlamaModel(
            path,
            context_tokens=settings.context_tokens or tier.context_tokens,
            batch_tokens=tier.batch_tokens,
            threads=settings.threads,
            temperature=settings.temperature,
            seed=settings.seed,
        )

    return load


def speech_loader(config: Config, language: str) -> Callable[[Path], WhisperTranscriber]:
    """How a folder with a speech model is loaded for trying it, in `language` and without a vocabulary."""
    settings = SpeechSettings(language=language, threads=config.speech.threads, beam_size=config.speech.beam)

    def load(path: Path) -> WhisperTranscriber:
        return WhisperTranscriber(lambda: SpeechWeights(path, path.name), settings)

    return load


def speech_settings(config: Config) -> SpeechSettings:
    return SpeechSettings(
        language=config.speech.language,
        threads=config.speech.threads,
        beam_size=config.speech.beam,
        roster=config.vocabulary.roster,
        words=config.vocabulary.words,
    )
