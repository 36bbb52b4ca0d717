"""Disks that fail a service: one that refuses writes, and one that was changed behind a folder.

Retrying a refused write at once would fill the log of a machine without space, and keep the disk busy for
the others: pauses grow longer and longer, with one log line a minute.

What was mounted at a folder outside the state (a stick for backups) when the hub started stays in its
sandbox when it is pulled out or changed (docs/adr/0182). So the hub compares its own mounts with the
machine's.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from daemon.base.errors import StateWriteError
from daemon.base.log import LOGGER

FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 20.0
"""An order given meanwhile, such as deleting a note, has to be tried while the person waits."""
_LINE_EVERY_S = 60.0
_NAMES = {errno.ENOSPC: "disk full", errno.EDQUOT: "disk full", errno.EROFS: "disk is read-only"}


class DiskTrouble:
    """Of one service; call it for each failure, and for the first success."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._pause_s = 0.0
        self._logged_s: float | None = None
        self.name: str | None = None
        """The trouble in two or three words, while it lasts."""

    def failed(self, error: StateWriteError) -> float:
        """Returns for how many seconds to leave the disk alone."""
        cause = error.__cause__
        number = cause.errno if isinstance(cause, OSError) else None
        self.name = _NAMES.get(number or 0, "disk refuses writes")
        now_s = self._monotonic()
        if self._logged_s is None or now_s - self._logged_s >= _LINE_EVERY_S:
            self._logged_s = now_s
            LOGGER.error("%s", error)
        self._pause_s = min(LONGEST_PAUSE_S, self._pause_s * 2 or FIRST_PAUSE_S)
        return self._pause_s

    def is_over(self) -> None:
        """A write has succeeded."""
        if self.name is not None:
            LOGGER.info("the disk accepts writes again")
        self.name, self._pause_s, self._logged_s = None, 0.0, None


MACHINE_MOUNTS = Path("/run/roomscribe-mounts")
"""The mounts as PID 1 sees them: /proc/1/mountinfo, which the sandbox hides and the hub's unit binds there.
Empty or absent outside of that sandbox, where there is no difference to notice."""
OWN_MOUNTS = Path("/proc/self/mountinfo")
_LOOK_S = 20.0
"""A stick is not changed faster, and tables of mounts are long on some machines."""


def changed_disks(
    folders: Iterable[Path], machine: Path = MACHINE_MOUNTS, own: Path = OWN_MOUNTS
) -> frozenset[Path]:
    """Folders behind which the machine has another file system than this process. Looks at no mounted folder
    itself: a dead server would not answer, and an automount would never become idle."""
    outside, inside = _mounts(machine), _mounts(own)
    if not outside or not inside:
        return frozenset()
    points = {mount.point for mount in (*outside.values(), *inside.values())}
    return frozenset(folder for folder in folders if _differs(_real(folder, points), outside, inside))


class DiskWatch:
    """Notices that another disk has come behind a folder since the start."""

    def __init__(self, folders: Callable[[], Iterable[Path]], monotonic: Callable[[], float]) -> None:
        self._folders = folders
        self._monotonic = monotonic
        # One that is there from the start (a folder in /home, which the sandbox hides) no new start helps.
        self._at_start = changed_disks(folders())
        self._looked_s = float("-inf")

    def changed(self, *, at_once: bool = False) -> Path | None:
        """Such a folder; looks every few seconds at most, unless `at_once`."""
        if not at_once and self._monotonic() - self._looked_s < _LOOK_S:
            return None
        self._looked_s = self._monotonic()
        return min(changed_disks(self._folders()) - self._at_start, default=None)


@dataclass(frozen=True, slots=True)
class _Mount:
    parent: str
    device: str
    """Numbers of the file system: "8:17"."""
    point: Path
    type: str


def _mounts(table: Path) -> dict[str, _Mount]:
    """By id, from a file as proc_pid_mountinfo(5) describes it."""
    try:
        lines = table.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return {}
    found = {}
    for line in lines:
        number, parent, device, _, point, *options = line.split(" ")
        point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), point)
        found[number] = _Mount(parent, device, Path(point), options[options.index("-") + 1])
    return found


def _real(folder: Path, points: set[Path], links: int = 40) -> Path:
    """Follows symbolic links, as many as the kernel does, as far as the first mount point."""
    path = Path(os.path.abspath(folder))  # noqa: PTH100  # resolve() asks the disk
    for at in (*path.parents[-2::-1], path):
        if at in points or not links:
            break
        try:
            target = at.readlink()
        except OSError:
            continue  # not a link
        return _real(at.parent / target / path.relative_to(at), points, links - 1)
    return path


def _differs(path: Path, outside: dict[str, _Mount], inside: dict[str, _Mount]) -> bool:
    """Not while an automount is idle: what it mounts when it is used next is known only then."""
    there = _met(path, outside)
    return there.type != "autofs" and there.device != _met(path, inside).device


def _met(path: Path, mounts: dict[str, _Mount]) -> _Mount:
    """What a path leads to: from mount to mount, as the kernel goes. One that is hidden beneath another is
    not met."""
    at = next(number for number, mount in mounts.items() if mount.parent not in mounts.keys() - {number})
    while above := {
        number: mount
        for number, mount in mounts.items()
        if mount.parent == at and number != at and path.is_relative_to(mount.point)
    }:
        at = min(above, key=lambda number: len(above[number].point.parts))
    return mounts[at]
