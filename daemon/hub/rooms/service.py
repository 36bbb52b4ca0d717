"""`python -m daemon.hub.rooms.service`: the rooms' unit, which runs Syncthing and tells what it sees.

It is one of the two units with a network (the other one is daemon.relay), and sees nothing but STATE/rooms.
Its configuration follows from `pairs.json` and this machine's addresses; when either changes, Syncthing is
started anew, which takes a second.
"""

from __future__ import annotations

import fcntl
import ipaddress
import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from daemon.base.addresses import is_local
from daemon.base.config import load_config
from daemon.base.durable import make_folder, remove_durably, remove_tree, write_durably
from daemon.base.errors import ConfigError, StateDamagedError
from daemon.base.log import LOGGER, log_to_stderr
from daemon.base.supervise import die_with
from daemon.base.systemd import Notifier, handled
from daemon.hub.rooms.layout import Layout, Pairs, checked, names, read_pairs
from daemon.hub.rooms.status import UnitStatus, is_news, status_of, write_status
from daemon.hub.rooms.syncthing import NETWORKS, Api, configuration, shared

_LOOK_S = 3.0
_STOP_S = 10.0
_KEYS_S = 60.0
"""Making keys on a busy Pi."""
_SIOCGIFADDR = 0x8915
_ENVIRONMENT = {
    "STNOUPGRADE": "1",
    "STNORESTART": "1",
    "STNODEFAULTFOLDER": "1",
    "GOGC": "50",
    "PATH": "/usr/bin",
}
_FLAGS = ("--no-browser", "--no-restart", "--logflags=0")


class RoomsUnit:
    """One Syncthing, kept running."""

    def __init__(self, state_dir: Path, name: str, notifier: Notifier, program: str = "syncthing") -> None:
        self._state_dir = state_dir
        self._layout = Layout(state_dir)
        self._name = name
        self._notifier = notifier
        self._program = program
        self._home = self._layout.unit / "syncthing"
        # A path of 108 bytes is the longest of a socket.
        self._api_path = Path(os.environ.get("RUNTIME_DIRECTORY") or self._home) / "api.sock"
        self._key = secrets.token_urlsafe(32)
        self._api = Api(self._api_path, self._key)
        self._child: subprocess.Popen[bytes] | None = None
        self._configured = ""
        self._told: str | None = None
        self._written: UnitStatus | None = None

    def run(self, stop: Event) -> None:
        """Until `stop`. ConfigError where there is no Syncthing."""
        make_folder(self._home)
        self.device = self._identity()
        try:
            while not stop.is_set():
                self.look()
                stop.wait(_LOOK_S)
        finally:
            self._end()

    def look(self) -> None:
        """Keep it running as it should be, and write down what it sees."""
        try:
            pairs = read_pairs(self._state_dir)
        except StateDamagedError as error:
            self._say(str(error))
            return
        self._keep(pairs)
        try:
            paired = tuple(pair.device for pair in pairs.pairs)
            status = status_of(self._api, self.device, paired, pairs.refused, datetime.now(UTC))
        except OSError as error:
            self._say(f"Syncthing does not answer: {error}")
            return
        self._told = None
        if is_news(status, self._written):
            write_status(self._state_dir, status)
            self._written = status
        connected = sum(room.connected for room in status.rooms)
        self._notifier.ready()
        self._notifier.alive()
        self._notifier.status(f"{connected} of {len(paired)} rooms connected")

    def _keep(self, pairs: Pairs) -> None:
        wanted = configuration(
            self._layout, self.device, self._name, pairs, private_addresses(), self._key, self._api_path
        )
        if self._child and self._child.poll() is not None:
            LOGGER.warning("Syncthing ended with %s and is started anew", self._child.returncode)
            self._child = None
        if self._child and wanted == self._configured:
            return
        self._end()
        self._make_folders(pairs)
        write_durably(self._home / "config.xml", wanted, mode=0o600)
        remove_durably(self._api_path)
        command = [self._program, "serve", f"--home={self._home}", *_FLAGS]
        self._child = subprocess.Popen(
            command, env=_ENVIRONMENT | {"HOME": str(self._home)}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, preexec_fn=die_with(os.getpid()),
        )  # fmt: skip
        self._configured = wanted

    def _make_folders(self, pairs: Pairs) -> None:
        """Those that are received; the hub makes its own. What rooms left that are no longer paired goes."""
        wanted = list(shared(self._layout, self.device, pairs))
        for each in wanted:
            if not each.is_ours:
                make_folder(each.path / each.marker)
        kept = {each.path for each in wanted}
        for part in ("in", "from"):
            for name in list(names(self._layout.unit / part)):
                if (path := self._layout.unit / part / name) not in kept:
                    remove_tree(path)

    def _identity(self) -> str:
        """The device id, which is the hash of a certificate; made at the first start."""
        environment = _ENVIRONMENT | {"HOME": str(self._home)}
        if shutil.which(self._program) is None:
            raise ConfigError("Syncthing is not installed: sudo apt install syncthing")
        if not (self._home / "key.pem").exists():
            subprocess.run(
                [self._program, "generate", f"--home={self._home}"],
                env=environment, check=True, capture_output=True, timeout=_KEYS_S,
            )  # fmt: skip
        printed = subprocess.run(
            [self._program, "--device-id", f"--home={self._home}"],
            env=environment, check=True, capture_output=True, text=True, timeout=_KEYS_S,
        ).stdout  # fmt: skip
        return checked(printed.strip())

    def _end(self) -> None:
        if self._child and self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
        self._child = None

    def _say(self, problem: str) -> None:
        if problem != self._told:
            LOGGER.warning("%s", problem)
            self._notifier.status(problem)
        self._told = problem


def private_addresses() -> set[str]:
    """The first IPv4 address of each network device that is private or link-local."""
    found = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, device in socket.if_nameindex():
            with suppress(OSError):
                asked = struct.pack("256s", device.encode()[:15])
                packed = fcntl.ioctl(any_socket.fileno(), _SIOCGIFADDR, asked)[20:24]
                address = ipaddress.ip_address(packed)
                if is_local(address, NETWORKS) and not address.is_loopback:
                    found.add(str(address))
    return found


def main() -> int:
    log_to_stderr("rooms")
    state_dir = Path(os.environ.get("STATE_DIRECTORY") or sys.argv[1])
    stop = Event()
    try:
        name = load_config().rooms.called(os.uname().nodename)
        with handled({signal.SIGTERM: stop.set, signal.SIGINT: stop.set}):
            RoomsUnit(state_dir, name, Notifier()).run(stop)
    except ConfigError as error:
        LOGGER.error("%s", error)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
