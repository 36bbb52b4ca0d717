"""Do the jobs of the night run, and does a backup come of them? Nobody is there to see them fail."""

from __future__ import annotations

from daemon.check.finding import Found, fail, ok, warn
from daemon.check.host import Host
from daemon.nightly.overview import JobState, jobs_of_the_night

_SERIOUS = ("backup", "integrity")
"""No backup, or damage in what is stored: whoever learns of it late has lost something."""


def look(host: Host) -> Found:
    config, now = host.config, host.clock.now()
    jobs = jobs_of_the_night(host.state_dir, config.nightly, now, config.timezone)
    details = {
        each.job: each.model_dump(mode="json", exclude={"job", "about"})
        | {"age_s": round((now - each.last_at).total_seconds()) if each.last_at else None}
        for each in jobs
    }
    wrong = [each for each in jobs if each.problems or (each.is_overdue and each.next_at)]
    if wrong:
        wrong.sort(key=lambda each: each.job not in _SERIOUS)
        judge = fail if wrong[0].job in _SERIOUS else warn
        message = "; ".join(_problem(host, each) for each in wrong)
        advice = f"once that is put right: `sudo roomscribe nightly run {wrong[0].job}`"
        return judge(message, advice, **details)
    [backup] = (each for each in jobs if each.job == "backup")
    if backup.last_at:
        return ok(f"all went well, the last backup on {_moment(host, backup)}", **details)
    return ok("no backup yet" if backup.next_at else "backups are turned off", **details)


def _problem(host: Host, each: JobState) -> str:
    if each.problems:
        return f"{each.job}, {_moment(host, each)}: {'; '.join(each.problems)}"
    return f"{each.job} has not run when it was due"


def _moment(host: Host, each: JobState) -> str:
    return f"{each.last_at.astimezone(host.config.timezone):%Y-%m-%d %H:%M}" if each.last_at else ""
