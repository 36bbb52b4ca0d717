"""Sessions: who has entered a PIN need not enter it again on that device, until the session ends.

A session is a random token that only the browser keeps; here is its SHA-256, so that reading the file opens
nothing. Expiry is decided here, whatever the browser does with its cookie. A session also names the PIN it
was opened with, and is over as soon as that PIN is replaced.

Many logins with one PIN must not end the sessions of others: each role has places of its own, and when they
are taken, the network with the most sessions loses one. And a wrong clock must not end sessions: a machine
without a battery for its clock may start a year in the past, and leaps when it hears the network's time. One
that is ahead at the start keeps devices out until it is set right; after an hour it counts as right.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, ValidationError

from daemon.access.pins import OLD_MEMBER, Pins, Role
from daemon.base.addresses import Address, network_of
from daemon.base.clock import boot_s
from daemon.base.durable import make_folder, write_durably
from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER
from pipelines.model import Model, UtcDatetime

IDLE = {"reader": timedelta(days=14), "member": timedelta(days=14), "admin": timedelta(hours=1)}
"""Unused for so long, a session ends: a phone that reads notes every week or two stays in; a browser in which
somebody has changed settings does not lie open."""
LONGEST = {"reader": timedelta(days=90), "member": timedelta(days=90), "admin": timedelta(hours=12)}
"""A session ends after so long in any case: a quarter, a working day."""
_NOTED_AFTER = 12
"""A use is written down when this fraction of the idle time has passed: not at every request, to spare the
disk. A restart may therefore end a session so much earlier."""
_MOST: dict[Role, int] = {"reader": 200, "member": 200, "admin": 100}
"""More devices than one room has."""
_STEP = timedelta(minutes=1)
"""If the wall clock moves this much more or less than time has passed, it was set."""
_SURE_AFTER_S = 3600.0
"""A network's time is heard within minutes. Until then a session that seems too old is kept in the file."""
_NONE = timedelta()
_MODE = 0o600


class Session(Model):
    """What is kept of a session."""

    token_sha256: str
    role: Annotated[Role, BeforeValidator(lambda role: "member" if role == OLD_MEMBER else role)]
    pin: str
    """Salt of the PIN that opened it."""
    began_at: UtcDatetime
    seen_at: UtcDatetime
    network: str | None = None
    """From which it was opened: one device may have any address of its IPv6 network."""


class _File(Model):
    sessions: tuple[Session, ...]


class Sessions:
    """All sessions of one server; several threads may use it."""

    def __init__(
        self,
        pins: Pins,
        now: Callable[[], datetime],
        state_dir: Path | None = None,
        elapsed_s: Callable[[], float] = boot_s,
    ) -> None:
        """With `state_dir` they survive a restart; only the hub gives it, since one process writes there.

        `elapsed_s`: seconds since some moment, by a clock that nobody sets.
        """
        self._pins = pins
        self._now = now
        self._elapsed = elapsed_s
        self._path = state_dir / "access" / "sessions.json" if state_dir else None
        self._lock = threading.Lock()
        self._wall, self._wall_s = now(), elapsed_s()
        self._started_s = self._wall_s
        # What lies ahead was written by a clock that is right; by this one it begins now.
        self._open = {each.token_sha256: _moved(each, latest=self._wall) for each in self._read()}

    def start(self, role: Role, peer: Address | None = None) -> str:
        """Open a session with the PIN that `role` has now; returns the token for the browser.

        `peer`: where the browser is. Where the role has no place left, the network with the most sessions
        loses the one that it used longest ago.
        """
        token = secrets.token_urlsafe(32)
        pin = self._pins.sealed()[role].salt
        network = str(network_of(peer)) if peer else None
        with self._lock:
            now = self._time()
            begun = Session(
                token_sha256=_hash(token), role=role, pin=pin, began_at=now, seen_at=now, network=network
            )
            is_sure = self._wall_s - self._started_s > _SURE_AFTER_S
            kept = [
                each
                for each in self._open.values()
                if self._has_its_pin(each) and (_is_young(each, now) or not is_sure)
            ]
            others = [each for each in kept if each.role != role]
            own = [each for each in kept if each.role == role]
            while len(own) >= _MOST[role]:
                own.remove(_one_too_many(own, network, now))
            self._open = {each.token_sha256: each for each in (*others, *own, begun)}
            self._write()
        return token

    def role_of(self, token: str) -> Role | None:
        """What the bearer of `token` may do; counts as a use. None if there is no such session any more."""
        with self._lock:
            now = self._time()
            found = self._open.get(_hash(token))
            if found is None or not self._has_its_pin(found) or not _is_young(found, now):
                return None
            if now - found.seen_at > IDLE[found.role] / _NOTED_AFTER:
                self._open[found.token_sha256] = found.model_copy(update={"seen_at": now})
                self._write()
            return found.role

    def end(self, token: str) -> None:
        """Nobody gets in with `token` any more."""
        with self._lock:
            if self._open.pop(_hash(token), None) is not None:
                self._write()

    def _time(self) -> datetime:
        """Now. Whoever sets the clock ahead must not make sessions older: they move with it. After it was set
        back they are as young as they can be."""
        now, now_s = self._now(), self._elapsed()
        step = now - self._wall - timedelta(seconds=now_s - self._wall_s)
        self._wall, self._wall_s = now, now_s
        if abs(step) > _STEP and self._open:
            LOGGER.info("the clock was set %s; no session ends by that", "ahead" if step > _NONE else "back")
            by = max(step, _NONE)
            self._open = {token: _moved(each, by=by, latest=now) for token, each in self._open.items()}
            self._write()
        return now

    def _has_its_pin(self, session: Session) -> bool:
        sealed = self._pins.sealed().get(session.role)
        return sealed is not None and sealed.salt == session.pin

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


def _moved(session: Session, *, latest: datetime, by: timedelta = _NONE) -> Session:
    """With its times later by this much, but none after `latest`."""
    times = {"began_at": min(session.began_at + by, latest), "seen_at": min(session.seen_at + by, latest)}
    return session.model_copy(update=times)


def _is_young(session: Session, now: datetime) -> bool:
    return now - session.seen_at < IDLE[session.role] and now - session.began_at < LONGEST[session.role]


def _one_too_many(sessions: Sequence[Session], newcomer: str | None, now: datetime) -> Session:
    """One that seems too old, else of the network with the most, including the newcomer's; the one unused
    longest."""
    counts = Counter([newcomer, *(each.network for each in sessions)])
    return max(
        sessions,
        key=lambda each: (not _is_young(each, now), counts[each.network], -each.seen_at.timestamp()),
    )
