"""Which engines this machine has: the configuration and the models on disk, made into a NoteMaker."""

from __future__ import annotations

from daemon.cli.context import AppContext
from pipelines.errors import WeightsMissingError
from pipelines.notemaker import EngineChoice, NoteMaker, Transcriber
from pipelines.progress import Progress


def note_maker(app: AppContext, choice: EngineChoice, progress: Progress) -> NoteMaker:
    """A NoteMaker over the installed models; each is looked for only when a file needs it."""
    return NoteMaker(
        timezone=app.timezone,
        load_transcriber=_no_speech_model,
        choice=choice,
        roster=app.config.vocabulary.roster,
        progress=progress,
    )


def _no_speech_model() -> Transcriber:
    raise WeightsMissingError(
        "no speech model is installed: run `roomscribe models pull` or `models import DIR`"
    )
