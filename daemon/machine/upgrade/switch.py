"""The switch itself, as roomscribe-upgrade.service runs it, in the code of the version that is left.

`current` leads to the new version from one instant to the next; then hub, worker and standby are started
anew, and the recorder is asked to, which it does once no meeting is recorded. If something does not start, or
`check` finds fault with what was right before, `current` leads back, and the same happens again.

What is to be done is in the links alone (see `versions`), so after a kill or a power cut the next start
of this service knows what to do: a trial that was interrupted has failed, and the version before runs on.
"""

from __future__ import annotations

import json
import logging
import os
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from daemon.base.clock import Clock, SystemClock
from daemon.base.durable import remove_tree, write_durably
from daemon.base.errors import UpgradeError
from daemon.base.paths import SERVICE_USER, SYSTEM_STATE
from daemon.machine.check.host import Ran, Runner, run_command
from daemon.machine.upgrade.versions import Versions
from daemon.spool.recorder_status import read_status, status_path

PROBES = ("configuration", "services", "models", "permissions", "folders", "page", "egress")
"""Those that a version can fail; the others tell of the machine."""
START_S = 150.0
"""More than the units themselves allow for a start."""
_GRACE_S = 15.0
"""Within this time a recorder that does not record has ended by itself."""

log = logging.getLogger("roomscribe.upgrade")


