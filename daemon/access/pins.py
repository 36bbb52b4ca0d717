"""The PINs: to read the notes, to work with them, to manage. Of each a scrypt key is kept (RFC 7914).

The threat: whoever reads the file (a stolen disk, a careless copy) should not read a PIN in it. Who has the
key and some days can try all eight digits; but beside the file lie the notes themselves. Against guesses on
the page is `daemon.access.guesses`.

The PIN itself is shown once, by the command that makes it, and is never written: not even the order that
hands it to the hub holds more than the key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import AliasChoices, Field, ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.log import LOGGER
from pipelines.model import Model, UtcDatetime

Role = Literal["reader", "member", "admin"]
Name = TypeVar("Name", bound=str)
ROLES: tuple[Role, ...] = ("reader", "member", "admin")
"""From less to more: each may do whatever those before it may."""

PIN_DIGITS = 8
"""At two guesses a minute, which is the most that guessers get, a year finds one with a chance of 1 in 95."""
_LONGEST_PIN = 64
_COST = 2**14
_BLOCK = 8
"""scrypt's N and r: 16 MB and about 50 ms a guess on a small machine, which a person does not notice."""
_MODE = 0o600


class SealedPin(Model):
    """What is kept of a PIN."""

    salt: str = Field(pattern=r"^[0-9a-f]{32}$")
    """Random, so it also tells this PIN from the one before it: sessions name theirs by it."""
    cost: int = Field(ge=2**10, le=2**20)
    key: str = Field(pattern=r"^[0-9a-f]{64}$")
    made_at: UtcDatetime


OLD_MEMBER = "viewer"
"""What members were called while nobody could only read; files of that time are still understood."""


class _File(Model):
    reader: SealedPin | None = None
    member: SealedPin | None = Field(None, validation_alias=AliasChoices("member", OLD_MEMBER))
    admin: SealedPin | None = None


def new_pin() -> str:
    """Random digits."""
    return f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"


def seal(pin: str, now: datetime, beside: Iterable[SealedPin] = ()) -> SealedPin:
    """What to keep of `pin`. It shares the salt of those `beside` it: one key then tries a guess on all."""
    other = next(iter(beside), None)
    salt = bytes.fromhex(other.salt) if other else secrets.token_bytes(16)
    cost = other.cost if other else _COST
    return SealedPin(salt=salt.hex(), cost=cost, key=_key(pin, salt, cost).hex(), made_at=now)


def opened_by(pin: str, sealed: Mapping[Name, SealedPin]) -> list[Name]:
    """Which of `sealed` the `pin`, as a person types it, opens.

    It takes the same time whether it opens any, and as long for many of one salt as for one or none.
    """
    digits = "".join(pin.split()).replace("-", "")[:_LONGEST_PIN]
    ways = {(each.salt, each.cost) for each in sealed.values()} or {(secrets.token_hex(16), _COST)}
    keys = {way: _key(digits, bytes.fromhex(way[0]), way[1]) for way in ways}
    return [
        name
        for name, each in sealed.items()
        if hmac.compare_digest(keys[each.salt, each.cost], bytes.fromhex(each.key))
    ]


class Pins:
    """The PINs of a state directory. Any process may read them; the hub, or a command without one, writes."""

    def __init__(self, state_dir: Path) -> None:
        self.state_dir = state_dir
        self._path = state_dir / "access" / "pins.json"
        self._seen: tuple[int, int] | None = None
        self._sealed: Mapping[Role, SealedPin] = {}

    def sealed(self) -> Mapping[Role, SealedPin]:
        """What is kept for each role that has a PIN, as the file is now.

        A file that cannot be read counts as no PIN at all: then nobody gets in from elsewhere, until
        `roomscribe pin reset`.
        """
        try:
            found = self._path.stat()
        except OSError:
            self._seen, self._sealed = None, {}
            return self._sealed
        seen = (found.st_ino, found.st_mtime_ns)
        if seen != self._seen:
            self._sealed = self._read()
            self._seen = seen
        return self._sealed

    def put(self, sealed: Mapping[Role, SealedPin]) -> None:
        """Replace the PINs of these roles; their sessions end by it. StateWriteError."""
        make_folder(self._path.parent)
        kept = _File.model_validate({**self.sealed(), **sealed})
        write_durably(self._path, kept.model_dump_json(indent=2) + "\n", mode=_MODE)

    def role_of(self, pin: str) -> Role | None:
        """Whose PIN this is. It takes the same time whichever of them it is, and if it is none."""
        matches = opened_by(pin, self.sealed())
        return matches[0] if matches else None

    def _read(self) -> Mapping[Role, SealedPin]:
        try:
            file = _File.model_validate_json(self._path.read_bytes())
        except (OSError, ValidationError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is damaged"
            LOGGER.error("%s cannot be read (%s); `roomscribe pin reset` makes new PINs", self._path, reason)
            return {}
        return {role: sealed for role in ROLES if (sealed := getattr(file, role)) is not None}


def _key(pin: str, salt: bytes, cost: int) -> bytes:
    # Its memory is 128 * N * r bytes; OpenSSL has to be given it.
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=_BLOCK, p=1, maxmem=2**28, dklen=32)
