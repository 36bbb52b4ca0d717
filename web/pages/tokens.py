"""Tokens for programs: made and revoked here by an administrator, shown once."""

from __future__ import annotations

import secrets

from flask import Flask, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from daemon.access.tokens import Opens, Token, Tokens, Uses, hash_of, new_token
from daemon.base.addresses import network_of
from pipelines.errors import BadInputError
from pipelines.text import LONGEST_NAME
from web import format
from web.fields import line
from web.language import _, said
from web.security import require
from web.site import Site


def install(app: Flask, site: Site) -> None:
    def page(token: str = "", problem: str = "") -> str:
        shown = [each for each in tokens_shown(site) if not each[0].is_calendar]
        return render_template("tokens.html", tokens=shown, token=token, problem=problem)

    @app.get("/system/tokens")
    @require("admin")
    def show_tokens() -> str:
        return page()

    @app.post("/system/tokens")
    def make_token() -> str | tuple[str, int]:
        """The token is shown only in this answer: afterwards only the program knows it."""
        try:
            return page(made_token(site, line("name"), "write" if request.form.get("write") else "read"))
        except BadInputError as error:
            return page(problem=said(f"{error}")), 400

    @app.post("/system/tokens/<token_id>/revoke")
    def revoke_token(token_id: str) -> Response:
        site.order("tokens revoke", id=token_id, is_calendar=False)
        return redirect(url_for("show_tokens"), 303)


def made_token(site: Site, name: str, opens: Opens, person: str | None = None) -> str:
    """A new one, in clear for the last time. BadInputError."""
    if not name:
        raise BadInputError("Say which program it is for.")
    token = new_token()
    entry = Token(
        id=secrets.token_hex(4),
        name=name[:LONGEST_NAME],
        opens=opens,
        person=person,
        token_sha256=hash_of(token),
        made_at=site.now(),
        network=None if g.visitor.may("admin") else str(network_of(g.peer)),
    )
    site.order("tokens add", token=entry.model_dump(mode="json"))
    return token


def tokens_shown(site: Site) -> list[tuple[Token, str, str]]:
    """All, each with the days on which it was made and used last."""
    uses = Uses(site.state_dir).all()
    return [
        (
            each,
            format.short_day(each.made_at.astimezone(site.timezone).date()),
            format.short_day(uses[each.id]) if each.id in uses else _("never"),
        )
        for each in Tokens(site.state_dir).all()
    ]
