"""From a meeting's sound, or the transcript of another program, to its words: the first stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from math import inf

from daemon.meetings.receipts import (
    Found,
    Heard,
    ReceiptLog,
    Spans,
    Transcribed,
    read_receipt,
    receipt_log,
    write_receipt,
)
from daemon.meetings.sound import find_sound, remove_loudness, write_loudness
from daemon.meetings.typed import with_typed
from daemon.worker.sources import SpoolAudio
from daemon.worker.stage import MeetingFile, Stage
from pipelines.accepted import NOT_A_MEETING, RECORDINGS, require_file
from pipelines.calendar import Event
from pipelines.errors import BadInputError, EngineError
from pipelines.importers import import_with_chat, is_chat, is_transcript
from pipelines.importers.source import shown
from pipelines.names import may_be_named
from pipelines.progress import of_track
from pipelines.speakers.labelling import with_voices
from pipelines.speakers.turns import Turn, new_labels
from pipelines.speech.loudness import Measured
from pipelines.speech.passages import Audio, FileAudio, Mark, Passage
from pipelines.speech.tracks import Separated, Track, began_at, sides_of, tracks_of
from pipelines.speech.transcriber import Report
from pipelines.transcript import Segment, Transcript

_USUAL_S = 1800.0
"""What a meeting is taken to last until its end is known, to find it in a calendar."""
_TAKEN_FOR = "Recording with a track for each person"


class WordsForgotten(Exception):
    """Somebody has taken something off the record meanwhile: begin again from what is left."""


@dataclass(frozen=True, slots=True)
class SaidSoFar:
    """The words of a recording, up to what is on disk."""

    transcribed: Transcribed
    quiet_s: float | None
    """For how long nobody has spoken; None where the meeting is over."""


class Hearing(Stage):
    """Every passage leaves a receipt, so that nothing is heard twice."""

    def hear(self) -> SaidSoFar:
        """BadInputError for a source that is no meeting, WeightsMissingError, EngineError, StateWriteError,
        WordsForgotten, and whatever `bound` raises."""
        if (recording := self.recording()) is not None:
            audio = SpoolAudio(recording)
            heard = self._listen(audio, ended=audio.has_ended)
            if not audio.has_ended:
                return heard
            return SaidSoFar(self._measured(heard.transcribed, SpoolAudio(recording)), None)
        if self.task.file is None:
            raise BadInputError(f"{self.task.meeting.source}: its file is gone; put it into the inbox again")
        return SaidSoFar(self._of_file(self.task.file), None)

    def _of_file(self, file: MeetingFile) -> Transcribed:
        if file.words is None and is_transcript(file.path):
            return self._imported(file)
        require_file(file.path, file.open_file)
        if file.words is not None:
            return self._with_voices(self._imported(file), FileAudio(file.path, file.open_file))
        if file.path.suffix.lower() not in RECORDINGS:
            raise BadInputError(f"{shown(file.path)}: {NOT_A_MEETING}")
        sound: Callable[[], FileAudio] = partial(FileAudio, file.path, file.open_file)
        tracks = tracks_of(file.path, file.open_file)
        if apart := tracks or self._sides(file):
            separated = Separated(apart, self.tools.progress)
            if [track.name for track in separated.tracks] != [None]:
                heard = self._of_tracks(separated, began_at(file.path, file.open_file))
                if not tracks:
                    self._measure(Measured(sound()))
                return heard
            if tracks:  # one side of a call is not all of it
                sound = separated.tracks[0].open
        return self._measured(self._listen(sound(), ended=True).transcribed, sound())

    def _sides(self, file: MeetingFile) -> tuple[Track, ...]:
        """The sides of stereo with one person on each. Levels cannot tell how many speak on one: where more
        than two voices are heard, it stays a mix, as it does where voices are not told apart."""
        if not self.tools.config.speakers.tell_apart or self.task.voices_failed:
            return ()
        sides = sides_of(file.path, file.open_file)
        if not sides:
            return ()
        with receipt_log(self.task.folder.heard, Heard) as log:
            if log.lines:
                return sides if log.lines[-1].track else ()
        meeting, audio = (self.task.folder.id, self.forgotten()), FileAudio(file.path, file.open_file)
        try:
            turns = self.tools.engines.voices(audio, self.tools.progress, None, meeting)
        except (BadInputError, EngineError):
            return ()
        return sides if len({turn.voice for turn in turns}) <= len(sides) else ()

    def _imported(self, file: MeetingFile) -> Transcribed:
        self.tools.progress("reading the transcript", 0, None)
        words = file.words or file.path
        if is_chat(words):
            raise BadInputError(f"{shown(words)} is a meeting's chat; hand it over beside its transcript.")
        transcript = import_with_chat(words, file.open_file, self.task.meeting.reader)
        event = self._event(transcript.duration_s, transcript.began_at(self.tools.config.timezone))
        read = Transcribed(transcript=transcript, asr=None, attendees=transcript.attendees)
        return read.of_event(event)

    def _of_tracks(self, separated: Separated, started_at: datetime | None) -> Transcribed:
        """One after the other, each only where its own speaker is heard; their lines by time, with the name
        of the track as speaker. What has a receipt is not heard again."""
        tools, folder = self.tools, self.task.folder
        labels = new_labels(())
        names = [track.name or next(labels) for track in separated.tracks]
        people = tuple(dict.fromkeys(track.name for track in separated.tracks if track.name))
        event = self._event(separated.length_s, started_at)
        invited = may_be_named(event.attendees if event else (), people)
        with receipt_log(folder.heard, Heard) as log:
            last = log.lines[-1] if log.lines and log.lines[-1].track else None
            report = _report(last)
            if separated.warnings:
                report.tell("track-unreadable", " ".join(separated.warnings))
            for number in range(last.track if last else 1, len(names) + 1):
                mark = Mark(
                    segments=sum(len(line.segments) for line in log.lines if line.track),
                    language=report.language,
                )
                if last and last.track == number:
                    mark = last.mark
                audio = separated.audio(number - 1)
                progress = of_track(tools.progress, number, len(names), separated.length_s)
                passages = tools.engines.passages(audio, progress, report, mark, ended=True, people=invited)
                self._keep(log, passages, report, (), number)
            tools.pace.save()
            heard = [(line.track - 1, each) for line in log.lines if line.track for each in line.segments]
            asr = next((line.engine for line in reversed(log.lines) if line.engine), None)
        said = [(track, replace(line, speaker=names[track])) for track, line in heard]
        transcript = Transcript(
            started_at=started_at,
            language=report.language,
            segments=separated.merged(said),
            recorded_s=separated.length_s,
            flags=tuple(report.flags),
            warnings=tuple(report.warnings),
            taken_for=_TAKEN_FOR,
            attendees=people,
        )
        return Transcribed(transcript=transcript, asr=asr, attendees=people).of_event(event)

    def _measured(self, transcribed: Transcribed, audio: Audio) -> Transcribed:
        """Once the whole meeting was heard: its voices are told apart, and how loud it was is kept. Both read
        all of it, at once where that can be."""
        measured = Measured(audio)
        transcribed = self._with_voices(transcribed, measured)
        self._measure(measured)
        return transcribed

    def _measure(self, measured: Measured) -> None:
        """Keep how loud it was, where its sound is kept."""
        folder = self.task.folder
        sound = find_sound(self.tools.state_dir, folder.id)
        try:
            loudness = measured.read(self.tools.progress) if sound else None
        except BadInputError:
            loudness = None  # what could be heard was heard
        if sound and loudness:
            remove_loudness(folder)
            write_loudness(folder, sound, loudness)

    def _with_voices(self, transcribed: Transcribed, audio: Audio) -> Transcribed:
        """Who was invited is the most that can have spoken."""
        transcribed = transcribed.of_event(self._event(transcribed.transcript.duration_s))
        if not self.tools.config.speakers.tell_apart:
            return transcribed

        def listen() -> Sequence[Turn]:
            if self.task.voices_failed:
                raise EngineError("the worker had ended over this recording")
            meeting, invited = (self.task.folder.id, self.forgotten()), len(transcribed.attendees) or None
            return self.tools.engines.voices(audio, self.tools.progress, invited, meeting)

        # Where one was invited, others came along.
        is_bounded = self.tools.config.speakers.most > 0 or len(transcribed.attendees) > 1
        told = with_voices(transcribed.transcript, listen, is_bounded=is_bounded)
        return transcribed.model_copy(update={"transcript": told})

    def _event(self, length_s: float | None, started_at: datetime | None = None) -> Event | None:
        """Of the calendar. Looked up when hearing begins, so that names are expected, and once more when the
        meeting's length is known; None means a length that is not.

        `started_at`: as its transcript has it. There is no event where only the day is known.
        """
        folder = self.task.folder
        found = read_receipt(folder.event, Found)
        is_final = length_s is not None
        if found is None or (is_final and not found.is_final):
            started_at = self.began()[0] or started_at
            event = self.tools.find_event(started_at, length_s or _USUAL_S) if started_at else None
            found = Found(event=event, is_final=is_final)
            write_receipt(folder.event, found)
        return found.event

    def _listen(self, audio: Audio, *, ended: bool) -> SaidSoFar:
        tools, folder = self.tools, self.task.folder
        event = self._event(audio.length_s if ended else None)
        with receipt_log(folder.heard, Heard) as log:
            last = log.lines[-1] if log.lines else None
            mark = last.mark if last else Mark()
            report = _report(last)
            spans = self.forgotten()
            people = event.attendees if event else ()
            passages = tools.engines.passages(audio, tools.progress, report, mark, ended=ended, people=people)
            label = None if ended else partial(self._labelled, log.lines, spans=spans, invited=len(people))
            self._keep(log, passages, report, spans, label=label)
            tools.pace.save()
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
                transcript=with_typed(heard, folder, spans, until_s),
                asr=next((line.engine for line in reversed(log.lines) if line.engine), None),
            )
        if ended:
            return SaidSoFar(transcribed, None)
        return SaidSoFar(transcribed.of_event(event), report.quiet_s)

    def _keep(
        self,
        log: ReceiptLog[Heard],
        passages: Iterable[Passage],
        report: Report,
        spans: Spans,
        track: int = 0,
        label: Callable[[tuple[Segment, ...]], tuple[Segment, ...]] | None = None,
    ) -> None:
        """Each passage has its receipt once it is heard. WordsForgotten, and whatever `bound` raises."""
        tools = self.tools
        began_s = tools.clock.boot_s()
        for passage in passages:
            log.append(
                Heard(
                    segments=label(passage.segments) if label else passage.segments,
                    mark=passage.mark,
                    flags=tuple(report.flags),
                    warnings=tuple(report.warnings),
                    engine=tools.engines.asr,
                    track=track,
                )
            )
            talk_s = sum((each.end_s or 0.0) - (each.start_s or 0.0) for each in passage.segments)
            tools.pace.heard(talk_s, tools.clock.boot_s() - began_s)
            if self.forgotten() != spans:
                raise WordsForgotten
            self.task.bound()
            began_s = tools.clock.boot_s()

    def _labelled(
        self, before: Sequence[Heard], lines: tuple[Segment, ...], spans: Spans, invited: int
    ) -> tuple[Segment, ...]:
        """With their voices, where these are told apart while the meeting goes on; else their sound is heard
        for the end. What was forgotten is no part of any voice: with it, they are learned anew."""
        recording = self.recording()
        if recording is None or not self.tools.config.speakers.tell_apart or self.task.voices_failed:
            return lines
        live = self.tools.engines.live_voices((self.task.folder.id, spans), invited or None)
        if live is None:
            return lines
        return live.labelled(
            (each for line in before for each in line.segments), lines, SpoolAudio(recording)
        )


def _report(last: Heard | None) -> Report:
    """What is known of a recording from what was heard of it."""
    report = Report(last.mark.language if last else None)
    for flag, warning in zip(*(last.flags, last.warnings) if last else ((), ()), strict=True):
        report.tell(flag, warning)
    return report
