"""The page as a WSGI application: addresses, and what answers when something is wrong."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path

from flask import Flask, Request, Response, jsonify, render_template, request, url_for
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from daemon.access.keyring import Keyring
from daemon.base.config import Config, load_config
from daemon.base.errors import NoAnswerError, NotFoundError, StateBusyError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.damaged import Damage
from daemon.notes.store.reader import OpenReader
from guardrails.core.errors import RoomscribeError
from pipelines.accepted import RECORDINGS, TRANSCRIPTS, listed
from pipelines.errors import BadInputError
from web import addresses, bodies, compression, damaged, device, format, language, private, security
from web.language import _, said
from web.pages import (
    actions,
    api,
    ask,
    digests,
    me,
    meeting,
    meeting_audio,
    meeting_edits,
    meeting_private,
    meeting_work,
    meetings,
    queue,
    record,
    rooms,
    settings,
    several,
    system,
    tokens,
    upload,
)
from web.private import PAGE as PRIVATE_PAGE
from web.private import asked_for, guarded
from web.security import Door, pinpage
from web.site import NO_STATE, Site, utc_now
from web.status import status_of
from web.views.room import OpenRecorder, room

PAGES = (
    meetings,
    meeting,
    meeting_edits,
    meeting_audio,
    meeting_work,
    meeting_private,
    several,
    actions,
    me,
    digests,
    ask,
    api,
    record,
    rooms,
    queue,
    upload,
    system,
    settings,
    tokens,
)
SECTIONS = (
    ("Meetings", "index"),
    ("Actions", "actions"),
    ("Ask", "ask"),
    ("Record", "record"),
    ("Queue", "queue"),
    ("Digests", "digests"),
    ("System", "system"),
)
"""What the head of every page leads to: name and endpoint. On a phone the first four; "More" has the rest."""


class NoteId(BaseConverter):
    """Ids as the store makes them; nothing else ever reaches the store or a path on disk."""

    regex = r"[a-z0-9][a-z0-9-]{0,63}"
    part_isolating = False


class SizedRequest(Request):
    """Applies our limit to the size of a body under any server."""

    @property  # type: ignore[misc]  # Flask lets it be set, too
    def max_content_length(self) -> int | None:  # type: ignore[override]
        return bodies.largest_body(self.method, self.path)


def create_app(
    open_reader: OpenReader,
    *,
    timezone: tzinfo,
    door: Door | None = None,
    open_recorder: OpenRecorder = lambda: None,
    state_dir: Path = NO_STATE,
    now: Callable[[], datetime] = utc_now,
    config: Callable[[], Config] = load_config,
    config_file: Path | None = None,
    damage: Callable[[], Damage] | None = None,
) -> Flask:
    """The page over the notes that `open_reader` gives for each request; times in `timezone`.

    Without `door` only this machine gets in. `config` gives the current configuration, which is read from
    `config_file`, or without it from the one in /etc. With `damage` nothing
    can be changed, and each page says why.
    """
    door = door or Door()
    keyring = Keyring(keep_guesses_in=door.keep_guesses_in)
    site = Site(guarded(open_reader, keyring), timezone, state_dir, open_recorder, now, config, config_file)
    app = Flask(__name__)
    language.prepare(app)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.request_class = SizedRequest
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["note"] = NoteId
    security.install(app, door)
    bodies.install(app)
    pinpage.install(app, door)
    damaged.install(app, damage)
    security.public(app.view_functions["static"])
    private.install(app, open_reader, keyring)
    addresses.install(app)
    app.jinja_env.globals |= {
        "recordings": listed(RECORDINGS),
        "transcripts": listed(TRANSCRIPTS),
        "accept": ",".join((*RECORDINGS, *TRANSCRIPTS)),
    }
    app.jinja_env.globals |= {"count": format.count, "length": format.length, "number": format.number}
    device.install(app)
    compression.install(app)
    _install_problems(app)

    @app.context_processor
    def frame() -> dict[str, object]:
        return {
            "room": room(open_recorder(), timezone),
            "sections": SECTIONS,
            "me": device.me(),
            "consent": lambda: config().recorder.consent,
        }

    for page in PAGES:
        page.install(app, site)

    @app.get("/offline.js")
    @security.public
    def offline() -> Response:
        """At the root: a service worker serves only pages below its own address."""
        return app.send_static_file("offline.js")

    @app.get("/health")
    @security.public
    def health() -> Response:
        return jsonify(status="ok")

    return app


def _install_problems(app: Flask) -> None:
    """Every failure ends in a page that says what to do next, never in a traceback."""

    def problem(status: int, heading: str, text: str) -> tuple[str, int]:
        return render_template("problem.html", heading=_(heading), text=said(text)), status

    @app.errorhandler(NotFoundError)
    def not_here(error: NotFoundError) -> tuple[str, int]:
        text = _("It may have been deleted, or the address is incomplete.")
        private = url_for(PRIVATE_PAGE, next=request.path) if asked_for() is not None else None
        return render_template("problem.html", heading=_("Not found"), text=text, private=private), 404

    @app.errorhandler(RoomscribeError)
    def not_done(error: RoomscribeError) -> tuple[str, int]:
        if not isinstance(error, BadInputError | NoAnswerError):  # by what was asked, or without a hub
            LOGGER.error("%s", error)
        heading = "That cannot be done now" if isinstance(error, NoAnswerError) else "That did not work"
        return problem(status_of(error), heading, f"{error}")

    @app.errorhandler(StateBusyError)
    @app.errorhandler(StateDamagedError)
    def unreadable(error: StateBusyError | StateDamagedError) -> tuple[str, int, dict[str, str]]:
        LOGGER.error("the store cannot be read: %s", error)
        heading = "The notes are busy" if error.retry_helps else "The notes cannot be read"
        retry = {"Retry-After": "5"} if error.retry_helps else {}
        return *problem(503, heading, f"{error}"), retry

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[str, int, dict[str, str]]:
        status = error.code or 500
        heading, text = _PROBLEMS.get(status, _PROBLEMS[400])
        if status in (403, 503) and error.description:
            text = error.description  # which of several rules it is
        kept = ("allow", "retry-after")
        headers = {name: value for name, value in error.get_headers() if name.lower() in kept}
        return *problem(status, heading, text), headers


_PROBLEMS = {
    400: ("That did not work", "The page could not understand what the browser asked for."),
    403: ("That is not allowed", "You do not have access to this page."),
    404: ("Page not found", "There is no page at this address."),
    405: ("This page can only be read", "Nothing can be changed at this address."),
    413: ("That is too large", "The page does not accept that much at once."),
    503: ("That cannot be done now", "Try again in a moment."),
    500: (
        "Something went wrong",
        "The page has failed; your notes are still on this machine. The log says what happened.",
    ),
}
