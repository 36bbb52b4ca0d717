"""The meeting that goes on: control of the recorder (start, stop, off the record, forget), what is heard
meanwhile, and the preliminary note.

Every member may do this (docs/adr/0086): people who are recorded must not have to look for an administrator.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

from flask import Flask, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.errors import NoAnswerError, NotFoundError, RefusedError
from daemon.notes.backup.archive_search import ArchiveSearch, backups_holding
from pipelines.errors import BadInputError
from web import device, format
from web.fields import line
from web.language import _, said
from web.orders import ASKED_FROM, MINUTES, forget_minutes, order_recorder
from web.pages.meeting_work import job_of
from web.pages.queue import unless_known
from web.private import visitor
from web.security import require
from web.site import Site
from web.views.live import as_json, typed_lines
from web.views.so_far import SoFarView, goes_on

_DOES = {
    "start": "Recording.",
    "stop": "The recording has ended. Its note is being made; Meetings shows how far it is.",
    "pause": "Off the record.",
    "resume": "On the record again.",
}
_STOPPED = {
    "no-sound": "Nothing was recorded: no sound came in.",
    "nothing": "Nothing was being recorded.",
}
"""Ends of a recording that lead to no note."""
_LONGEST_DOUBT = 2.0
"""Minutes for which a question whether to forget holds; later it is asked again."""
_MOST_ERASED = 100
"""Visitors whose last erasure is remembered; more do not erase something at once."""


def install(app: Flask, site: Site) -> None:
    held = ArchiveSearch(
        lambda ids: backups_holding(site.state_dir, site.config().backup, ids, named=lambda path: path.name)
    )
    erased: dict[str, tuple[str, list[str]]] = {}
    """By visitor, what was erased last: since when, and of which recordings. No address gives them: an answer
    about any id would tell of private meetings."""

    def since() -> dict[int, str]:
        """What the visitor may forget: minutes, and the time of day since when that is."""
        now = site.now().astimezone(site.timezone)
        return {each: f"{now - timedelta(minutes=each):%H:%M}" for each in MINUTES[g.visitor.role]}

    def page(
        message: str | None = None, problem: str | None = None, backups: Sequence[str] | None = ()
    ) -> str:
        live = site.live.now()
        job = job_of(site, live.meeting_id) if live.meeting_id else None
        with site.open_reader() as reader:
            private = reader.private()
        return render_template(
            "record.html",
            view=live,
            unheard=format.coded(format.sentence(job.reason))
            if job and job.needs == "models" and job.reason
            else None,
            so_far=site.so_fars.of(live.meeting_id, goes_on=True) if live.meeting_id else None,
            minutes=since(),
            typed=typed_lines(site.state_dir, live.meeting_id),
            message=message,
            problem=problem,
            backups=backups,
            awaited=[each.id for each in site.work.jobs() if each.id not in private],
        )

    @app.get("/record")
    def record() -> str:
        message = request.args.get("message", "")
        if message != "forget":
            return page(said(_DOES.get(message) or _STOPPED.get(message, "")))
        at, ids = erased.get(visitor(), ("", []))
        if not ids:
            return page(_("There was nothing to forget.") if at else None)
        what = _("All that was said since %(time)s was deleted.", time=at)
        return page(what, backups=held.of(*ids))

    @app.get("/live.json")
    def live_json() -> Response:
        after = max(0, request.args.get("after", 0, type=int))
        state = as_json(site.live.now(), request.args.get("edition", ""), after) | {"since": since()}
        return unless_known(json.dumps(state, ensure_ascii=False), "application/json")

    @app.post("/record/note")
    @require("member")
    def type_note() -> BaseResponse | tuple[str, int]:
        """Keep a line about the meeting that goes on, with its time."""
        if site.live.now().state != "recording":
            return page(problem=_("Nothing is kept now, so nothing can be noted.")), 409
        try:
            site.order("meeting type", text=line("note"), name=device.me())
        except (NoAnswerError, BadInputError) as error:
            return page(problem=said(f"{error}")), 400
        return redirect(url_for("record", _anchor="typed"), 303)

    @app.post("/record/<do>", endpoint="order_recorder")
    @require("member")
    def give_order(do: str) -> BaseResponse | tuple[str, int]:
        if do not in _DOES:
            abort(404)
        try:
            details = order_recorder(site, do)
        except (NoAnswerError, RefusedError) as error:
            return page(problem=said(f"{error}")), 409
        if do == "stop" and not details.get("kept", True):
            do = "no-sound" if details["recording"] else "nothing"
        return redirect(url_for("record", message=do), 303)

    @app.post("/record/forget")
    @require("member")
    def forget() -> BaseResponse | tuple[str, int]:
        minutes, now = request.form.get("minutes", 0, type=int), site.now().timestamp()
        asked = request.form.get("asked", now if minutes < ASKED_FROM else 0.0, type=float)
        waited = (now - asked) / 60
        when = since().get(minutes, "")
        if when and not 0 <= waited <= _LONGEST_DOUBT:
            return render_template("forget.html", minutes=minutes, since=when, asked=now), 200
        try:
            ids = forget_minutes(site, minutes, waited)
        except (NoAnswerError, RefusedError, BadInputError) as error:
            return page(problem=said(f"{error}")), 400 if isinstance(error, BadInputError) else 409
        begin = site.now().astimezone(site.timezone) - timedelta(minutes=minutes + waited)
        erased.pop(visitor(), None)
        erased[visitor()] = (f"{begin:%H:%M}", ids)
        if len(erased) > _MOST_ERASED:
            erased.pop(next(iter(erased)), None)
        return redirect(url_for("record", message="forget"), 303)

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
