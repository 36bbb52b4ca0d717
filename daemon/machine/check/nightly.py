"""Do the nightly jobs run, and does a backup come of them? Nobody is there to see them fail."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from daemon.hub.nightly.overview import JobState, jobs_of_the_night
from daemon.machine.check.finding import Found, fail, ok, warn
from daemon.machine.check.host import Host

_SERIOUS = ("backup", "integrity")
"""No backup, or damage in what is stored: whoever learns of it late has lost something."""


def look(host: Host) -> Found:
    config, now = host.config, host.clock.now()
    jobs = jobs_of_the_night(host.state_dir, config.nightly, now, config.timezone)
    details = {each.job: _details(host, each, now) for each in jobs}
    wrong = [each for each in jobs if each.unsolved or each.is_overdue]
    wrong.sort(key=lambda each: each.job not in _SERIOUS)
    [backup] = (each for each in jobs if each.job == "backup")
    if not wrong and backup.next_at and backup.last_good_at:
        return ok(f"all went well, the last backup on {_moment(host, backup.last_good_at)}", **details)
    off = () if backup.next_at else ("backups are turned off",)
    message = _with_last(host, backup, "; ".join((*off, *(_problem(host, each) for each in wrong))))
    if not wrong:
        return ok(message, **details)
    judge = fail if wrong[0].job in _SERIOUS else warn
    return judge(message, f"once that is put right: `sudo roomscribe nightly run {wrong[0].job}`", **details)


def _details(host: Host, each: JobState, now: datetime) -> dict[str, Any]:
    told = each.model_dump(mode="json", exclude={"job", "about"})
    if not host.for_admin:
        told["problem_count"] = len(told.pop("problems"))
    return told | {"age_s": round((now - each.last_at).total_seconds()) if each.last_at else None}


def _problem(host: Host, each: JobState) -> str:
    if not each.problems or each.last_at is None:
        return f"{each.job} has not run when it was due"
    told = "; ".join(each.problems) if host.for_admin else f"problems found: {len(each.problems)}"
    return f"{each.job}, {_moment(host, each.last_at)}: {told}"


def _with_last(host: Host, backup: JobState, told: str) -> str:
    if backup.last_good_at:
        return f"{told}; last backup {_moment(host, backup.last_good_at)}"
    if not backup.next_at:
        return told
    if backup.last_at:
        return f"{told}; no good backup is recorded"
    return f"{told}; no backup yet" if told else "no backup yet"


def _moment(host: Host, at: datetime) -> str:
    return f"{at.astimezone(host.config.timezone):%Y-%m-%d %H:%M}"
