"""What each version of a model passed of its control set, and how fast it was, as kept beside the models."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from pipelines.model import Model, UtcDatetime

FILE_NAME = "selfcheck.json"


class Record(Model):
    """What one version of a model passed of one control set."""

    sha256: str
    control: str
    """Version of the control set."""
    tried_at: UtcDatetime
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    prompt_per_s: float | None = None
    """Tokens that a language model read, and those that it wrote, in a second of the cases."""
    output_per_s: float | None = None
    hearing: float | None = None
    """Seconds that a speech model computed for a second of talk."""

    def at_speed_of(self, later: Record) -> Record:
        """The same results with the speeds of a later try, as far as that one has any."""
        speeds = {name: getattr(later, name) for name in ("prompt_per_s", "output_per_s", "hearing")}
        return self.model_copy(update={name: speed for name, speed in speeds.items() if speed is not None})

    def __str__(self) -> str:
        parts = [f"{len(self.passed)} of {len(self.passed) + len(self.failed)} right"]
        if self.prompt_per_s and self.output_per_s:
            parts.append(f"reads {self.prompt_per_s:.0f}, writes {self.output_per_s:.1f} tokens/s")
        if self.hearing is not None:
            parts.append(hears(self.hearing))
        return "; ".join(parts)


def hears(hearing: float) -> str:
    """How fast that is, for people."""
    return f"hears at {hearing:.2f}"


class Records(Model):
    version: Literal[1] = 1
    models: dict[str, Record] = Field(default_factory=dict)
    """By the name of the model; the version in use."""


def records(models_dir: Path) -> dict[str, Record]:
    """What is recorded, by the names of the models; lost or damaged: they are tried again."""
    try:
        return Records.model_validate_json((models_dir / FILE_NAME).read_bytes()).models
    except (OSError, ValidationError):
        return {}
