"""Who drafts a meeting, and when: the language model while people talk, or in its turn after them; or rules.

The model gets what hearing leaves of the machine, one chunk at a time, where memory and the speed that was
measured allow it: who is a little too slow is a little late.
Elsewhere, and while somebody else's meeting goes on, a meeting gets the rules' note at once, and the model
its turn later (docs/adr/0116).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace

from daemon.meetings.receipts import Answered, Drafted, EndedEarly, Transcribed, receipt_log
from daemon.spool import SpooledRecording
from daemon.worker.answers import RememberingModel
from daemon.worker.remote_server import place_of, recorded, weights_of
from daemon.worker.stage import Stage
from pipelines import compose
from pipelines.draft import MODEL_FAILED
from pipelines.errors import EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.llm.drafter import ModelDrafter
from pipelines.note import Engine, Engines
from pipelines.rules import draft_by_rules
from pipelines.speakers.labelling import without_voices

AUTO, AFTER = "auto", "after"
"""Of [llm] draft: while people talk where that can be done; always after them. Else it is a time of day."""
MOST_WAIT_S = 120.0
"""From the last word to a note: where the model takes longer, the rules' note comes first."""
RULES_NOTE_S, RULES_NOTE_SHARE = 10.0, 0.004
"""What of it the rules' note takes on a Raspberry Pi 5, with the voices: at least, and of the meeting's
length."""
FINISH_SHARE = 1.4
"""Of a chunk: what the end takes beside its talk, by bench.time_to_note: prompt, questions, summary."""
BY_RULES_AT_FIRST = "by-rules-at-first"
"""Flag of a note that is shown until the language model has had its turn."""


class TooLate(Exception):
    """What the model does now would let people wait too long for the rules' note."""


