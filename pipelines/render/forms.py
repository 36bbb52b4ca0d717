"""The forms in which a note is taken away: one list for the page, several notes at once, the API, the export
folder and the command line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final, Literal, NamedTuple

from pipelines.note import Note
from pipelines.render.calendar import CalendarItem, render_calendar
from pipelines.render.document import render_docx
from pipelines.render.html_page import render_html
from pipelines.render.lines import render_txt
from pipelines.render.markdown import render_markdown
from pipelines.render.subtitles import render_srt, render_vtt
from pipelines.render.table import render_csv
from pipelines.text import FileForm


class Place(NamedTuple):
    """Where and when a note is rendered."""

    timezone: tzinfo
    now: datetime
    address: str = ""
    """Of the note on the page; empty where there is no page."""


class Form(NamedTuple):
    name: str
    holds: Literal["The note", "The transcript", "The action items"]
    content_type: str
    render: Callable[[Note, Place], str | bytes]


def _items(note: Note, place: Place) -> list[CalendarItem]:
    return [CalendarItem(note.id, note.title, item, place.address) for item in note.action_items]


def _calendar(note: Note, place: Place) -> bytes:
    confirmed = [each for each in _items(note, place) if each.item.verdict == "verified"]
    return render_calendar(confirmed, name=note.title, now=place.now)


_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

FORMS: Final[dict[FileForm, Form]] = {
    "docx": Form("Word", "The note", _WORD, lambda note, place: render_docx(note, place.timezone)),
    "md": Form(
        "Markdown",
        "The note",
        "text/markdown; charset=utf-8",
        lambda note, place: render_markdown(note, place.timezone),
    ),
    "html": Form(
        "web page",
        "The note",
        "text/html; charset=utf-8",
        lambda note, place: render_html(note, place.timezone),
    ),
    "json": Form("JSON", "The note", "application/json", lambda note, _: note.to_json(indent=2) + "\n"),
    "txt": Form(
        "text",
        "The transcript",
        "text/plain; charset=utf-8",
        lambda note, place: render_txt(note, place.timezone),
    ),
    "vtt": Form("WebVTT", "The transcript", "text/vtt; charset=utf-8", lambda note, _: render_vtt(note)),
    "srt": Form(
        "SubRip",
        "The transcript",
        "application/x-subrip; charset=utf-8",
        lambda note, _: render_srt(note.transcript.segments),
    ),
    "csv": Form(
        "table",
        "The action items",
        "text/csv; charset=utf-8",
        lambda note, place: render_csv(_items(note, place)),
    ),
    "ics": Form("calendar", "The action items", "text/calendar; charset=utf-8", _calendar),
}
"""By the suffix of the file."""


SAVED: Final = tuple(
    (holds, tuple((form.name, suffix) for suffix, form in FORMS.items() if form.holds == holds))
    for holds in ("The note", "The transcript", "The action items")
)
"""What is offered: name of the content, and name and suffix of each form."""


def rendered(note: Note, suffix: FileForm, place: Place) -> bytes:
    """The file's content."""
    content = FORMS[suffix].render(note, place)
    return content.encode() if isinstance(content, str) else content
