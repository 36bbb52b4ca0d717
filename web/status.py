"""The status of the answer to an error, for page and programs."""

from __future__ import annotations

from daemon.base.errors import NotFoundError, RefusedError, StateWriteError
from daemon.inbox.uploads import UploadGoneError, UploadOffsetError
from guardrails.core.errors import RoomscribeError
from pipelines.errors import BadInputError

_STATUS: dict[type[RoomscribeError], int] = {
    BadInputError: 400,
    NotFoundError: 404,
    UploadGoneError: 404,
    RefusedError: 409,
    UploadOffsetError: 409,
    StateWriteError: 507,
}


def status_of(error: RoomscribeError) -> int:
    """Of HTTP (RFC 9110, section 15); 503 where nothing else fits: it may work later."""
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 503)
