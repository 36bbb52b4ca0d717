"""Meetings for the appliance under test, by its watch folder, and the notes that come of them."""

from __future__ import annotations

import json
import shutil
from typing import Any

from tests.systemd.machine import CHECKOUT, Machine

SAMPLE = CHECKOUT / "samples/2026-11-16-planning.vtt"
STATE = "var/lib/roomscribe"


def drop(machine: Machine, name: str) -> None:
    """A transcript with words of its own: the same file twice would be one meeting."""
    end = f"\n\n99:00:00.000 --> 99:00:02.000\nAnn: This was {name}.\n"
    drop_file(machine, name, SAMPLE.read_bytes() + end.encode())


def drop_file(machine: Machine, name: str, content: bytes) -> None:
    """Into the watch folder, as copies over the network arrive: in place by a rename."""
    folder = machine.inside / STATE / "inbox"
    unfinished = folder / f".{name}.part"
    unfinished.write_bytes(content)
    owner = folder.stat()
    shutil.chown(unfinished, owner.st_uid, owner.st_gid)
    unfinished.rename(folder / name)


def notes(machine: Machine) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(machine.run("roomscribe", "notes", "list", "--json").stdout)
    return listed


def sources(machine: Machine) -> list[str]:
    """Names of the files that have become notes; one that stands there twice was noted twice."""
    return [note["source"] for note in notes(machine)]
