"""The three steps of a meeting: transcribe, draft, compose; each leaves a receipt and is done once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from math import inf
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.durable import make_folder
from daemon.base.foreign import open_plain
from daemon.meetings import Meeting, MeetingFolder, Step
from daemon.meetings.receipts import (
    Drafted,
    Found,
    Heard,
    SoFar,
    Spans,
    Transcribed,
    forget_in_receipts,
    forgotten_spans,
    read_receipt,
    receipt_log,
    write_receipt,
)
from daemon.meetings.sound import find_sound, remove_loudness, write_loudness
from daemon.meetings.typed import with_typed
from daemon.worker.composing import Composing, FindEvent
from daemon.worker.drafting import BY_RULES_AT_FIRST, Drafting, words_for
from daemon.worker.engines import MayLeave, WorkerEngines
from daemon.worker.pace import PaceKeeper
from daemon.worker.sources import SpoolAudio
from pipelines.calendar import Event
from pipelines.checking import Checker
from pipelines.conventions import Conventions
from pipelines.errors import BadInputError, EngineError, WeightsMissingError
from pipelines.importers import import_with_chat, is_transcript
from pipelines.llm.chunks import Chunk
from pipelines.note import Note
from pipelines.notemaker import require_file
from pipelines.progress import Progress
from pipelines.speakers.labelling import with_voices
from pipelines.speakers.turns import Turn
from pipelines.speech.loudness import Measured
from pipelines.speech.passages import Audio, FileAudio, Mark
from pipelines.speech.transcriber import Report
from pipelines.speech.windows import PAUSE_S
from pipelines.transcript import Segment, Transcript

_USUAL_S = 1800.0
"""What a meeting is taken to last until its end is known, to find it in a calendar."""
_PASSAGES_BEFORE = 3
"""Passages (30 s of speech each) whose lines are put before what is heard next: as much as Whisper reads."""

__all__ = ["ModelLater", "MoreAudioNeeded", "Steps", "WordsForgotten", "current_step"]


class MoreAudioNeeded(Exception):
    """All that was recorded so far is transcribed, and the recording goes on."""


class WordsForgotten(Exception):
    """Somebody has taken something off the record meanwhile: begin again from what is left."""


class ModelLater(Exception):
    """The language model is not for this meeting now; the message tells when, for people."""


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
    conventions: Conventions
    checker: Checker
    """Which reads days by these, and keeps its process while the meeting goes on."""
    find_event: FindEvent
    title_tags: Mapping[str, str]
    """[tags] titles of the configuration."""
    words: tuple[str, ...]
    """The house's vocabulary."""
    pace: PaceKeeper
    read_ahead: dict[str, Chunk | None]
    """See Drafting."""
    tell_voices: bool
    """Whether the voices of a recording are told apart."""
    voices_bounded: bool
    """Whether it is configured how many people speak at most."""
    voices_failed: bool
    """Whether a worker has ended over this meeting, perhaps over its voices: the note comes first."""
    draft_when: str
    """[llm] draft of the configuration."""
    model_is_taken: Callable[[], bool]
    """Whether a meeting that goes on has the language model now."""
    may_leave: MayLeave
    """Whether what was said may be sent to a server of the house now."""
    bound: Callable[[], None]
    """Called where work may stop: after a passage, an answer, a step. Raises to stop."""

    @cached_property
    def _composing(self) -> Composing:
        return Composing(
            state_dir=self.state_dir,
            meeting=self.meeting,
            clock=self.clock,
            timezone=self.timezone,
            roster=self.roster,
            template=self.template,
            conventions=self.conventions,
            find_event=self.find_event,
            title_tags=self.title_tags,
        )

    @cached_property
    def _drafting(self) -> Drafting:
        return Drafting(
            folder=self.folder,
            engines=self.engines,
            composing=self._composing,
            checker=self.checker,
            pace=self.pace,
            clock=self.clock,
            progress=self.progress,
            bound=self.bound,
            when=self.draft_when,
            read_ahead=self.read_ahead,
            by_rules=self.by_rules,
            words=self.words,
            may_leave=self.may_leave,
        )

    def run(self) -> None:
        """Do what is left, up to note.json.

        Raises BadInputError for a source that is no meeting, WeightsMissingError, EngineError,
        StateWriteError, MoreAudioNeeded, ModelLater, WordsForgotten, and whatever `bound` raises.
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
            self._take_turn(transcribed)
            drafted = self._drafting.whole(transcribed)
            write_receipt(self.folder.draft, drafted)
        if read_receipt(self.folder.note, Note) is None:
            write_receipt(self.folder.note, self._note(transcribed, drafted))
        if self._forgotten() != spans:
            raise WordsForgotten

    def _take_turn(self, transcribed: Transcribed) -> None:
        """Go on where the language model may work on this meeting now, or has nothing to do with it.

        ModelLater where it may not: the rules' note is then there, so that nobody waits for it.
        """
        if not transcribed.transcript.segments or transcribed.rules_wanted or self.by_rules:
            return
        try:
            is_live = self._drafting.is_live
        except WeightsMissingError:
            return
        has_note = transcribed.has_note or read_receipt(self.folder.early, Note) is not None
        is_first = is_live and not self._drafting.is_behind(transcribed)
        if (is_first or has_note) and not self.model_is_taken():
            return
        if not has_note:
            drafted = self._drafting.without_model(transcribed, BY_RULES_AT_FIRST)
            write_receipt(self.folder.early, self._note(transcribed, drafted))
        raise ModelLater(words_for(self.draft_when))

    def _note(self, transcribed: Transcribed, drafted: Drafted) -> Note:
        self.progress("composing the note", 0, None)
        return self._composing.note(transcribed, drafted, self.checker)

    def _forgotten(self) -> Spans:
        recording = self._composing.recording()
        return forgotten_spans(recording.recording) if recording else ()

    def _transcribe(self) -> Transcribed:
        if (recording := self._composing.recording()) is not None:
            audio = SpoolAudio(recording)
            transcribed = self._listen(audio, ended=audio.has_ended)
            return self._measured(transcribed, SpoolAudio(recording))
        source = self.folder.source
        if source is None:
            raise BadInputError(f"{self.meeting.source}: its file is gone; put it into the inbox again")
        if is_transcript(source):
            self.progress("reading the transcript", 0, None)
            transcript = import_with_chat(source, open_plain)
            event = self._event(transcript.duration_s, transcript.began_at(self._composing.timezone))
            read = Transcribed(transcript=transcript, asr=None, attendees=transcript.attendees)
            return read.of_event(event)
        require_file(source, open_plain)
        transcribed = self._listen(FileAudio(source, open_plain), ended=True)
        return self._measured(transcribed, FileAudio(source, open_plain))

    def _measured(self, transcribed: Transcribed, audio: Audio) -> Transcribed:
        """Once the whole meeting was heard: its voices are told apart, and how loud it was is kept. Both read
        all of it, at once where that can be."""
        sound, measured = find_sound(self.state_dir, self.folder.id), Measured(audio)
        transcribed = self._with_voices(transcribed, measured)
        try:
            loudness = measured.read(self.progress) if sound else None
        except BadInputError:
            loudness = None  # what could be heard was heard
        if sound and loudness:
            remove_loudness(self.folder)
            write_loudness(self.folder, sound, loudness)
        return transcribed

    def _with_voices(self, transcribed: Transcribed, audio: Audio) -> Transcribed:
        """Who was invited is the most that can have spoken."""
        transcribed = transcribed.of_event(self._event(transcribed.transcript.duration_s))
        if not self.tell_voices:
            return transcribed

        def listen() -> Sequence[Turn]:
            if self.voices_failed:
                raise EngineError("the worker had ended over this recording")
            meeting = self.folder.id, self._forgotten()
            return self.engines.voices(audio, self.progress, len(transcribed.attendees) or None, meeting)

        is_bounded = self.voices_bounded or len(transcribed.attendees) > 1  # one: others came along
        told = with_voices(transcribed.transcript, listen, is_bounded=is_bounded)
        return transcribed.model_copy(update={"transcript": told})

    def _event(self, length_s: float | None, started_at: datetime | None = None) -> Event | None:
        """Of the calendar. Looked up when hearing begins, so that names are expected, and once more when the
        meeting's length is known; None means a length that is not."""
        found = read_receipt(self.folder.event, Found)
        is_final = length_s is not None
        if found is None or (is_final and not found.is_final):
            event = self._composing.event(_USUAL_S if length_s is None else length_s, started_at)
            found = Found(event=event, is_final=is_final)
            write_receipt(self.folder.event, found)
        return found.event

    def _listen(self, audio: Audio, *, ended: bool) -> Transcribed:
        event = self._event(audio.length_s if ended else None)
        with receipt_log(self.folder.heard, Heard) as log:
            last = log.lines[-1] if log.lines else None
            mark = last.mark if last else Mark()
            report = Report(mark.language)
            spans = self._forgotten()
            for flag, warning in zip(*(last.flags, last.warnings) if last else ((), ()), strict=True):
                report.tell(flag, warning)
            began_s = self.clock.boot_s()
            people = event.attendees if event else ()
            before = [segment for line in log.lines[-_PASSAGES_BEFORE:] for segment in line.segments]
            for passage in self.engines.passages(
                audio, self.progress, report, mark, ended=ended, people=people, before=before
            ):
                lines = passage.segments
                if not ended:
                    lines = self._labelled(log.lines, lines, spans, len(people))
                log.append(
                    Heard(
                        segments=lines,
                        mark=passage.mark,
                        flags=tuple(report.flags),
                        warnings=tuple(report.warnings),
                        engine=self.engines.asr,
                    )
                )
                talk_s = sum((each.end_s or 0.0) - (each.start_s or 0.0) for each in passage.segments)
                self.pace.heard(talk_s, self.clock.boot_s() - began_s)
                if self._forgotten() != spans:
                    raise WordsForgotten
                self.bound()
                began_s = self.clock.boot_s()
            self.pace.save()
            heard = Transcript(
                language=report.language,
                segments=tuple(segment for line in log.lines for segment in line.segments),
                recorded_s=report.recorded_s,
                flags=tuple(report.flags),
                warnings=tuple(report.warnings),
            )
            # While people talk, only what lies before words that were heard: what is drafted stays as it is.
            until_s = inf if ended else max((each.end_s or 0.0 for each in heard.segments), default=0.0)
            transcribed = Transcribed(
                transcript=with_typed(heard, self.folder, spans, until_s),
                asr=next((line.engine for line in reversed(log.lines) if line.engine), None),
            )
        if not ended:
            self._work_ahead(transcribed.of_event(event), is_quiet=report.quiet_s >= PAUSE_S)
            if self._forgotten() != spans:
                raise WordsForgotten
            raise MoreAudioNeeded
        return transcribed

    def _labelled(
        self, before: Sequence[Heard], lines: tuple[Segment, ...], spans: Spans, invited: int
    ) -> tuple[Segment, ...]:
        """With their voices, where these are told apart while the meeting goes on; else their sound is heard
        for the end. What was forgotten is no part of any voice: with it, they are learned anew."""
        recording = self._composing.recording()
        if recording is None or not self.tell_voices or self.voices_failed:
            return lines
        live = self.engines.live_voices((self.folder.id, spans), invited or None)
        if live is None:
            return lines
        return live.labelled(
            (each for line in before for each in line.segments), lines, SpoolAudio(recording)
        )

    def _work_ahead(self, transcribed: Transcribed, *, is_quiet: bool) -> None:
        """Draft what is complete of a meeting that goes on. In a pause, the part that is still open, too: the
        note so far is then what the note would be if nothing more was said. More speech opens it again.

        Where people have ended while they were heard, all that is left is drafted as one."""
        recording = self._composing.recording()
        if recording is None or SpoolAudio(recording).has_ended:
            return
        self._drafting.ahead(transcribed)
        heard = transcribed.transcript.segments
        before = read_receipt(self.folder.so_far, SoFar)
        if not is_quiet or not heard:
            return
        if before is not None and before.note.transcript.segments == heard:
            return
        drafted = self._drafting.so_far(transcribed)
        note = self._note(transcribed, drafted)
        heard_s = heard[-1].end_s or 0.0
        write_receipt(self.folder.so_far, SoFar(note=note, heard_s=heard_s, later=self._drafting.later))


def current_step(folder: MeetingFolder) -> Step:
    """The first step whose receipt is missing."""
    if not folder.transcript.exists():
        return "transcribe"
    return "compose" if folder.draft.exists() else "draft"
