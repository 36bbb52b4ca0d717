"""What a calendar says of a meeting: which event it was, what it is called, and who was invited.

Files are in the format that every calendar exports (iCalendar, RFC 5545). Of an invitation names are taken
and no addresses, and of an event that is private nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, tzinfo
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pipelines.model import Model, UtcDatetime
from pipelines.names import person_name
from pipelines.text import LONGEST_NAME, LONGEST_PHRASE

if TYPE_CHECKING:
    from icalendar import Event as Component

SUFFIX = ".ics"
LARGEST_BYTES = 5_000_000
"""Some 10,000 events. A larger file is no room's calendar."""
_BEGIN = b"BEGIN:VCALENDAR"
_PRIVATE = ("PRIVATE", "CONFIDENTIAL")
_NO_PERSON = ("ROOM", "RESOURCE", "GROUP")
_MOST_PEOPLE = 50
_A_DAY = timedelta(days=1)


class Event(Model):
    title: str
    """May be empty."""
    attendees: tuple[str, ...]
    """Names of those who did not decline, the organiser first."""
    start: UtcDatetime
    end: UtcDatetime
    series: str | None = None
    """The same for each time that one entry takes place."""

    @property
    def planned_s(self) -> float:
        """How long it was to be."""
        return (self.end - self.start).total_seconds()


def is_calendar(content: bytes) -> bool:
    """Whether it begins as such a file does."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[: len(_BEGIN)].upper() == _BEGIN


def event_of(
    calendars: Iterable[bytes], started_at: datetime, length_s: float, timezone: tzinfo
) -> Event | None:
    """The event that a meeting shares most of its time with; None where it shares less than half of it, and
    where that event is private.

    Half of the meeting or half of the event: a meeting may run on, or end early. A file that cannot be read
    has no events. `timezone`: of events that name none.
    """
    ended_at = started_at + timedelta(seconds=max(length_s, 1.0))
    most_s, best = 0.0, None
    for content in calendars:
        for event, is_private in _events(content, started_at, ended_at, timezone):
            shared_s = (min(ended_at, event.end) - max(started_at, event.start)).total_seconds()
            shortest_s = min(
                (event.end - event.start).total_seconds(), (ended_at - started_at).total_seconds()
            )
            if shared_s >= shortest_s / 2 and shared_s > most_s:
                most_s, best = shared_s, None if is_private else event
    return best


def _events(content: bytes, start: datetime, end: datetime, timezone: tzinfo) -> Iterator[tuple[Event, bool]]:
    """Each with whether it is private."""
    import recurring_ical_events
    from icalendar import Calendar

    if len(content) > LARGEST_BYTES or not is_calendar(content):
        return
    try:
        series = recurring_ical_events.of(Calendar.from_ical(content), skip_bad_series=True)
        found = series.between(start - _A_DAY, end + _A_DAY)  # times that name no zone are the house's
    except Exception:  # a damaged file costs its events, never the note
        return
    for component in found:
        if (event := _event(component, timezone)) is not None:
            yield event, str(component.get("CLASS", "")).upper() in _PRIVATE


def _event(component: Component, timezone: tzinfo) -> Event | None:
    """None for what is cancelled, or lasts whole days."""
    if str(component.get("STATUS", "")).upper() == "CANCELLED":
        return None
    start, end = component.start, component.end
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return None
    start, end = (each if each.tzinfo else each.replace(tzinfo=timezone) for each in (start, end))
    title = " ".join(str(component.get("SUMMARY", "")).split())[:LONGEST_PHRASE]
    return Event(title=title, attendees=_names(component), start=start, end=end, series=_series(component))


def _series(component: Component) -> str | None:
    """Of its UID, in which there may be an address."""
    uid = str(component.get("UID", ""))
    return blake2b(uid.encode(), digest_size=8).hexdigest() if uid else None


def _names(component: Component) -> tuple[str, ...]:
    invited = component.get("ATTENDEE", [])
    people = [component.get("ORGANIZER"), *(invited if isinstance(invited, list) else [invited])]
    names = (_name(each.params) for each in people if each is not None)
    return tuple(dict.fromkeys(name for name in names if name))[:_MOST_PEOPLE]


def _name(params: Any) -> str | None:
    """None for a room, for who declined, and where there is an address alone."""
    kind, answer = (str(params.get(key, "")).upper() for key in ("CUTYPE", "PARTSTAT"))
    name = " ".join(str(params.get("CN", "")).strip("\"'").split())
    if kind in _NO_PERSON or answer == "DECLINED" or "@" in name:
        return None
    return person_name(name)[:LONGEST_NAME] or None
