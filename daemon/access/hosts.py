"""Whether a request means this machine: its Host header must be a name or address of ours.

The threat is DNS rebinding: a foreign page has its own name point at this machine, and the browser then
takes our answers for that page's. It cannot hide the name under which it was opened.

The machine's addresses need not be listed: the one that was dialled is known for each connection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from daemon.base.addresses import Address, address_of, is_loopback

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")


def names_us(host_header: str, names: Iterable[str], dialled: Address | None) -> bool:
    """Whether a Host header (`name`, `name:port`, `[v6]:port`) is loopback, `dialled` or one of `names`."""
    match = _HOST.fullmatch(host_header)
    if match is None:
        return False
    name = match["name"].strip("[]").lower().rstrip(".")
    if is_loopback(name):
        return True
    address = address_of(name)
    known = {each.lower().rstrip(".") for each in names}
    if address is None:
        return name in known
    return address == dialled or address in {address_of(each) for each in known}


def is_loopback_name(host_header: str) -> bool:
    """Whether a Host header means this machine as only itself can reach it."""
    match = _HOST.fullmatch(host_header)
    return match is not None and is_loopback(match["name"].strip("[]"))
