"""What was just done, said with its undo on the page to which it leads: the note, or the list it came from.

The address of that page names the edits. A note finds its own; a list those of the last hour, of any meeting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from pipelines.editing import (
    AddItem,
    Change,
    ChangeItem,
    ChangeTags,
    ConfirmItem,
    Edit,
    RemoveItem,
    SetSummary,
    TakeItem,
)
from web import format
from web.language import _
from web.security.pinpage import local_path
from web.site import Site
from web.views.edits import in_words

WITHIN = timedelta(hours=1)
"""So long what was done from a list can be undone there; afterwards in the edit history of its note."""
_MOST = 60
"""Changes that one form can make; an address with more was made by hand."""


@dataclass(frozen=True, slots=True)
class Done:
    words: str
    edits: str
    """Ids, with blanks between them."""
    undo: str
    """Address of the form that takes them back."""
    page: str
    """Address to which that leads, with the place of what was changed."""


def lead_back(where: str, edits: Sequence[str]) -> Response:
    """To the list on which somebody changed something, and to the place there, which then says `edits`."""
    at = request.args.get("at")
    page, _, place = local_path(f"{where}#{at}" if at else where).partition("#")
    if edits:
        page += f"{'&' if '?' in page else '?'}done={'+'.join(edits)}"
    return redirect(f"{page}#{place}" if place else page, 303)


def in_note(note_id: str, edits: Sequence[Edit]) -> Done | None:
    """Of all `edits` of a note those that the address names; None where it names none."""
    asked = request.args.get("done", "").split()[:_MOST]
    found = [edit for edit in edits if edit.id in asked]
    if not found:
        return None
    words = (
        in_words(found[0].change) if len(found) == 1 else _("Changed %(number)s things", number=len(found))
    )
    page = url_for("show", note_id=note_id, _anchor=_place(found[0].change))
    return Done(words, " ".join(edit.id for edit in found), url_for("undo", note_id=note_id), page)


def in_list(page: str, site: Site) -> Done | None:
    """As `in_note`, for the list at `page`."""
    edit_id = request.args.get("done", "")
    if not (found := at_once(site, edit_id)):
        return None
    note_id, edit = found[0]
    words = in_words(edit.change)
    if isinstance(edit.change, ChangeTags):
        words += f": {format.count(len(found), 'meeting')}"
    elif isinstance(edit.change, ChangeItem | RemoveItem):
        page += f"#{note_id}-{edit.change.item}"
    return Done(words, edit_id, url_for("undo_at_once"), page)


def at_once(site: Site, edit_id: str) -> Sequence[tuple[str, Edit]]:
    """The meetings of a list that have this change in common, each with it."""
    if not edit_id:
        return ()
    with site.open_reader() as reader:
        return [pair for pair in reader.changes(site.now() - WITHIN) if pair[1].id == edit_id]


def _place(change: Change) -> str:
    """Where on the page of a note a change can be seen, also an undone one."""
    match change:
        case ChangeItem(item=item) | ConfirmItem(item=item) | RemoveItem(item=item):
            return f"item-{item}"
        case AddItem(kind=kind) | TakeItem(kind=kind):
            return f"{kind}s"
        case SetSummary():
            return "summary"
        case _:
            return "head"
