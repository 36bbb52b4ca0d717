"""What opens a part of the page without a PIN, for programs that cannot enter one: random tokens.

A calendar application has its token in an address, which gives the dates of action items and nothing else.
Other programs send theirs with each request to the API; it reads, or reads and writes. Of a token only the
SHA-256 is kept, so that reading the file opens nothing, and everybody can see which there are, when each was
used last, and take it back.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import NotFoundError, StateWriteError
from daemon.base.log import LOGGER
from pipelines.errors import BadInputError
from pipelines.model import Model, UtcDatetime
from pipelines.text import Name

MOST = 50
"""Calendars, and as many programs: one for each in a house, and room for forgotten ones. Members make
calendars, and these must not take the places of programs."""
MOST_OF_MEMBERS = 40
"""Calendars that members have made, from wherever: an administrator can always make another."""
MOST_OF_A_PEER = 10
"""Calendars that a member makes from one address, so that one device does not take all places."""
_MODE = 0o600
Opens = Literal["calendar", "read", "write"]


class Token(Model):
    """What is kept of one."""

    id: str = Field(pattern=r"^[0-9a-f]{8}$")
    name: Name
    """Whose calendar or which program it is for, for people."""
    opens: Opens = "calendar"
    person: Name | None = None
    """Of a calendar: only the items of this person; None for everybody's."""
    token_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    made_at: UtcDatetime
    network: str | None = None
    """From which a member made it; None for an administrator's."""

    @property
    def is_calendar(self) -> bool:
        return self.opens == "calendar"


class _File(Model):
    feeds: tuple[Token, ...] = ()
    """Named after the calendars, which had tokens first."""


class _Uses(Model):
    last: Mapping[str, date] = Field(default_factory=dict)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """The tokens of a state directory. Any process may read them; the hub writes."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "access" / "feeds.json"

    def all(self) -> tuple[Token, ...]:
        """A file that cannot be read counts as no token at all: nobody gets in by it."""
        try:
            return _File.model_validate_json(self._path.read_bytes()).feeds
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except (OSError, ValidationError):
            LOGGER.error("%s cannot be read; make the tokens of calendars and programs anew", self._path)
            return ()

    def find(self, token: str, *opens: Opens) -> Token | None:
        """The one that is `token`, if it opens one of these; random tokens of 192 bits need no slower
        comparison."""
        wanted = hash_of(token)
        fitting = (each for each in self.all() if each.opens in opens)
        return next((each for each in fitting if each.token_sha256 == wanted), None)

    def add(self, token: Token) -> None:
        """BadInputError when there are too many of its kind, StateWriteError."""
        tokens = self.all()
        alike = [each for each in tokens if each.is_calendar == token.is_calendar]
        if len(alike) >= MOST:
            if token.is_calendar:
                raise BadInputError(f"There are {MOST} calendars already; revoke one first.")
            raise BadInputError(f"There are {MOST} tokens already; revoke one first.")
        if token.network and sum(each.network is not None for each in alike) >= MOST_OF_MEMBERS:
            raise BadInputError(
                f"Members have made {MOST_OF_MEMBERS} calendars already; revoke one of them first."
            )
        made_there = [each for each in alike if each.network == token.network]
        if token.network and len(made_there) >= MOST_OF_A_PEER:
            raise BadInputError(
                f"{MOST_OF_A_PEER} calendars were made from this device already; revoke one of them first."
            )
        self._write((*tokens, token))

    def revoke(self, token_id: str, *, is_calendar: bool) -> Token:
        """Nobody gets in by it any more. NotFoundError, also for one of the other kind; StateWriteError."""
        tokens = self.all()
        kind = (each for each in tokens if each.is_calendar == is_calendar)
        gone = next((each for each in kind if each.id == token_id), None)
        if gone is None:
            raise NotFoundError("there is no such token; it may have been revoked already")
        self._write(tuple(each for each in tokens if each.id != token_id))
        return gone

    def _write(self, tokens: tuple[Token, ...]) -> None:
        make_folder(self._path.parent)
        write_durably(self._path, _File(feeds=tokens).model_dump_json(indent=1), mode=_MODE)


class Uses:
    """On which day each token was used last: a file of its own, written once a day by the door."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "access" / "token-uses.json"
        self._lock = threading.Lock()

    def all(self) -> Mapping[str, date]:
        """By id; a file that cannot be read is begun anew."""
        try:
            return _Uses.model_validate_json(self._path.read_bytes()).last
        except (OSError, ValidationError):
            return {}

    def add(self, token_id: str, day: date) -> None:
        """A full disk keeps no program out; the log says so."""
        with self._lock:
            known = self.all()
            if known.get(token_id) == day:
                return
            try:
                make_folder(self._path.parent)
                kept = _Uses(last={**known, token_id: day})
                write_durably(self._path, kept.model_dump_json(), mode=_MODE)
            except StateWriteError as error:
                LOGGER.error("%s", error)
