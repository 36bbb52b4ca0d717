"""The state of the box, in a second or two: for `roomscribe status`, the page and programs.

Nothing is tried here, unlike in `roomscribe check`: it is gathered from what services and jobs have left
behind, and may be asked every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import Field

from daemon.base.version import full_version
from daemon.hub.status import read_status
from daemon.machine.check.configuration import configuration_here
from daemon.machine.check.hardware import check_disk, check_temperature, microphone_of
from daemon.machine.check.host import Finding, Found, Host, Status, guarded, ok, skipped, warn
from daemon.machine.check.services import SERVICES, check_nightly, reports
from daemon.meetings import read_jobs
from daemon.spool.recorder_status import RecorderStatus
from pipelines.model import Model, UtcDatetime


class Overview(Model):
    """What the box does, and its state."""

    version: str
    at: UtcDatetime
    status: Status = Field(description="The worst of the findings: `ok`, `warn` or `fail`.")
    findings: tuple[Finding, ...] = Field(
        description="One each of recorder, worker, hub, microphone, queue, notes, nightly, disk, temperature "
        "and configuration, with figures in its details."
    )


def overview(host: Host, recorder: RecorderStatus | None) -> Overview:
    """`recorder`: what it says of itself; None if it does not run."""
    found: Mapping[str, Found] = {
        **reports(host, recorder),
        "microphone": microphone_of(recorder) if recorder else skipped("the recorder does not run"),
        **{name: guarded(host, look) for name, look in _GATHERED.items()},
    }
    seen = {each.status for each in found.values()}
    worst: Status = "fail" if "fail" in seen else "warn" if "warn" in seen else "ok"
    return Overview(
        version=full_version(),
        at=host.clock.now(),
        status=worst,
        findings=tuple(host.named(name, each) for name, each in found.items()),
    )


def _queue(host: Host) -> Found:
    jobs = read_jobs(host.state_dir)
    waiting = [job for job in jobs if job.state != "aside"]
    aside = len(jobs) - len(waiting)
    oldest = min((job.created_at for job in waiting), default=None)
    details = {"waiting": len(waiting), "aside": aside, "oldest_at": oldest.isoformat() if oldest else None}
    if aside:
        message = f"meetings waiting: {len(waiting)}, set aside: {aside}"
        return warn(message, "see *Queue* on the page, or `roomscribe jobs list`", **details)
    return ok(f"meetings waiting: {len(waiting)}", **details)


def _notes(host: Host) -> Found:
    status = read_status(host.state_dir)
    if status is None:
        return skipped("no status from the hub yet")
    last = status.last_note_at
    details = {"notes": status.notes, "last_note_at": last.isoformat() if last else None}
    if last is None:
        return ok("none yet", **details)
    local = last.astimezone(host.config.timezone)
    return ok(f"{status.notes}, the latest of a meeting on {local:%Y-%m-%d %H:%M}", **details)


_GATHERED: Mapping[str, Callable[[Host], Found]] = {
    "queue": _queue,
    "notes": _notes,
    "nightly": check_nightly,
    "disk": check_disk,
    "temperature": check_temperature,
    "configuration": configuration_here,
}
FINDINGS = (*SERVICES, "microphone", *_GATHERED)
"""Names, in their order."""
