"""Tokens, each shown once: an administrator's for programs, and in the addresses of people's calendars."""

from __future__ import annotations

import secrets
from urllib.parse import urljoin

from flask import Flask, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.access.tokens import Opens, Token, Tokens, Uses, hash_of, new_token
from daemon.base.addresses import network_of
from pipelines.errors import BadInputError
from pipelines.render.calendar import render_calendar
from pipelines.text import LONGEST_NAME
from web import format
from web.fields import line
from web.language import _, said
from web.pages.actions import calendar_items
from web.reach import own_address, unreachable_because
from web.security import public, require
from web.site import Site


def install(app: Flask, site: Site) -> None:
    _install_programs(app, site)
    _install_calendars(app, site)


def _install_programs(app: Flask, site: Site) -> None:
    def page(token: str = "", problem: str = "") -> str:
        shown = [each for each in _tokens_shown(site) if not each[0].is_calendar]
        return render_template("tokens.html", tokens=shown, token=token, problem=problem)

    @app.get("/system/tokens")
    @require("admin")
    def show_tokens() -> str:
        return page()

    @app.post("/system/tokens")
    def make_token() -> str | tuple[str, int]:
        """The token is shown only in this answer: afterwards only the program knows it."""
        try:
            return page(_made_token(site, line("name"), "write" if request.form.get("write") else "read"))
        except BadInputError as error:
            return page(problem=said(f"{error}")), 400

    @app.post("/system/tokens/<token_id>/revoke")
    def revoke_token(token_id: str) -> BaseResponse:
        site.order("tokens revoke", id=token_id, is_calendar=False)
        return redirect(url_for("show_tokens"), 303)


def _install_calendars(app: Flask, site: Site) -> None:
    """Action items in people's calendars: an address for each, which holds its token."""
    tokens = Tokens(site.state_dir)

    @app.get("/feed")
    def feed() -> str:
        return page()

    def page(address: str = "", message: str = "", problem: str = "") -> str:
        with site.open_reader() as reader:
            people = site.choices.at(reader.version, reader).people
        shown = [each for each in _tokens_shown(site) if each[0].is_calendar]
        return render_template(
            "feed.html",
            feeds=shown,
            people=people,
            address=address,
            message=message,
            problem=problem,
            unreachable=format.coded(said(unreachable_because(site.config().web.networks))),
        )

    @app.post("/feed")
    @require("member")
    def make_feed() -> BaseResponse | str | tuple[str, int]:
        """The address is shown only in this answer: afterwards only the calendar knows it."""
        person = line("person")[:LONGEST_NAME] or None
        try:
            token = _made_token(site, line("name") or _("a calendar"), "calendar", person)
        except BadInputError as error:
            return page(problem=said(f"{error}")), 400
        # It must work on other devices, even if it was created on the machine itself.
        return page(address=urljoin(own_address(), url_for("read_feed", token=token)))

    @app.post("/feed/<feed_id>/end")
    @require("member")
    def end_feed(feed_id: str) -> str:
        name = site.order("tokens revoke", id=feed_id, is_calendar=True).details["name"]
        return page(message=_("The address of %(name)s has been revoked.", name=name))

    @app.get("/calendar/<token>.ics")
    @public
    def read_feed(token: str) -> Response:
        found = tokens.find(token, "calendar")
        if found is None:
            abort(404)
        with site.open_reader() as reader:
            person = found.person and reader.aliases().get(found.person, found.person)
            items = calendar_items(reader, lambda row: bool(row.due) and person in (None, row.owner))
        name = _("Action items of %(person)s", person=found.person) if found.person else _("Action items")
        calendar = render_calendar(items, name=name, now=site.now())
        return Response(calendar, content_type="text/calendar; charset=utf-8")


def _made_token(site: Site, name: str, opens: Opens, person: str | None = None) -> str:
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


def _tokens_shown(site: Site) -> list[tuple[Token, str, str]]:
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