@dataclass(frozen=True)
class Switch:
    """Brings what runs into line with what the links ask for."""

    versions: Versions
    clock: Clock = field(default_factory=SystemClock)
    run: Runner = run_command
    state_dir: Path = SYSTEM_STATE

    @property
    def outcome(self) -> Path:
        """Where the last outcome is kept, in one line."""
        return self.versions.home / "outcome"

    @property
    def backup(self) -> Path:
        """The folder of the backup that is made before a trial, and removed after it."""
        return self.state_dir / "before-upgrade"

    def make_backup(self) -> None:
        """Of the notes as they are before a trial. UpgradeError if there can be none."""
        self.run([*AS_USER, "mkdir", "-p", str(self.backup)], timeout_s=30)
        program = self.versions.program(self.versions.get("current") or "")
        if not (ran := self.run([program, "backup", "--to", str(self.backup)], timeout_s=3600)).ok:
            raise UpgradeError(f"no backup could be made before: {_last_line(ran)}; nothing was changed")

    def settle(self) -> None:
        """Do what `trial` asks for; returns once a version runs for good."""
        wanted, back = self.versions.get("trial"), self.versions.get("previous")
        if wanted is None or back is None:
            return
        problem = None
        if wanted != back:
            if self.versions.get("current") == wanted:
                problem = "its trial was interrupted; try again"
            else:
                problem = self._try(wanted)
            if problem is None:
                self._end(f"{wanted} runs")
                return
            log.warning("%s: %s; going back to %s", wanted, problem, back)
            self.versions.point("trial", back)
        trouble = self._put_in(back)
        what = f"{wanted} was taken back: {problem}" if problem else "taken back by hand"
        self._end(f"{what}; {back} runs" + (f", but {trouble}" if trouble else ""))

    def _end(self, outcome: str) -> None:
        log.warning(outcome)
        write_durably(self.outcome, outcome + "\n", mode=0o644)
        self.versions.drop("trial")
        remove_tree(self.backup)

    def _try(self, version: str) -> str | None:
        """Let it run; what is wrong with it, if anything is."""
        before = self._failing(self.versions.get("current") or version)
        if problem := self._put_in(version):
            return problem
        after = self._failing(version)
        return next((f"{name}: {message}" for name, message in after.items() if name not in before), None)

    def _failing(self, version: str) -> dict[str, str]:
        """What its `check` finds wrong, by name."""
        only = [word for name in PROBES for word in ("--only", name)]
        # In a unit of its own: this one has no network, and the page has to be asked.
        unit = ["systemd-run", "--quiet", "--wait", "--pipe", "--collect"]
        ran = self.run([*unit, self.versions.program(version), "check", "--json", *only], timeout_s=300)
        try:
            report = json.loads(ran.out.splitlines()[-1])
        except (ValueError, IndexError):
            return {"check": _last_line(ran) or "no answer"}
        return {one["probe"]: one["message"] for one in report["findings"] if one["status"] == "fail"}

    def _put_in(self, version: str) -> str | None:
        """Make this version the one that runs; what did not start, if anything did not."""
        self.versions.point("current", version)
        if not (ran := self.run([ACTIVATE, "switch"], timeout_s=60)).ok:
            return f"its units could not be put in place: {_last_line(ran)}"
        self._make_notes_readable(version)
        state = self._shown("roomscribe.service", "ActiveState")
        if state == "inactive":
            return None  # Somebody has stopped the services; they start in this version.
        if state == "failed" and (problem := self._restart("roomscribe.service", "start")):
            return problem
        for name in ("worker", "standby", "hub"):
            if problem := self._restart(f"roomscribe-{name}.service", "restart"):
                return problem
        return self._renew_recorder("roomscribe-recorder.service", version)

    def _make_notes_readable(self, version: str) -> None:
        """Back to what they were before the trial, if this version can't read what the newer one wrote.

        What they are now is set aside, not deleted.
        """
        backups = sorted(self.backup.glob("*.tar.gz"))
        if (
            not backups
            or self.run([*AS_USER, self.versions.python(version), *TRIAL, "notes"], timeout_s=120).ok
        ):
            return
        self.run(["systemctl", "stop", "roomscribe-hub.service", "roomscribe-worker.service"], timeout_s=60)
        restored = self.run(
            [self.versions.program(version), "restore", "--force", str(backups[-1])], timeout_s=600
        )
        said = restored.out.partition("\n")[0] if restored.ok else _last_line(restored)
        log.warning("this version can't read the notes as they are: %s", said)

    def _restart(self, unit: str, verb: str) -> str | None:
        if self.run(["systemctl", verb, unit], timeout_s=START_S).ok:
            return None
        status = self._shown(unit, "StatusText") or self._shown(unit, "Result")
        return f"{unit.removesuffix('.service')} does not start ({status}; journalctl -u {unit})"

    def _renew_recorder(self, unit: str, version: str) -> str | None:
        """Let the recorder end when it is idle; systemd starts it again, in this version."""
        before = self._shown(unit, "MainPID")
        if self._shown(unit, "ActiveState") != "active" or before in ("", "0"):
            return self._restart(unit, "restart")
        with suppress(OSError):
            if self.versions.python(version).encode() in Path(f"/proc/{before}/cmdline").read_bytes():
                return None  # It never got as far as to be another version's.
        with suppress(ProcessLookupError):
            ended = os.pidfd_open(int(before))
            try:
                self.run(["systemctl", "reload", unit], timeout_s=30)
                if not self._waited(ended):
                    return self._restart(unit, "restart")
            finally:
                os.close(ended)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            # Until systemd has seen the end, a start would find nothing to do.
            if self._shown(unit, "MainPID") != before:
                return self._restart(unit, "start")
            time.sleep(0.1)
        return f"{unit} does not end"

    def _waited(self, ended: int) -> bool:
        """Until the recorder has ended; False if it neither records nor ends."""
        told = False
        poll = select.poll()
        poll.register(ended, select.POLLIN)
        while not poll.poll(_GRACE_S * 1000):
            status = read_status(status_path(self.state_dir, os.environ))
            if status is None or status.is_stale(self.clock.boot_s()) or status.state == "idle":
                return False
            if not told:
                log.warning("a meeting is recorded; the recorder follows when it has ended")
                told = True
        return True

    def _shown(self, unit: str, key: str) -> str:
        return self.run(["systemctl", "show", "--value", f"--property={key}", unit], timeout_s=30).out.strip()


ACTIVATE = "/usr/lib/roomscribe/activate"
"""Of the version that `current` leads to."""
AS_USER = ("runuser", "-u", SERVICE_USER, "--")
TRIAL = ("-m", "daemon.upgrade.trial")
"""The version that runs asks it of the one that is to run: the name stays."""


def _last_line(ran: Ran) -> str:
    lines: Sequence[str] = (ran.err.strip() or ran.out.strip()).splitlines() or ("",)
    return lines[-1].strip()


def main() -> None:
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    Switch(Versions()).settle()
