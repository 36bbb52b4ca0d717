"""The worker's side: a question is understood, looked up, answered, and the answer kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from daemon.base.durable import remove_durably
from daemon.meetings.confidential import Confidential
from daemon.meetings.receipts import Answered, receipt_log
from daemon.notes.passages import Finder
from daemon.notes.questions import LONGEST, Question, QuestionStore
from daemon.notes.search import NoteIndex
from daemon.notes.store import NoteStore
from daemon.worker.answers import RememberingModel
from daemon.worker.claims import OpenQuestion
from daemon.worker.engines import WorkerEngines
from daemon.worker.hearing import WordsForgotten
from daemon.worker.remote_server import place_of, recorded, weights_of
from pipelines.ask.answer import Answer
from pipelines.ask.asking import answered
from pipelines.ask.prompt import Asked, Turn
from pipelines.ask.source import Source
from pipelines.errors import BadInputError, EngineError, WeightsMissingError
from pipelines.progress import Progress
from pipelines.speech.passages import FileAudio, Mark
from pipelines.speech.transcriber import Report

MOST_TURNS = 8
"""Of the conversation before; the bound in tokens leaves fewer."""


@dataclass(frozen=True)
class Answering:
    """One question on its way to an answer."""

    state_dir: Path
    engines: WorkerEngines
    timezone: tzinfo
    progress: Progress
    bound: Callable[[], None]
    """Called where work may stop: after each answer of the model. Raises to stop."""

    def run(self, work: OpenQuestion) -> None:
        """Answer it and keep the answer.

        BadInputError for what nobody can answer, WeightsMissingError for a spoken question without the
        speech model, EngineError, StateDamagedError, StateWriteError, and whatever `bound` raises,
        ServerLostError and MustStayError.
        """
        if work.is_hopeless:
            raise BadInputError("The worker broke down over this question. Ask it in other words.")
        if (text := work.text) is None:
            text = self._hear(work.question)
            work.heard(text)
            self.bound()
        work.answered(self._answer(work.question, text))

    def _hear(self, question: Question) -> str:
        """What was asked in a file of sound."""
        sound = QuestionStore(self.state_dir).sound(question)
        if sound is None or not sound.exists():
            raise BadInputError("The recording of this question is gone. Ask it again.")
        report = Report(None)
        passages = self.engines.passages(FileAudio(sound), self.progress, report, Mark(), ended=True)
        text = " ".join(segment.text.strip() for each in passages for segment in each.segments)
        if not text:
            raise BadInputError("Nothing could be understood. Speak closer to the microphone, or type it.")
        return text[:LONGEST]

    def _answer(self, question: Question, text: str) -> Answer:
        store = QuestionStore(self.state_dir)
        turns = [turn for turn in store.turns(question.conversation) if turn.asked_at < question.asked_at]
        before = [_turn(store, each) for each in turns[-MOST_TURNS:]]
        known = [turn for turn in before if turn is not None]
        self.progress("looking for passages", 0, None)
        with (
            NoteStore.open_reader(self.state_dir) as notes,
            closing(NoteIndex(self.state_dir)) as index,
        ):
            finder = Finder(notes, index, self.timezone)
            sources = finder.sources(text, known, question.note_id)
            today = question.asked_at.astimezone(self.timezone).date()
            asked = finder.asked(text, known, question.note_id, today)
        meetings = {source.note_id for source in sources}
        try:
            model, engine = self.engines.language_model(
                lambda: Confidential(self.state_dir).may_leave(*meetings)
            )
        except WeightsMissingError:
            return answered(asked, sources, None, None, self.progress)
        except EngineError as error:
            return _without_model(asked, sources, error)
        with receipt_log(store.log(question.id), Answered) as log:
            remembering = RememberingModel(model, weights_of(engine), log, self.bound, place=place_of(engine))
            try:
                found = answered(asked, sources, remembering, engine, self.progress)
                if found.engine is not None:
                    found = found.model_copy(update={"engine": recorded(found.engine, remembering.places)})
            except EngineError as error:
                found = _without_model(asked, sources, error)
        remove_durably(store.log(question.id))
        return self._still_open(found)

    def _still_open(self, found: Answer) -> Answer:
        """WordsForgotten where a meeting was deleted or made private while it was read: begin again."""
        with NoteStore.open_reader(self.state_dir) as notes:
            known = {head.id for head in notes.heads()} - notes.private().keys()
        if not found.note_ids <= known:
            raise WordsForgotten
        return found


def _without_model(asked: Asked, sources: Sequence[Source], error: EngineError) -> Answer:
    """The passages are good, whatever has become of the model."""
    what = "items of the notes" if asked.records else "the passages that fit best"
    remark = f"The language model failed ({error}); these are {what}."
    return answered(asked, sources, None, None).model_copy(update={"remark": remark})


def _turn(store: QuestionStore, question: Question) -> Turn | None:
    reply = store.reply(question.id)
    text = question.text or (reply.heard if reply else None)
    return Turn(text, reply.answer.text) if text and reply and reply.answer else None
