"""The machine as a page: its health, its models, and the nightly jobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from markupsafe import Markup

from daemon.base.sizes import human
from daemon.hub.nightly.report import OFTEN, JobState
from daemon.machine.check import Finding
from daemon.models.inventory import Listed
from daemon.models.presence import Record, hears
from daemon.worker.pace import Pace
from web import format
from web.language import _, said

_STATUS = {"ok": "good", "warn": "warning", "fail": "problem", "skipped": "unknown"}
PROBES = {"permissions": "Files", "nightly": "Nightly jobs"}
"""Names that say more than the probe's own."""


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


def health(findings: Iterable[Finding]) -> tuple[Row, ...]:
    return tuple(
        _row(
            PROBES.get(each.probe, each.probe.capitalize()),
            each.status,
            format.sentence(each.message),
            format.sentence(each.advice) if each.advice else None,
        )
        for each in findings
    )


def nights(jobs: Iterable[JobState], timezone: tzinfo, *, in_words: bool) -> tuple[NightView, ...]:
    """What each nightly job did last, and when it runs next; of problems their number unless `in_words`."""
    return tuple(
        NightView(
            name=_(each.about),
            last=_moment(each.last_at, timezone) if each.last_at else _("not yet"),
            next=_moment(each.next_at, timezone) if each.next_at else _("never"),
            lines=tuple(map(said, each.lines)),
            problems=_problems(each, in_words=in_words),
        )
        for each in jobs
        if each.job != OFTEN
    )


def _problems(job: JobState, *, in_words: bool) -> tuple[str, ...]:
    if in_words or not job.unsolved:
        return tuple(map(said, job.unsolved))
    return (format.count(len(job.unsolved), "problem"),)


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


def _moment(at: datetime, timezone: tzinfo) -> str:
    local = at.astimezone(timezone)
    return f"{format.short_day(local.date())} {local:%H:%M}"
