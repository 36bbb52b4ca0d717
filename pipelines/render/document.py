"""A note as a Word document (Office Open XML), for people who pass notes on by mail."""

from __future__ import annotations

import io
import re
from datetime import tzinfo
from typing import TYPE_CHECKING

from pipelines.note import Note
from pipelines.render.outline import Block, outline

if TYPE_CHECKING:
    from docx.document import Document

# XML 1.0 cannot hold these, and python-docx refuses a text that does.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STYLES = {"warning": "Intense Quote", "bullet": "List Bullet", "detail": "List Bullet 2"}
_LEVELS = {"title": 0, "heading": 1}


def render_docx(note: Note, timezone: tzinfo) -> bytes:
    """The note with its transcript; times in `timezone`."""
    from docx import Document as new_document

    document: Document = new_document()
    document.core_properties.title = _text(note.title)
    document.core_properties.author = "Roomscribe"
    for block in outline(note, timezone):
        _write(document, block)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _write(document: Document, block: Block) -> None:
    from docx.enum.text import WD_UNDERLINE

    if block.kind in _LEVELS:
        document.add_heading(_text("".join(run.text for run in block.runs)), _LEVELS[block.kind])
        return
    paragraph = document.add_paragraph(style=_STYLES.get(block.kind))
    for each in block.runs:
        run = paragraph.add_run(_text(each.text))
        run.bold, run.italic = each.bold or None, each.italic or None
        if each.unheard:
            run.underline = WD_UNDERLINE.DOTTED


def _text(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
