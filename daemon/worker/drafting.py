"""Who drafts a meeting, and when: the language model while people talk, or in its turn after them; or rules.

The model gets what hearing leaves of the machine, one chunk at a time, where memory and the speed that was
measured allow it: who is a little too slow is a little late.
Elsewhere, and while somebody else's meeting goes on, a meeting gets the rules' note at once, and the model
its turn later (docs/adr/0116).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from daemon.base.clock import Clock
from daemon.meetings import MeetingFolder
from daemon.meetings.receipts import Answered, Drafted, EndedEarly, Transcribed, receipt_log
from daemon.worker.answers import RememberingModel
from daemon.worker.composing import Composing
from daemon.worker.engines import MayLeave, WorkerEngines
from daemon.worker.pace import PaceKeeper
from daemon.worker.served import place_of, recorded, weights_of
from pipelines import compose
from pipelines.checking import Checker
from pipelines.draft import MODEL_FAILED
from pipelines.errors import EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.llm.chunks import Chunk
from pipelines.llm.drafter import ModelDrafter
from pipelines.note import Engine, Engines
from pipelines.progress import Progress
from pipelines.rules import draft_by_rules
from pipelines.speakers.labelling import without_voices
from pipelines.templates import Template

AUTO, AFTER = "auto", "after"
"""Of [llm] draft: while people talk where that can be done; always after them. Else it is a time of day."""
MOST_WAITING = 2
"""Chunks left to draft when people end: more of them, and the rules' note comes first."""
BY_RULES_AT_FIRST = "by-rules-at-first"
"""Flag of a note that is shown until the language model has had its turn."""


