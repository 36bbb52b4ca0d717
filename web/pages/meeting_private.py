"""Private meetings: entering, setting and removing their PIN."""

from __future__ import annotations

import math
import threading

from flask import Flask, Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.access import seal
from daemon.access.keyring import Keyring
from pipelines.errors import BadInputError
from web import format
from web.language import _
from web.private import PAGE, visitor
from web.security import require
from web.security.pinpage import TOO_MANY, local_path
from web.site import Site

SHORTEST_PIN = 6
LONGEST_PIN = 64


def install(app: Flask, site: Site) -> None:
    keyring: Keyring = app.extensions["keyring"]
    one_at_a_time = threading.Lock()

    def form(problem: str | None = None, status: int = 200) -> Response:
        with site.open_reader() as reader:
            private = reader.private()
            ids = [each for each, sealed in private.items() if keyring.may(visitor(), each, sealed)]
            notes = [reader.get(note_id) for note_id in ids]
        rows = [
            (note.id, note.title, site.day(note))
            for note in sorted(notes, key=lambda note: note.started_at, reverse=True)
        ]
        back = local_path(request.values.get("next", ""))
        return Response(
            render_template("meeting/private.html", rows=rows, problem=problem, back=back), status
        )

    @app.get("/private", endpoint=PAGE)
    def ask() -> Response:
        return form()

    @app.post("/private")
    @require("reader")
    def open_private() -> BaseResponse:
        # One at a time: each guess costs 50 ms of a core.
        with one_at_a_time:
            if (wait_s := keyring.guesses.wait_s(g.peer)) > 0:
                answer = form(_(TOO_MANY, time=format.count(math.ceil(wait_s), "second")), 429)
                answer.headers["Retry-After"] = str(math.ceil(wait_s))
                return answer
            with site.open_reader() as reader:
                opened = keyring.try_pin(visitor(), request.form.get("pin", ""), reader.private())
            if not opened:
                keyring.guesses.was_wrong(g.peer)
                return form(_("No meeting has that PIN."), 403)
            keyring.guesses.was_right(g.peer)
        back = local_path(request.form.get("next", ""))
        return redirect(back if back != "/" else url_for(PAGE), 303)

    @app.post("/private/close")
    @require("reader")
    def close_private() -> BaseResponse:
        keyring.close(visitor())
        return redirect(url_for("index"), 303)

    @app.get("/meetings/<note:note_id>/private")
    @require("admin")
    def ask_pin(note_id: str) -> str:
        with site.open_reader() as reader:
            note, is_private = reader.get(note_id), note_id in reader.private()
        return render_template("meeting/pin.html", note=note, is_private=is_private, shortest=SHORTEST_PIN)

    @app.post("/meetings/<note:note_id>/private")
    @require("admin")
    def set_pin(note_id: str) -> BaseResponse:
        if request.form.get("open"):
            site.order("notes open", id=note_id)
            return redirect(url_for("show", note_id=note_id), 303)
        pin = "".join(request.form.get("pin", "").split()).replace("-", "")
        if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:
            raise BadInputError(
                _(
                    "A PIN has %(least)s to %(most)s characters; go back and choose another.",
                    least=SHORTEST_PIN,
                    most=LONGEST_PIN,
                )
            )
        with site.open_reader() as reader:
            sealed = seal(pin, site.now(), filter(None, reader.private().values()))
        site.order("notes close", id=note_id, pin=sealed.model_dump(mode="json"))
        keyring.try_pin(visitor(), pin, {note_id: sealed})
        return redirect(url_for("show", note_id=note_id), 303)
