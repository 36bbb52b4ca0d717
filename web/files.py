"""An answer that the browser saves under a name."""

from __future__ import annotations

from flask import Response, url_for

from pipelines.render.forms import FORMS, Place, rendered
from pipelines.text import FileForm
from web.site import Site


def note_file(site: Site, note_id: str, suffix: FileForm) -> Response:
    """A note in one of its forms; NotFoundError."""
    note = site.note(note_id)
    place = Place(site.timezone, site.now(), url_for("show", note_id=note.id, _external=True))
    return as_file(rendered(note, suffix, place), FORMS[suffix].content_type, f"{note.id}.{suffix}")


def as_file(content: str | bytes, content_type: str, name: str) -> Response:
    response = Response(content, content_type=content_type)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
