"""All meetings: newest first, with the current meeting and today's box on top; and a search of every word."""

from __future__ import annotations

from collections.abc import Collection, Container
from datetime import date
from functools import lru_cache
from urllib.parse import urlencode

from flask import Flask, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from daemon.meetings.sound import find_sound
from pipelines.digest import Period
from pipelines.render.forms import SAVED
from web import device
from web.done import in_list
from web.language import language
from web.site import NO_HUB, Site
from web.views.home import MineView, TodayView, changes, mine, today
from web.views.listing import NAMES, found_views, listing, read_filters
from web.views.queue import JobView

SHOWN_WAITING = 10
"""Meetings without a note on top of the list; the queue has them all."""
MOST_CHARACTERS = 200
"""Of what is searched for."""


def install(app: Flask, site: Site) -> None:
    @lru_cache(maxsize=1)
    def top(version: int, code: str, day: date, due_days: int, slipped_days: int) -> TodayView | None:
        """Reads all items, so once per change."""
        with site.open_reader() as reader:
            read = reader.heads(), reader.items()
        return today(*read, day, site.timezone, due_days=due_days, slipped_days=slipped_days)

    @lru_cache(maxsize=16)
    def of_person(version: int, code: str, day: date, name: str) -> MineView:
        with site.open_reader() as reader:
            return mine(name, reader.items(), reader.heads(), day, site.timezone)

    def box(version: int) -> TodayView | None:
        digest = site.config().digest
        return top(version, language(), site.today, digest.due_days, digest.slipped_days)

    def digest_of(day: date) -> str | None:
        """Id of the day's digest, once there is one."""
        found = site.digests.find(Period.day(day).id)
        return found.id if found else None

    def waiting(hidden: Collection[str], seen: Container[str]) -> tuple[tuple[JobView, bool], ...]:
        """Meetings without a note, the next first, and whether each can be listened to."""
        jobs = [job for job in site.work.jobs() if job.id not in hidden and job.id not in seen]
        sounds = ((job, find_sound(site.state_dir, job.id)) for job in jobs[:SHOWN_WAITING])
        return tuple((job, sound is not None and not sound.goes_on) for job, sound in sounds)

    @app.get("/")
    def index() -> str:
        page = request.args.get("page", "1")
        filters = read_filters(device.filters(NAMES))
        with site.open_reader() as reader:
            heads, choices = reader.heads(), site.choices.at(reader.version, reader)
            known, private = site.heads.at(reader.version, reader), reader.private()
            version, names = reader.version, device.mine(reader.aliases())
            since = device.last_visit(site.now()) if names else None
            edits = reader.changes(since) if since else ()
        number = int(page) if page.isdecimal() and len(page) < 9 else 0
        view = listing(heads, number, site.timezone, filters)
        if view is None:
            abort(404)
        selects = request.args.get("select", "")
        is_bare = filters.is_empty or not request.args.keys() - {"done"}
        is_first = number == 1 and is_bare and not selects
        live = site.live.now() if is_first else None
        so_far = site.so_fars.all(lambda each: each in known or each in private) if is_first else ()
        shown = {each.id for each in so_far}
        if live and live.meeting_id:
            shown.add(live.meeting_id)
        waits = waiting({*known, *private}, shown) if is_first else ()
        return render_template(
            "listing.html",
            view=view,
            saved=SAVED,
            no_hub=NO_HUB if view.is_empty and not site.has_hub() else None,
            filters=filters,
            choices=choices,
            selects=selects,
            done=in_list(url_for("index", select=selects or None), site),
            mine=of_person(version, language(), site.today, names[0]) if names and is_first else None,
            changes=changes(edits, known, names),
            today=box(version) if is_first else None,
            digest_id=digest_of(site.today) if is_first else None,
            live=live,
            so_far=so_far,
            waiting=waits,
            awaited=[*(each.id for each in so_far), *(job.id for job, _ in waits)],
            is_live=live is not None and live.state in ("recording", "paused"),
        )

    @app.get("/search")
    def search() -> str | Response:
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
        results = site.index.search(typed, within=within)
        return render_template(
            "search.html",
            typed=typed,
            found=found_views(results.found, heads, site.timezone),
            more=results.has_more,
            together=results.together,
            filters=filters,
            choices=choices,
        )
