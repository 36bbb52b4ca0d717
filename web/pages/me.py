"""Who uses this device, in which language, and which names are one person's."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from daemon.notes.store.aliases import alike
from pipelines.text import LONGEST_NAME
from web import device
from web.fields import line
from web.security import public, require
from web.security.pinpage import local_path
from web.site import Site

OFFERED = 6
"""Pairs of names that may be one person's."""


@lru_cache(maxsize=1)
def _offered(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return alike(names)[:OFFERED]


def install(app: Flask, site: Site) -> None:
    @app.get("/me")
    def who() -> str:
        with site.open_reader() as reader:
            spoken, aliases = site.choices.at(reader.version, reader).people, reader.aliases()
        roster = site.config().vocabulary.roster
        names = sorted({*spoken, *(aliases.get(name, name) for name in roster)}, key=str.casefold)
        return render_template("me.html", names=names, aliases=aliases, alike=_offered(tuple(names)))

    @app.post("/me")
    @require("reader")
    def sign() -> Response:
        device.kept()["me"] = line("name")[:LONGEST_NAME]
        return redirect(url_for("index"), 303)

    @app.post("/language")
    @public
    def choose_language() -> Response:
        device.kept()["language"] = request.form.get("language", "")
        return redirect(local_path(request.form.get("back", "")), 303)

    @app.post("/me/names")
    @require("member")
    def join_names() -> Response:
        """Say that two names are one person's, or take that back."""
        name, alias = request.form.get("name", ""), request.form.get("alias", "")
        if name:
            site.order("names join", alias=alias, name=name)
        else:
            site.order("names part", alias=alias)
        return redirect(url_for("who", _anchor="names"), 303)
