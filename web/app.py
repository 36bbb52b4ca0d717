"""The page as a WSGI application: addresses, and what answers when something is wrong."""

from __future__ import annotations

from datetime import tzinfo

from flask import Flask, Response, abort, jsonify, redirect, render_template, request, url_for
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response as BaseResponse

from daemon.errors import NotFoundError, StateBusyError, StateDamagedError
from pipelines.note import Note
from pipelines.render.markdown import render_markdown
from web import access
from web.reader import OpenReader
from web.views.listing import listing
from web.views.meeting import meeting


class NoteId(BaseConverter):
    """Ids as the store makes them; nothing else ever reaches the store, and a path on disk."""

    regex = r"[a-z0-9][a-z0-9-]{0,63}"
    part_isolating = False


def create_app(open_reader: OpenReader, *, timezone: tzinfo) -> Flask:
    """The page over the notes that `open_reader` gives for each request; times in `timezone`."""
    app = Flask(__name__)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["note"] = NoteId
    access.install(app)
    _install_problems(app)

    def note_of(note_id: str) -> Note:
        with open_reader() as reader:
            return reader.get(note_id)

    @app.get("/")
    def index() -> str:
        page = request.args.get("page", "1")
        with open_reader() as reader:
            heads = reader.heads()
        view = listing(heads, int(page), timezone) if page.isdecimal() and len(page) < 9 else None
        if view is None:
            abort(404)
        return render_template("listing.html", view=view)

    @app.get("/meetings/<note:note_id>")
    def show(note_id: str) -> str | BaseResponse:
        note = note_of(note_id)
        if note.id != note_id:
            # The store accepts the beginning of an id; a page has one address.
            return redirect(url_for("show", note_id=note.id))
        return render_template("meeting.html", view=meeting(note, timezone))

    @app.get("/meetings/<note:note_id>.md")
    def markdown(note_id: str) -> Response:
        note = note_of(note_id)
        return _file(render_markdown(note, timezone), "text/markdown; charset=utf-8", f"{note.id}.md")

    @app.get("/meetings/<note:note_id>.json")
    def as_json(note_id: str) -> Response:
        note = note_of(note_id)
        return _file(note.model_dump_json(indent=2) + "\n", "application/json", f"{note.id}.json")

    @app.get("/health")
    def health() -> Response:
        return jsonify(status="ok")

    return app


def _file(text: str, content_type: str, name: str) -> Response:
    response = Response(text, content_type=content_type)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _install_problems(app: Flask) -> None:
    """Every failure ends in a page that says what to do next, never in a traceback."""

    def problem(status: int, heading: str, text: str) -> tuple[str, int]:
        return render_template("problem.html", heading=heading, text=text), status

    @app.errorhandler(NotFoundError)
    def no_such_note(error: NotFoundError) -> tuple[str, int]:
        return problem(404, "No such meeting", "It may have been deleted, or the address is incomplete.")

    @app.errorhandler(StateBusyError)
    @app.errorhandler(StateDamagedError)
    def unreadable(error: StateBusyError | StateDamagedError) -> tuple[str, int, dict[str, str]]:
        app.logger.error("the store cannot be read: %s", error)
        heading = "The notes are busy" if error.retry_helps else "The notes cannot be read"
        retry = {"Retry-After": "5"} if error.retry_helps else {}
        return *problem(503, heading, f"{error}"), retry

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[str, int, dict[str, str]]:
        status = error.code or 500
        headers = {"Allow": ", ".join(access.METHODS)} if status == 405 else {}
        return *problem(status, *_PROBLEMS.get(status, _PROBLEMS[400])), headers


_PROBLEMS = {
    400: ("That did not work", "The page could not understand what the browser asked for."),
    404: ("Nothing here", "There is no page at this address."),
    405: ("This page can only be read", "Nothing can be changed at this address."),
    500: (
        "Something went wrong",
        "The page has failed; your notes are still on this machine. The log says what happened.",
    ),
}
