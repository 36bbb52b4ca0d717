"""The worker's engines, scripted: recordings whose passages a test wrote, and a language model of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from daemon.worker.engines import MayLeave, always
from guardrails.core.types import Segment
from pipelines.errors import WeightsMissingError
from pipelines.llm.model import LanguageModel
from pipelines.note import Engine
from pipelines.progress import Progress
from pipelines.speakers.embedder import Embedder
from pipelines.speakers.live import LiveVoices
from pipelines.speakers.turns import MOST, Turn
from pipelines.speech.passages import Audio, Mark, Passage
from pipelines.speech.transcriber import Report

PASSAGE_S = 30.0


@dataclass
class ScriptedEngines:
    """Obeys `daemon.worker.engines.WorkerEngines`. Every line of `said` is one passage of 30 s."""

    said: Sequence[str] = ()
    model: LanguageModel | None = None
    before_passage: Callable[[int], None] = lambda index: None
    """Called with a passage's number before it is recognised; may raise."""
    turns: Sequence[Turn] | Callable[[], Sequence[Turn]] = ()
    """Who spoke when, or a function that is called for it and may fail."""
    people: Sequence[str] = ()
    """Whose names the last recording was said to have."""
    embedder: Embedder | None = None
    """Tells voices apart while a meeting goes on."""
    live: tuple[object, LiveVoices] | None = None
    invited: int | None = None
    """How many people the calendar had for the last recording."""
    asr: Engine | None = None
    heard: list[int] = field(default_factory=list)
    """Numbers of the passages that were recognised, in order."""
    released: int = 0
    both_fit: bool = True
    damage: tuple[str, ...] = ()

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
        self.asr, self.people = Engine(name="scripted"), tuple(people)
        report.language = "en"
        first, count = round(after.heard_s / PASSAGE_S), after.segments
        for index in range(first, len(self.said)):
            start_s = index * PASSAGE_S
            progress("transcribing", start_s, len(self.said) * PASSAGE_S)
            self.before_passage(index)
            self.heard.append(index)
            count += 1
            segment = Segment(f"s{count}", start_s, start_s + 5, None, self.said[index])
            end_s = start_s + PASSAGE_S
            yield Passage((segment,), Mark(end_s, count, end_s, "en"))
        report.recorded_s = len(self.said) * PASSAGE_S

    def voices(
        self, audio: Audio, progress: Progress, invited: int | None, meeting: object
    ) -> Sequence[Turn]:
        self.invited = invited
        return self.turns() if callable(self.turns) else self.turns

    def live_voices(self, meeting: object, invited: int | None) -> LiveVoices | None:
        if self.embedder is None:
            return None
        if self.live is None or self.live[0] != meeting:
            self.live = meeting, LiveVoices(self.embedder, invited or MOST)
        return self.live[1]

    def language_engine(self, may_leave: MayLeave = always) -> Engine:
        return self.language_model()[1]

    def server_lost(self, reason: str) -> None:
        """There is none."""

    def language_model(self, may_leave: MayLeave = always) -> tuple[LanguageModel, Engine]:
        if self.model is None:
            raise WeightsMissingError("no language model; run `roomscribe models pull`")
        return self.model, Engine(name="scripted", sha256="ab" * 32)

    def release(self) -> bool:
        self.released += 1
        return False
