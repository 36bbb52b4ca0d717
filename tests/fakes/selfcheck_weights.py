"""Weights that turn out good, forgetful or broken: what the self-check of new weights meets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipelines.errors import EngineError, OutputError
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.transcriber import WhisperTranscriber
from tests.fakes.control_model import ControlModel
from tests.fakes.noise_weights import gguf_bytes
from tests.fakes.whisper import WEIGHTS, ScriptedWhisper, evenly, transcriber

OLD, NEW = gguf_bytes(100_000), gguf_bytes(200_000)
SAID = (
    "Yes, the stock will be here by then. All right, so we agreed, the shop opens on the first of December. "
    "Now, money. I'll send the revised budget to everybody by Friday. Good, because the old one is, "
    "like, 2,400 euros off. I sent the invoices yesterday, so that part is done."
)
FORGETFUL = {"total": OutputError("it looped")}


def _raising(error: EngineError) -> Callable[..., Any]:
    def load(*_: object) -> Any:
        raise error

    return load


class Weights:
    """What the weights on disk turn out to be, by their bytes; and how often any were loaded."""

    def __init__(self) -> None:
        self.models: dict[bytes, Callable[[], ControlModel]] = {OLD: ControlModel, NEW: ControlModel}
        self.loaded: list[bytes] = []

        self.heard: dict[bytes, str | EngineError] = {}
        """What a speech model understands of the sound; all of it by default."""

    def load(self, path: Path) -> ControlModel:
        data = path.read_bytes()
        self.loaded.append(data)
        return self.models[data]()

    def hear(self, path: Path) -> WhisperTranscriber:
        data = (path / "model.bin").read_bytes()
        self.loaded.append(data)
        heard = self.heard.get(data, SAID)
        if isinstance(heard, EngineError):
            return WhisperTranscriber(lambda: WEIGHTS, SpeechSettings(), load=_raising(heard))
        windows = ((evenly(heard, 0.0, 23.0),),) if heard else ((),)
        return transcriber(ScriptedWhisper(windows), language="en")


def forgetful() -> ControlModel:
    return ControlModel(answers=FORGETFUL)


def broken() -> ControlModel:
    raise EngineError("cannot be used as a language model")
