"""Syncthing as the rooms' unit runs it: its configuration, written anew at every start, and what it is asked.

Everything by which it would reach out of the building, or tell of itself, is off: it finds others by
broadcast in its own network alone, listens on private addresses, and speaks to devices at private addresses
only. Its interface is a Unix socket in a folder of the unit's own; no page is served on any port. Written for
version 1.19 (Debian 12) to 1.29 (Debian 13).
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from daemon.base.addresses import PRIVATE_IPV4
from daemon.base.unix_sockets import UnixConnection
from daemon.hub.rooms.layout import ANSWERS, ORDERS, Layout, Pairs, code

PORT = 22000
DISCOVERY_PORT = 21027
NETWORKS = PRIVATE_IPV4
"""Broadcast, and so discovery, is IPv4."""
_LOOPBACK = "127.0.0.1"
_VERSION = "36"
_WATCH_DELAY_S = 1
_RESCAN_S = 900
"""For what the kernel's notice missed."""

OPTIONS: dict[str, str] = {
    # Nothing goes out of the building, and nobody out there is asked for anything.
    "globalAnnounceEnabled": "false",
    "globalAnnounceServer": "",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "stunKeepaliveStartS": "0",
    "stunServer": "",
    "urAccepted": "-1",
    "urURL": "",
    "crashReportingEnabled": "false",
    "crashReportingURL": "",
    "autoUpgradeIntervalH": "0",
    "releasesURL": "",
    "startBrowser": "false",
    # How rooms find one another.
    "localAnnounceEnabled": "true",
    "localAnnouncePort": str(DISCOVERY_PORT),
    "localAnnounceMCAddr": "",
    "reconnectionIntervalS": "10",
    # A small machine with other things to do; its priority is the unit's.
    "databaseTuning": "small",
    "setLowPriority": "false",
    "progressUpdateIntervalS": "-1",
    "maxFolderConcurrency": "1",
}
_FOLDER: dict[str, str] = {
    "hashers": "1",
    "copiers": "1",
    "maxConflicts": "0",
    "disableTempIndexes": "true",
    "maxConcurrentWrites": "2",
}


@dataclass(frozen=True, slots=True)
class Shared:
    """A folder that Syncthing carries to or from devices."""

    id: str
    path: Path
    is_ours: bool
    """Sent and never received; others are received and never sent."""
    devices: tuple[str, ...]
    marker: str
    """What is there as long as the folder is: without it nothing is taken for deleted."""


def shared(layout: Layout, own: str, pairs: Pairs) -> Iterator[Shared]:
    """The folders between this room, of the device id `own`, and others."""
    if gives := tuple(pair.device for pair in pairs.pairs if pair.gives):
        yield Shared(f"notes-{code(own)}", layout.out, True, gives, ANSWERS)
    for pair in pairs.pairs:
        one = (pair.device,)
        if pair.takes:
            yield Shared(f"notes-{code(pair.device)}", layout.came(pair.device), False, one, ".stfolder")
            yield Shared(f"orders-{code(own)}-{code(pair.device)}", layout.to(pair.device), True, one, ORDERS)
        if pair.gives:
            name = f"orders-{code(pair.device)}-{code(own)}"
            yield Shared(name, layout.asked(pair.device), False, one, ".stfolder")


def configuration(
    layout: Layout, own: str, name: str, pairs: Pairs, addresses: Iterable[str], api_key: str, api: Path
) -> str:
    """config.xml. `addresses` are this machine's private ones, `api` is the socket of its interface."""
    root = Element("configuration", version=_VERSION)
    for each in shared(layout, own, pairs):
        kind = "sendonly" if each.is_ours else "receiveonly"
        folder = SubElement(
            root, "folder", id=each.id, label=each.id, path=str(each.path), type=kind,
            rescanIntervalS=str(_RESCAN_S), fsWatcherEnabled="true", fsWatcherDelayS=str(_WATCH_DELAY_S),
            ignorePerms="true", autoNormalize="false",
        )  # fmt: skip
        for device in (own, *each.devices):
            SubElement(folder, "device", id=device)
        for key, value in (_FOLDER | {"markerName": each.marker}).items():
            SubElement(folder, key).text = value
    _device(root, own, name)
    for pair in pairs.pairs:
        _device(root, pair.device, code(pair.device))
    gui = SubElement(root, "gui", enabled="true", tls="false", debugging="false")
    SubElement(gui, "address").text = str(api)
    SubElement(gui, "unixSocketPermissions").text = "0600"
    SubElement(gui, "apikey").text = api_key
    options = SubElement(root, "options")
    for address in sorted(addresses) or [_LOOPBACK]:
        SubElement(options, "listenAddress").text = f"tcp4://{address}:{PORT}"
    for key, value in OPTIONS.items():
        SubElement(options, key).text = value
    for device in pairs.refused:
        SubElement(root, "remoteIgnoredDevice", id=device, time="2026-01-01T00:00:00Z")
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _device(root: Element, device: str, name: str) -> None:
    found = SubElement(
        root, "device", id=device, name=name, compression="always", introducer="false",
    )  # fmt: skip
    SubElement(found, "address").text = "dynamic"
    SubElement(found, "autoAcceptFolders").text = "false"
    for network in NETWORKS:
        SubElement(found, "allowedNetwork").text = network


class Api:
    """Syncthing's interface, asked over its socket."""

    def __init__(self, api: Path, key: str) -> None:
        self._api = api
        self._key = key

    def get(self, path: str, timeout_s: float = 5.0) -> Any:
        """The JSON at /rest/`path`. OSError, also for anything but an answer."""
        connection = UnixConnection(self._api, timeout_s)
        try:
            connection.request("GET", f"/rest/{path}", headers={"X-API-Key": self._key})
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise OSError(f"/rest/{path} answers {answer.status}")
            return json.loads(body)
        except (http.client.HTTPException, ValueError) as error:
            raise OSError(f"/rest/{path}: {error}") from error
        finally:
            connection.close()
