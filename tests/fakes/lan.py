"""A network for a few machines: network namespaces at one bridge, without a way to anywhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Self

from daemon.hub.rooms.status import UnitStatus, read_status
from tests.fakes.appliance import wait_for

CHECKOUT = Path(__file__).resolve().parents[2]
_START_S = 600.0
"""Many at once make their keys."""


def why_not() -> str | None:
    """What this host lacks, or None."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [each for each in ("ip", "syncthing") if shutil.which(each) is None]
    return f"{missing[0]} is missing (packages iproute2, syncthing)" if missing else None


class Lan:
    """Made by `with`; each machine has an address, and its cable can be pulled."""

    def __init__(self) -> None:
        self._prefix = f"rs{os.getpid()}"
        self._names: list[str] = []

    def __enter__(self) -> Self:
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "br0", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "br0", "up")
        return self

    def __exit__(self, *_: object) -> None:
        for name in (*map(self._space, self._names), self._switch):
            _ip("netns", "del", name)

    def plug(self, name: str, pid: int = 0) -> str:
        """A new machine, or the one in which this process runs; its address."""
        self._names.append(name)
        number, space = len(self._names), self._space(name)
        _ip("netns", *(("attach", space, str(pid)) if pid else ("add", space)))
        _ip("-n", space, "link", "set", "lo", "up")
        _ip(
            "-n",
            self._switch,
            "link",
            "add",
            f"p{number}",
            "type",
            "veth",
            "peer",
            "name",
            "eth0",
            "netns",
            space,
        )
        _ip("-n", self._switch, "link", "set", f"p{number}", "master", "br0", "up")
        address = f"10.77.0.{number}"
        _ip("-n", space, "address", "add", f"{address}/24", "broadcast", "+", "dev", "eth0")
        _ip("-n", space, "link", "set", "eth0", "up")
        return address

    def cable(self, name: str, state: str) -> None:
        """ "up" or "down"."""
        _ip("-n", self._switch, "link", "set", f"p{self._names.index(name) + 1}", state)

    def inside(self, name: str, *command: str) -> list[str]:
        return ["ip", "netns", "exec", self._space(name), *command]

    @property
    def _switch(self) -> str:
        return f"{self._prefix}-switch"

    def _space(self, name: str) -> str:
        return f"{self._prefix}-{name}"


class Carrier:
    """The rooms' unit of one machine, with a real Syncthing."""

    def __init__(self, lan: Lan, name: str, state: Path) -> None:
        self._lan, self._name, self._state = lan, name, state
        self._process: subprocess.Popen[bytes] | None = None
        # As from systemd; the folder of a test may be too deep for a path of a socket, which has 108 bytes.
        self._runtime = tempfile.TemporaryDirectory()
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # it outlives this call

    @property
    def interface(self) -> Path:
        """The socket of its Syncthing."""
        return Path(self._runtime.name) / "api.sock"

    def start(self) -> UnitStatus:
        """What it sees first."""
        # A host name of its own, by which others hear of it.
        named = ["unshare", "--uts", "sh", "-c", 'hostname "$0"; exec "$@"', self._name]
        command = [*named, sys.executable, "-m", "daemon.hub.rooms.service", str(self._state)]
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(CHECKOUT),
            "LANG": "C.UTF-8",
            "RUNTIME_DIRECTORY": self._runtime.name,
        }
        self._process = subprocess.Popen(
            self._lan.inside(self._name, *command), env=environment, stdout=self._log, stderr=self._log,
            process_group=0,
        )  # fmt: skip
        status: UnitStatus = wait_for(lambda: read_status(self._state), f"{self._name} starts", _START_S)
        return status

    def kill(self) -> None:
        """Both programs, at once, in the middle of whatever they do."""
        if self._process:
            os.killpg(self._process.pid, 9)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.kill()
        self._log.close()
        self._runtime.cleanup()

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode(errors="replace")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)
