"""The cases for new weights: meetings and tasks for a language model, a recording for a speech model."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pipelines.errors import EngineError, WeightsMissingError
from pipelines.evaluate.selfcheck.control import ControlSet
from pipelines.evaluate.selfcheck.hearing import SoundSet, hearing_speed, try_hearing
from pipelines.evaluate.selfcheck.trying import Result, try_model
from pipelines.llm.model import LanguageModel, Usage
from pipelines.speech.transcriber import WhisperTranscriber

Tell = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Sat:
    results: list[Result]
    usage: Usage = field(default_factory=Usage)
    """Tokens of a language model, and the seconds that they took."""
    hearing: float | None = None
    """Of a speech model: seconds of computing for a second of talk."""


class Exam(Protocol):
    """A fixed list of cases that weights pass or fail."""

    @property
    def version(self) -> str:
        """Version of the cases; results of different versions are not compared."""

    def sit(self, path: Path, tell: Tell) -> Sat:
        """The results of all cases, in order. Weights that cannot be loaded pass none."""


@dataclass(frozen=True, slots=True)
class LanguageExam:
    control: ControlSet
    load: Callable[[Path], LanguageModel]
    """Loads a GGUF file; EngineError where it cannot be used."""

    @property
    def version(self) -> str:
        return self.control.version

    def sit(self, path: Path, tell: Tell) -> Sat:
        try:
            model = self.load(path)
        except (EngineError, WeightsMissingError) as error:
            return Sat([Result(name, str(error)) for name in self.control.ids])
        try:
            return Sat(try_model(model, self.control, tell), model.usage)
        finally:
            model.close()


@dataclass(frozen=True, slots=True)
class SpeechExam:
    control: SoundSet
    load: Callable[[Path], WhisperTranscriber]
    """Loads a folder; what is wrong with it shows when it transcribes."""
    clock: Callable[[], float] = time.monotonic

    @property
    def version(self) -> str:
        return self.control.version

    def sit(self, path: Path, tell: Tell) -> Sat:
        transcriber = self.load(path)
        try:
            results = try_hearing(transcriber, self.control, tell)
            # The first time loads the weights, which a meeting does once.
            return Sat(results, hearing=hearing_speed(transcriber, self.control, self.clock))
        finally:
            transcriber.close()
