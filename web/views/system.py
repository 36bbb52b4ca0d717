"""The machine as a page: its health, its models, and the nightly jobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from markupsafe import Markup

from daemon.check import Finding
from daemon.config import Nightly
from daemon.models.inventory import Listed
from daemon.models.records import Record, hears
from daemon.models.sizes import human
from daemon.nightly.report import Report
from daemon.nightly.times import next_run
from daemon.recorder.status import RecorderStatus
from daemon.worker.pace import Pace
from daemon.worker.status import WorkerStatus
from web import format
from web.language import _, said

_STATUS = {"ok": "good", "warn": "warning", "fail": "problem", "skipped": "unknown"}
_PROBES = {"permissions": "Files"}
"""Names that say more than the probe's own."""
_NIGHTS = {
    "digest": "Digest of the day",
    "week": "Digest of the week",
    "retention": "Old audio and notes removed",
    "backup": "Backup",
    "compaction": "Store compacted",
    "integrity": "Store checked",
    "models": "Models checked",
}


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    kind: str
    """`ok`, `warn`, `fail`, `skipped`"""
    verdict: str
    """The same in words."""
    text: str
    advice: Markup | None = None
    """What to do."""


@dataclass(frozen=True, slots=True)
class NightView:
    name: str
    last: str
    next: str
    lines: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelView:
    name: str
    what: str
    size: str
    measured: str


def services(recorder: RecorderStatus | None, worker: WorkerStatus | None, *, hub: bool) -> tuple[Row, ...]:
    """The three services, each by its own status."""
    return (
        _service("Recorder", recorder is not None, _doing(recorder)),
        _service(
            "Worker", worker is not None, worker.stage if worker and worker.stage else _("waits for work")
        ),
        _service("Hub", hub, _("keeps the notes")),
        _microphone(recorder),
    )


def health(findings: Iterable[Finding]) -> tuple[Row, ...]:
    return tuple(
        _row(
            _PROBES.get(each.probe, each.probe.capitalize()),
            each.status,
            format.sentence(each.message),
            format.sentence(each.advice) if each.advice else None,
        )
        for each in findings
    )


def nights(
    reports: Sequence[Report], times: Nightly, now: datetime, timezone: tzinfo
) -> tuple[NightView, ...]:
    """What each nightly job did last, and when it runs next."""
    last = {report.job: report for report in reports}
    found = []
    for job, name in _NIGHTS.items():
        expression = getattr(times, job)
        coming = next_run(now, expression, timezone) if expression else None
        report = last.get(job)
        found.append(
            NightView(
                name=_(name),
                last=_moment(report.at, timezone) if report else _("not yet"),
                next=_moment(coming, timezone) if coming else _("never"),
                lines=tuple(map(said, report.lines)) if report else (),
                problems=tuple(map(said, report.problems)) if report else (),
            )
        )
    return tuple(found)


def your_model(
    listed: Iterable[Listed], tried: Mapping[str, Record] | None = None, pace: Pace | None = None
) -> str:
    """What the self-check says of the models in use, in one line; empty where the language model did not take
    it. Hearing is what it took at work, as soon as it worked."""
    used = {each.kind: each for each in listed if each.configured}
    found = {kind: _record(each, tried or {}) for kind, each in used.items()}
    if (record := found.get("llm")) is None:
        return ""
    heard = found.get("speech")
    hearing = pace.hearing_s / pace.talk_s if pace and pace.talk_s else heard.hearing if heard else None
    return said(f"{record}") if hearing is None else f"{said(f'{record}')}; {said(hears(hearing))}"


def models(
    listed: Iterable[Listed], tried: Mapping[str, Record] | None = None, pace: Pace | None = None
) -> tuple[ModelView, ...]:
    """`tried`: what models passed of the self-check. `pace`: how fast the ones in use are at work."""
    return tuple(
        ModelView(
            name=each.name,
            what=said(each.state) if each.configured else _("%(state)s, not in use", state=said(each.state)),
            size=human(each.size) if each.size else "",
            measured=_measured(each, _record(each, tried or {}), pace or Pace()),
        )
        for each in listed
    )


def _record(model: Listed, tried: Mapping[str, Record]) -> Record | None:
    """Of this very version."""
    record = tried.get(model.name)
    return record if record is not None and record.sha256 == model.sha256 else None


def _measured(model: Listed, record: Record | None, pace: Pace) -> str:
    """Of what was measured on this machine; empty where nothing was."""
    parts = []
    if record is not None:
        parts.append(said(f"{record}"))
    if model.configured and model.kind == "speech" and pace.talk_s:
        parts.append(_("at work %(speed)s", speed=said(hears(pace.hearing_s / pace.talk_s))))
    if model.configured and model.kind == "llm" and pace.chunks and pace.weights == model.sha256:
        parts.append(
            _("with hearing %(load)s s for each second of talk", load=format.number(pace.load, "0.00"))
        )
    return "; ".join(parts)


def _row(name: str, status: str, text: str, advice: str | None = None) -> Row:
    return Row(_(name), status, _(_STATUS[status]), text, format.coded(advice) if advice else None)


def _service(name: str, runs: bool, doing: str) -> Row:
    if not runs:
        return _row(name, "fail", _("Not running."), _("See `systemctl status 'roomscribe*'`."))
    return _row(name, "ok", format.sentence(doing))


def _doing(status: RecorderStatus | None) -> str:
    if status is None:
        return ""
    return _({"recording": "recording", "paused": "off the record", "idle": "waiting"}[status.state])


def _microphone(status: RecorderStatus | None) -> Row:
    if status is None:
        return _row("Microphone", "skipped", _("The recorder does not report it."))
    if status.microphone.state == "missing":
        return _row("Microphone", "fail", format.sentence(status.microphone.detail))
    level = f"{status.microphone.name}, {status.level_dbfs:.0f} dBFS."
    if status.alarm:
        return _row("Microphone", "fail", level, format.sentence(status.alarm))
    return _row("Microphone", "ok", level)


def _moment(at: datetime, timezone: tzinfo) -> str:
    local = at.astimezone(timezone)
    return f"{format.short_day(local.date())} {local:%H:%M}"
