"""How large a request's body may be: small for anybody, a piece of a file for visitors with a role.

The server reads a whole body before it calls a view. So it asks here as soon as it has read the headers
(web.channel), and a stranger's megabytes are refused before they are sent: by the page, in its own words and
after the door's rules, as everything is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask, Request, abort, request

from daemon.base.addresses import address_of, is_local
from daemon.inbox.uploads import PIECE_BYTES
from web.security import Door

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

MAX_BODY_BYTES = 64 * 1024
"""Forms are small. Flask alone would take anything."""
FORM_BYTES = 100_000_000
"""A plain form brings its files at once, for browsers without scripts: an hour and a half of speech as mp3.

It takes three times its size on the disk until it is stored, and an interrupted one is lost as a whole.
"""
SOUND_BYTES = 4_000_000
"""A spoken question: two minutes as telephones record them."""
_PIECES = re.compile(r"(?:/api/v1)?/uploads/[0-9a-f]{32}")

REFUSED = "roomscribe.refused"
"""In the environment of a request whose body the server did not read: the status that says why."""

BodyLimit = Callable[["WSGIEnvironment"], int]
"""Bytes that may follow a head."""


def install(app: Flask) -> None:
    @app.before_request
    def refuse() -> None:
        if (status := request.environ.get(REFUSED)) is not None:
            abort(status)


def largest_body(method: str, path: str) -> int:
    """Bytes that a request may bring, whoever sends it."""
    if method == "PUT" and _PIECES.fullmatch(path):
        return PIECE_BYTES
    if method == "POST" and path == "/uploads/form":
        return FORM_BYTES
    if method == "POST" and path == "/ask":
        return SOUND_BYTES
    return MAX_BODY_BYTES


def small_bodies(environ: WSGIEnvironment) -> int:
    """For a page on which nothing can be uploaded."""
    return MAX_BODY_BYTES


def bodies_of(door: Door) -> BodyLimit:
    """`largest_body` for visitors who are let in; `MAX_BODY_BYTES` for all others."""

    def limit(environ: WSGIEnvironment) -> int:
        largest = largest_body(environ["REQUEST_METHOD"], environ["PATH_INFO"])
        if largest > MAX_BODY_BYTES:
            request = Request(environ)
            peer = address_of(request.remote_addr or "")
            if peer is None or not is_local(peer, door.rules().networks):
                return MAX_BODY_BYTES
            if not door.visitor(request, peer).may("member"):
                return MAX_BODY_BYTES
        return largest

    return limit
