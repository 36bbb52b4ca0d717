"""What a room that shows another's meeting asks of it: an edit, to take one back, or to delete the note.

    rooms/to/DEVICE/orders/NUMBER.ID.json    at the room that asks
    rooms/out/answers/ID.json                at the room that owns the note, and does it

An order stays until its answer says that it was refused, or in which revision of the note it is done, and
that revision has come. So it is carried out once, whatever is lost or repeated in between, and until then
it is shown here on top of the note. The room that owns the note is its only writer: what is asked may no
longer fit, and is refused then.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, Self
from uuid import uuid4

from pydantic import ValidationError, model_validator

from daemon.base.durable import make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.base.log import LOGGER
from daemon.hub.rooms.layout import ANSWERS, ORDERS, TO, Layout, Pair, make_shared, names, read_foreign
from daemon.hub.rooms.publishing import Publishing, here
from daemon.notes.deletion import delete_note
from daemon.notes.store import NoteStore
from daemon.notes.store.edits import fields_of
from pipelines.editing import Edit, new_edit, read_change
from pipelines.errors import BadInputError
from pipelines.model import Model

_NAME = re.compile(r"(\d{12})\.([0-9a-f]{32})\.json")
_ANSWER = re.compile(r"([0-9a-f]{32})\.json")


class RoomOrder(Model):
    id: str
    note: str
    """Its id in the room that owns it."""
    do: Literal["edit", "undo", "delete"]
    edit: Edit | None = None
    undo: str | None = None
    """Id of the edit that is to be taken back."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.do == "edit") != (self.edit is not None) or (self.do == "undo") != (self.undo is not None):
            raise ValueError("says not what to do")
        return self


class RoomAnswer(Model):
    ok: bool
    message: str
    revision: int
    """Of the note once it was done."""


class Outgoing:
    """Orders to the room of one pair."""

    def __init__(self, state_dir: Path, pair: Pair) -> None:
        layout = Layout(state_dir)
        self._root = layout.to(pair.device)
        self._folder = self._root / ORDERS
        self._answers = layout.came(pair.device) / ANSWERS

    def sweep(self) -> None:
        """Remove what a crash left half written. For the hub."""
        sweep_unfinished(self._folder)

    def give(self, note: str, what: Edit | str | None) -> None:
        """An edit, the id of one to take back, or None to delete the note. StateWriteError."""
        make_shared(self._root, TO)
        fields = {"id": uuid4().hex, "note": note}
        if what is None:
            fields |= {"do": "delete"}
        elif isinstance(what, str):
            fields |= {"do": "undo", "undo": what}
        order = RoomOrder.model_validate(
            fields if not isinstance(what, Edit) else fields | {"do": "edit", "edit": what}
        )
        number = max((int(match[1]) for match in self._matches()), default=0) + 1
        content = order.model_dump(mode="json", exclude_none=True, exclude={"edit"})
        if order.edit:
            content["edit"] = fields_of(order.edit)
        write_durably(self._folder / f"{number:012d}.{order.id}.json", _json(content))

    def waiting(self) -> list[RoomOrder]:
        """In their order."""
        return _read_all(self._folder)

    def answered(self) -> list[tuple[RoomOrder, RoomAnswer]]:
        """Those that the room has answered."""
        answers = {match[1] for name in names(self._answers) if (match := _ANSWER.fullmatch(name))}
        if not answers:
            return []
        found = [order for order in self.waiting() if order.id in answers]
        pairs = ((order, _answer(self._answers / f"{order.id}.json")) for order in found)
        return [(order, answer) for order, answer in pairs if answer]

    def drop(self, order: RoomOrder) -> None:
        """It is done with. StateWriteError."""
        for match in self._matches():
            if match[2] == order.id:
                remove_durably(self._folder / match[0])

    def _matches(self) -> list[re.Match[str]]:
        return [match for name in names(self._folder) if (match := _NAME.fullmatch(name))]


class Incoming:
    """Orders of other rooms to this one, and what became of them."""

    def __init__(self, state_dir: Path) -> None:
        self._layout = Layout(state_dir)
        self._answers = self._layout.out / ANSWERS

    def pending(self, pairs: Iterable[Pair]) -> list[RoomOrder]:
        """Those without an answer. Answers to orders that are gone are removed. StateWriteError."""
        folders = [self._layout.asked(pair.device) / ORDERS for pair in pairs]
        given = {match[2] for each in folders for name in names(each) if (match := _NAME.fullmatch(name))}
        answered = {match[1] for name in names(self._answers) if (match := _ANSWER.fullmatch(name))}
        for old in answered - given:
            remove_durably(self._answers / f"{old}.json")
        if not given - answered:
            return []
        return [order for each in folders for order in _read_all(each) if order.id not in answered]

    def answer(self, order: RoomOrder, answer: RoomAnswer) -> None:
        """StateWriteError."""
        make_folder(self._answers)
        write_durably(self._answers / f"{order.id}.json", answer.model_dump_json())


def with_orders(edits: Sequence[Edit], orders: Iterable[RoomOrder], note: str) -> tuple[Edit, ...]:
    """The edits of a note as they will be once the room has done what it was asked."""
    found = {edit.id: edit for edit in edits}
    for order in orders:
        if order.note == note and order.edit:
            found.setdefault(order.edit.id, order.edit)
        elif order.note == note and order.undo:
            found.pop(order.undo, None)
    return tuple(found.values())


def waiting_for(state_dir: Path, pairs: Iterable[Pair]) -> dict[str, int]:
    """How many changes of each note, by its id here, another room has not done yet."""
    found: dict[str, int] = {}
    for pair in pairs:
        for order in Outgoing(state_dir, pair).waiting() if pair.takes else ():
            note_id = here(order.note, pair.key)
            found[note_id] = found.get(note_id, 0) + 1
    return found


def sender_to(state_dir: Path, pairs: Iterable[Pair], key: str, room: str) -> Outgoing:
    """NotFoundError where the room of `key` is no longer paired."""
    for pair in pairs:
        if pair.key == key and pair.takes:
            return Outgoing(state_dir, pair)
    raise NotFoundError(f"the room {room} is no longer paired; its meetings can be read and deleted here")


def _read_all(folder: Path) -> list[RoomOrder]:
    found = []
    for name in sorted(names(folder)):
        if match := _NAME.fullmatch(name):
            try:
                order = RoomOrder.model_validate_json(read_foreign(folder / name))
            except (OSError, ValidationError, BadInputError) as error:
                LOGGER.debug("%s is no order: %s", name, error)
                continue
            if order.id == match[2]:
                found.append(order)
    return found


def _answer(path: Path) -> RoomAnswer | None:
    try:
        return RoomAnswer.model_validate_json(read_foreign(path))
    except (OSError, ValidationError, BadInputError):
        return None


def _json(content: object) -> bytes:
    import json

    return json.dumps(content, ensure_ascii=False).encode()


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
