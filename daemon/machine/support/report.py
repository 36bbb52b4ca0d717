"""What a bug report needs to know of this machine: as Markdown, to be read before it is sent.

Figures and states are shown. Texts are not: a reason or a finding may name files, meetings, people, machines
and networks. A part that fails says so, and the others are there: this is made when something is broken.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from daemon.base.config import Config, load_config, packaged_config
from daemon.base.sizes import human
from daemon.base.version import full_version
from daemon.hub.nightly.report import jobs_of_the_night
from daemon.machine.check import Host
from daemon.machine.check.probes import check
from daemon.machine.support.journal import HIDDEN, journal
from daemon.meetings import read_jobs
from daemon.models.configured import configured
from daemon.models.inventory import inventory
from daemon.models.presence import records
from daemon.notes.backup.make import backup_folder
from daemon.notes.backup.target import Target
from daemon.notes.store.reading import StoredNotes
from daemon.spool.recorder_status import live_status
from daemon.worker.pace import PaceKeeper
from daemon.worker.status import read_status as worker_status

_FOLDERS = (
    "access", "answers", "backups", "calendar", "control", "digests", "inbox", "index", "jobs", "meetings",
    "models", "nightly", "notes", "questions", "run", "spool", "templates", "tls", "uploads", "work",
)  # fmt: skip
"""Of the state. Anything else there has a name that somebody else has chosen."""
_CLOSED = (
    "locale.", "models.", "nightly.", "schedule.record", "speech.language", "llm.draft", "recorder.start",
    "recorder.allowed_hours",
)  # fmt: skip
"""Keys whose texts can only be times, languages, places on the globe and models."""
_KEY = re.compile(r"[a-z_]+")
_CODE = re.compile(r"[a-z]{2,3}")

Lines = Iterable[str]
Section = tuple[str, Callable[[Host], Lines]]


def report(host: Host, before_state: Callable[[], None] = lambda: None) -> str:
    """The whole report. `before_state` is called between what may take root and what lies in the state
    directory, which is read as the service."""
    machine = [_section(section, host) for section in _MACHINE]
    log = _section(("Journal", journal), host)
    before_state()
    state = [_section(section, host) for section in _STATE]
    return "\n".join((_HEAD, *machine, *state, log))


_HEAD = f"""\
# Roomscribe support report

