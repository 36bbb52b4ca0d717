"""Sessions: who has entered a PIN need not enter it again on that device, until the session ends.

A session is a random token that only the browser keeps; here is its SHA-256, so that reading the file opens
nothing. Expiry is decided here, whatever the browser does with its cookie. A session also names the PIN it
was opened with, and is over as soon as that PIN is replaced.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, ValidationError

from daemon.access.pins import OLD_MEMBER, Pins, Role
from daemon.durable import make_folder, write_durably
from daemon.errors import StateWriteError
from daemon.log import LOGGER
from pipelines.note import Model
from pipelines.transcript import UtcDatetime

IDLE = {"reader": timedelta(days=14), "member": timedelta(days=14), "admin": timedelta(hours=1)}
"""Unused for so long, a session ends: a phone that reads notes every week or two stays in; a browser in which
somebody has changed settings does not lie open."""
LONGEST = {"reader": timedelta(days=90), "member": timedelta(days=90), "admin": timedelta(hours=12)}
"""A session ends after so long in any case: a quarter, a working day."""
_NOTED_AFTER = 12
"""A use is written down when this fraction of the idle time has passed: not at every request, to spare the
disk. A restart may therefore end a session so much earlier."""
_MOST = 500
"""More devices than one room has; the one that was used longest ago makes room."""
_MODE = 0o600


class Session(Model):
    """What is kept of a session."""

    token_sha256: str
    role: Annotated[Role, BeforeValidator(lambda role: "member" if role == OLD_MEMBER else role)]
    pin: str
    """Salt of the PIN that opened it."""
    began_at: UtcDatetime
    seen_at: UtcDatetime


class _File(Model):
    sessions: tuple[Session, ...]


class Sessions:
    """All sessions of one server; several threads may use it."""

    def __init__(self, pins: Pins, now: Callable[[], datetime], state_dir: Path | None = None) -> None:
        """With `state_dir` they survive a restart; only the hub gives it, since one process writes there."""
        self._pins = pins
        self._now = now
        self._path = state_dir / "access" / "sessions.json" if state_dir else None
        self._lock = threading.Lock()
        self._open = {each.token_sha256: each for each in self._read()}

    def start(self, role: Role) -> str:
        """Open a session with the PIN that `role` has now; returns the token for the browser."""
        token = secrets.token_urlsafe(32)
        now = self._now()
        pin = self._pins.sealed()[role].salt
        begun = Session(token_sha256=_hash(token), role=role, pin=pin, began_at=now, seen_at=now)
        with self._lock:
            living = sorted((each for each in self._open.values() if self._lives(each)), key=_seen)
            self._open = {each.token_sha256: each for each in [*living, begun][-_MOST:]}
            self._write()
        return token

    def role_of(self, token: str) -> Role | None:
        """What the bearer of `token` may do; counts as a use. None if there is no such session any more."""
        with self._lock:
            found = self._open.get(_hash(token))
            if found is None or not self._lives(found):
                return None
            now = self._now()
            if abs(now - found.seen_at) > IDLE[found.role] / _NOTED_AFTER:
                self._open[found.token_sha256] = found.model_copy(update={"seen_at": now})
                self._write()
            return found.role

    def end(self, token: str) -> None:
        """Nobody gets in with `token` any more."""
        with self._lock:
            if self._open.pop(_hash(token), None) is not None:
                self._write()

    def _lives(self, session: Session) -> bool:
        # A clock that was set back makes ages negative: that is no reason to lock people out.
        now = self._now()
        sealed = self._pins.sealed().get(session.role)
        return (
            sealed is not None
            and sealed.salt == session.pin
            and now - session.seen_at < IDLE[session.role]
            and now - session.began_at < LONGEST[session.role]
        )

    def _read(self) -> tuple[Session, ...]:
        if self._path is None:
            return ()
        try:
            return _File.model_validate_json(self._path.read_bytes()).sessions
        except FileNotFoundError:
            return ()
        except (OSError, ValidationError):
            LOGGER.warning("%s cannot be read; everybody has to enter the PIN again", self._path)
            return ()

    def _write(self) -> None:
        """A full disk keeps nobody out: it costs the sessions' survival of a restart, and the log says so."""
        if self._path is None:
            return
        try:
            make_folder(self._path.parent)
            kept = _File(sessions=tuple(self._open.values()))
            write_durably(self._path, kept.model_dump_json(), mode=_MODE)
        except StateWriteError as error:
            LOGGER.error("%s", error)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _seen(session: Session) -> datetime:
    return session.seen_at
