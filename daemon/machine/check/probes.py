"""The table of probes, in the order of the report; they run one after another, each with a deadline, and for
the page in a thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from daemon.base.clock import SystemClock
from daemon.base.config import Config
from daemon.machine.check.configuration import (
    check_configuration,
    check_folders,
    check_page,
    check_permissions,
)
from daemon.machine.check.hardware import (
    check_clock,
    check_disk,
    check_memory,
    check_microphone,
    check_power,
    check_temperature,
)
from daemon.machine.check.host import Finding, Found, Host, fail, guarded, skipped
from daemon.machine.check.sandbox import check_egress
from daemon.machine.check.services import check_models, check_nightly, check_services
from daemon.models.configured import configured
from daemon.models.inventory import Listed, inventory
from guardrails.core.errors import RoomscribeError
from pipelines.model import Model


@dataclass(frozen=True, slots=True)
class Probe:
    """A question to the machine."""

    name: str
    look: Callable[[Host], Found]
    help: str
    deadline_s: float = 10.0
    """The default is ample for reading a few files, even on a worn SD card under load."""
    needs_state: bool = False
    """Without access to the state it would report what it may not see as missing or damaged."""


PROBES = {
    probe.name: probe
    for probe in (
        Probe("configuration", check_configuration, "whether the services can use it"),
        Probe("services", check_services, "whether systemd has them running"),
        # Three seconds of listening, and a sound card that may have to wake up first.
        Probe(
            "microphone", check_microphone, "whether it delivers a signal", deadline_s=30.0, needs_state=True
        ),
        # A model that was copied by hand is hashed: 3 GB at 50 MB/s from an SD card.
        Probe(
            "models",
            check_models,
            "whether they are installed and undamaged",
            deadline_s=120.0,
            needs_state=True,
        ),
        Probe("disk", check_disk, "how many hours of recording fit on it"),
        Probe("memory", check_memory, "whether models fit, and whether limits hold"),
        Probe("temperature", check_temperature, "whether the processor is too hot"),
        Probe("power", check_power, "whether the voltage has dropped (Raspberry Pi)"),
        Probe("clock", check_clock, "whether the time is synchronised"),
        # Walks over all files of the state.
        Probe(
            "permissions",
            check_permissions,
            "whether the state belongs to the service",
            deadline_s=30.0,
            needs_state=True,
        ),
        Probe("folders", check_folders, "whether backups and watch folder can be written", deadline_s=20.0),
        Probe("nightly", check_nightly, "whether backups and the other jobs went well", needs_state=True),
        Probe("page", check_page, "whether its port is free, or answered by Roomscribe"),
        # Three sandboxes, in each of which a few attempts may run into their own timeouts.
        Probe("egress", check_egress, "whether a service could send anything out", deadline_s=90.0),
    )
}


class Report(Model):
    """All findings."""

    ok: bool
    """Whether nothing fails; warnings are not failures."""
    findings: list[Finding]


def check(host: Host, names: Iterable[str] = (), seen: Callable[[Finding], None] | None = None) -> Report:
    """Run the named probes, or all; `seen` gets each finding as it comes."""
    findings = []
    for finding in _findings(host, [PROBES[name] for name in names] or PROBES.values()):
        findings.append(finding)
        if seen:
            seen(finding)
    return Report(ok=all(finding.status != "fail" for finding in findings), findings=findings)


def _findings(host: Host, probes: Iterable[Probe]) -> Iterator[Finding]:
    for probe in probes:
        found = _within_its_time(host, probe)
        yield host.named(probe.name, found)


def _within_its_time(host: Host, probe: Probe) -> Found:
    """A hung disk or driver must not hang the check: the probe's thread is then abandoned."""
    if probe.needs_state and not host.sees_state:
        return skipped(
            f"not checked: {host.state_dir} cannot be read by this user; run `sudo roomscribe check`"
        )
    answer: list[Found] = []
    thread = threading.Thread(target=lambda: answer.append(guarded(host, probe.look)), daemon=True)
    thread.start()
    thread.join(probe.deadline_s)
    if answer:
        return answer[0]
    return fail(
        f"no answer within {probe.deadline_s:.0f} s",
        "a disk or a driver probably hangs: see `dmesg`",
    )


SEEN_BY_HUB = ("memory", "power", "clock", "models", "permissions", "folders")
"""What takes time and can be seen from inside the hub's sandbox. The rest is `overview`'s;
whether data could leave takes root, and is left to `sudo roomscribe check`."""
FRESH = timedelta(minutes=5)
"""None of this changes faster than somebody can act."""


@dataclass(frozen=True, slots=True)
class Health:
    """The last check of the machine."""

    at: datetime | None
    findings: tuple[Finding, ...]
    models: tuple[Listed, ...]
    is_looking: bool
    """Another check is running."""


class Doctor:
    """Checks the machine in a thread of its own, one check at a time; `now` is the clock."""

    def __init__(self, state_dir: Path, config: Callable[[], Config], now: Callable[[], datetime]) -> None:
        self._state_dir = state_dir
        self._config = config
        self._now = now
        self._lock = threading.Lock()
        self._last = Health(None, (), (), False)

    def health(self, *, anew: bool = False) -> Health:
        """What the last check found, at once; an old result, or `anew`, starts another check."""
        with self._lock:
            last = self._last
            is_old = last.at is None or not timedelta(0) <= self._now() - last.at < FRESH
            if (anew or is_old) and not last.is_looking:
                self._last = Health(last.at, last.findings, last.models, True)
                threading.Thread(target=self._look, name="health", daemon=True).start()
            return self._last

    def _look(self) -> None:
        # One result for all who look.
        host = Host(self._state_dir, None, SystemClock(), settings=self._config, for_admin=False)
        findings = check(host, SEEN_BY_HUB).findings
        folder = self._state_dir / "models"
        listed: list[Listed] = []
        # The probe reports what is wrong there; an error here must not end all further checks.
        with suppress(RoomscribeError, OSError):
            # Reads all of a model that was copied by hand, to see whether it is the right one.
            listed = inventory(folder, configured(host.config.models, folder))
        with self._lock:
            self._last = Health(self._now(), tuple(findings), tuple(listed), False)
