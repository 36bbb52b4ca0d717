"""What keeps an upload from going on, and what the other side does about it."""

from __future__ import annotations

from guardrails.core.errors import RoomscribeError


class UploadGoneError(RoomscribeError):
    """Nothing is known of it (any more): it begins anew."""

    retry_helps = True


class UploadOffsetError(RoomscribeError):
    """The piece does not begin where the last one ended: `offset` bytes are here."""

    retry_helps = True

    def __init__(self, offset: int) -> None:
        super().__init__(f"{offset} bytes are here; go on from there")
        self.offset = offset


class UploadBusyError(RoomscribeError):
    """Another file is being looked into: ask again in a moment."""

    retry_helps = True
