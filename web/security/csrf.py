"""Only our own forms change anything: a foreign page could have a browser send a request here with its
cookie.

SameSite=Strict prevents that in current browsers. In addition, a request that changes something must bring a
token that only our pages contain, and the Origin that browsers add to it must be ours. Sec-Fetch-Site is
checked where it is sent, which over plain HTTP is for localhost only.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from flask import Request

FIELD = "csrf"
HEADER = "X-CSRF-Token"
_BYTES = 16


class Tokens:
    """Makes the token of each visitor; nothing is kept, and a session's survives a restart."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def of(self, session: str | None, peer: str) -> str:
        """Bound to the session; without one (this machine, or before the PIN) to the peer."""
        key, text = (session.encode(), "csrf") if session else (self._secret, peer)
        return hmac.new(key, text.encode(), sha256).hexdigest()[: 2 * _BYTES]


def masked(token: str) -> str:
    """The token under a fresh one-time pad, so that no two answers contain the same: the size of a compressed
    page reveals what it repeats (BREACH).
    """
    pad = secrets.token_bytes(_BYTES)
    return (pad + _xor(pad, bytes.fromhex(token))).hex()


def _unmasked(given: str) -> bytes:
    """Empty if it is not a masked token."""
    try:
        data = bytes.fromhex(given)
    except ValueError:
        return b""
    return _xor(data[:_BYTES], data[_BYTES:]) if len(data) == 2 * _BYTES else b""


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def mistake(request: Request, token: str) -> str | None:
    """Why a request that changes something is refused, in words for the log; None if it is in order."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        return "it was sent by another site"
    # A proxy may have taken the TLS off a request of ours; nobody puts it on.
    schemes = ("https",) if request.is_secure else ("http", "https")
    if request.headers.get("Origin", "").lower() not in {
        f"{each}://{request.host.lower()}" for each in schemes
    }:
        return "its Origin is not this page"
    given = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if not hmac.compare_digest(_unmasked(given), bytes.fromhex(token)):
        return "its token is missing or old"
    return None
