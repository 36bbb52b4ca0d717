"""What happens in folders, told by the kernel (inotify(7)).

A binding of ours, in place of a library: we need to know a rename into a folder from a creation in it (the
first is a whole file, the second may be half of one), which watchfiles reports as the same; and a thread that
looks around twenty times a second, as it has, is much for a box that idles.
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
"""Renamed into the folder: all that is written durably comes so."""
CHANGES = _MOVED_TO | _CREATE | _CLOSE_WRITE
"""Everything by which a file can come; not each single write, of which a copy makes thousands."""


@dataclass(frozen=True, slots=True)
class Event:
    folder: Path
    name: str
    renamed: bool
    """It came by a rename, and so is complete."""


class Inotify:
    """Events of some folders, on a file descriptor (`fileno`) that is readable when there are any."""

    def __init__(self) -> None:
        """OSError where the kernel has no more to give (fs.inotify.max_user_instances)."""
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._fd < 0:
            raise _error("inotify")
        self._folders: dict[int, Path] = {}

    def watch(self, folder: Path, events: int) -> None:
        """Watch a folder, not those in it; OSError if it is not there or the limit of watches is reached."""
        number = self._libc.inotify_add_watch(self._fd, os.fsencode(folder), events | _ONLYDIR)
        if number < 0:
            raise _error(str(folder))
        self._folders[number] = folder

    def fileno(self) -> int:
        return int(self._fd)

    def read(self) -> list[Event]:
        """All events that are there, without waiting.

        Some may be lost when too many come at once: they only say that a look is worth while.
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
