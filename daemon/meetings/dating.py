"""Dates of meetings on a machine without a clock battery, whose clock may be a month behind at start."""

from __future__ import annotations

from datetime import datetime, tzinfo

from daemon.base.clock import Clock
from daemon.spool import Recording
from pipelines.conventions import USUAL
from pipelines.due import resolve_due
from pipelines.languages import spoken_language
from pipelines.note import ActionItem, Due, Note

PROVISIONAL = "date-provisional"
PROVISIONAL_WARNING = (
    "The clock of the machine was not set when this was recorded: its date, and due dates, are provisional."
)


def start_of(recording: Recording, clock: Clock) -> tuple[datetime, bool]:
    """When a recording began, and whether that is provisional because the clock was not set.

    Once the clock is set, the time since boot gives it exactly; after a reboot it stays provisional.
    """
    if recording.synchronised:
        return recording.started_at, False
    if clock.is_synchronised():
        started_at = recording.started_at_by(clock.now(), clock.boot_id, clock.boot_s())
        if started_at is not None:
            return started_at, False
    return recording.started_at, True


def redated(note: Note, started_at: datetime, timezone: tzinfo) -> Note:
    """A provisional note with its right date, and its due phrases counted from there."""
    said_on = started_at.astimezone(timezone).date()
    language = spoken_language(note.transcript.segments, note.language)
    conventions = note.draft.conventions if note.draft else USUAL

    def item(each: ActionItem) -> ActionItem:
        if each.due is None:
            return each
        day = resolve_due(each.due.phrase, said_on, language=language, conventions=conventions)
        return each.model_copy(update={"due": Due(phrase=each.due.phrase, date=day)})

    draft = note.draft and note.draft.model_copy(update={"said_on": said_on})
    return note.model_copy(
        update={
            "started_at": started_at,
            "draft": draft,
            "action_items": tuple(item(each) for each in note.action_items),
            "flags": tuple(flag for flag in note.flags if flag != PROVISIONAL),
            "warnings": tuple(warning for warning in note.warnings if warning != PROVISIONAL_WARNING),
        }
    )
