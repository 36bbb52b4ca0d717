"""The queue of meetings that have no note yet: stage, time left, what failed and why."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.inbox.files import rejections
from daemon.inbox.upload import waiting
from daemon.meetings import read_jobs
from web.language import _, said
from web.security import require
from web.site import Site
from web.views.queue import JobView

SHOWN_REJECTED = 10
MOST_AWAITED = 50
"""Meetings of which one page can say that their note is ready."""
_MESSAGES = {
    "arrived": "It was received, and appears here in a moment.",
    "retry": "It will be tried again.",
    "drop": "It was removed, with its recording.",
    "stop": "Its note is not made again; the existing one is kept.",
}


def install(app: Flask, site: Site) -> None:
    def jobs() -> tuple[JobView, ...]:
        with site.open_reader() as reader:
            private = reader.private()
        return tuple(each for each in site.work.jobs() if each.id not in private)

    @app.get("/queue")
    def queue() -> str:
        message = said(_MESSAGES.get(request.args.get("message", ""), ""))
        return render_template(
            "queue.html",
            jobs=jobs(),
            rejected=rejected(site.config().inbox.folder),
            message=message,
            not_added=len(waiting(site.state_dir)) if g.visitor.may("member") else 0,
        )

    @app.get("/queue/part")
    def queue_part() -> Response:
        """The list alone, for the script that keeps it up to date; 304 while nothing has changed."""
        part = render_template("queuepart.html", jobs=jobs(), rejected=rejected(site.config().inbox.folder))
        return unless_known(part)

    @app.get("/queue/ready")
    def ready_part() -> Response:
        """Of the meetings that were waiting when a page was opened, those whose note is ready by now."""
        made_now = {job.id for job in read_jobs(site.state_dir)}
        with site.open_reader() as reader:
            known, hidden = site.heads.at(reader.version, reader), {*made_now, *reader.private()}
        asked = request.args.get("of", "").split()[:MOST_AWAITED]
        ready = [known[each] for each in asked if each in known and each not in hidden]
        return unless_known(render_template("readypart.html", ready=ready))

    @app.post("/queue/<note:job_id>/retry")
    @require("member")
    def retry_job(job_id: str) -> BaseResponse:
        site.order("jobs retry", id=job_id)
        return redirect(url_for("queue", message="retry"), 303)

    @app.get("/queue/<note:job_id>/drop")
    @require("admin")
    def ask_drop(job_id: str) -> str | tuple[str, int]:
        """Removing a recording asks first: it cannot be undone."""
        found = next((each for each in jobs() if each.id == job_id), None)
        if found is None:
            return render_template(
                "problem.html", heading=_("Not in the queue"), text=_("It is done, or was already removed.")
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
        return redirect(url_for("queue", message="stop" if has_note else "drop"), 303)

    def rejected(folder: str) -> tuple[tuple[str, str], ...]:
        found = rejections(Path(folder) if folder else site.state_dir / "inbox", SHOWN_REJECTED)
        return tuple((name, said(reason)) for name, reason in found)


def unless_known(content: str, content_type: str = "text/html; charset=utf-8") -> Response:
    """An answer with an ETag, so that it is not sent again to a browser that has it (RFC 9110, 13.1.2)."""
    response = make_response(content)
    response.content_type = content_type
    # What was said must not be in a cache that outlives the page.
    response.headers["Cache-Control"] = "no-store"
    response.add_etag()
    response.make_conditional(request)
    return response
