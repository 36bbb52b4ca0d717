"""The nightly jobs, by their names in the configuration's [nightly].

Each leaves a report behind. What it raises is in the report too, and the scheduler's to log; the next run
tries again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from daemon.base.clock import Clock, SystemClock
from daemon.base.config import Config
from daemon.base.log import LOGGER
from daemon.base.sizes import human
from daemon.hub.nightly.integrity import check_models, check_state
from daemon.hub.nightly.report import Report, read_report, write_report
from daemon.hub.nightly.retention import Pruned, prune
from daemon.hub.nightly.schedule import LOOK_BACK, last_due
from daemon.notes.backup.make import backup_folder, make_backup
from daemon.notes.digests import CATCH_UP_DAYS, DigestStore, write_digests
from daemon.notes.store import NoteStore
from guardrails.core.errors import RoomscribeError
from pipelines.digest import Kind, make_digest

_TRUSTED_FOR = timedelta(days=3)
"""A clock that has gone on from the last run for so long at most is believed; being off for longer costs one
night's retention."""
_DOUBT = "the clock is not synchronised: nothing was removed for its age; if it goes on, the next run does"


@dataclass(frozen=True)
class Night:
    """What a job is given. It runs in a thread of the hub's process: it may use the store, not the queue."""

    state_dir: Path
    store: NoteStore
    """Open for writing."""
    config: Config
    config_file: Path | None
    """The file that overrides the defaults; None if there is none."""
    now: datetime
    log: Callable[[str], object]
    """Takes one line."""


NightlyJob = Callable[[Night], object]
"""Raises RoomscribeError with a line for the log; the next run tries again."""


@dataclass(frozen=True)
class Done:
    lines: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def write_digest(night: Night, kind: Kind) -> Done:
    """The digest of the day for which it is due: a late run is still about yesterday."""
    times = night.config.nightly
    timezone = night.config.timezone
    due = last_due(night.now, times.digest if kind == "day" else times.week, timezone) or night.now
    before = read_report(night.state_dir, "digest" if kind == "day" else "week")
    away = min(due - before.at, LOOK_BACK) if before else timedelta(0)
    rules = night.config.digest
    make = partial(
        make_digest,
        list(night.store.notes()),
        timezone=timezone,
        due_days=rules.due_days,
        slipped_days=rules.slipped_days,
    )
    digests = DigestStore(night.state_dir)
    written = write_digests(
        make,
        digests,
        kind,
        due.astimezone(timezone).date(),
        back_days=CATCH_UP_DAYS + max(0, away.days),
    )
    # What was deleted or taken off the record while this was made has been forgotten before it was written.
    made_now = (digests.find(digest_id) for digest_id in written)
    named = {note_id for digest in made_now if digest for note_id in digest.note_ids}
    for note_id in named - {head.id for head in night.store.heads()}:
        digests.forget(note_id)
    return Done(tuple(f"digest {digest_id} written" for digest_id in written))


def remove_old(night: Night, clock: Clock | None = None) -> Done:
    """Retention. By age only if the clock can be believed; see docs/adr/0050."""
    before = read_report(night.state_dir, "retention")
    gone_on = before is not None and timedelta(0) <= night.now - before.at <= _TRUSTED_FOR
    trusted = gone_on or (clock or SystemClock()).is_synchronised()
    pruned = _prune(night, by_age=trusted)
    return Done(_told(pruned), () if trusted else (_DOUBT,))


def make_room(night: Night) -> Done:
    """Retention by free space alone, many times a day."""
    return Done(_told(_prune(night, by_age=False)))


def back_up(night: Night) -> Done:
    rules = night.config.backup
    made = make_backup(
        night.state_dir,
        backup_folder(rules),
        night.config_file,
        night.now,
        keep=rules.keep,
        audio=rules.audio,
    )
    return Done((str(made), *(f"removed {path}" for path in made.removed)), made.problems)


def compact(night: Night) -> Done:
    before, after = night.store.compact()
    return Done((f"the journal has {human(after)}, it had {human(before)}",))


def check_integrity(night: Night) -> Done:
    return Done(problems=tuple(check_state(night.state_dir, night.config.models)))


def verify_models(night: Night) -> Done:
    return Done(problems=tuple(check_models(night.state_dir, night.config.models, thorough=True)))


def _prune(night: Night, *, by_age: bool) -> Pruned:
    return prune(night.state_dir, night.store, night.config.retention, night.now, night.log, by_age=by_age)


def _told(pruned: Pruned) -> tuple[str, ...]:
    return (f"{human(pruned.freed_bytes)} freed",) if pruned.audio or pruned.notes else ()


def _reported(job: str, work: Callable[[Night], Done]) -> NightlyJob:
    """`work` with a report of it, and a line in the log for whatever there is to tell."""

    def run(night: Night) -> None:
        try:
            done = work(night)
        except Exception as error:
            is_told = isinstance(error, RoomscribeError)
            told = f"{error}" if is_told else f"internal error: {type(error).__name__}: {error}"
            write_report(night.state_dir, Report(job=job, at=night.now, problems=(told,)))
            raise
        for line in done.lines:
            night.log(f"{job}: {line}")
        for problem in done.problems:
            LOGGER.error("%s: %s", job, problem)
        write_report(night.state_dir, Report(job=job, at=night.now, lines=done.lines, problems=done.problems))

    return run


NIGHTLY: dict[str, NightlyJob] = {
    "digest": _reported("digest", partial(write_digest, kind="day")),
    "week": _reported("week", partial(write_digest, kind="week")),
    "retention": _reported("retention", remove_old),
    "compaction": _reported("compaction", compact),
    "integrity": _reported("integrity", check_integrity),
    "backup": _reported("backup", back_up),
    "models": _reported("models", verify_models),
    # Without a report: it runs every few minutes, and each would be a write to an SD card.
    "space": make_room,
}
"""What runs under each name, at the times that [nightly] gives. They may take long; two never run at once."""
