"""The three steps of a meeting: transcribe, draft, compose; each leaves a receipt and is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path

from daemon.clock import Clock
from daemon.dating import PROVISIONAL, PROVISIONAL_WARNING, start_of
from daemon.durable import make_folder
from daemon.jobs import Meeting, MeetingFolder, Step
from daemon.spool import SpooledRecording, find_recording
from daemon.templates import Templates
from daemon.worker.answers import RememberingModel
from daemon.worker.engines import WorkerEngines
from daemon.worker.forgetting import Spans, forget_in_receipts, forgotten_spans
from daemon.worker.receipts import (
    Answered,
    Drafted,
    Heard,
    Transcribed,
    read_receipt,
    receipt_log,
    write_receipt,
)
from daemon.worker.sources import SpoolAudio
from pipelines import compose
from pipelines.dating import date_meeting
from pipelines.errors import BadInputError, EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.importers import import_transcript, is_transcript
from pipelines.llm.drafter import ModelDrafter
from pipelines.llm.model import LanguageModel
from pipelines.note import Engine, Engines, Note
from pipelines.notemaker import require_file
from pipelines.progress import Progress
from pipelines.rules import draft_by_rules
from pipelines.speech.passages import Audio, FileAudio, Mark
from pipelines.speech.transcriber import Report
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Segment, Transcript

MODEL_FAILED = "model-failed"


class MoreAudioNeeded(Exception):
    """All that was recorded so far is transcribed, and the recording goes on."""


class WordsForgotten(Exception):
    """Somebody has taken something off the record meanwhile: begin again from what is left."""


@dataclass(frozen=True)
class Steps:
    """One meeting on its way to a note."""

    state_dir: Path
    folder: MeetingFolder
    meeting: Meeting
    engines: WorkerEngines
    clock: Clock
    timezone: tzinfo
    roster: tuple[str, ...]
    by_rules: bool
    """The language model has failed on this meeting; it is not asked again."""
    progress: Progress
    template: str
    """Form of the note, unless a person has asked for another one."""
    bound: Callable[[], None]
    """Called where work may stop: after a passage, an answer, a step. Raises to stop."""

    @property
    def current(self) -> Step:
        return current_step(self.folder)

    def run(self) -> None:
        """Do what is left, up to note.json.

        Raises BadInputError for a source that is no meeting, WeightsMissingError, EngineError,
        StateWriteError, MoreAudioNeeded, WordsForgotten, and whatever `bound` raises.
        """
        make_folder(self.folder.receipts)
        spans = self._forgotten()
        forget_in_receipts(self.folder, spans)
        transcribed = read_receipt(self.folder.transcript, Transcribed)
        if transcribed is None:
            transcribed = self._transcribe()
            write_receipt(self.folder.transcript, transcribed)
            self.bound()
        drafted = read_receipt(self.folder.draft, Drafted)
        if drafted is None:
            drafted = self._draft(transcribed)
            write_receipt(self.folder.draft, drafted)
        if read_receipt(self.folder.note, Note) is None:
            write_receipt(self.folder.note, self._compose(transcribed, drafted))
        if self._forgotten() != spans:
            raise WordsForgotten

    def _forgotten(self) -> Spans:
        recording = self._recording()
        return forgotten_spans(recording.recording) if recording else ()

    def _recording(self) -> SpooledRecording | None:
        """What the room's microphone heard; NotFoundError if it is gone."""
        if self.meeting.recording is None:
            return None
        return find_recording(self.state_dir, self.meeting.recording)

    def _transcribe(self) -> Transcribed:
        if (recording := self._recording()) is not None:
            audio = SpoolAudio(recording)
            return self._listen(audio, ended=audio.has_ended)
        source = self.folder.source
        if source is None:
            raise BadInputError(f"{self.meeting.source}: its file is gone; put it into the inbox again")
        if is_transcript(source):
            self.progress("reading the transcript", 0, None)
            return Transcribed(transcript=import_transcript(source), asr=None)
        require_file(source)
        return self._listen(FileAudio(source), ended=True)

    def _listen(self, audio: Audio, *, ended: bool) -> Transcribed:
        with receipt_log(self.folder.heard, Heard) as log:
            last = log.lines[-1] if log.lines else None
            mark = last.mark if last else Mark()
            report = Report(mark.language)
            spans = self._forgotten()
            for flag, warning in zip(*(last.flags, last.warnings) if last else ((), ()), strict=True):
                report.tell(flag, warning)
            for passage in self.engines.passages(audio, self.progress, report, mark, ended=ended):
                log.append(
                    Heard(
                        segments=passage.segments,
                        mark=passage.mark,
                        flags=tuple(report.flags),
                        warnings=tuple(report.warnings),
                        engine=self.engines.asr,
                    )
                )
                if self._forgotten() != spans:
                    raise WordsForgotten
                self.bound()
            if not ended:
                self._draft_ahead([segment for line in log.lines for segment in line.segments])
                raise MoreAudioNeeded
            transcript = Transcript(
                language=report.language,
                segments=tuple(segment for line in log.lines for segment in line.segments),
                recorded_s=report.recorded_s,
                flags=tuple(report.flags),
                warnings=tuple(report.warnings),
            )
            engine = next((line.engine for line in reversed(log.lines) if line.engine), None)
            return Transcribed(transcript=transcript, asr=engine)

    def _draft(self, transcribed: Transcribed) -> Drafted:
        segments = transcribed.transcript.segments
        if not segments or self.by_rules or transcribed.rules_wanted:
            return self._draft_by_rules(transcribed, failed=self.by_rules)
        try:
            model, engine = self.engines.language_model()
        except WeightsMissingError as error:
            # Not to be installed is no failure; to be there and damaged is one, which the note tells.
            return self._draft_by_rules(transcribed, failed=isinstance(error, WeightsDamagedError))
        with self._drafter(model, engine, self._form(transcribed.template)[0]) as drafter:
            draft = drafter.draft(segments, self.roster, self.progress)
        engines = Engines(asr=transcribed.asr, llm=drafter.engine, rules=compose.rules_engine())
        return Drafted(draft=draft, engines=engines)

    def _draft_ahead(self, segments: Sequence[Segment]) -> None:
        """While people still talk, draft what is complete: after the last word little is left to wait for."""
        if self.by_rules or not self.engines.both_fit:
            return
        try:
            with self._drafter(*self.engines.language_model(), self._form(None)[0]) as drafter:
                drafter.read_ahead(segments, self.roster, self.progress)
        except (WeightsMissingError, EngineError):
            # Nothing is lost: what could not be done now is met with, and told, when its turn comes.
            return

    @contextmanager
    def _drafter(self, model: LanguageModel, engine: Engine, form: Template) -> Iterator[ModelDrafter]:
        with receipt_log(self.folder.answers, Answered) as log:
            remembering = RememberingModel(model, engine.sha256 or engine.name, log, self.bound)
            yield ModelDrafter(remembering, engine, template=form)

    def _form(self, wanted: str | None) -> tuple[Template, tuple[str, ...]]:
        """The template, and a warning where it cannot be used: a note in another form is better than none."""
        try:
            return Templates(self.state_dir).find(wanted or self.template), ()
        except BadInputError as error:
            return GENERAL, (f"This note has its general form ({error}).",)

    def _draft_by_rules(self, transcribed: Transcribed, *, failed: bool) -> Drafted:
        self.progress("drafting by rules", 0, None)
        form, _ = self._form(transcribed.template)
        return Drafted(
            draft=draft_by_rules(
                transcribed.transcript.segments,
                roster=self.roster,
                summary_sentences=form.summary_sentences,
                language=transcribed.transcript.language,
            ),
            engines=Engines(asr=transcribed.asr, rules=compose.rules_engine()),
            flags=(MODEL_FAILED,) if failed else (),
        )

    def _compose(self, transcribed: Transcribed, drafted: Drafted) -> Note:
        self.progress("composing the note", 0, None)
        spooled = self._recording()
        started_at, is_provisional = self._started_at(spooled)
        dated = date_meeting(
            given=self.meeting.said_on,
            recorded=started_at or transcribed.transcript.started_at,
            file_name=self.meeting.source,
            modified=self.meeting.modified_at,
            timezone=self.timezone,
        )
        flags = list(drafted.flags)
        form, unusable = self._form(transcribed.template)
        warnings = list(unusable)
        if dated.assumed:
            flags.append("date-assumed")
            warnings.append(
                f"The day of the meeting is the file's age ({dated.said_on}); a date in its name sets it."
            )
        if is_provisional:
            flags.append(PROVISIONAL)
            warnings.append(PROVISIONAL_WARNING)
        if MODEL_FAILED in flags:
            warnings.append("The language model failed on this meeting; the rules engine wrote the note.")
        meeting = compose.Meeting(
            note_id=self.meeting.id,
            source=self.meeting.source,
            started_at=dated.started_at,
            said_on=dated.said_on,
            roster=self.roster,
            flags=tuple(flags),
            warnings=tuple(warnings),
            continues=spooled.recording.continues if spooled else None,
            template=form,
        )
        return compose.compose_note(drafted.draft, transcribed.transcript, meeting, drafted.engines)

    def _started_at(self, spooled: SpooledRecording | None) -> tuple[datetime | None, bool]:
        """When a recording of the room began, and whether that is only what an unset clock said."""
        if spooled is None:
            return self.meeting.started_at, False
        return start_of(spooled.recording, self.clock)


def current_step(folder: MeetingFolder) -> Step:
    """The first step whose receipt is missing."""
    if not folder.transcript.exists():
        return "transcribe"
    return "compose" if folder.draft.exists() else "draft"
