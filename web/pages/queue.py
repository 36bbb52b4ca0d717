"""What becomes of the meetings that have no note yet: stage, time left, what failed and why."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.inbox.reject import rejections
from web.security import require
from web.site import Site
from web.views.queue import JobView

SHOWN_REJECTED = 10
_TOLD = {
    "arrived": "It has arrived, and appears here in a moment.",
    "retry": "It is tried again.",
    "drop": "It is removed, its recording included.",
    "stop": "It is not noted anew. Its note stays as it is.",
}


def install(app: Flask, site: Site) -> None:
    def jobs() -> tuple[JobView, ...]:
        with site.open_reader() as reader:
            private = reader.private()
        return tuple(each for each in site.work.jobs() if each.id not in private)

    @app.get("/queue")
    def queue() -> str:
        told = _TOLD.get(request.args.get("told", ""))
        return render_template(
            "queue.html", jobs=jobs(), rejected=rejected(site.config().inbox.folder), told=told
        )

    @app.get("/queue/part")
    def queue_part() -> Response:
        """The list alone, for the script that keeps it up to date; 304 while nothing has changed."""
        part = render_template("queuepart.html", jobs=jobs(), rejected=rejected(site.config().inbox.folder))
        return unless_known(part)

    @app.post("/queue/<note:job_id>/retry")
    @require("viewer")
    def retry_job(job_id: str) -> BaseResponse:
        site.order("jobs retry", id=job_id)
        return redirect(url_for("queue", told="retry"), 303)

    @app.get("/queue/<note:job_id>/drop")
    @require("admin")
    def ask_drop(job_id: str) -> str | tuple[str, int]:
        """Removing a recording asks first: nothing brings it back."""
        found = next((each for each in jobs() if each.id == job_id), None)
        if found is None:
            return render_template(
                "problem.html", heading="Not in work", text="It is done, or was removed already."
            ), 404
        with site.open_reader() as reader:
            has_note = job_id in site.heads.at(reader.version, reader)
        return render_template("drop.html", job=found, has_note=has_note)

    @app.post("/queue/<note:job_id>/drop")
    @require("admin")
    def drop_job(job_id: str) -> BaseResponse:
        with site.open_reader() as reader:
            has_note = job_id in site.heads.at(reader.version, reader)
        site.order("jobs drop", id=job_id)
        return redirect(url_for("queue", told="stop" if has_note else "drop"), 303)

    def rejected(folder: str) -> tuple[tuple[str, str], ...]:
        return rejections(Path(folder) if folder else site.state_dir / "inbox", SHOWN_REJECTED)


def unless_known(content: str, content_type: str = "text/html; charset=utf-8") -> Response:
    """An answer that a browser which has it already need not be sent again (RFC 9110, 13.1.2)."""
    response = make_response(content)
    response.content_type = content_type
    # Asked for again each time: what was said is in no cache that outlives the page.
    response.headers["Cache-Control"] = "no-store"
    response.add_etag()
    response.make_conditional(request)
    return response
