"""What is done to several meetings at once: a tag for them, or none, and one archive of their notes.

Private meetings are not among them: no list has one.
"""

from __future__ import annotations

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.notes.exports import archive
from daemon.notes.store.listed import NoteHead
from pipelines.errors import BadInputError
from pipelines.render.forms import FORMS
from pipelines.text import FileForm
from web import device
from web.done import at_once, lead_back
from web.fair_semaphore import FairSemaphore
from web.fields import line
from web.files import as_file
from web.language import _
from web.security import require
from web.site import Site
from web.views.listing import PAGE_SIZE


def chosen(site: Site) -> list[NoteHead]:
    """The meetings that were ticked, each once; BadInputError where none was, or more than a page has."""
    with site.open_reader() as reader:
        heads = site.heads.at(reader.version, reader)
    found = [heads[each] for each in dict.fromkeys(request.form.getlist("id")) if each in heads]
    if not found:
        raise BadInputError("No meeting is selected; go back and tick some.")
    if len(found) > PAGE_SIZE:
        raise BadInputError(_("Select at most %(most)s meetings at once.", most=PAGE_SIZE))
    return found


def install(app: Flask, site: Site) -> None:
    # Each takes seconds where meetings are long, and the server has four threads.
    exports = FairSemaphore(1, line=1)

    @app.post("/several/tag")
    @require("member")
    def tag_several() -> BaseResponse:
        if not (tag := line("tag")):
            raise BadInputError("No tag was typed; go back and type one.")
        ids = [head.id for head in chosen(site)]
        remove = "remove" in request.form
        answer = site.order("notes tag", ids=ids, tag=tag, remove=remove, **device.signature())
        return redirect(url_for("index", select=1, done=answer.details["edit"]), 303)

    @app.post("/several/undo")
    @require("member")
    def undo_at_once() -> BaseResponse:
        """Take a change that was made from a list back, in all meetings that have it."""
        edit_id = request.form.get("edit", "")
        ids = [note_id for note_id, _ in at_once(site, edit_id)]
        site.order("notes undo", ids=ids, edit=edit_id)
        return lead_back(request.form.get("back", ""), ())

    @app.post("/several/export")
    @require("reader")
    def export_several() -> Response:
        heads, wanted = chosen(site), request.form.get("form", "md")
        suffix: FileForm = next((suffix for suffix in FORMS if suffix == wanted), "md")
        with exports, site.open_reader() as reader:
            content = archive((reader.get(head.id) for head in heads), site.timezone, suffix, site.now())
        return as_file(content, "application/zip", f"meetings-{site.today}.zip")
