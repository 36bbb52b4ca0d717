"""The cases for new weights: meetings and tasks for a language model, a recording for a speech model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipelines.errors import EngineError, WeightsMissingError
from pipelines.evaluate.selfcheck.control import ControlSet
from pipelines.evaluate.selfcheck.hearing import SoundSet, try_hearing
from pipelines.evaluate.selfcheck.trying import Result, try_model
from pipelines.llm.model import LanguageModel
from pipelines.speech.transcriber import WhisperTranscriber

Tell = Callable[[Result], None]


class Exam(Protocol):
    """A fixed list of cases that weights pass or fail."""

    @property
    def version(self) -> str:
        """Version of the cases; results of different versions are not compared."""

    def results(self, path: Path, tell: Tell) -> list[Result]:
        """The results of all cases, in order. Weights that cannot be loaded pass none."""


@dataclass(frozen=True, slots=True)
class LanguageExam:
    control: ControlSet
    load: Callable[[Path], LanguageModel]
    """Loads a GGUF file; EngineError where it cannot be used."""

    @property
    def version(self) -> str:
        return self.control.version

    def results(self, path: Path, tell: Tell) -> list[Result]:
        try:
            model = self.load(path)
        except (EngineError, WeightsMissingError) as error:
            return [Result(case.id, str(error)) for case in self.control.cases]
        try:
            return try_model(model, self.control, tell)
        finally:
            model.close()


@dataclass(frozen=True, slots=True)
class SpeechExam:
    control: SoundSet
    load: Callable[[Path], WhisperTranscriber]
    """Loads a folder; what is wrong with it shows when it transcribes."""

    @property
    def version(self) -> str:
        return self.control.version

    def results(self, path: Path, tell: Tell) -> list[Result]:
        transcriber = self.load(path)
        try:
            return try_hearing(transcriber, self.control, tell)
        finally:
            transcriber.close()
