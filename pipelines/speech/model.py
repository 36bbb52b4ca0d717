"""The speech model's weights, and their loading into faster-whisper (CTranslate2, int8, CPU)."""

from __future__ import annotations

from collections.abc import Sequence
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
    probability: float


class HeardSegment(Protocol):
    """What faster-whisper calls a segment; times in seconds of the window."""

    start: float
    end: float
    text: str
    tokens: Sequence[int]
    """As Whisper wrote it, with its tokens of time."""
    words: Sequence[Any] | None
    """Of HeardWord."""
    temperature: float
    """With which it was written: above 0 where Whisper's first text looked wrong."""
    avg_logprob: float


class Recogniser(Protocol):
    """What is used of Whisper, so that a test can script it."""

    hf_tokenizer: Any
    """Has `encode(text, add_special_tokens=False).ids`, `decode(ids)` and `token_to_id(token)`."""

    @property
    def supported_languages(self) -> list[str]: ...

    def detect_language(self, audio: Samples) -> tuple[str, float, list[tuple[str, float]]]: ...

    def transcribe(self, audio: Samples, **options: Any) -> tuple[Sequence[HeardSegment], float]:
        """What one decoding understands of up to 30 s, and how many seconds at the end it leaves unheard.

        `options` are those of `faster_whisper.WhisperModel.transcribe`.
        """


class OneDecoding:
    """A `faster_whisper.WhisperModel` that stops after its first decoding. Obeys `Recogniser`.

    By itself it goes on with what it has left of the sound and fills that up with silence, however little it
    is. Here the rest is heard with what follows it.
    """

    def __init__(self, whisper: Any) -> None:
        self.model: Any = whisper.model
        """The native one, with the weights."""
        self.hf_tokenizer = whisper.hf_tokenizer
        self.detect_language = whisper.detect_language
        self._whisper = whisper
        self._encode = whisper.encode
        self._is_first = True

    @property
    def supported_languages(self) -> list[str]:
        found: list[str] = self._whisper.supported_languages
        return found

    def transcribe(self, audio: Samples, **options: Any) -> tuple[Sequence[HeardSegment], float]:
        found: list[HeardSegment] = []
        self._is_first = True
        self._whisper.encode = self._encode_once
        try:
            found += self._whisper.transcribe(audio, **options)[0]
        except _RestError as rest:
            return found, rest.frames * self._whisper.feature_extractor.time_per_frame
        finally:
            self._whisper.encode = self._encode
        return found, 0.0

    def _encode_once(self, features: Any) -> Any:
        """Called with 30 s of features, shape (bands, frames), padded with zeros, before each decoding."""
        if self._is_first:
            self._is_first = False
            return self._encode(features)
        filled = features.any(axis=0).nonzero()[0]
        raise _RestError(int(filled[-1]) + 1 if len(filled) else 0)


class _RestError(Exception):
    """The second decoding is about to begin, with so many frames that are left."""

    def __init__(self, frames: int) -> None:
        super().__init__()
        self.frames = frames


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
        return OneDecoding(
            WhisperModel(
                str(weights.path),
                device="cpu",
                compute_type="int8",
                cpu_threads=threads,
                num_workers=1,
                local_files_only=True,
            )
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


def unload(model: Recogniser) -> None:
    """Give the weights' memory back now; the objects of the native library are freed late otherwise."""
    native = getattr(model, "model", None)
    if native is not None:
        native.unload_model()


def first_line(error: Exception) -> str:
    """What a native library had to say, short enough for one line of ours."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
