"""The door: checks of every request where it comes from, which host it names, and what it may do."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlencode

from flask import Flask, Request, Response, abort, g, request
from markupsafe import Markup

from daemon.access import Pins, Role, Sessions
from daemon.access.guesses import Guesses
from daemon.access.hosts import is_loopback_name, names_us
from daemon.access.tokens import Tokens, Uses
from daemon.base.addresses import Address, Seen, address_of, is_local, own_names, was_forwarded
from daemon.base.clock import boot_s
from daemon.base.log import LOGGER
from web.security import csrf, headers, roles

COOKIE, SECURE_COOKIE = "roomscribe", "__Host-roomscribe"
"""The second is only sent under TLS, and browsers let no page without TLS set a cookie of this name."""
DIALLED = "roomscribe.dialled"
"""Key of the WSGI environment: which address of ours the peer has connected to, put there by the server."""


class Rules(Protocol):
    """The part of the configuration that matters here: daemon.base.sections.Web."""

    @property
    def networks(self) -> tuple[str, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request."""

    role: Role | None
    session: str | None
    """The token of the session; None without one, which this machine itself does not need."""
    csrf: str
    program: str = ""
    """Name of the program that sent a token of its own; a page of another site cannot have it sent."""

    def may(self, role: Role) -> bool:
        return roles.may(self.role, role)


@dataclass(frozen=True, slots=True)
class _ThisMachine:
    networks: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Door:
    """PINs, sessions and guesses, and the current rules."""

    def __init__(
        self,
        pins: Pins | None = None,
        rules: Callable[[], Rules] = _ThisMachine,
        *,
        keep_sessions_in: Path | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = boot_s,
        hostname: str | None = None,
        authority: Path | None = None,
        keep_guesses_in: Path | None = None,
    ) -> None:
        """Without `pins` and `rules` only this machine gets in. `keep_sessions_in` is a state directory.
        `keep_guesses_in` is a folder; without it a restart forgets wrong guesses.

        `authority`: with TLS, the certificate that devices have to trust; they then get in with TLS only.
        """
        self.pins = pins
        self.rules = rules
        self.names = own_names(hostname or socket.gethostname())
        self.sessions = Sessions(pins, now, keep_sessions_in, monotonic) if pins else None
        self.authority = authority
        self._tokens = Tokens(pins.state_dir) if pins else None
        self._uses = Uses(keep_sessions_in) if keep_sessions_in else None
        self._now = now
        self.tokens = csrf.Tokens()
        self.keep_guesses_in = keep_guesses_in
        self._guesses = Guesses(monotonic, keep_guesses_in / "guesses.json" if keep_guesses_in else None)
        self._seen = Seen()
        self._guessing = threading.Lock()

    def visitor(self, request: Request, peer: Address) -> Visitor:
        """The visitor: anybody at this machine, or with a shell on it, is its administrator.

        Behind a proxy all visitors would seem to be local. So a proxy that declares itself does not count as
        this machine, nor does a request that names the machine by a name that others use too.
        """
        scheme, _, sent = request.headers.get("Authorization", "").partition(" ")
        if scheme == "Bearer" and request.path.startswith("/api/"):
            return self._program(sent.strip(), peer)
        at_home = peer.is_loopback and is_loopback_name(request.headers.get("Host", ""))
        if at_home and not was_forwarded(request.headers.keys()):
            return Visitor("admin", None, self.tokens.of(None, str(peer)))
        token = request.cookies.get(cookie_name(request))
        role = self.sessions.role_of(token) if token and self.sessions else None
        session = token if role else None
        if session:
            self._seen.add(peer)
        return Visitor(role, session, self.tokens.of(session, str(peer)))

    def _program(self, sent: str, peer: Address) -> Visitor:
        found = self._tokens.find(sent, "read", "write") if self._tokens else None
        if found and self._uses:
            self._uses.add(found.id, self._now().date())
        role: Role | None = ("member" if found.opens == "write" else "reader") if found else None
        return Visitor(role, None, self.tokens.of(None, str(peer)), found.name if found else "")

    def guess(self, pin: str, peer: Address) -> Role | float | None:
        """The role of the PIN, None if it is wrong, or the seconds to wait before it is checked.

        One at a time: simultaneous guesses are counted one by one, and use one core at most.
        """
        with self._guessing:
            if (wait_s := self._guesses.wait_s(peer)) > 0:
                return wait_s
            role = self.pins.role_of(pin) if self.pins else None
            if role is None:
                LOGGER.warning("wrong PIN from %s, number %d", peer, self._guesses.was_wrong(peer))
            else:
                self._guesses.was_right(peer)
                LOGGER.info("%s has entered the PIN of the %s", peer, role)
            return role

    def knows(self, peer: Address) -> bool:
        """Whether somebody with a session has come from this address lately."""
        return peer in self._seen

    def has_pins(self) -> bool:
        return self.pins is not None and bool(self.pins.sealed())


