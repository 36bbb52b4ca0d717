"""Which engines this machine has: the configuration and the models on disk, made into a NoteMaker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from daemon.cli.context import AppContext
from daemon.meetings.templates import Templates
from daemon.models.weights import Weights, speech_settings
from pipelines.checking import checker_for
from pipelines.llm.drafter import ModelDrafter
from pipelines.notemaker import Drafter, EngineChoice, NoteMaker
from pipelines.progress import Progress
from pipelines.speakers.turns import Turn
from pipelines.speech.passages import FileAudio
from pipelines.speech.transcriber import WhisperTranscriber


def note_maker(
    app: AppContext,
    choice: EngineChoice,
    progress: Progress,
    template: str | None = None,
    *,
    or_general: bool = False,
) -> NoteMaker:
    """A NoteMaker with the installed models; each is located and loaded only when a file needs it.

    `template`: its name; None is the configured one. BadInputError if there is no such template, unless the
    general one may be used instead (`or_general`).
    """
    config = app.config
    templates, name = Templates(app.state_dir), template or config.notes.template
    form, warnings = templates.find_or_general(name) if or_general else (templates.find(name), ())
    weights = Weights(config, app.models_dir, progress)

    @cache  # one loaded model serves all files of a command
    def drafter() -> Drafter:
        return ModelDrafter(
            *weights.language_model(),
            checker=partial(checker_for, config.conventions),
            template=form,
            words=config.vocabulary.words,
        )

    def voices(path: Path, progress: Progress) -> Sequence[Turn]:
        return weights.voices(FileAudio(path), progress)

    return NoteMaker(
        timezone=config.timezone,
        conventions=config.conventions,
        transcriber=WhisperTranscriber(weights.speech, speech_settings(config)),
        load_drafter=drafter,
        voices=voices if config.speakers.tell_apart else None,
        voices_bounded=config.speakers.most > 0,
        choice=choice,
        roster=config.vocabulary.roster,
        progress=progress,
        template=form,
        warnings=warnings,
    )
