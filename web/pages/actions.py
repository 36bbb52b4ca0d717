"""Every action item of every meeting, to be ticked off in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from flask import Flask, Response, g, render_template, request, url_for
from markupsafe import Markup

from daemon.access import Role
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.notes.store.listed import ItemRow
from daemon.notes.store.reader import NoteReader
from pipelines.render.calendar import CalendarItem, render_calendar
from pipelines.render.table import render_csv
from web import device
from web.done import in_list
from web.files import as_file
from web.language import _, language
from web.site import Site
from web.views.actions import NOBODY, Wanted, groups, owners

REMEMBERED = 16
"""Rendered lists for different people; each contains its first hundreds of items."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows of all items."""

    address: str
    """Of the page with these items."""
    lists: Markup
    """HTML of the groups: the same for all visitors of a role, and most of the page."""
    has_items: bool
    people: Sequence[str]


def install(app: Flask, site: Site) -> None:
    def wanted(given: Mapping[str, str]) -> Wanted:
        return Wanted(given.get("person", "").strip()[:80], given.get("group", ""))

    @lru_cache(maxsize=REMEMBERED)
    def shown(version: int, code: str, today: date, chosen: Wanted, role: Role) -> Shown:
        """For ten thousand meetings this takes 0.1 s, so it is rendered once per change."""
        with site.open_reader() as reader:
            rows = reader.items()
        found = groups(rows, today, chosen)
        address = url_for("actions", person=chosen.person or None, group=chosen.group or None)
        return Shown(
            address,
            Markup(
                render_template("actionlists.html", groups=found, chosen=chosen, nobody=NOBODY, back=address)
            ),
            bool(found),
            owners(rows),
        )

    @app.get("/actions")
    def actions() -> str:
        with site.open_reader() as reader:
            version, names = reader.version, reader.aliases()
        chosen = wanted(device.filters(("person", "group")))
        chosen = replace(chosen, person=names.get(chosen.person, chosen.person))
        found = shown(version, language(), site.today, chosen, g.visitor.role)
        done = in_list(found.address, site)
        return render_template("actions.html", shown=found, chosen=chosen, nobody=NOBODY, done=done)

    @app.get("/actions.csv")
    def actions_csv() -> Response:
        return as_file(render_csv(items()), "text/csv; charset=utf-8", "actions.csv")

    @app.get("/actions.ics")
    def actions_ics() -> Response:
        calendar = render_calendar(items(), name=_("Action items"), now=site.now())
        return as_file(calendar, "text/calendar; charset=utf-8", "actions.ics")

    def items() -> list[CalendarItem]:
        """Those that match the filters, complete; files are requested rarely."""
        with site.open_reader() as reader:
            return calendar_items(reader, wanted(request.args).lets)


def calendar_items(reader: NoteReader, lets: Callable[[ItemRow], bool]) -> list[CalendarItem]:
    """The confirmed items that pass `lets`, complete, with the addresses of their meetings.

    If a meeting cannot be read, or was just deleted, only its own items are missing.
    """
    wanted: dict[str, set[str]] = {}
    for row in reader.items():
        if row.is_verified and lets(row):
            wanted.setdefault(row.note_id, set()).add(row.item_id)
    found = []
    for note_id in sorted(wanted):
        try:
            note = reader.get(note_id)
        except (NotFoundError, StateDamagedError) as error:
            LOGGER.warning("left out of a list of items: %s", error)
            continue
        address = url_for("show", note_id=note.id, _external=True)
        found += [
            CalendarItem(note.id, note.title, item, address)
            for item in note.action_items
            if item.id in wanted[note_id]
        ]
    return found
