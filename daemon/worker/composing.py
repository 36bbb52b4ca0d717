"""From a meeting's transcript and draft to its note: day, form and what its reader has to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path

from daemon.base.clock import Clock
from daemon.meetings import Meeting
from daemon.meetings.dating import PROVISIONAL, PROVISIONAL_WARNING, start_of
from daemon.meetings.receipts import Drafted, Transcribed
from daemon.meetings.templates import Templates
from daemon.spool import SpooledRecording, find_recording
from pipelines import compose
from pipelines.calendar import Event
from pipelines.checking import Checker
from pipelines.conventions import Conventions
from pipelines.dating import DATE_ASSUMED, date_meeting
from pipelines.draft import MODEL_FAILED
from pipelines.editing import with_tags
from pipelines.note import Note
from pipelines.templates import Template

FindEvent = Callable[[datetime, float], Event | None]
"""The event of a calendar, by when a meeting began and its length in seconds."""


def no_event(started_at: datetime, length_s: float) -> Event | None:
    """Where there is no calendar."""
    return None


@dataclass(frozen=True)
class Composing:
    """What notes of one meeting are made by."""

    state_dir: Path
    meeting: Meeting
    clock: Clock
    timezone: tzinfo
    roster: tuple[str, ...]
    template: str
    """Form of the note, unless a person has asked for another one."""
    conventions: Conventions
    find_event: FindEvent = no_event
    title_tags: Mapping[str, str] = field(default_factory=dict)
    """Words of a title that was given to the meeting, each with the tag that they mean."""

    def event(self, length_s: float, started_at: datetime | None = None) -> Event | None:
        """Of the calendar, by when the meeting was; None where only its day is known.

        `started_at`: as its transcript has it.
        """
        started_at = self._started_at(self.recording())[0] or started_at
        return self.find_event(started_at, length_s) if started_at else None

    def recording(self) -> SpooledRecording | None:
        """What the room's microphone heard; NotFoundError if it is gone."""
        if self.meeting.recording is None:
            return None
        return find_recording(self.state_dir, self.meeting.recording)

    def form(self, wanted: str | None) -> tuple[Template, tuple[str, ...]]:
        """The template, and a warning where it cannot be used."""
        return Templates(self.state_dir).find_or_general(wanted or self.template)

    def note(self, transcribed: Transcribed, drafted: Drafted, checker: Checker) -> Note:
        spooled = self.recording()
        started_at, is_provisional = self._started_at(spooled)
        dated = date_meeting(
            given=self.meeting.said_on,
            recorded=started_at or transcribed.transcript.began_at(self.timezone),
            file_name=self.meeting.source,
            modified=self.meeting.modified_at,
            timezone=self.timezone,
        )
        flags = list(drafted.flags)
        form, unusable = self.form(transcribed.template)
        warnings = list(unusable)
        if dated.assumed:
            flags.append(DATE_ASSUMED)
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
            roster=transcribed.people(self.roster),
            attendees=transcribed.attendees,
            planned_s=transcribed.planned_s,
            series=transcribed.series,
            tags=self._tags(transcribed.transcript.title or ""),
            flags=tuple(flags),
            warnings=tuple(warnings),
            continues=spooled.recording.continues if spooled else None,
            template=form,
            conventions=self.conventions,
            corrected=transcribed.corrected,
        )
        return compose.compose_note(drafted.draft, transcribed.transcript, meeting, drafted.engines, checker)

    def _tags(self, title: str) -> tuple[str, ...]:
        """By the house's rules. A title that an engine makes says by chance what it says: only one of a
        calendar or a file counts."""
        said = f" {' '.join(title.casefold().split())} "
        meant = (tag for words, tag in self.title_tags.items() if f" {words.casefold()} " in said)
        return with_tags(self.meeting.tags, meant)

    def _started_at(self, spooled: SpooledRecording | None) -> tuple[datetime | None, bool]:
        """When a recording of the room began, and whether that is only what an unset clock said."""
        if spooled is None:
            return self.meeting.started_at, False
        return start_of(spooled.recording, self.clock)
