"""Searching all meetings: titles, summaries, items, and every word that was said."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from web.site import Site
from web.views.filters import read_filters
from web.views.search import found_views

MOST_CHARACTERS = 200


def install(app: Flask, site: Site) -> None:
    @app.get("/search", endpoint="search")
    def search_page() -> str | Response:
        typed = request.args.get("q", "").strip()[:MOST_CHARACTERS]
        filters = read_filters(request.args)
        if not typed:
            # Without any the list would be shown with those that were used last.
            return redirect(f"{url_for('index')}?{urlencode(filters.address or {'person': ''})}")
        with site.open_reader() as reader:
            heads, choices = site.heads.at(reader.version, reader), site.choices.at(reader.version, reader)
        within = None
        if not filters.is_empty:
            within = {head.id for head in heads.values() if filters.lets(head, site.timezone)}
        search = site.index.search(typed, within=within)
        return render_template(
            "search.html",
            typed=typed,
            found=found_views(search.found, heads, site.timezone),
            more=search.has_more,
            together=search.together,
            filters=filters,
            choices=choices,
        )
