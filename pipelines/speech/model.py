"""The speech model's weights, and their loading into faster-whisper (CTranslate2, int8, CPU)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pipelines.errors import EngineError
from pipelines.offline import force_offline

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

_FILES = ("model.bin", "config.json", "tokenizer.json")


@dataclass(frozen=True, slots=True)
class SpeechWeights:
    """An installed model, and exactly which: the note records it."""

    path: Path
    """Folder in CTranslate2's format: model.bin, config.json, tokenizer.json, vocabulary."""
    name: str
    revision: str | None = None
    sha256: str | None = None


class HeardWord(Protocol):
    """A word with the space before it; times in seconds of the window."""

    word: str
    start: float
    end: float


class HeardSegment(Protocol):
    """What faster-whisper calls a segment; times in seconds of the window."""

    seek: int
    start: float
    end: float
    text: str
    words: Sequence[Any] | None
    """Of HeardWord."""
    avg_logprob: float
    no_speech_prob: float


class Recogniser(Protocol):
    """As much of `faster_whisper.WhisperModel` as is used, so that a test can script it."""

    hf_tokenizer: Any
    """Has `encode(text, add_special_tokens=False).ids`."""

    @property
    def supported_languages(self) -> list[str]: ...

    def detect_language(self, audio: Samples) -> tuple[str, float, list[tuple[str, float]]]: ...

    def transcribe(self, audio: Samples, **options: Any) -> tuple[Iterable[HeardSegment], Any]: ...


def load_whisper(weights: SpeechWeights, threads: int) -> Recogniser:
    """Load the model; raise EngineError where its files are incomplete or damaged.

    The hub's libraries are forced offline: with a file missing faster-whisper would ask the network for it.
    """
    missing = [name for name in _FILES if not (weights.path / name).is_file()]
    if not any(weights.path.glob("vocabulary.*")):
        missing.append("vocabulary.json")
    if missing:
        raise EngineError(
            f"the speech model {weights.name} lacks {', '.join(missing)}: run `roomscribe models verify`"
        )
    force_offline()
    from faster_whisper import WhisperModel

    try:
        model: Recogniser = WhisperModel(
            str(weights.path),
            device="cpu",
            compute_type="int8",
            cpu_threads=threads,
            num_workers=1,
            local_files_only=True,
        )
    except MemoryError:
        raise EngineError(
            f"not enough memory for the speech model {weights.name}: choose a smaller one in [models] speech"
        ) from None
    except Exception as error:  # CTranslate2 raises RuntimeError and ValueError, tokenizers plain Exception
        raise EngineError(
            f"the speech model {weights.name} cannot be loaded ({first_line(error)}): "
            "run `roomscribe models verify`"
        ) from None
    return model


def unload(model: Recogniser) -> None:
    """Give the weights' memory back now; the objects of the native library are freed late otherwise."""
    native = getattr(model, "model", None)
    if native is not None:
        native.unload_model()


def first_line(error: Exception) -> str:
    """What a native library had to say, short enough for one line of ours."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
