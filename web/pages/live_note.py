"""The preliminary note of the current meeting, as of its last pause."""

from __future__ import annotations

from flask import Flask, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.errors import NotFoundError
from web.pages.meeting_work import job_of
from web.pages.queue import unless_known
from web.site import Site
from web.views.so_far import SoFarView, goes_on


def install(app: Flask, site: Site) -> None:
    def so_far(note_id: str) -> SoFarView | None:
        job = job_of(site, note_id)
        return site.so_fars.of(note_id, goes_on=goes_on(job)) if job else None

    def has_note(note_id: str) -> bool:
        with site.open_reader() as reader:
            return any(head.id == note_id for head in reader.heads())

    @app.get("/so-far/<note:note_id>")
    def show_so_far(note_id: str) -> str | BaseResponse:
        if has_note(note_id):
            return redirect(url_for("show", note_id=note_id))
        view = so_far(note_id)
        if view is None:
            raise NotFoundError("Nothing is noted of this meeting yet.")
        return render_template("sofar.html", view=view)

    @app.get("/so-far/<note:note_id>/part")
    def so_far_part(note_id: str) -> Response:
        """The note alone, for the script that keeps it up to date; a link to the real one, once it exists."""
        is_noted = has_note(note_id)
        view = None if is_noted else so_far(note_id)
        return unless_known(
            render_template("sofarpart.html", view=view, note_id=note_id if is_noted else None)
        )