@dataclass(frozen=True)
class Drafting(Stage):
    """One meeting's drafts."""

    between: Callable[[], None] = lambda: None
    """Called after each answer of the model. Raises to stop."""

    @property
    def is_live(self) -> bool:
        """Whether the model works while people talk. WeightsMissingError where it is not installed."""
        engines = self.tools.engines
        engine = engines.language_engine(self.task.may_leave)
        # What computes on another machine takes no memory of this one.
        if self.tools.config.llm.draft != AUTO or not (engines.both_fit or place_of(engine)):
            return False
        return self.tools.pace.keeps_up(_speed_of(engine))

    def asks_model(self, transcribed: Transcribed) -> bool:
        """Whether the language model has anything to do with this meeting."""
        by_rules = self.task.engine == "rules" or transcribed.rules_wanted or self.task.model_failed
        return bool(transcribed.transcript.segments) and not by_rules

    def takes_s(self, transcribed: Transcribed) -> float | None:
        """To the model's note, as it is foreseen: None where the model does not work while people talk, or
        lets them wait so long for what the room recorded that they should have the rules' note until then.
        0 for what is no recording of the room, for which nobody waits. EngineError, WeightsMissingError."""
        if not self.is_live:
            return None
        if (recording := self.recording()) is None:
            return 0.0
        with self._drafter(transcribed.template) as (drafter, _):
            talk_s = drafter.waiting_s(
                without_voices(transcribed.lines),
                self._people(transcribed),
                transcribed.transcript.language,
            )
            pace = self.tools.pace.known(_speed_of(drafter.engine))
        takes_s = pace.drafting * talk_s + pace.chunk_s * FINISH_SHARE + _rules_note_s(recording)
        return takes_s if self._waited_s(recording) + takes_s <= MOST_WAIT_S else None

    def in_time(self, takes_s: float | None = None, *, heard_s: float | None = None) -> Drafting:
        """The same, which raises TooLate where the rules' note would come too late behind what is done here:
        at once where people have ended, else after an answer, since they may end any moment.

        `takes_s`: what is done here, as it is foreseen; None for a chunk. `heard_s`: up to where was heard
        before; None where all was, and what is done here ends in a note.
        """
        tools, began_s = self.tools, self.tools.clock.boot_s()

        def left_s(recording: SpooledRecording) -> float:
            """Of the time that people wait, behind the rules' note if it is begun now."""
            unheard_s = 0.0 if heard_s is None else max(0.0, _length_s(recording) - heard_s)
            rules_s = tools.pace.pace.hearing * unheard_s + _rules_note_s(recording)
            return MOST_WAIT_S - self._waited_s(recording) - rules_s

        def look(*, is_answered: bool) -> None:
            recording = self.recording()
            if recording is None or not (is_answered or recording.has_ended):
                return
            needs_s = tools.pace.pace.chunk_s if takes_s is None else takes_s
            rest_s = needs_s - (tools.clock.boot_s() - began_s)
            if takes_s is None:
                is_late = left_s(recording) < (max(0.0, rest_s) if recording.has_ended else 0.0)
            else:
                # It was foreseen in time; behind it come checks as behind the rules, so it may be as late.
                is_late = left_s(recording) < 0 and rest_s < 0
            if is_late:
                raise TooLate

        def progress(stage: str, done: float, total: float | None) -> None:
            tools.progress(stage, done, total)
            look(is_answered=False)

        def between() -> None:
            look(is_answered=True)

        return replace(self, tools=replace(tools, progress=progress), between=between)

    def _waited_s(self, recording: SpooledRecording) -> float:
        """Seconds since people ended; 0 while they talk."""
        ended_at = recording.recording.ended_at
        return max(0.0, (self.tools.clock.now() - ended_at).total_seconds()) if ended_at else 0.0

    @property
    def later(self) -> str | None:
        """When the model will work on a meeting that goes on, for people; None where it does so now, or will
        never."""
        try:
            if self.task.model_failed or self.is_live:
                return None
        except WeightsMissingError:
            return None
        return words_for(self.tools.config.llm.draft)

    def whole(self, transcribed: Transcribed, *, is_over: bool = True) -> Drafted:
        """The draft of all that was said. EngineError, StateWriteError, whatever `bound` raises;
        WeightsMissingError where the language model alone may write the note."""
        if not self.asks_model(transcribed):
            return self.without_model(transcribed, *((MODEL_FAILED,) if self.task.model_failed else ()))
        try:
            with self._drafter(transcribed.template) as (drafter, remembering):
                draft = drafter.draft(
                    without_voices(transcribed.lines),
                    self._people(transcribed),
                    self.tools.progress,
                    transcribed.transcript.language,
                    is_over=is_over,
                )
        except (WeightsMissingError, EngineError) as error:
            is_missing = isinstance(error, WeightsMissingError)
            if self.task.engine == "gemma" or not (is_missing or self.task.is_awaited):
                raise
            drafted = self.without_model(transcribed)
            # Not to be installed is no failure; to be there and damaged is one, which the note tells.
            if is_missing and not isinstance(error, WeightsDamagedError):
                return drafted
            return drafted.model_copy(update={"draft": drafted.draft.instead_of_model(error)})
        used = recorded(drafter.engine, remembering.places)
        engines = Engines(asr=transcribed.asr, llm=used, rules=compose.rules_engine())
        return Drafted(draft=draft, engines=engines)

    def ahead(self, transcribed: Transcribed) -> None:
        """While people still talk, draft the next chunk that is complete: after the last word little is left
        to wait for. One at a time, because hearing comes first."""
        try:
            if self.task.model_failed or not self.is_live:
                return
            read_ahead, meeting = self.tools.read_ahead, self.task.folder.id
            with self._drafter(None) as (drafter, _):
                read_ahead[meeting] = drafter.read_ahead(
                    without_voices(transcribed.lines),
                    self._people(transcribed),
                    self.tools.progress,
                    read_ahead.get(meeting),
                    transcribed.transcript.language,
                )
        except (WeightsMissingError, EngineError):
            # Nothing is lost: what could not be done now is met again, and reported, in its turn.
            return

    def so_far(self, transcribed: Transcribed) -> Drafted:
        """A draft of all that was said until now, as if it was all. StateWriteError; what `bound` raises."""
        try:
            if not self.task.model_failed and self.is_live:
                return self.whole(transcribed, is_over=False)
        except (WeightsMissingError, EngineError):
            pass
        return self.without_model(transcribed)

    def without_model(self, transcribed: Transcribed, *flags: str) -> Drafted:
        """The rules' draft. What `bound` raises."""

        def progress(stage: str, done: float, total: float | None) -> None:
            self.tools.progress(stage, done, total)
            self.task.bound()

        form, _ = self.tools.form(transcribed.template)
        return Drafted(
            draft=draft_by_rules(
                transcribed.lines,
                roster=self._people(transcribed),
                summary_sentences=form.summary_sentences,
                language=transcribed.transcript.language,
                progress=progress,
            ),
            engines=Engines(asr=transcribed.asr, rules=compose.rules_engine()),
            flags=flags,
        )

    def _people(self, transcribed: Transcribed) -> tuple[str, ...]:
        return transcribed.people(self.tools.config.vocabulary.roster)

    @contextmanager
    def _drafter(self, template: str | None) -> Iterator[tuple[ModelDrafter, RememberingModel]]:
        tools, task = self.tools, self.task
        form, _ = tools.form(template)
        model, engine = tools.engines.language_model(task.may_leave)
        speed = _speed_of(engine)
        try:
            with (
                receipt_log(task.folder.answers, Answered) as log,
                receipt_log(task.folder.ends, EndedEarly) as ends,
            ):
                remembering = RememberingModel(
                    model,
                    weights_of(engine),
                    log,
                    task.bound,
                    tools.clock.boot_s,
                    lambda prompt, output: tools.pace.answered(speed, prompt, output),
                    place_of(engine),
                    self.between,
                )
                drafter = ModelDrafter(
                    remembering,
                    engine,
                    checker=lambda: nullcontext(tools.checker),
                    template=form,
                    words=tools.config.vocabulary.words,
                    drafted=tools.pace.drafted,
                    ends=[each.segment for each in ends.lines],
                    end_early=(lambda segment: ends.append(EndedEarly(segment=segment)))
                    if tools.pace.ends_early(speed)
                    else None,
                )
                yield drafter, remembering
        finally:
            tools.pace.save()


def _length_s(recording: SpooledRecording) -> float:
    """Of the meeting. Asked for each token: the files of the sound are counted only while they grow."""
    return recording.recording.duration_s if recording.has_ended else recording.duration_s


def _rules_note_s(recording: SpooledRecording) -> float:
    return RULES_NOTE_S + RULES_NOTE_SHARE * _length_s(recording)


def _speed_of(engine: Engine) -> str:
    """What has a pace of its own: weights, on this machine or on a server."""
    return engine.name if place_of(engine) else weights_of(engine)


def words_for(when: str) -> str:
    """When the model has its turn, for people."""
    if when in (AUTO, AFTER):
        return "Gemma will work on this when no meeting goes on."
    return f"Gemma will work on this after {when}."
