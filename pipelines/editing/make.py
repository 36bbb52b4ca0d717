"""Making an edit of what a person asked for, or saying why it has no place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from pipelines.editing.apply import apply_edits
from pipelines.editing.edit import (
    AddItem,
    Author,
    Change,
    ChangeItem,
    ConfirmItem,
    Edit,
    ItemChange,
    NameVoice,
    RemoveItem,
    RenameSpeaker,
    SetLine,
    TakeItem,
)
from pipelines.editing.matching import put_back_id
from pipelines.errors import BadInputError
from pipelines.note import Item, Note
from pipelines.transcript import speakers_of


def new_edit(
    change: Change, made: Note, edits: Sequence[Edit], at: datetime, by: Author, name: str | None = None
) -> Edit:
    """The edit that makes `change` in `made` with `edits` on top.

    BadInputError where it has no place there: somebody else may just have removed the item.
    """
    shown = apply_edits(made, edits).note
    segments = {segment.id: segment for segment in shown.transcript.segments}
    match change:
        case ChangeItem() | RemoveItem() | ConfirmItem():
            if all(item.id != change.item for item in shown.items(change.kind)):
                raise BadInputError("this item is no longer in the note; load the page again")
            change = change.model_copy(update={"was": _as_made(change, made, edits)})
        case TakeItem(item=wanted):
            found = next((item for item in shown.possible_items if item.id == wanted), None)
            if found is None:
                raise BadInputError("this is no longer offered; load the page again")
            change = change.model_copy(update={"was": found})
        case SetLine(segment=segment_id) if segment_id not in segments:
            raise BadInputError("this line is no longer in the transcript; load the page again")
        case NameVoice(segments=ids) | AddItem(evidence=ids) if not segments.keys() >= set(ids):
            raise BadInputError("these lines are no longer in the transcript; load the page again")
        case RenameSpeaker(old=old) if old not in speakers_of(segments.values()):
            raise BadInputError(f"nobody called {old!r} speaks in this meeting")
    return edit_of(change, at, by, name)


def edit_of(change: Change, at: datetime, by: Author, name: str | None = None) -> Edit:
    """A new edit; whether it has a place in a note is for the caller to know."""
    return Edit(id=f"e-{uuid4().hex[:12]}", at=at, by=by, name=name, change=change)


def _as_made(change: ItemChange, made: Note, edits: Sequence[Edit]) -> Item | None:
    """The item before any edit; None for one that a person added."""
    for item in made.items(change.kind):
        if item.id == change.item:
            return item
    before = [edit.change.was for edit in edits if isinstance(edit.change, ItemChange)]
    return next((was for was in before if was and put_back_id(was.id) == change.item), None)
