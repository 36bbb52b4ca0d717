"""The folder that backups go to: whether it is really there, and which archives in it are ours."""

from __future__ import annotations

import errno
import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from daemon.base.disk import changed_disks
from daemon.base.durable import remove_durably, sweep_unfinished
from daemon.base.errors import StateBusyError
from daemon.notes.backup.archive import TargetError

MOUNT_ROOTS = (Path("/mnt"), Path("/media"), Path("/run/media"))
"""What lies here is on a disk of its own, or that disk is not plugged in."""
HIDDEN = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))
"""What the hub's unit hides from it (ProtectHome, PrivateTmp), however often it is started."""
_ADVICE = "plug its disk in, or change [backup] folder (--to for once)"


class Target:
    """One folder, perhaps shared with other machines: only archives of `host` are counted and removed."""

    def __init__(self, folder: Path, host: str) -> None:
        self.folder = folder
        self._host = re.sub(r"[^a-z0-9-]", "-", host.lower()) or "roomscribe"

    def check(self, mount_roots: tuple[Path, ...] = MOUNT_ROOTS) -> None:
        """TargetError, in one line, if no backup can be written there.

        An unplugged stick leaves its empty folder behind; a backup into that would fill the system's disk and
        help nobody.
        """
        if changed_disks([self.folder]):
            if any(self.folder.resolve().is_relative_to(root) for root in HIDDEN):
                raise TargetError(
                    f"the hub may not see {self.folder}, the folder for backups; choose one outside /home "
                    "and /tmp"
                )
            raise TargetError(
                f"another disk than when the hub started, or none, is at {self.folder}, the folder for "
                "backups; if it is plugged in: systemctl restart roomscribe-hub"
            )
        if not self.folder.is_dir():
            raise TargetError(f"the folder for backups, {self.folder}, is not there; {_ADVICE}")
        for root in mount_roots:
            if self.folder.is_relative_to(root) and not self._is_mounted(root):
                raise TargetError(f"nothing is mounted at {self.folder}, the folder for backups; {_ADVICE}")
        if os.statvfs(self.folder).f_flag & os.ST_RDONLY:
            raise TargetError(
                f"the disk of {self.folder}, the folder for backups, is read-only; make it writable "
                "(a failing stick turns itself read-only), or use another"
            )
        if not os.access(self.folder, os.W_OK | os.X_OK):
            raise TargetError(
                f"{self.folder}, the folder for backups, may not be written by this user; give it to the "
                "user roomscribe, or choose another one"
            )

    def _is_mounted(self, root: Path) -> bool:
        places = (self.folder, *self.folder.parents)
        return any(place.is_mount() for place in places if place.is_relative_to(root))

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Held while an archive is written; StateBusyError if another process does so."""
        fd = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StateBusyError(
                    f"another backup is being written to {self.folder}; wait for it"
                ) from None
            except OSError as error:
                # Network shares may have no locks; two backups then only do the same work twice.
                if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOLCK):
                    raise
            sweep_unfinished(self.folder)
            yield
        finally:
            os.close(fd)

    def path_for(self, made_at: datetime) -> Path:
        """Where the archive of this moment goes; names sort by time."""
        return self.folder / f"roomscribe-{self._host}-{made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}.tar.gz"

    def archives(self) -> list[Path]:
        """Backups of this machine, oldest first."""
        mine = re.compile(rf"roomscribe-{self._host}-\d{{8}}T\d{{6}}Z\.tar\.gz")
        return sorted(path for path in self.folder.iterdir() if mine.fullmatch(path.name))

    def rotate(self, keep: int, newest: Path) -> list[Path]:
        """Remove the oldest until `keep` are left; `newest` stays, whatever a wrong clock has named it."""
        older = [path for path in self.archives() if path != newest]
        surplus = older[: max(0, len(older) + 1 - keep)]
        for path in surplus:
            remove_durably(path)
        return surplus
