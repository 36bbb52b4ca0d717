"""The models that the configuration names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from daemon.models.presence import is_there, records
from daemon.models.spec import ModelSpec

if TYPE_CHECKING:
    from daemon.base.sections import Models
    from pipelines.speech.tier import Tier

AUTO = "auto"
_SIZES: tuple[Tier, ...] = ("small", "base", "tiny")
_FAMILY = "Systran/faster-whisper-"


def configured(models: Models, models_dir: Path) -> tuple[ModelSpec, ...]:
    """The language model, the speech model and, where one is named, the model for voices, in this order."""
    voices = (ModelSpec.parse(models.voices),) if models.voices else ()
    return ModelSpec.parse(models.llm), speech_spec(models, models_dir), *voices


def left_out(spec: ModelSpec) -> bool:
    """Whether this machine has too little memory for it, so that it is installed only by its name."""
    from pipelines.llm.tier import carries_model
    from pipelines.speech.tier import memory_bytes

    return spec.kind == "llm" and not carries_model(memory_bytes())


def speech_spec(models: Models, models_dir: Path) -> ModelSpec:
    """The speech model; "auto" becomes the first of `speech_choices` that is installed, else the first."""
    choices = speech_choices(models, models_dir)
    return next((spec for spec in choices if is_there(models_dir, spec)), choices[0])


def speech_choices(models: Models, models_dir: Path) -> tuple[ModelSpec, ...]:
    """The speech models that this configuration allows, best first.

    For "auto" that is the largest that transcribes live on this machine, by what the self-check measured here
    or else by its cores, then the smaller ones, which keep up too, then the larger ones: a model that is too
    slow is still better than none.
    """
    if models.speech != AUTO:
        return (ModelSpec.parse(models.speech),)
    from pipelines.speech.tier import memory_bytes, physical_cores, speech_tier

    tried = records(models_dir)
    heard = {
        size: record.hearing
        for size in _SIZES
        if (record := tried.get(f"{_FAMILY}{size}")) and record.hearing is not None
    }
    best = _SIZES.index(speech_tier(physical_cores(), memory_bytes(), heard))
    sizes = (*_SIZES[best:], *reversed(_SIZES[:best]))
    return tuple(ModelSpec(f"{_FAMILY}{size}") for size in sizes)
