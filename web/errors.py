"""Errors of serving the page: the address it was asked to listen on."""

from __future__ import annotations

from guardrails.core.errors import RoomscribeError


class AddressRefusedError(RoomscribeError):
    """The page does not listen there."""

    exit_code = 2


class CannotListenError(RoomscribeError):
    """The system does not give us the address: taken, reserved or absent."""

    retry_helps = True
