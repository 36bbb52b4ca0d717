"""Private meetings: absent from everything that is shown to all, and opened by a PIN of their own.

The threat is a colleague with the members' PIN, not somebody with access to the machine: on its disk a
private note is like any other. Lists have none (`discreet`). Every address with a `note_id` or a
`job_id` is guarded here, so that new pages are guarded without doing anything.

A visitor who has entered the PIN sees the meeting's own pages for a while, in that browser alone; lists do
not contain it, since they are made once for all visitors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, g, request

from daemon.access import SealedPin
from daemon.access.keyring import Keyring
from daemon.base.errors import NotFoundError
from daemon.notes.store.private import PublicReader, public_heads
from daemon.notes.store.reader import NoteReader, OpenReader, Remembered

PAGE = "private"
"""Endpoint of the page that asks for the PIN."""


def visitor() -> str:
    """The visitor, as far as browsers can be distinguished: the session, or this machine itself."""
    key: str = g.visitor.csrf
    return key


def guarded(open_reader: OpenReader, keyring: Keyring) -> OpenReader:
    """`open_reader` as every page is to have it."""

    public = Remembered(public_heads)

    def may(note_id: str, sealed: SealedPin | None) -> bool:
        return keyring.may(visitor(), note_id, sealed)

    @contextmanager
    def open_discreetly() -> Iterator[NoteReader]:
        with open_reader() as reader:
            yield PublicReader(reader, may, public)

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
