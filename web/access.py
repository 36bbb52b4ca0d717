"""Who may ask for a page, and what the browser may do with the answer.

The threat: notes are private, and a browser on this machine also runs other people's pages. Such a page can
point its own name at 127.0.0.1 (DNS rebinding) and then read answers as if they were its own, so the Host
header must name this machine. What was said in a meeting is untrusted text; it is escaped everywhere, and
should an escape ever fail, the Content-Security-Policy lets no script, style or frame of its making work.

Only the socket's peer is believed, never X-Forwarded-For. Flask's TRUSTED_HOSTS is not used: it cannot hold
an IPv6 address, and it knows no "any loopback address".
"""

from __future__ import annotations

import ipaddress
import re

from flask import Flask, Request, Response, abort, request

METHODS = ("GET", "HEAD")

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::[0-9]{1,5})?")

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address without port and brackets, is this machine alone."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    # ::ffff:127.0.0.1 is how a dual-stack socket reports 127.0.0.1.
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def names_this_machine(host_header: str) -> bool:
    """Whether a Host header (`name`, `name:port`, `[v6]:port`) names the loopback interface."""
    match = _HOST.fullmatch(host_header)
    return match is not None and is_loopback(match["name"].strip("[]"))


def install(app: Flask) -> None:
    """Put the rules before every request and the headers on every answer of `app`."""

    @app.before_request
    def check() -> Response | None:
        return _refusal(request)

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.extend(_HEADERS)
        # Static files say "no-cache" themselves: they are public, and asked for again by their ETag.
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _refusal(request: Request) -> Response | None:
    """A plain answer to a request that breaks a rule: it may not even have a Host to make links for."""
    if not is_loopback(request.remote_addr or ""):
        return _plain(403, "This page is only for the machine that it runs on.")
    if not names_this_machine(request.headers.get("Host", "")):
        return _plain(400, "This page answers to localhost and 127.0.0.1 only.")
    if request.method not in METHODS:
        abort(405, valid_methods=METHODS)
    return None


def _plain(status: int, text: str) -> Response:
    return Response(text + "\n", status, content_type="text/plain; charset=utf-8")
