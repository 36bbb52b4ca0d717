"""Private meetings: absent from everything that is shown to all, and opened by a PIN of their own.

The threat is a colleague with the members' PIN, not somebody with access to the machine: on its disk a
private note is like any other. The store keeps private notes out of what is derived for everybody (digests,
the search index, answers); lists and single pages are guarded here. The guard covers every address with a
`note_id` or a `job_id`, so that new pages are guarded without doing anything.

A visitor who has entered the PIN sees the meeting's own pages for a while, in that browser alone; lists do
not contain it, since they are made once for all visitors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from flask import Flask, g, request

from daemon.access import SealedPin
from daemon.access.keyring import Keyring
from daemon.errors import NotFoundError
from daemon.store.follow_ups import FollowUp
from daemon.store.head import NoteHead
from daemon.store.items import ItemRow
from daemon.store.remembered import Remembered
from pipelines.editing import Edit, Edited
from pipelines.note import Note
from web.reader import NoteReader, OpenReader

PAGE = "private"
"""Endpoint of the page that asks for the PIN."""


class Discreet:
    """A reader without private notes, but for single ones that the visitor has opened; obeys `NoteReader`."""

    def __init__(
        self,
        reader: NoteReader,
        may: Callable[[str, SealedPin | None], bool],
        public: Remembered[[NoteReader], Sequence[NoteHead]],
    ) -> None:
        self._reader = reader
        self._may = may
        self._public = public

    @property
    def version(self) -> int:
        return self._reader.version

    def private(self) -> Mapping[str, SealedPin | None]:
        return self._reader.private()

    def heads(self) -> Sequence[NoteHead]:
        return self._public.at(self._reader.version, self._reader)

    def items(self) -> Sequence[ItemRow]:
        private, rows = self.private(), self._reader.items()
        return [row for row in rows if row.note_id not in private] if private else rows

    def follow_ups(self) -> Sequence[FollowUp]:
        private, found = self.private(), self._reader.follow_ups()
        return [each for each in found if not private.keys() & {each.note_id, each.by}] if private else found

    def changes(self, since: datetime, /) -> Sequence[tuple[str, Edit]]:
        private = self.private()
        return [each for each in self._reader.changes(since) if each[0] not in private]

    def aliases(self) -> Mapping[str, str]:
        return self._reader.aliases()

    def get(self, note_id: str, /) -> Note:
        return self.edited(note_id).note

    def edited(self, note_id: str, /) -> Edited:
        try:
            edited = self._reader.edited(note_id)
        except NotFoundError:
            # Without the store's suggestions, which may include a private note.
            raise NotFoundError(f"there is no note {note_id!r}") from None
        self._check(edited.note.id)
        return edited

    def edits(self, note_id: str, /) -> tuple[Edit, ...]:
        self._check(note_id)
        return self._reader.edits(note_id)

    def _check(self, note_id: str) -> None:
        private = self.private()
        if note_id in private and not self._may(note_id, private[note_id]):
            raise NotFoundError(f"there is no note {note_id!r}")


def _public_heads(reader: NoteReader) -> Sequence[NoteHead]:
    private, heads = reader.private(), reader.heads()
    return [head for head in heads if head.id not in private] if private else heads


def visitor() -> str:
    """The visitor, as far as browsers can be distinguished: the session, or this machine itself."""
    key: str = g.visitor.csrf
    return key


def guarded(open_reader: OpenReader, keyring: Keyring) -> OpenReader:
    """`open_reader` as every page is to have it."""

    public = Remembered(_public_heads)

    def may(note_id: str, sealed: SealedPin | None) -> bool:
        return keyring.may(visitor(), note_id, sealed)

    @contextmanager
    def open_discreetly() -> Iterator[NoteReader]:
        with open_reader() as reader:
            yield Discreet(reader, may, public)

    return open_discreetly


def asked_for() -> str | None:
    """Id of the meeting that the address is about."""
    parts = request.view_args or {}
    note_id = parts.get("note_id", parts.get("job_id"))
    return note_id if isinstance(note_id, str) else None


def install(app: Flask, open_reader: OpenReader, keyring: Keyring) -> None:
    """Answer for a private meeting as for an unknown id until its PIN was entered; the PIN page finds
    `keyring` in `app`."""
    app.extensions["keyring"] = keyring

    @app.before_request
    def guard() -> None:
        note_id = asked_for()
        if note_id is None:
            return
        with open_reader() as reader:
            private = reader.private()
            # The store accepts the beginning of an id; of a private note's id it is not accepted.
            begins_one = note_id not in private and any(each.startswith(note_id) for each in private)
            if begins_one and all(head.id != note_id for head in reader.heads()):
                raise NotFoundError(f"there is no note {note_id!r}")
        if note_id in private and not keyring.may(visitor(), note_id, private[note_id]):
            # As for an id that nobody has: who holds a copy of the recording can compute the id.
            raise NotFoundError(f"there is no note {note_id!r}")
