"""The digests of days and weeks."""

from __future__ import annotations

import re

from flask import Flask, abort, render_template

from web.language import _
from web.site import Site
from web.views.digest import digest_view, title_of

_ID = re.compile(r"\d{4}-(?:\d\d-\d\d|W\d\d)")
SHOWN = 60
"""Of each kind: two months of days, more than a year of weeks."""


def install(app: Flask, site: Site) -> None:
    @app.get("/digests")
    def digests() -> str:
        kinds = [
            (_(name), [(each.id, title_of(each)) for each in map(site.digests.find, ids[:SHOWN]) if each])
            for name, ids in (("Weeks", site.digests.ids("week")), ("Days", site.digests.ids("day")))
        ]
        return render_template("digests.html", kinds=kinds)

    @app.get("/digests/<digest_id>")
    def digest(digest_id: str) -> str:
        found = site.digests.find(digest_id) if _ID.fullmatch(digest_id) else None
        if found is None:
            abort(404)
        return render_template("digest.html", view=digest_view(found, site.timezone))
