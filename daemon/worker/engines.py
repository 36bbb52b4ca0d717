"""The worker's engines: loaded when a meeting needs them, one at a time where memory is tight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from daemon.base.config import Config
from daemon.models.presence import LOCK_FILE as LOCK_NAME
from daemon.models.presence import LockedModel
from daemon.models.spec import Kind
from daemon.models.weights import Weights, speech_settings
from daemon.worker.remote_server import NamedServer, placed
from pipelines.errors import EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import LanguageModel
from pipelines.llm.served import ServedModel
from pipelines.llm.tier import BOTH_FIT_BYTES
from pipelines.note import Engine
from pipelines.progress import Progress, silent
from pipelines.speakers.turns import Turn
from pipelines.speech.model import Recogniser
from pipelines.speech.passages import Audio, Mark, Passage
from pipelines.speech.tier import memory_bytes
from pipelines.speech.transcriber import Report, SpeechWeights, WhisperTranscriber

if TYPE_CHECKING:
    from pipelines.speakers.live import LiveSpeakers


MayLeave = Callable[[], bool]


def always() -> bool:
    """Of what everybody of the house may read."""
    return True


class WorkerEngines(Protocol):
    """What the steps need; a test scripts it."""

    @property
    def asr(self) -> Engine | None:
        """Which speech model it is, once it was needed."""

    def passages(
        self,
        audio: Audio,
        progress: Progress,
        report: Report,
        after: Mark,
        *,
        ended: bool,
        people: Sequence[str] = (),
    ) -> Iterator[Passage]:
        """As WhisperTranscriber.passages."""

    def voices(
        self, audio: Audio, progress: Progress, invited: int | None, meeting: object
    ) -> Sequence[Turn]:
        """Who spoke when in a recording that is over; as `Weights.voices`."""

    def live_voices(self, meeting: object, invited: int | None) -> LiveSpeakers | None:
        """What gives the lines of a meeting that goes on their voices, one object for each `meeting`; None
        where the weights for it are not there."""

    @property
    def damage(self) -> tuple[str, ...]:
        """What was found wrong with the weights when they were last needed, each with what helps."""

    @property
    def both_fit(self) -> bool:
        """Whether both models may be in memory together; if not, to change between them costs a minute."""

    def language_engine(self, may_leave: MayLeave = always) -> Engine:
        """Which language model would draft now, and where; nothing is loaded. WeightsMissingError."""

    def language_model(self, may_leave: MayLeave = always) -> tuple[LanguageModel, Engine]:
        """The model, loaded, and which it is; WeightsMissingError, EngineError. `may_leave`: whether what
        it is asked may be sent to a server; one that computes there raises ServerLostError and
        MustStayError."""

    def server_lost(self, reason: str) -> None:
        """The server did not answer: this machine drafts for a while."""

    def release(self) -> bool:
        """Give all memory back; True if anything was loaded. Models are loaded again when asked for."""


class Engines:
    """The installed models of this machine."""

    def __init__(
        self,
        config: Config,
        models_dir: Path,
        memory: int | None = None,
        server: NamedServer | None = None,
        progress: Progress = silent,
    ) -> None:
        self._weights = Weights(config, models_dir, progress)
        self._server = server
        self._tight = (memory_bytes() if memory is None else memory) < BOTH_FIT_BYTES
        self._transcriber = WhisperTranscriber(
            self._speech_weights, speech_settings(config), self._load_speech
        )
        self._damage: dict[Kind, tuple[str, LockedModel | None]] = {}
        """With what was trusted when it was found."""
        self._lock_seen = 0
        self._transcribes = False
        self._model: tuple[LlamaModel, Engine] | None = None
        self._live: tuple[object, LiveSpeakers] | None = None

    @property
    def asr(self) -> Engine | None:
        return self._transcriber.engine

    @property
    def damage(self) -> tuple[str, ...]:
        if self._damage and (changed := self._lock_time()) != self._lock_seen:
            self._lock_seen = changed
            # What was installed since is no longer known to be damaged; that shows when it is needed.
            self._damage = {
                kind: found for kind, found in self._damage.items() if self._weights.trusted(kind) == found[1]
            }
        return tuple(message for message, _ in self._damage.values())

    @property
    def both_fit(self) -> bool:
        return not self._tight

    def passages(
        self,
        audio: Audio,
        progress: Progress,
        report: Report,
        after: Mark,
        *,
        ended: bool,
        people: Sequence[str] = (),
    ) -> Iterator[Passage]:
        if self._tight:
            self._close_model()
        self._transcribes = True
        return self._transcriber.passages(audio, progress, report, after, ended=ended, people=people)

    def voices(
        self, audio: Audio, progress: Progress, invited: int | None, meeting: object
    ) -> Sequence[Turn]:
        live = self._live[1] if self._live and self._live[0] == meeting else None
        self._live = None
        return self._weights.voices(audio, progress, invited, live)

    def live_voices(self, meeting: object, invited: int | None) -> LiveSpeakers:
        if self._live is None or self._live[0] != meeting:
            self._live = meeting, self._weights.live_voices(invited)
        return self._live[1]

    def language_engine(self, may_leave: MayLeave = always) -> Engine:
        if self._served(may_leave) is not None:
            return self._served_engine()
        if self._model:
            return self._model[1]
        with self._watched("llm"):
            return self._weights.language_model()[1]

    def language_model(self, may_leave: MayLeave = always) -> tuple[LanguageModel, Engine]:
        if (served := self._served(may_leave)) is not None:
            return served, self._served_engine()
        if self._model is None:
            with self._watched("llm"):
                self._model = self._load_model()
        return self._model

    def _load_model(self) -> tuple[LlamaModel, Engine]:
        load, engine = self._weights.language_model()
        if self._tight:
            self._close_transcriber()
        try:
            return load(), engine
        except MemoryError:
            raise EngineError(
                f"no memory for {engine.name}; lower [llm] context_tokens, or choose smaller weights"
            ) from None

    def server_lost(self, reason: str) -> None:
        if self._server is not None:
            self._server.lost(reason)

    def _served(self, may_leave: MayLeave) -> ServedModel | None:
        if self._server is None or not may_leave():
            return None
        return self._server.model(may_leave)

    def _served_engine(self) -> Engine:
        """By the weights that are here, too, or by their name alone."""
        assert self._server is not None
        try:
            known = self._model[1] if self._model else self._weights.language_model()[1]
        except WeightsMissingError:
            known = Engine(name=self._weights.config.models.llm)
        return placed(known, self._server.address)

    def release(self) -> bool:
        loaded = self._transcribes or self._model is not None
        self._close_transcriber()
        self._close_model()
        self._live = None
        return loaded

    def _close_transcriber(self) -> None:
        self._transcriber.close()
        self._transcribes = False

    def _close_model(self) -> None:
        if self._model is not None:
            self._model[0].close()
            self._model = None

    def _speech_weights(self) -> SpeechWeights:
        with self._watched("speech"):
            return self._weights.speech()

    def _load_speech(self, weights: SpeechWeights, threads: int) -> Recogniser:
        with self._watched("speech"):
            return self._weights.load_speech(weights, threads)

    @contextmanager
    def _watched(self, kind: Kind) -> Iterator[None]:
        """Keeps in mind whether its weights are damaged."""
        try:
            yield
        except WeightsDamagedError as error:
            self._damage[kind] = str(error), self._weights.trusted(kind)
            raise
        self._damage.pop(kind, None)

    def _lock_time(self) -> int:
        """When models.lock was written; 0 if it is not there."""
        try:
            return (self._weights.models_dir / LOCK_NAME).stat().st_mtime_ns
        except OSError:
            return 0
