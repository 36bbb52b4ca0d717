"""Does what other rooms ask of this room's notes.

This room is their only writer: what is asked may no longer fit, and is refused then.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.rooms.orders import Incoming, RoomAnswer, RoomOrder
from daemon.hub.rooms.pairing import Pair
from daemon.hub.rooms.publishing import Publishing
from daemon.notes.deletion import delete_note
from daemon.notes.store import NoteStore
from daemon.notes.store.edits import fields_of
from pipelines.editing import new_edit, read_change
from pipelines.errors import BadInputError


class Owning:
    """Used by the hub's one thread."""

    def __init__(self, state_dir: Path, publishing: Publishing) -> None:
        self._state_dir = state_dir
        self._incoming = Incoming(state_dir)
        self._publishing = publishing

    def update(self, store: NoteStore, pairs: Collection[Pair], now: datetime) -> None:
        """Carry out what is asked, each order once. StateWriteError: the rest is for the next time."""
        for order in self._incoming.pending(pair for pair in pairs if pair.gives):
            try:
                self._do(order, store, now)
            except (NotFoundError, BadInputError, StateDamagedError) as error:
                LOGGER.info("another room's order to %s %s was refused: %s", order.do, order.note, error)
                ok, message = False, str(error)
            else:
                ok, message = True, "done"
            # What is shown of it first: by the answer the other room knows what to wait for.
            revision = self._publishing.publish(order.note, store)
            self._incoming.answer(order, RoomAnswer(ok=ok, message=message, revision=revision))

    def _do(self, order: RoomOrder, store: NoteStore, now: datetime) -> None:
        """Once more does no harm."""
        own = {head.id for head in store.heads() if head.room is None} - store.private().keys()
        if order.note not in own:
            if order.do == "delete" and self._publishing.is_gone(order.note):
                return
            raise NotFoundError("there is no such note any more")
        edits = store.edits(order.note)
        if order.edit and all(edit.id != order.edit.id for edit in edits):
            # Checked as if it came from a page; the time is this room's.
            change = read_change(fields_of(order.edit)["change"])
            made = new_edit(change, store.made(order.note), edits, now, order.edit.by, order.edit.name)
            store.put_edits(order.note, (*edits, made.model_copy(update={"id": order.edit.id})))
        elif order.undo:
            store.put_edits(order.note, [edit for edit in edits if edit.id != order.undo])
        elif order.do == "delete":
            delete_note(self._state_dir, store, order.note, now)
