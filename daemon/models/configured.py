"""The models that the configuration names."""

from __future__ import annotations

from daemon.config import Models
from daemon.models.spec import ModelSpec


def configured(models: Models) -> tuple[ModelSpec, ModelSpec]:
    """The language model and the speech model, in this order."""
    return ModelSpec.parse(models.llm), speech_spec(models)


def speech_spec(models: Models) -> ModelSpec:
    """The speech model; "auto" becomes the largest that transcribes live on this machine."""
    if models.speech != "auto":
        return ModelSpec.parse(models.speech)
    from pipelines.speech.tier import memory_bytes, physical_cores, speech_tier

    return ModelSpec(f"Systran/faster-whisper-{speech_tier(physical_cores(), memory_bytes())}")
