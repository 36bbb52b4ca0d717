"""Settings that may be changed here, under the rules of the configuration (daemon.base.settings)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from daemon.base.errors import NoAnswerError
from pipelines.errors import BadInputError
from web.language import _, said
from web.security import require
from web.site import Site


@dataclass(frozen=True, slots=True)
class Field:
    """One setting on the page."""

    section: str
    key: str
    label: str
    hint: str
    kind: str
    """`lines` (a list, one per line), `text`, `days` (a whole number), `choice`"""
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        return f"{self.section}.{self.key}"


_STARTS = (
    ("voice", "people talking"),
    ("schedule", "the schedule below"),
    ("button", "only people, on this page"),
)
GROUPS: tuple[tuple[str, tuple[Field, ...]], ...] = (
    (
        "Microphone",
        (
            Field("recorder", "device", "Microphone",
                  "A part of its name, as in usb or jabra; empty is the system’s default.", "text"),
        ),
    ),
    (
        "What starts a recording",
        (
            Field("recorder", "start", "Recordings are started by", "Anybody may also start one by hand.",
                  "choice", _STARTS),
            Field("recorder", "allowed_hours", "Hours in which one may begin",
                  "One span per line, as in mon-fri 7-20 or sat 9:30-12. Always is mon-sun 0-24.", "lines"),
            Field("recorder", "consent", "What the house says of recording",
                  "Shown on Record, and on every page while a recording goes on.", "text"),
            Field("schedule", "record", "Schedule",
                  "One time per line in cron’s format: 0 10 * * mon-fri is ten on working days.", "lines"),
        ),
    ),
    (
        "Names and words",
        (
            Field("vocabulary", "roster", "People",
                  "One name per line, as in Ann Lee. They may own an item without speaking.", "lines"),
            Field("vocabulary", "words", "Words to expect",
                  "One per line: products, customers, abbreviations that are often misheard.", "lines"),
        ),
    ),
    (
        "What is kept",
        (
            Field("retention", "audio_days", "Days to keep audio",
                  "Counted from the note. 0 keeps it for ever.", "days"),
            Field("retention", "note_days", "Days to keep notes",
                  "0 keeps them for ever. What is removed does not come back.", "days"),
        ),
    ),
)  # fmt: skip
_STEPS = 4
"""Of a first run: the first three groups, and the models."""


def install(app: Flask, site: Site) -> None:
    def asked_step() -> int:
        """0: all settings."""
        step = request.args.get("step", 0, int)
        return step if 0 <= step <= _STEPS else abort(404)

    def form(step: int, typed: Mapping[str, str], problem: str | None = None) -> str:
        message = _("Saved, and in force from now on; the recorder applies it after the current recording.")
        saved = request.args.get("message") == "saved" and problem is None
        return render_template(
            "settings.html",
            groups=_groups(step),
            typed=typed,
            problem=problem,
            message=message if saved else None,
            step=step,
            steps=_STEPS,
        )

    @app.get("/system/settings")
    @require("admin")
    def settings() -> str:
        step = asked_step()
        config = site.config().model_dump()
        return form(step, {each.id: _shown(config[each.section][each.key]) for each in _fields(step)})

    @app.post("/system/settings")
    @require("admin")
    def change_settings() -> BaseResponse | tuple[str, int]:
        step = asked_step()
        typed = {each.id: request.form.get(each.id, "") for each in _fields(step)}
        try:
            site.order("settings put", settings=read_form(typed, _fields(step)))
        except (BadInputError, NoAnswerError) as error:
            return form(step, typed, said(f"{error}")), 400
        after = {"step": step + 1} if step else {"message": "saved"}
        return redirect(url_for("settings", **after), 303)


def read_form(typed: Mapping[str, str], fields: Sequence[Field]) -> dict[str, dict[str, Any]]:
    """What was typed, as in the configuration. BadInputError for what is not a number."""
    changes: dict[str, dict[str, Any]] = {}
    for field in fields:
        text = typed[field.id]
        value: Any = text.strip()
        if field.kind == "lines":
            value = [line.strip() for line in text.splitlines() if line.strip()]
        elif field.kind == "days":
            if not value.isdecimal() or len(value) > 5:
                raise BadInputError(
                    _("%(setting)s: write a whole number of days, 0 for ever", setting=_(field.label))
                )
            value = int(text)
        changes.setdefault(field.section, {})[field.key] = value
    return changes


def _groups(step: int) -> tuple[tuple[str, tuple[Field, ...]], ...]:
    """All, or the one of a step."""
    return GROUPS[step - 1 : min(step, _STEPS - 1)] if step else GROUPS


def _fields(step: int) -> list[Field]:
    return [field for _, fields in _groups(step) for field in fields]


def _shown(value: Any) -> str:
    return "\n".join(value) if isinstance(value, list | tuple) else str(value)
