"""The versions that lie in /opt/roomscribe, and the links that say which of them runs.

    VERSION/    a whole version: program, libraries, units of systemd
    current     leads to the one that runs
    previous    to the one that `rollback` returns to
    earlier     to the one that it returned to before a trial, and does again if that fails
    trial       to the one that is wanted, until it has proved itself

A link is replaced by a rename, so at each instant it leads to one version. Everything that runs is found
through `current`; that link is the whole switch.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from daemon.base.durable import link_durably, remove_durably, remove_tree
from daemon.base.errors import StateBusyError

HOME = Path("/opt/roomscribe")

Link = Literal["current", "previous", "earlier", "trial"]


class Versions:
    """What is in one folder, as other processes see it, too: nothing is remembered."""

    def __init__(self, home: Path = HOME) -> None:
        self.home = home

    def get(self, link: Link) -> str | None:
        try:
            return os.readlink(self.home / link)  # noqa: PTH115  # no path
        except OSError:
            return None

    def point(self, link: Link, version: str) -> None:
        link_durably(self.home / link, version)

    def drop(self, link: Link) -> None:
        remove_durably(self.home / link)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """StateBusyError while another command changes versions."""
        fd = os.open(self.home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StateBusyError("another upgrade or rollback is under way; wait for its end") from None
            yield
        finally:
            os.close(fd)

    def folder(self, version: str) -> Path:
        return self.home / version

    def python(self, version: str) -> str:
        return str(self.folder(version) / "bin/python")

    def program(self, version: str) -> str:
        return str(self.folder(version) / "bin/roomscribe")

    def is_there(self, version: str) -> bool:
        return (self.folder(version) / "bin/roomscribe").is_file()

    def remove_others(self, *kept: str) -> None:
        """Take away every version but these."""
        for folder in self.home.iterdir():
            if self.is_there(folder.name) and not folder.is_symlink() and folder.name not in kept:
                remove_tree(folder)
