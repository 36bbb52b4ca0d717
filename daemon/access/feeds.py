"""Addresses of the calendar that need no PIN: a calendar application cannot enter one.

Each has a random token of its own in it, of which only the SHA-256 is kept here, so that reading the file
opens nothing. It can be read, and nothing else, until somebody takes it back.
"""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from pydantic import Field, ValidationError

from daemon.durable import make_folder, write_durably
from daemon.errors import NotFoundError
from daemon.log import LOGGER
from pipelines.errors import BadInputError
from pipelines.note import Model
from pipelines.text import Name
from pipelines.transcript import UtcDatetime

MOST = 50
"""Addresses at once: one for each calendar in a house, and room for forgotten ones."""
_MODE = 0o600


class Feed(Model):
    """What is kept of one address."""

    id: str = Field(pattern=r"^[0-9a-f]{8}$")
    name: Name
    """Whose calendar it is for, for people."""
    person: Name | None = None
    """Only the items of this person; None for everybody's."""
    token_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    made_at: UtcDatetime


class _File(Model):
    feeds: tuple[Feed, ...] = ()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Feeds:
    """The addresses of a state directory. Any process may read them; the hub writes."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "access" / "feeds.json"

    def all(self) -> tuple[Feed, ...]:
        """A file that cannot be read counts as no address at all: nobody gets in by it."""
        try:
            return _File.model_validate_json(self._path.read_bytes()).feeds
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except (OSError, ValidationError):
            LOGGER.error("%s cannot be read; make the addresses of calendars anew", self._path)
            return ()

    def find(self, token: str) -> Feed | None:
        """The address that holds `token`; random tokens of 192 bits need no slower comparison."""
        wanted = hash_of(token)
        return next((each for each in self.all() if each.token_sha256 == wanted), None)

    def add(self, feed: Feed) -> None:
        """BadInputError when there are too many, StateWriteError."""
        feeds = self.all()
        if len(feeds) >= MOST:
            raise BadInputError(f"There are {MOST} calendar addresses already; take one back first.")
        self._write((*feeds, feed))

    def take_back(self, feed_id: str) -> Feed:
        """Nobody reads by this address any more. NotFoundError, StateWriteError."""
        feeds = self.all()
        gone = next((each for each in feeds if each.id == feed_id), None)
        if gone is None:
            raise NotFoundError("there is no such calendar address; it may have been revoked already")
        self._write(tuple(each for each in feeds if each.id != feed_id))
        return gone

    def _write(self, feeds: tuple[Feed, ...]) -> None:
        make_folder(self._path.parent)
        write_durably(self._path, _File(feeds=feeds).model_dump_json(indent=1), mode=_MODE)
