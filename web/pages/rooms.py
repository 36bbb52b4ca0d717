"""Other rooms of the building: who is near, who asks, and an administrator's yes or no."""

from __future__ import annotations

from typing import Any

from flask import Flask, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from daemon.hub.rooms.overview import Overview, overview
from pipelines.errors import BadInputError
from web import format
from web.language import _, said
from web.security import require
from web.site import Site

_WAYS = {"take": (True, False), "give": (False, True), "both": (True, True)}
"""By the button: whether its meetings are shown here, and this room's there."""


def install(app: Flask, site: Site) -> None:
    def page(problem: str = "") -> str:
        found = overview(site.state_dir, site.now())
        seen = {room.code: _seen(room.last) for room in found.rooms} if found else {}
        return render_template("rooms.html", found=found, seen=seen, problem=problem)

    def _seen(last: Any) -> str:
        if last is None:
            return _("never")
        there = last.astimezone(site.timezone)
        return f"{format.short_day(there.date())}, {there:%H:%M}"

    @app.get("/system/rooms")
    @require("admin")
    def rooms() -> str:
        return page()

    @app.post("/system/rooms")
    def change_rooms() -> Response | tuple[str, int]:
        try:
            if found := overview(site.state_dir, site.now()):
                _change(found)
        except BadInputError as error:
            return page(said(f"{error}")), 400
        return redirect(url_for("rooms"), 303)

    def _change(found: Overview) -> None:
        do, code = request.form.get("do", ""), request.form.get("code", "")
        device, name = found.device(code)
        if do in _WAYS:
            takes, gives = _WAYS[do]
            site.order("rooms pair", device=device, name=name, takes=takes, gives=gives)
        elif do == "replace":
            site.order("rooms replace", lost=device, new=found.device(request.form.get("new", ""))[0])
        elif do in ("refuse", "remove"):
            site.order(f"rooms {do}", device=device, room=device)