@dataclass(frozen=True)
class Drafting:
    """One meeting's drafts."""

    folder: MeetingFolder
    engines: WorkerEngines
    composing: Composing
    checker: Checker
    pace: PaceKeeper
    clock: Clock
    progress: Progress
    bound: Callable[[], None]
    when: str
    """[llm] draft of the configuration."""
    read_ahead: dict[str, Chunk | None]
    """Meetings to the last chunk that this process drafted ahead: it is not even looked up again."""
    by_rules: bool
    """The language model has failed on this meeting; it is not asked again."""
    words: tuple[str, ...]
    """The house's vocabulary."""
    may_leave: MayLeave
    """Whether what was said may be sent to a server of the house now."""

    @property
    def is_live(self) -> bool:
        """Whether the model works while people talk. WeightsMissingError where it is not installed."""
        engine = self.engines.language_engine(self.may_leave)
        # What computes on another machine takes no memory of this one.
        if self.when != AUTO or not (self.engines.both_fit or place_of(engine)):
            return False
        return self.pace.keeps_up(_speed_of(engine))

    def is_behind(self, transcribed: Transcribed) -> bool:
        """Whether so much is left to draft of what the room recorded that people should have the rules' note
        until then. EngineError, WeightsMissingError."""
        if self.composing.recording() is None:
            return False
        with self._drafter(transcribed.template) as (drafter, _):
            waiting = drafter.waiting(
                without_voices(transcribed.lines),
                self._people(transcribed),
                transcribed.transcript.language,
            )
            return waiting > MOST_WAITING

    @property
    def later(self) -> str | None:
        """When the model will work on a meeting that goes on, for people; None where it does so now, or will
        never."""
        try:
            if self.by_rules or self.is_live:
                return None
        except WeightsMissingError:
            return None
        return words_for(self.when)

    def whole(self, transcribed: Transcribed, *, is_over: bool = True) -> Drafted:
        """The draft of all that was said. EngineError, StateWriteError, whatever `bound` raises."""
        segments = transcribed.lines
        if not segments or self.by_rules or transcribed.rules_wanted:
            return self.without_model(transcribed, *((MODEL_FAILED,) if self.by_rules else ()))
        try:
            with self._drafter(transcribed.template) as (drafter, remembering):
                draft = drafter.draft(
                    without_voices(segments),
                    self._people(transcribed),
                    self.progress,
                    transcribed.transcript.language,
                    is_over=is_over,
                )
        except WeightsMissingError as error:
            # Not to be installed is no failure; to be there and damaged is one, which the note tells.
            drafted = self.without_model(transcribed)
            if isinstance(error, WeightsDamagedError):
                return drafted.model_copy(update={"draft": drafted.draft.instead_of_model(error)})
            return drafted
        used = recorded(drafter.engine, remembering.places)
        engines = Engines(asr=transcribed.asr, llm=used, rules=compose.rules_engine())
        return Drafted(draft=draft, engines=engines)

    def ahead(self, transcribed: Transcribed) -> None:
        """While people still talk, draft the next chunk that is complete: after the last word little is left
        to wait for. One at a time, because hearing comes first."""
        try:
            if self.by_rules or not self.is_live:
                return
            with self._drafter(None) as (drafter, _):
                self.read_ahead[self.folder.id] = drafter.read_ahead(
                    without_voices(transcribed.lines),
                    self._people(transcribed),
                    self.progress,
                    self.read_ahead.get(self.folder.id),
                    transcribed.transcript.language,
                )
        except (WeightsMissingError, EngineError):
            # Nothing is lost: what could not be done now is met again, and reported, in its turn.
            return

    def so_far(self, transcribed: Transcribed) -> Drafted:
        """A draft of all that was said until now, as if it was all. StateWriteError; what `bound` raises."""
        try:
            if not self.by_rules and self.is_live:
                return self.whole(transcribed, is_over=False)
        except (WeightsMissingError, EngineError):
            pass
        return self.without_model(transcribed)

    def without_model(self, transcribed: Transcribed, *flags: str) -> Drafted:
        """The rules' draft."""
        self.progress("drafting by rules", 0, None)
        form, _ = self.composing.form(transcribed.template)
        return Drafted(
            draft=draft_by_rules(
                transcribed.lines,
                roster=self._people(transcribed),
                summary_sentences=form.summary_sentences,
                language=transcribed.transcript.language,
            ),
            engines=Engines(asr=transcribed.asr, rules=compose.rules_engine()),
            flags=flags,
        )

    def _people(self, transcribed: Transcribed) -> tuple[str, ...]:
        return transcribed.people(self.composing.roster)

    @contextmanager
    def _drafter(self, template: str | None) -> Iterator[tuple[ModelDrafter, RememberingModel]]:
        form: Template = self.composing.form(template)[0]
        model, engine = self.engines.language_model(self.may_leave)
        speed = _speed_of(engine)
        try:
            with (
                receipt_log(self.folder.answers, Answered) as log,
                receipt_log(self.folder.ends, EndedEarly) as ends,
            ):
                remembering = RememberingModel(
                    model,
                    weights_of(engine),
                    log,
                    self.bound,
                    self.clock.boot_s,
                    lambda prompt, output: self.pace.answered(speed, prompt, output),
                    place_of(engine),
                )
                drafter = ModelDrafter(
                    remembering,
                    engine,
                    checker=lambda: nullcontext(self.checker),
                    template=form,
                    words=self.words,
                    drafted=self.pace.drafted,
                    ends=[each.segment for each in ends.lines],
                    end_early=(lambda segment: ends.append(EndedEarly(segment=segment)))
                    if self.pace.ends_early(speed)
                    else None,
                )
                yield drafter, remembering
        finally:
            self.pace.save()


def _speed_of(engine: Engine) -> str:
    """What has a pace of its own: weights, on this machine or on a server."""
    return engine.name if place_of(engine) else weights_of(engine)


def words_for(when: str) -> str:
    """When the model has its turn, for people."""
    if when in (AUTO, AFTER):
        return "Gemma will work on this when no meeting goes on."
    return f"Gemma will work on this after {when}."
