"""Runs the probes one after another, each with a deadline."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

from daemon.machine.check.finding import Finding, Found, fail, skipped
from daemon.machine.check.host import Host, guarded
from daemon.machine.check.probes import PROBES, Probe
from pipelines.model import Model


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
