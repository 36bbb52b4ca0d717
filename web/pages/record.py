"""The room's microphone in people's hands: start, stop, off the record, forget; and what is heard meanwhile.

Whoever may read may do this (docs/adr/0086): who is recorded must not have to look for an administrator.
"""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Flask, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.backup.holding import backups_holding
from daemon.control import ask
from daemon.errors import NoAnswerError
from daemon.log import LOGGER
from pipelines.errors import BadInputError
from web.pages.queue import unless_known
from web.security import require
from web.site import Site
from web.views.live import as_json

TIMEOUT_S = 3.0
"""The recorder looks for orders ten times a second; a page's thread waits no longer for one that hangs."""
MINUTES = {"viewer": (1, 5, 15), "admin": (1, 5, 15, 60, 240)}
"""What may be forgotten at once, by role."""
_DOES = {
    "start": "Recording.",
    "stop": "The recording has ended. Its note is being made.",
    "pause": "Off the record.",
    "resume": "On the record again.",
}
_RECORDING_ID = re.compile(r"[a-z0-9-]{1,64}")


def install(app: Flask, site: Site) -> None:
    def page(told: str | None = None, problem: str | None = None, backups: tuple[str, ...] = ()) -> str:
        return render_template(
            "record.html",
            view=site.live.now(),
            minutes=MINUTES[g.visitor.role],
            told=told,
            problem=problem,
            backups=backups,
        )

    @app.get("/record")
    def record() -> str:
        told = request.args.get("told", "")
        minutes = request.args.get("minutes", 0, type=int)
        if told != "forget":
            return page(_DOES.get(told))
        ids = [each for each in request.args.getlist("of")[:10] if _RECORDING_ID.fullmatch(each)]
        what = f"What was heard in the last {minutes} min is gone." if ids else "There was nothing to forget."
        return page(what, backups=tuple(backups_holding(site.state_dir, site.config().backup, ids)))

    @app.get("/live.json")
    def live_json() -> Response:
        after = max(0, request.args.get("after", 0, type=int))
        told = as_json(site.live.now(), request.args.get("edition", ""), after)
        return unless_known(json.dumps(told, ensure_ascii=False), "application/json")

    @app.post("/record/<do>")
    @require("viewer")
    def order_recorder(do: str) -> BaseResponse | tuple[str, int]:
        if do not in _DOES:
            abort(404)
        try:
            order(do)
        except (NoAnswerError, BadInputError) as error:
            return page(problem=f"{error}"), 409
        return redirect(url_for("record", told=do), 303)

    @app.post("/record/forget")
    @require("viewer")
    def forget() -> BaseResponse | tuple[str, int]:
        minutes = request.form.get("minutes", 0, type=int)
        if minutes not in MINUTES[g.visitor.role]:
            return page(problem="Choose how many minutes are to be forgotten."), 400
        try:
            details = order("forget", {"minutes": minutes})
        except (NoAnswerError, BadInputError) as error:
            return page(problem=f"{error}"), 409
        ids = [span["id"] for span in details.get("forgotten", ())]
        return redirect(url_for("record", told="forget", minutes=minutes, of=ids), 303)

    def order(do: str, arguments: dict[str, Any] | None = None) -> dict[str, Any]:
        """NoAnswerError where no recorder runs, BadInputError with its own words if it says no."""
        must_happen = do == "forget"
        if site.open_recorder() is None and not must_happen:
            raise NoAnswerError("The recorder is not running.")
        answer = ask(site.state_dir, "recorder", do, arguments, timeout_s=TIMEOUT_S, must_happen=must_happen)
        LOGGER.info("%s, asked for by %s (%s): %s", do, g.peer, g.visitor.role, answer.message)
        if not answer.ok:
            raise BadInputError(f"{answer.message[:1].upper()}{answer.message[1:]}.")
        return answer.details