"{HIDDEN}" is a text that may hold words of a meeting, and was left out. Please read this before you send it.
"""


def _section(section: Section, host: Host) -> str:
    title, collect = section
    lines: list[str] = []
    try:
        lines.extend(collect(host))
    except Exception as error:
        lines.append(f"could not be collected: {type(error).__name__}")
    body = "\n".join(f"    {line}" for line in lines)
    return f"## {title}\n\n{body}\n"


def _whether(text: str | None) -> str:
    """Whether there is one."""
    return HIDDEN if text else "none"


def _version(host: Host) -> Iterator[str]:
    yield f"Roomscribe {full_version()}, Python {platform.python_version()}"
    release = re.search(r'^PRETTY_NAME="?([^"\n]*)', host.read("etc/os-release") or "", re.MULTILINE)
    yield f"{release[1] if release else 'unknown system'}, kernel {platform.release()}, {platform.machine()}"
    board = (host.read("proc/device-tree/model") or "").rstrip("\0")
    yield f"{board or 'no board that names itself'}, {os.cpu_count()} cores"
    yield f"at {host.clock.now().astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    names = (re.match(r"[\w.-]+", line) for line in requires("roomscribe") or () if "extra ==" not in line)
    yield ", ".join(f"{name[0]} {_installed(name[0])}" for name in names if name)


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _configuration(host: Host) -> Iterator[str]:
    """What differs from the defaults, with the settings of the page."""
    defaults = load_config(packaged_config())
    for key, value in _keys(host.config):
        if value != dict(_keys(defaults))[key]:
            yield f"{key} = {_value(key, value)}"
    yield "everything else as delivered"


def _keys(config: Config) -> Iterator[tuple[str, Any]]:
    for section, keys in config.model_dump().items():
        yield from ((f"{section}.{key}", value) for key, value in keys.items())


def _value(key: str, value: object) -> str:
    if isinstance(value, bool | int | float) or key.startswith(_CLOSED):
        return str(value)
    if isinstance(value, str):
        return f"{HIDDEN} (set)" if value else '""'
    return f"{HIDDEN} ({len(value)} entries)" if isinstance(value, tuple) else HIDDEN


def _check(host: Host) -> Iterator[str]:
    for finding in check(host).findings:
        yield f"{finding.status:<7}  {finding.probe}"
        for key, value in finding.details.items():
            if _KEY.fullmatch(key) and isinstance(value, bool | int | float):
                yield f"         {key} = {value}"


def _memory(host: Host) -> Iterator[str]:
    for line in (host.read("proc/meminfo") or "").splitlines():
        if re.fullmatch(r"(MemTotal|MemFree|MemAvailable|SwapTotal|SwapFree): +\d+ kB", line):
            yield line
    yield f"load {host.read('proc/loadavg') or 'unknown'}, up {host.clock.boot_s() / 3600:.1f} h"


def _sound_cards(host: Host) -> Iterator[str]:
    """As their makers have named them. What a person has named (a headset) is no card."""
    yield from (host.read("proc/asound/cards") or "none").splitlines()


def _recorder(host: Host) -> Iterator[str]:
    status = live_status(host.state_dir, host.clock)
    if status is None:
        yield "not running"
        return
    yield status.state
    yield f"microphone {status.microphone.state}, {status.level_dbfs:.0f} dBFS, {status.overflows} overflows"
    yield f"listening: {status.listening}"
    yield f"alarm: {_whether(status.alarm)}"
    yield f"problem: {_whether(status.problem)}"
    yield f"disk for {status.disk_hours_left:.0f} hours"


def _disk(host: Host) -> Iterator[str]:
    usage = shutil.disk_usage(host.state_dir)
    yield f"{human(usage.total)}, {human(usage.free)} of it free"
    rest = 0
    for path in sorted(host.state_dir.iterdir()):
        count, size = _size(path)
        if path.name in _FOLDERS:
            yield f"{path.name}: {count} files, {human(size)}"
        else:
            rest += size
    yield f"everything else: {human(rest)}"


def _size(path: Path) -> tuple[int, int]:
    """Number of files and bytes; what goes meanwhile is not counted."""
    sizes = []
    for file in path.rglob("*") if path.is_dir() else (path,):
        try:
            if file.is_file() and not file.is_symlink():
                sizes.append(file.stat().st_size)
        except OSError:
            continue
    return len(sizes), sum(sizes)


def _queue(host: Host) -> Iterator[str]:
    jobs = sorted(read_jobs(host.state_dir), key=lambda job: job.created_at)
    yield f"{len(jobs)} meetings"
    for job in jobs:
        needs = f", needs {job.needs}" if job.needs else ""
        yield (
            f"since {job.created_at:%Y-%m-%d %H:%M}: {job.state}, {job.step}, {job.priority}{needs}, "
            f"turn {job.turn}, {job.strikes} strikes, {job.kills} kills, reason: {_whether(job.reason)}"
        )
        for failure in job.failures:
            yield f"    {failure.at:%Y-%m-%d %H:%M} {failure.step} failed"
    worker = worker_status(host.state_dir)
    done = "" if not worker or worker.fraction is None else f" {worker.fraction:.0%}"
    yield f"worker: {('at work' if worker.stage else 'waits') + done if worker else 'does not report'}"


def _notes(host: Host) -> Iterator[str]:
    with StoredNotes.open_reader(host.state_dir) as store:
        heads = store.heads()
        yield f"{len(heads)} notes, {len(store.private())} of them private, {len(store.items())} action items"
    hours = sum(head.duration_s or 0 for head in heads) / 3600
    yield f"{hours:.1f} hours of meetings, {sum(head.decisions for head in heads)} decisions"
    spoken = Counter(
        code if (code := head.language) and _CODE.fullmatch(code) else "unknown" for head in heads
    )
    yield "languages: " + (", ".join(f"{code} {count}" for code, count in spoken.items()) or "none")


def _nights(host: Host) -> Iterator[str]:
    config = host.config
    for each in jobs_of_the_night(host.state_dir, config.nightly, host.clock.now(), config.timezone):
        last = f"{each.last_at:%Y-%m-%d %H:%M}" if each.last_at else "not yet"
        yield f"{each.job}: {last}{', overdue' if each.is_overdue else ''}"
        if each.problems:
            yield f"    problems: {len(each.problems)}"
    folder = backup_folder(host.config.backup) or host.state_dir / "backups"
    archives = Target(folder, platform.node()).archives() if folder.is_dir() else []
    yield f"backups: {len(archives)}, " + (human(sum(path.stat().st_size for path in archives)))


def _models(host: Host) -> Iterator[str]:
    folder = host.state_dir / "models"
    tried = records(folder)
    for each in inventory(folder, configured(host.config.models, folder)):
        size = human(each.size) if each.size else "no size"
        if each.kind is None:
            yield f"{each.state}: something else, {size}"
            continue
        used = "in use" if each.configured else "not in use"
        yield f"{each.state}, {used}: {each.name}, {size}, sha256 {(each.sha256 or 'unknown')[:12]}"
        if record := tried.get(each.name):
            yield f"    self-check: {record}"
    pace = PaceKeeper(host.state_dir / "work").pace.model_dump(exclude={"weights"})
    yield "at work: " + (
        ", ".join(f"{key} {value:.0f}" for key, value in pace.items() if value) or "nothing yet"
    )


_MACHINE: tuple[Section, ...] = (
    ("Version", _version),
    ("Configuration", _configuration),
    ("Check", _check),
    ("Memory", _memory),
    ("Sound cards", _sound_cards),
)
_STATE: tuple[Section, ...] = (
    ("Recorder", _recorder),
    ("Disk", _disk),
    ("Queue", _queue),
    ("Notes", _notes),
    ("Nightly jobs and backups", _nights),
    ("Models and speeds", _models),
)
