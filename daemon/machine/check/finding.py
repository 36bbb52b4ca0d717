"""The result of one probe, for people and for programs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from pipelines.model import Model

Status = Literal["ok", "warn", "fail", "skipped"]
"""`warn`: it works, but not as well or as long as it should. `skipped`: it cannot be checked here."""


class Found(Model):
    """What a probe returns; it need not know its own name."""

    status: Status
    message: str
    """One line: the state."""
    advice: str | None = None
    """One line: what to do about it."""
    details: dict[str, Any] = Field(default_factory=dict)
    """The figures behind the message, with units in their names."""


class Finding(Found):
    """A probe's answer in a report."""

    probe: str
    install: str | None = None
    """The command that installs what the advice uses and this machine lacks."""


def ok(message: str, **details: Any) -> Found:
    return Found(status="ok", message=message, details=details)


def warn(message: str, advice: str, **details: Any) -> Found:
    return Found(status="warn", message=message, advice=advice, details=details)


def fail(message: str, advice: str, **details: Any) -> Found:
    return Found(status="fail", message=message, advice=advice, details=details)


def skipped(message: str, **details: Any) -> Found:
    return Found(status="skipped", message=message, details=details)
