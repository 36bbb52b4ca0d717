"""The page that asks for the PIN, and logging out."""

from __future__ import annotations

import math
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from daemon.access.sessions import LONGEST
from web import format
from web.language import _
from web.security.door import Door, cookie_name
from web.security.roles import public, require

TOO_MANY = "Too many wrong PINs. Wait %(time)s, then try again."


def install(app: Flask, door: Door) -> None:
    """Add both to `app`."""

    def form(status: int = 200, problem: str | None = None) -> Response:
        back = local_path(request.values.get("next", ""))
        return Response(render_template("pin.html", problem=problem, back=back), status)

    @app.get("/pin")
    @public
    def pin() -> BaseResponse:
        if g.visitor.role is not None and g.visitor.session is None:
            return redirect("/", 303)  # this machine itself needs none
        return form()

    @app.post("/pin")
    @public
    def enter() -> BaseResponse:
        found = door.guess(request.form.get("pin", ""), g.peer)
        if isinstance(found, float):
            response = form(429, _(TOO_MANY, time=_in_words(found)))
            response.headers["Retry-After"] = str(math.ceil(found))
            return response
        if found is None or door.sessions is None:
            return form(403, _("That is not the PIN."))
        if g.visitor.session:
            door.sessions.end(g.visitor.session)
        answer = redirect(local_path(request.form.get("next", "")), 303)
        answer.set_cookie(
            cookie_name(request),
            door.sessions.start(found, g.peer),
            max_age=LONGEST[found],
            httponly=True,
            samesite="Strict",
            secure=request.is_secure,
        )
        return answer

    @app.get("/authority.crt")
    @public
    def authority() -> BaseResponse:
        if door.authority is None or not door.authority.exists():
            abort(404)
        return Response(door.authority.read_bytes(), content_type="application/x-x509-ca-cert")

    @app.post("/leave")
    @require("reader")
    def leave() -> BaseResponse:
        if g.visitor.session and door.sessions:
            door.sessions.end(g.visitor.session)
        answer = redirect("/pin", 303)
        answer.delete_cookie(cookie_name(request), httponly=True, samesite="Strict", secure=request.is_secure)
        return answer


def local_path(wanted: str) -> str:
    """`wanted` if it is a path on this machine, else the front page: a link may not lead to another site."""
    # Browsers take a backslash for a slash, and two slashes for the beginning of a host.
    parts = urlsplit(wanted.replace("\\", "/"))
    is_ours = not parts.scheme and not parts.netloc and wanted.startswith("/") and wanted.isprintable()
    return wanted if is_ours and not wanted.startswith("//") else "/"


def _in_words(seconds: float) -> str:
    return (
        format.count(math.ceil(seconds), "second")
        if seconds <= 90
        else format.count(math.ceil(seconds / 60), "minute")
    )
