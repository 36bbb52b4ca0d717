"""The one way from a meeting to its note: hear or import, draft, compose. Each stage leaves a receipt and is
done once.

The worker goes it for its jobs, where receipts outlive a power cut; a command in a folder that ends with it
(`daemon.worker.at_once`). A note that is made again goes it from the words that it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property

from daemon.base.durable import make_folder
from daemon.meetings.dating import PROVISIONAL, PROVISIONAL_WARNING
from daemon.meetings.receipts import (
    Drafted,
    SoFar,
    Transcribed,
    forget_in_receipts,
    read_receipt,
    write_receipt,
)
from daemon.worker.drafting import BY_RULES_AT_FIRST, Drafting, TooLate, words_for
from daemon.worker.hearing import Hearing, SaidSoFar, WordsForgotten
from daemon.worker.stage import Stage
from pipelines import compose
from pipelines.dating import DATE_ASSUMED, date_meeting
from pipelines.draft import MODEL_FAILED
from pipelines.editing import with_tags
from pipelines.errors import WeightsMissingError
from pipelines.note import Note
from pipelines.speech.windows import PAUSE_S

__all__ = ["ModelLater", "MoreAudioNeeded", "Pipeline", "WordsForgotten"]


class MoreAudioNeeded(Exception):
    """All that was recorded so far is transcribed, and the recording goes on."""


class ModelLater(Exception):
    """The language model is not for this meeting now; the message tells when, for people."""


class Pipeline(Stage):
    """One meeting on its way to a note."""

    @cached_property
    def _drafting(self) -> Drafting:
        return Drafting(self.tools, self.task)

    def run(self) -> Note:
        """Do what is left, up to note.json.

        Raises BadInputError for a source that is no meeting, WeightsMissingError, EngineError,
        StateWriteError, MoreAudioNeeded, ModelLater, WordsForgotten, and whatever `bound` raises.
        """
        folder, spans = self.task.folder, self.forgotten()
        make_folder(folder.receipts)
        forget_in_receipts(folder, spans)
        transcribed = read_receipt(folder.transcript, Transcribed)
        if transcribed is None:
            said = Hearing(self.tools, self.task).hear()
            if said.quiet_s is not None:
                with suppress(TooLate):
                    self._work_ahead(said)
                if self.forgotten() != spans:
                    raise WordsForgotten
                raise MoreAudioNeeded
            transcribed = said.transcribed
            write_receipt(folder.transcript, transcribed)
            self.task.bound()
        drafted = read_receipt(folder.draft, Drafted)
        if drafted is None:
            drafted = self._draft(transcribed)
            write_receipt(folder.draft, drafted)
        note = read_receipt(folder.note, Note)
        if note is None:
            note = self._note(transcribed, drafted)
            write_receipt(folder.note, note)
        if self.forgotten() != spans:
            raise WordsForgotten
        return note

    def _draft(self, transcribed: Transcribed) -> Drafted:
        """ModelLater where the language model may not work on this meeting now, or people would wait too long
        for it: the rules' note is then there."""
        drafting, folder = self._drafting, self.task.folder
        if self.task.is_awaited or not drafting.asks_model(transcribed):
            return drafting.whole(transcribed)
        try:
            takes_s = drafting.takes_s(transcribed)
        except WeightsMissingError:
            return drafting.whole(transcribed)
        has_note = transcribed.has_note or read_receipt(folder.early, Note) is not None
        if (takes_s is not None or has_note) and not self.task.model_is_taken():
            if has_note:
                return drafting.whole(transcribed)
            with suppress(TooLate):
                return drafting.in_time(takes_s).whole(transcribed)
        if not has_note:
            drafted = drafting.without_model(transcribed, BY_RULES_AT_FIRST)
            write_receipt(folder.early, self._note(transcribed, drafted))
        raise ModelLater(words_for(self.tools.config.llm.draft))

    def _work_ahead(self, said: SaidSoFar) -> None:
        """Draft what is complete of a meeting that goes on. In a pause, the part that is still open, too: the
        note so far is then what the note would be if nothing more was said. More speech opens it again.

        Where people have ended while they were heard, all that is left is drafted as one."""
        recording = self.recording()
        if recording is None or recording.has_ended:
            return
        so_far, heard = self.task.folder.so_far, said.transcribed.transcript.segments
        heard_s = max((each.end_s or 0.0 for each in heard), default=0.0)
        self._drafting.in_time(heard_s=heard_s).ahead(said.transcribed)
        before = read_receipt(so_far, SoFar)
        if said.quiet_s is None or said.quiet_s < PAUSE_S or not heard:
            return
        if before is not None and before.note.transcript.segments == heard:
            return
        drafted = self._drafting.in_time(heard_s=heard_s).so_far(said.transcribed)
        note = self._note(said.transcribed, drafted)
        write_receipt(so_far, SoFar(note=note, heard_s=heard_s, later=self._drafting.later))

    def _note(self, transcribed: Transcribed, drafted: Drafted) -> Note:
        """With its day, its form and what its reader has to know."""
        self.tools.progress("composing the note", 0, None)
        config, meeting, spooled = self.tools.config, self.task.meeting, self.recording()
        started_at, is_provisional = self.began()
        dated = date_meeting(
            given=meeting.said_on,
            recorded=started_at or transcribed.transcript.began_at(config.timezone),
            file_name=meeting.source,
            modified=meeting.modified_at,
            timezone=config.timezone,
        )
        flags = list(drafted.flags)
        form, unusable = self.tools.form(transcribed.template)
        warnings = list(unusable)
        if dated.assumed:
            flags.append(DATE_ASSUMED)
            how = "--date" if meeting.origin == "command" else "a date in its name"
            warnings.append(f"The day of the meeting is the file's age ({dated.said_on}); {how} sets it.")
        if is_provisional:
            flags.append(PROVISIONAL)
            warnings.append(PROVISIONAL_WARNING)
        if MODEL_FAILED in flags:
            warnings.append("The language model failed on this meeting; the rules engine wrote the note.")
        about = compose.Occasion(
            note_id=meeting.id,
            source=meeting.source,
            started_at=dated.started_at,
            said_on=dated.said_on,
            roster=transcribed.people(config.vocabulary.roster),
            attendees=transcribed.attendees,
            planned_s=transcribed.planned_s,
            series=transcribed.series,
            tags=with_tags(meeting.tags, _meant(config.tags.titles, transcribed.transcript.title or "")),
            flags=tuple(flags),
            warnings=tuple(warnings),
            continues=spooled.recording.continues if spooled else transcribed.continues,
            template=form,
            conventions=config.conventions,
            corrected=transcribed.corrected,
        )
        return compose.compose_note(
            drafted.draft, transcribed.transcript, about, drafted.engines, self.tools.checker
        )


def _meant(tags: Mapping[str, str], title: str) -> list[str]:
    """By the house's rules. A title that an engine makes says by chance what it says: only one of a calendar
    or a file counts."""
    said = f" {' '.join(title.casefold().split())} "
    return [tag for words, tag in tags.items() if f" {words.casefold()} " in said]
