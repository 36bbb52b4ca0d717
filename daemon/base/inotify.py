"""Changes in folders, reported by the kernel (inotify(7)).

Our own binding instead of a library: we have to distinguish a rename into a folder from a creation in it (the
first is a complete file, the second may be half of one), which watchfiles reports as the same; and its
thread, which polls twenty times a second, is too much for an idle box.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
from dataclasses import dataclass
from pathlib import Path

_CLOSE_WRITE = 0x008
_MOVED_TO = 0x080
_CREATE = 0x100
_ONLYDIR = 0x01000000
_EVENT = struct.Struct("iIII")
_BUFFER_BYTES = 64 * 1024

ARRIVALS = _MOVED_TO
"""Renamed into the folder, as everything is that is written durably."""
CHANGES = _MOVED_TO | _CREATE | _CLOSE_WRITE
"""Every way in which a file can arrive; not each single write, of which a copy makes thousands."""


@dataclass(frozen=True, slots=True)
class Event:
    folder: Path
    name: str
    renamed: bool
    """It arrived by a rename, and so is complete."""


class Inotify:
    """Events of some folders, on a file descriptor (`fileno`) that is readable when there are any."""

    def __init__(self) -> None:
        """OSError if the kernel's limit is reached (fs.inotify.max_user_instances)."""
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._fd < 0:
            raise _error("inotify")
        self._folders: dict[int, Path] = {}

    def watch(self, folder: Path, events: int) -> None:
        """Watch a folder, not its subfolders; OSError if it does not exist or the limit is reached."""
        number = self._libc.inotify_add_watch(self._fd, os.fsencode(folder), events | _ONLYDIR)
        if number < 0:
            raise _error(str(folder))
        self._folders[number] = folder

    def fileno(self) -> int:
        return int(self._fd)

    def read(self) -> list[Event]:
        """All pending events, without waiting.

        Some may be lost when too many come at once: they are only a hint to look.
        """
        events: list[Event] = []
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._fd, _BUFFER_BYTES):
                events += self._parse(data)
        return events

    def close(self) -> None:
        os.close(self._fd)

    def _parse(self, data: bytes) -> list[Event]:
        events = []
        at = 0
        while at < len(data):
            number, mask, _, length = _EVENT.unpack_from(data, at)
            name = data[at + _EVENT.size : at + _EVENT.size + length].rstrip(b"\0")
            at += _EVENT.size + length
            if number in self._folders and name:
                events.append(Event(self._folders[number], os.fsdecode(name), bool(mask & _MOVED_TO)))
        return events


def _error(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number), what)
