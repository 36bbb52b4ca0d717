"""All meetings, newest first, with the meeting that goes on and today's digest on top."""

from __future__ import annotations

from flask import Flask, abort, render_template, request

from daemon.errors import NotFoundError, StateDamagedError
from pipelines.digest import Digest, Period
from web.site import Site
from web.views.digest import digest_view
from web.views.filters import MOODS, read_filters
from web.views.listing import listing


def install(app: Flask, site: Site) -> None:
    @app.get("/")
    def index() -> str:
        page = request.args.get("page", "1")
        filters = read_filters(request.args)
        with site.open_reader() as reader:
            heads, people = reader.heads(), site.people.of(reader)
            noted = {*site.heads.of(reader), *reader.private()}
        number = int(page) if page.isdecimal() and len(page) < 9 else 0
        view = listing(heads, number, site.timezone, filters)
        if view is None:
            abort(404)
        digest = todays_digest(site) if number == 1 and filters.is_empty else None
        live = site.live.now() if number == 1 and filters.is_empty else None
        return render_template(
            "listing.html",
            view=view,
            filters=filters,
            people=people,
            moods=MOODS,
            digest=digest_view(digest, site.timezone) if digest else None,
            live=live,
            so_far=site.so_fars.all(noted) if number == 1 and filters.is_empty else (),
            is_live=live is not None and live.state in ("recording", "paused"),
        )


def todays_digest(site: Site) -> Digest | None:
    """What was made of today's meetings so far; None before the evening, or where there is none to read."""
    try:
        return site.digests.get(Period.day(site.today).id)
    except (NotFoundError, StateDamagedError):
        return None
