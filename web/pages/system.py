"""The machine behind the page: its health, models, nightly jobs, log, and its address as a QR code."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Flask, Response, abort, g, redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.log import TAIL
from daemon.hub.nightly.report import jobs_of_the_night
from daemon.machine.check.probes import Doctor
from daemon.meetings import WorkFolder
from daemon.models.presence import records
from daemon.worker.pace import PaceKeeper
from web import format
from web.language import said
from web.pages.queue import unless_known
from web.reach import own_address, unreachable_because
from web.security import require
from web.site import Site
from web.views import system as views
from web.views.digest import title_of


def install(app: Flask, site: Site) -> None:
    doctor = Doctor(site.state_dir, site.config, site.now)

    def machine(*, anew: bool = False) -> dict[str, Any]:
        health = doctor.health(anew=anew)
        now = site.overview(for_admin=g.visitor.may("admin"))
        pace = PaceKeeper(WorkFolder(site.state_dir).path).pace
        tried = records(site.state_dir / "models")
        return {
            "your_model": views.your_model(health.models, tried, pace),
            "models": views.models(health.models, tried, pace),
            "health": views.health((*now.findings, *health.findings)),
            "is_looking": health.is_looking,
            "version": now.version,
            "looked_at": health.at.astimezone(site.timezone).strftime("%H:%M:%S") if health.at else None,
        }

    def unreachable() -> Markup:
        """Why phones cannot open it; empty if they can."""
        return format.coded(said(unreachable_because(site.config().web.networks)))

    @app.get("/system")
    def system() -> str:
        config = site.config()
        last = next(
            (found for each in site.digests.ids("day")[:1] if (found := site.digests.find(each))), None
        )
        return render_template(
            "system.html",
            **machine(),
            nights=views.nights(
                jobs_of_the_night(site.state_dir, config.nightly, site.now(), site.timezone),
                site.timezone,
                in_words=g.visitor.may("admin"),
            ),
            retention=config.retention,
            digest=(last.id, title_of(last)) if last else None,
            log=tuple(TAIL.lines) if g.visitor.may("admin") else None,
            address=own_address(),
            unreachable=unreachable(),
        )

    @app.get("/system/part")
    def system_part() -> Response:
        return unless_known(render_template("systempart.html", **machine()))

    @app.get("/system/models/part")
    def models_part() -> Response:
        return unless_known(render_template("modelspart.html", **machine()))

    @app.post("/system/check")
    @require("member")
    def check_machine() -> BaseResponse:
        doctor.health(anew=True)
        return redirect(url_for("system", _anchor="health"), 303)

    @app.get("/system/address.svg")
    def address_svg() -> Response:
        """The page's address for a phone's camera. A file: the policy allows no inline pictures."""
        if unreachable():
            abort(404)
        out = io.BytesIO()
        # Dark on light with its quiet zone, on dark pages too: cameras need that.
        code = segno.make(own_address(), error="m")
        code.save(out, kind="svg", scale=6, border=4, light="#fff", dark="#000")
        return Response(out.getvalue(), content_type="image/svg+xml")
