"""Whether other devices can open the page at all, and at which address, so that every QR code works."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import g, request

from daemon.access.hosts import is_loopback_name
from daemon.base.addresses import own_names

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_ALONE = "roomscribe.listens_for_this_machine_alone"
"""Key of the WSGI environment; absent under other servers, about which nothing is known."""


def announced(app: WSGIApplication, alone: Callable[[], bool]) -> WSGIApplication:
    """`app`, with each request saying whether its server listens on loopback only."""

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[_ALONE] = alone()
        return app(environ, start_response)

    return call


def unreachable_because(networks: tuple[str, ...]) -> str:
    """Why no other device can open the page that answers now, and what helps; "" if one can.

    `networks`: those that are let in ([web] networks).
    """
    if request.environ.get(_ALONE):
        return (
            "Only this machine can open the page: it listens on no other address. To open it to others, set "
            '`host = "0.0.0.0"` under `[web]` in the configuration, then make a PIN: `roomscribe pin reset`.'
        )
    if not g.get("has_pins", True):
        return "No other device can open the page yet: there is no PIN. Make one: `roomscribe pin reset`."
    if all(ipaddress.ip_network(network).is_loopback for network in networks):
        return "Only this machine can open the page: `networks` under `[web]` lets no other device in."
    return ""


def own_address() -> str:
    """The address at which other devices find this page, which is never "localhost".

    If it listens for this machine alone, the address that works here.
    """
    if request.environ.get(_ALONE) or not is_loopback_name(request.host):
        return request.host_url
    port = re.search(r":\d+$", request.host)
    return f"{request.scheme}://{own_names(socket.gethostname())[1]}{port[0] if port else ''}/"
