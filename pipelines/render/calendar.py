"""Action items as iCalendar (RFC 5545), for a calendar that imports or follows them.

Each item with a day is a VTODO, which task lists understand, and an all-day VEVENT, which is all that most
calendars show. Its UID never changes, so that what was imported once is updated, not doubled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from pipelines.characters import tidy
from pipelines.note import ActionItem, is_verbatim

if TYPE_CHECKING:
    from icalendar import Event, Todo


@dataclass(frozen=True, slots=True)
class CalendarItem:
    """An action item with what is shown of its meeting."""

    note_id: str
    meeting: str
    """Title of the note."""
    item: ActionItem
    address: str | None = None
    """Of the meeting's page, where it is known under which name the page was opened."""


def render_calendar(items: Iterable[CalendarItem], *, name: str, now: datetime) -> bytes:
    """A calendar of all `items`; one without a day is a VTODO alone. `name` is shown as the calendar's."""
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Roomscribe//Action items//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", tidy(name))
    for each in items:
        calendar.add_component(_todo(each, now))
        if each.item.due and each.item.due.date:
            calendar.add_component(_event(each, each.item.due.date, now))
    return bytes(calendar.to_ical())


def _todo(each: CalendarItem, now: datetime) -> Todo:
    from icalendar import Todo

    todo = Todo()
    _describe(todo, each, now, "todo")
    if each.item.due and each.item.due.date:
        todo.add("due", each.item.due.date)
    todo.add("status", "COMPLETED" if each.item.status == "done" else "NEEDS-ACTION")
    return todo


def _event(each: CalendarItem, day: date, now: datetime) -> Event:
    from icalendar import Event

    event = Event()
    _describe(event, each, now, "event")
    event.add("dtstart", day)
    if day < date.max:  # without an end it is one day long all the same (RFC 5545, 3.6.1)
        event.add("dtend", day + timedelta(days=1))
    event.add("transp", "TRANSPARENT")  # a deadline takes no time: nobody is busy all day
    return event


def _describe(component: Todo | Event, each: CalendarItem, now: datetime, kind: str) -> None:
    item = each.item
    component.add("uid", f"{each.note_id}.{item.id}.{kind}@roomscribe")
    component.add("dtstamp", now)
    done = "✓ " if kind == "event" and item.status == "done" else ""
    owner = f"{item.owner}: " if item.owner else ""
    component.add("summary", tidy(f"{done}{owner}{item.task}"))
    lines = [f"From the meeting: {each.meeting}"]
    if item.due:
        lines.append(f"Due as said: “{item.due.phrase}”")
    if item.quote and not is_verbatim(item):
        lines.append(f"“{item.quote}”")
    component.add("description", "\n".join(map(tidy, lines)))
    if each.address:
        component.add("url", each.address)
