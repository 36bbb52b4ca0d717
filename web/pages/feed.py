"""Action items in people's calendars: an address for each calendar, created and revoked here."""

from __future__ import annotations

from urllib.parse import urljoin

from flask import Flask, Response, abort, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.access.tokens import Tokens
from pipelines.errors import BadInputError
from pipelines.render.calendar import render_calendar
from pipelines.text import LONGEST_NAME
from web import format
from web.fields import line
from web.language import _, said
from web.pages.actions import calendar_items
from web.pages.tokens import made_token, tokens_shown
from web.reach import own_address, unreachable_because
from web.security import public, require
from web.site import Site


def install(app: Flask, site: Site) -> None:
    tokens = Tokens(site.state_dir)

    @app.get("/feed")
    def feed() -> str:
        return page()

    def page(address: str = "", message: str = "", problem: str = "") -> str:
        with site.open_reader() as reader:
            people = site.choices.at(reader.version, reader).people
        shown = [each for each in tokens_shown(site) if each[0].is_calendar]
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
            token = made_token(site, line("name") or _("a calendar"), "calendar", person)
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