def cookie_name(request: Request) -> str:
    """Name of the session's cookie, by the request's scheme."""
    return SECURE_COOKIE if request.is_secure else COOKIE


def install(app: Flask, door: Door) -> None:
    """Put the rules before every request of `app`, and give templates what they need."""
    headers.install(app)

    @app.before_request
    def check() -> Response | None:
        rules = door.rules()
        peer = address_of(request.remote_addr or "")
        if peer is None or not is_local(peer, rules.networks):
            return Response(status=403)  # no information for strangers
        dialled = address_of(request.environ.get(DIALLED, ""))
        if not names_us(request.headers.get("Host", ""), (*door.names, *rules.names), dialled):
            return _misdirected(door, dialled)
        g.peer = peer
        g.has_pins = door.pins is None or door.has_pins()
        g.visitor = door.visitor(request, peer)
        return _refusal(app, door, g.visitor)

    @app.context_processor
    def visitor() -> dict[str, object]:
        # An error page may be shown before the visitor is known.
        found = g.get("visitor", Visitor(None, None, ""))
        token = csrf.masked(found.csrf) if found.csrf else ""
        field = Markup('<input type="hidden" name="{}" value="{}">').format(csrf.FIELD, token)
        return {"visitor": found, "csrf_field": lambda: field}


def _refusal(app: Flask, door: Door, visitor: Visitor) -> Response | None:
    view = app.view_functions.get(request.endpoint or "")
    is_at_home = visitor.role is not None and visitor.session is None and not visitor.program
    # A device has to get the authority before it can trust it.
    if door.authority and not (request.is_secure or is_at_home or request.endpoint == "authority"):
        return _to_tls()
    wanted = roles.needed(view, request.method)
    if not roles.may(visitor.role, wanted):
        if visitor.program:
            return _plain(403, "This token only reads." if wanted == "member" else "No token may do this.")
        if visitor.role is not None:
            # Whole sentences: each has its translation.
            admin, member = "This needs the PIN of the administrator.", "This needs the PIN of a member."
            abort(403, admin if wanted == "admin" else member)
        return _ask_for_pin(door)
    changes = view is not None and request.method not in roles.READING
    if changes and not visitor.program and (mistake := csrf.mistake(request, visitor.csrf)) is not None:
        LOGGER.warning("refused %s %s from %s: %s", request.method, request.endpoint, g.peer, mistake)
        abort(403, "The page that this came from is too old, or not ours. Go back, reload it, and try again.")
    return None


def _ask_for_pin(door: Door) -> Response:
    if "Authorization" in request.headers:
        return _plain(401, "This token opens nothing here; it may have been revoked.")
    if not door.has_pins():
        return _plain(503, "There is no PIN yet. On the machine itself, make one: roomscribe pin reset")
    if "text/html" not in request.headers.get("Accept", ""):
        return _plain(401, "Enter the PIN first, at /pin")
    back = request.full_path.rstrip("?") if request.method in roles.READING else "/"
    response = Response(status=303)
    response.headers["Location"] = f"/pin?{urlencode({'next': back})}" if back != "/" else "/pin"
    return response


def _to_tls() -> Response:
    if request.method not in roles.READING:
        return _plain(403, "Open this page with https.")
    name = request.host.rpartition(":")[0] if re.search(r":\d+$", request.host) else request.host
    response = Response(status=307)  # for now: TLS may be turned off again
    query = request.query_string.decode("latin-1")
    response.headers["Location"] = f"https://{name}{quote(request.path)}{'?' if query else ''}{query}"
    return response


def _misdirected(door: Door, dialled: Address | None) -> Response:
    """Says where to go instead; plain text, since there is no Host to make links for."""
    number = request.environ.get("SERVER_PORT", "80")
    port = "" if number in ("80", "443") else f":{number}"
    text = f"This is Roomscribe, but not under that name. Open {request.scheme}://{door.names[1]}{port}"
    if dialled is not None:
        text += f" or {request.scheme}://{f'[{dialled}]' if dialled.version == 6 else dialled}{port}"
    return _plain(421, f'{text}, or add the name to "names" under [web] in /etc/roomscribe/config.toml.')


def _plain(status: int, text: str) -> Response:
    return Response(text + "\n", status, content_type="text/plain; charset=utf-8")
