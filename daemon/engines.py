"""Which engines this machine has: the configuration and the models on disk, made into a NoteMaker."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from daemon.cli.context import AppContext
from daemon.errors import StateDamagedError
from daemon.models import InstalledModel, ModelSpec, installed, speech_spec
from pipelines.errors import WeightsDamagedError
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.llama import LlamaModel
from pipelines.note import Engine
from pipelines.notemaker import Drafter, EngineChoice, NoteMaker
from pipelines.progress import Progress
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber


def note_maker(app: AppContext, choice: EngineChoice, progress: Progress) -> NoteMaker:
    """A NoteMaker over the installed models; each is looked for, and loaded, only when a file needs it."""
    config = app.config

    def found(spec: Callable[[], ModelSpec]) -> InstalledModel:
        try:
            return installed(app.models_dir, spec(), progress)
        except StateDamagedError as error:
            # Of the models only: a note by rules, which needs none, must not fail on them.
            raise WeightsDamagedError(str(error)) from None

    def speech_weights() -> SpeechWeights:
        model = found(lambda: speech_spec(config.models, app.models_dir))
        return SpeechWeights(model.path, model.name, model.revision, model.sha256)

    @cache  # one loaded model serves all files of a command
    def drafter() -> Drafter:
        model = found(lambda: ModelSpec.parse(config.models.llm))
        return ModelDrafter(
            lambda: LlamaModel(
                model.path,
                context_tokens=config.llm.context_tokens,
                threads=config.llm.threads,
                temperature=config.llm.temperature,
                seed=config.llm.seed,
            ),
            Engine(name=model.name, version=model.revision, sha256=model.sha256),
        )

    settings = SpeechSettings(
        language=config.speech.language,
        threads=config.speech.threads,
        roster=config.vocabulary.roster,
        words=config.vocabulary.words,
    )
    return NoteMaker(
        timezone=config.timezone,
        transcriber=WhisperTranscriber(speech_weights, settings),
        load_drafter=drafter,
        choice=choice,
        roster=config.vocabulary.roster,
        progress=progress,
    )
