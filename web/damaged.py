"""The page while the notes are damaged: a banner on every page says what helps, and nothing is changed.

Only the recorder can still be controlled: what it records waits in the spool, and "off the record" must work
at any time.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from daemon.hub.damaged import Damage
from web.security.roles import READING

_STILL_DONE = ("/pin", "/leave", "/private", "/private/close", "/record/", "/api/v1/room/")
"""Logging in, logging out, and the recorder: none of these changes a note."""


class NotesDamaged(HTTPException):
    """Nothing is changed before the notes are repaired."""

    code = 503
    description = (
        "The notes are damaged and can only be read. Nothing is changed until an administrator has repaired "
        "them: the list of meetings says how."
    )


def install(app: Flask, damage: Callable[[], Damage] | None) -> None:
    """`damage` gives its current state; None where the notes are intact."""

    @app.context_processor
    def banner() -> dict[str, object]:
        return {"damage": damage() if damage else None}

    if damage is None:
        return

    @app.before_request
    def only_read() -> None:
        is_still_done = any(
            request.path.startswith(path) if path.endswith("/") else request.path == path
            for path in _STILL_DONE
        )
        if request.method not in READING and not is_still_done:
            raise NotesDamaged
