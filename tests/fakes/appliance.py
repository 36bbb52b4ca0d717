"""`roomscribe run` as a process of its own, with its children, on a state directory of the test's."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOMSCRIBE = Path(sys.executable).with_name("roomscribe")
PATIENCE_S = 120.0


def wait_for(condition: Callable[[], Any], what: str, timeout_s: float = PATIENCE_S) -> Any:
    """Look until `condition` gives something true, and return it."""
    deadline_s = time.monotonic() + timeout_s
    while not (found := condition()):
        assert time.monotonic() < deadline_s, f"after {timeout_s:.0f} s: {what}"
        time.sleep(0.05)
    return found


class Appliance:
    """Use it in a `with`: at its end everything has stopped, by force if need be."""

    def __init__(self, path: Path, config: str = "") -> None:
        self.state = path / "state"
        self.inbox = self.state / "inbox"
        self.config = path / "config.toml"
        self.configure(config)
        self._log = path / "log.txt"
        self._process: subprocess.Popen[bytes] | None = None

    def configure(self, config: str) -> None:
        self.config.write_text(f"[inbox]\nsettle_s = 0.3\n{config}")

    def __enter__(self) -> Appliance:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        children = self.children()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        # The kernel tells them that their parent is gone; a test that fails must not leave them behind.
        wait_for(lambda: not any(_is_alive(pid) for pid in children.values()), f"{children} live on")

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [ROOMSCRIBE, *self._options(), "run", "--port", "0"],
                stderr=log,
                stdout=log,
                stdin=subprocess.DEVNULL,
            )
        wait_for(lambda: self.inbox.is_dir() and self.url, "the hub is not ready")
        wait_for(lambda: {"hub", "worker"} <= set(self.children()), "the worker is not there")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Returns the exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(PATIENCE_S)

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def url(self) -> str | None:
        """Of the page, as it was said last."""
        found = re.findall(r"the page is at (\S+)", self.log)
        return found[-1] if found else None

    def children(self) -> dict[str, int]:
        """Name of each service to its pid."""
        found = {}
        for task in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = task.read_text().rpartition(")")[2].split()
                words = (task.parent / "cmdline").read_bytes().split(b"\0")
            except (FileNotFoundError, ProcessLookupError):
                continue
            if self._process is not None and int(fields[1]) == self._process.pid:
                for name in ("hub", "worker", "recorder"):
                    if name.encode() in words and fields[0] != "Z":
                        found[name] = int(task.parent.name)
        return found

    def kill(self, name: str) -> int | None:
        """kill -9 a service; its pid, None if it was not there."""
        pid = self.children().get(name)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
        return pid

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command on the same state."""
        return subprocess.run(
            [ROOMSCRIBE, *self._options(), *arguments], capture_output=True, text=True, check=False
        )

    def notes(self) -> list[dict[str, Any]]:
        return self._listed("notes")

    def jobs(self) -> list[dict[str, Any]]:
        return self._listed("jobs")

    def drop(self, name: str, content: bytes | str) -> None:
        """Put a file into the inbox as `cp` does."""
        data = content.encode() if isinstance(content, str) else content
        (self.inbox / name).write_bytes(data)

    def _listed(self, what: str) -> list[dict[str, Any]]:
        shown = self.command(what, "list", "--json")
        assert shown.returncode == 0, shown.stderr
        listed: list[dict[str, Any]] = json.loads(shown.stdout)
        return listed

    def _options(self) -> list[str]:
        return ["--state", str(self.state), "--config", str(self.config)]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
