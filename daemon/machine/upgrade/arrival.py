"""A version out of a bundle comes to lie beside the one that runs, and is tried there."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from pathlib import Path

from daemon.base.durable import make_folder, move_durably, remove_tree
from daemon.base.errors import UpgradeError
from daemon.base.sizes import human
from daemon.machine.check.host import Ran, run_command
from daemon.machine.upgrade.bundle import Bundle
from daemon.machine.upgrade.switch import AS_USER, TRIAL
from daemon.machine.upgrade.versions import Versions
from pipelines.errors import BadInputError

_ROOM = 1.2
"""Of the room that the files say they need, for what a file system adds."""


class Arrival:
    """One bundle on its way in."""

    def __init__(self, bundle: Bundle, versions: Versions) -> None:
        self._bundle = bundle
        self._versions = versions
        self._incoming = versions.home / ".incoming"

    def require_fitting(self) -> None:
        """BadInputError if it is for other machines, or not newer than what runs."""
        version, current = self._bundle.version, self._versions.get("current")
        ours = _said(run_command(["dpkg", "--print-architecture"], timeout_s=30))
        if ours != self._bundle.architecture:
            raise BadInputError(
                f"it is for {self._bundle.architecture}, this machine is {ours or platform.machine()}"
            )
        if version == current:
            raise BadInputError(f"{version} runs already")
        if run_command(["dpkg", "--compare-versions", version, "lt", str(current)], timeout_s=30).ok:
            raise BadInputError(
                f"{version} is older than {current}, which runs; the way back is `roomscribe rollback`"
            )

    def lay_beside(self) -> None:
        """Unpack the version, unless it lies there already. BadInputError, StateWriteError."""
        remove_tree(self._incoming)
        if self._versions.is_there(self._bundle.version):
            return
        make_folder(self._incoming)
        try:
            package = self._bundle.take(self._bundle.package, self._incoming)
            self._require_room(package)
            self._unpack(package)
            # All of it is on the disk before it has its name.
            os.sync()
            move_durably(
                self._incoming / "opt/roomscribe" / self._bundle.version,
                self._versions.folder(self._bundle.version),
            )
        finally:
            remove_tree(self._incoming)

    def try_it(self) -> None:
        """UpgradeError if it does not get through its trial beside the running version."""
        _try(self._versions, self._bundle.version)

    def bring_weights(self) -> Ran | None:
        """Hand its weights to the new version's `models import`; None if it has none."""
        if not self._bundle.weights:
            return None
        make_folder(self._incoming)
        try:
            for name in self._bundle.weights:
                self._bundle.take(name, self._incoming)
            program = self._versions.program(self._bundle.version)
            return run_command([program, "models", "import", str(self._incoming / "models")], timeout_s=3600)
        finally:
            remove_tree(self._incoming)

    def _require_room(self, package: Path) -> None:
        size_kb = _require(run_command(["dpkg-deb", "--field", str(package), "Installed-Size"], timeout_s=60))
        needed, free = int(int(size_kb) * 1024 * _ROOM), shutil.disk_usage(self._versions.home).free
        if needed > free:
            raise BadInputError(
                f"it takes {human(needed)} in {self._versions.home}, where {human(free)} are free: "
                "free some space"
            )

    def _unpack(self, package: Path) -> None:
        """The version's own folder out of the package; nothing else of it."""
        inner = f"./opt/roomscribe/{self._bundle.version}"
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as source:
            command = ["tar", "--extract", "--preserve-permissions", f"--directory={self._incoming}", inner]
            unpacked = subprocess.run(
                command, stdin=source.stdout, capture_output=True, text=True, check=False
            )
            # tar stops reading at the end of the archive.
            source.communicate()
        if unpacked.returncode or source.returncode:
            said = unpacked.stderr.strip() or "dpkg-deb failed"
            raise BadInputError(f"its package can't be unpacked: {said.splitlines()[-1]}")


def require_readable_notes(versions: Versions, version: str) -> None:
    """UpgradeError if this version can't read today's notes."""
    _try(versions, version, "notes")


def packaged() -> str:
    """The version that belongs to the Debian package, which alone removes it."""
    return run_command(["dpkg-query", "--show", "--showformat=${Version}", "roomscribe"], timeout_s=60).out


def _try(versions: Versions, version: str, *what: str) -> None:
    ran = run_command([*AS_USER, versions.python(version), *TRIAL, *what], timeout_s=300)
    if not ran.ok:
        raise UpgradeError(
            f"{version} does not work here: {_said(ran).removeprefix('roomscribe: ') or 'it says nothing'}; "
            "nothing was changed"
        )


def _require(ran: Ran) -> str:
    if not ran.ok:
        raise BadInputError(_said(ran).removeprefix("roomscribe: ") or "its package can't be read")
    return ran.out


def _said(ran: Ran) -> str:
    """Its last line."""
    return ((ran.err.strip() or ran.out.strip()).splitlines() or [""])[-1]
