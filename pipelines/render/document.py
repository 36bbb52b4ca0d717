"""A note as a Word document (Office Open XML), for people who pass notes on by mail."""

from __future__ import annotations

import io
import re
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from pipelines.editing.apply import EDITED
from pipelines.note import ActionItem, Item, Note, is_verbatim
from pipelines.render.marks import pieces, reasons
from pipelines.render.topics import TopicLines, topic_lines
from pipelines.render.words import (
    HEADINGS,
    SUMMARY_BY_HAND,
    by_hand,
    capital,
    due_words,
    engines_line,
    is_confirmed,
    nobody,
    place_of,
    read_as,
    said_at,
    when_line,
    with_whom,
    worded,
)

if TYPE_CHECKING:
    from docx.document import Document

# XML 1.0 cannot hold these, and python-docx refuses a text that does.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_docx(note: Note, timezone: tzinfo) -> bytes:
    """The note with its transcript; times in `timezone`."""
    from docx import Document as new_document

    document: Document = new_document()
    document.core_properties.title = _text(note.title)
    document.core_properties.author = "Roomscribe"
    document.add_heading(_text(note.title), 0)
    document.add_paragraph(_text(when_line(note, timezone)))
    if people := with_whom(note.transcript.segments):
        document.add_paragraph(_text(f"With {people}"))
    for warning in note.warnings:
        document.add_paragraph(_text(warning), style="Intense Quote")
    starts = {segment.id: segment.start_s for segment in note.transcript.segments}
    for section in note.template.sections:
        if section == "summary":
            document.add_heading("Summary", 1)
            for paragraph in note.summary.splitlines():
                document.add_paragraph(_text(paragraph))
            for topic in topic_lines(note):
                _topic(document, topic)
            if EDITED in note.flags:
                document.add_paragraph(SUMMARY_BY_HAND)
        elif section != "mood":  # a document that is passed on gives no one's mood
            verified = [item for item in note.shown_in(section) if is_confirmed(item)]
            _section(document, HEADINGS[section], verified, starts)
    claims = [item for section in note.template.sections for item in note.shown_in(section)]
    doubtful = [item for item in claims if not is_confirmed(item)]
    _section(document, "Not confirmed by the transcript", doubtful, starts)
    document.add_paragraph(_text(f"From {note.source}{read_as(note)}. {engines_line(note)}"))
    if note.transcript.segments:
        document.add_heading("Transcript", 1)
        for segment in note.transcript.segments:
            line = document.add_paragraph()
            at = said_at(segment.id, segment.start_s)
            time = f"{at} " if at else ""
            line.add_run(_text(f"{time}{segment.said_by or ''} ".lstrip())).bold = True
            line.add_run(_text(segment.text))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _topic(document: Document, topic: TopicLines) -> None:
    line = document.add_paragraph(style="List Bullet")
    line.add_run(_text(f"{topic.clock} " if topic.clock else ""))
    line.add_run(_text(topic.title)).bold = True
    for words in (topic.said, *(words for _, words in topic.came_of_it)):
        if words:
            document.add_paragraph(_text(words), style="List Bullet 2")


def _section(document: Document, title: str, items: list[Any], starts: dict[str, float | None]) -> None:
    if not items:
        return
    document.add_heading(title, 1)
    for item in items:
        line = document.add_paragraph(style="List Bullet")
        if isinstance(item, ActionItem):
            line.add_run(_text("☑ " if item.status == "done" else "☐ "))
            line.add_run(_text(f"{item.owner or capital(nobody(item))}: ")).bold = True
            _marked(line, item)
            if item.due:
                line.add_run(_text(f" (due {due_words(item.due)})"))
        else:
            _marked(line, item)
        line.add_run(by_hand(item))
        if item.marks:
            line.add_run().add_break()
            line.add_run(_text(reasons(item.marks)))
        at = place_of(item, starts)
        place = f" ({at})" if at else ""
        proof = f"\n“{item.quote}”" if item.quote and not is_verbatim(item) else ""
        line.add_run(_text(f"{proof}{place}")).italic = True


def _marked(line: Any, item: Item) -> None:
    """What it says as runs, with a dotted line under what was not heard, or not in these words."""
    from docx.enum.text import WD_UNDERLINE

    for each, mark in pieces(worded(item), item.marks):
        run = line.add_run(_text(each))
        if mark is not None:
            run.underline = WD_UNDERLINE.DOTTED


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
