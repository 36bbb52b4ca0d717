"""The machine as the probes see it, and what one of them finds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import Field

from daemon.base.clock import Clock
from daemon.base.config import Config
from daemon.base.errors import ConfigError
from daemon.base.paths import SYSTEM_STATE
from daemon.base.settings import InForce, in_force
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model

Status = Literal["ok", "warn", "fail", "skipped"]
"""`warn`: it works, but not as well or as long as it should. `skipped`: it cannot be checked here."""


class Found(Model):
    """What a probe returns; it need not know its own name."""

    status: Status
    message: str
    """One line: the state."""
    advice: str | None = None
    """One line: what to do about it."""
    details: dict[str, Any] = Field(default_factory=dict)
    """The figures behind the message, with units in their names."""


class Finding(Found):
    """A probe's answer in a report."""

    probe: str
    install: str | None = None
    """The command that installs what the advice uses and this machine lacks."""


def ok(message: str, **details: Any) -> Found:
    return Found(status="ok", message=message, details=details)


def warn(message: str, advice: str, **details: Any) -> Found:
    return Found(status="warn", message=message, advice=advice, details=details)


def fail(message: str, advice: str, **details: Any) -> Found:
    return Found(status="fail", message=message, advice=advice, details=details)


def skipped(message: str, **details: Any) -> Found:
    return Found(status="skipped", message=message, details=details)


_PACKAGES = {
    "alsamixer": "alsa-utils",
    "arecord": "alsa-utils",
    "fuser": "psmisc",
    "ps": "procps",
    "ss": "iproute2",
}
"""Debian's packages of the commands in advice that not every Debian has."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a command."""

    code: int | None
    """None: there is no such command, or it took too long and was killed."""
    out: str = ""
    err: str = ""

    @property
    def ok(self) -> bool:
        return self.code == 0


class Runner(Protocol):
    """Runs a command for at most `timeout_s`; never raises for what the command does."""

    def __call__(self, command: Sequence[str], *, timeout_s: float) -> Ran: ...


def run_command(command: Sequence[str], *, timeout_s: float) -> Ran:
    """The real runner. With English output, since some of it is parsed."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout_s,
            env={**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_PAGER": ""},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Ran(None, err=str(error))
    return Ran(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class Host:
    """One machine."""

    state_dir: Path
    config_file: Path | None
    clock: Clock
    run: Runner = run_command
    root: Path = Path("/")
    """The folder with /proc, /sys and /run."""
    uid: int = field(default_factory=os.geteuid)
    settings: Callable[[], Config] | None = None
    """Gives the configuration in force, where a running service asks."""
    which: Callable[[str], str | None] = shutil.which
    """Where a command is, if it is installed."""
    for_admin: bool = True
    """Whether problems may be told in words, which name notes and files, of private meetings too."""

    @cached_property
    def in_force(self) -> InForce:
        """What the files say: the last usable configuration while the one in /etc cannot be used, which the
        probe `configuration` reports. ConfigError if there is none."""
        return in_force(self.state_dir, self.config_file)

    @property
    def config(self) -> Config:
        """ConfigError as `in_force`."""
        return self.settings() if self.settings else self.in_force.config

    @property
    def sees_state(self) -> bool:
        """Whether this user may read the state directory, or there is none yet."""
        return not self.state_dir.exists() or os.access(self.state_dir, os.R_OK | os.X_OK)

    @property
    def has_systemd(self) -> bool:
        """Whether systemd runs this machine (sd_booted(3))."""
        return (self.root / "run/systemd/system").is_dir()

    @property
    def is_raspberry_pi(self) -> bool:
        return "Raspberry Pi" in (self.read("proc/device-tree/model") or "")

    def advises(self, appliance: str, by_hand: str) -> str:
        """What to do where systemd runs the services of this state, or where `roomscribe run` does."""
        return appliance if self.state_dir == SYSTEM_STATE else by_hand

    def named(self, probe: str, found: Found) -> Finding:
        """With the command that installs what its advice names in backquotes and is not there."""
        named = re.findall(r"`(\w+)", found.advice or "")
        lacking = {_PACKAGES[each] for each in named if each in _PACKAGES and not self.which(each)}
        install = f"sudo apt install {' '.join(sorted(lacking))}" if lacking else None
        return Finding(probe=probe, install=install, **dict(found))

    def read(self, path: str) -> str | None:
        """A small file below the root, without the space around it; None where there is none."""
        try:
            return (self.root / path).read_text("utf-8", errors="replace").strip()
        except OSError:
            return None


def guarded(host: Host, look: Callable[[Host], Found]) -> Found:
    """What it finds, or why it could not."""
    try:
        return look(host)
    except ConfigError:
        return skipped("not checked: the configuration cannot be used")
    except Exception as error:
        if not host.for_admin:
            return fail("the check itself failed", "see `sudo roomscribe status` and `sudo roomscribe check`")
        if isinstance(error, RoomscribeError):
            return fail(str(error), "see the message")
        return fail(
            f"the check itself failed: {type(error).__name__}: {error}", "please report this as a bug"
        )
