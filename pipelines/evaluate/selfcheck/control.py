"""The cases of the control set, read from the file that ships with the package."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from guardrails.core.types import Segment

FILE = Path(__file__).with_name("control.toml")


class _Case(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str


class Expected(BaseModel):
    """A claim that has to be there, verified."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["action", "decision", "question"]
    words: tuple[str, ...]
    """Each may be several that count alike, divided by "|"."""
    owner: str | None = None
    due: str | None = None


class DraftCase(_Case):
    lines: tuple[tuple[str, str], ...]
    """Speaker, empty for a voice without a name, and text."""
    expect: tuple[Expected, ...] = ()
    refuse: tuple[tuple[str, ...], ...] = ()

    @property
    def segments(self) -> tuple[Segment, ...]:
        return tuple(
            Segment(f"s{number}", number * 5.0, number * 5.0 + 4, speaker or None, text)
            for number, (speaker, text) in enumerate(self.lines, 1)
        )


class ArithmeticCase(_Case):
    question: str
    equals: Decimal


class PuzzleCase(_Case):
    question: str
    equals: str
    """What the solver makes of it, in its words."""


class FormCase(_Case):
    task: str
    words: tuple[str, ...] = ()
    most_words: int | None = None
    lines: int | None = None
    lines_beginning: str | None = None
    lower_case: bool = False
    clean: bool = False
    """Without second thoughts, and without its writer speaking of itself."""


Case = DraftCase | ArithmeticCase | PuzzleCase | FormCase


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    draft: tuple[DraftCase, ...]
    arithmetic: tuple[ArithmeticCase, ...]
    puzzle: tuple[PuzzleCase, ...]
    form: tuple[FormCase, ...]


@dataclass(frozen=True, slots=True)
class ControlSet:
    cases: tuple[Case, ...]
    version: str
    """Of its contents: results of another set say nothing about this one."""


@cache
def control_set() -> ControlSet:
    data = FILE.read_bytes()
    read = _File.model_validate(tomllib.loads(data.decode("utf-8")))
    version = hashlib.sha256(data).hexdigest()[:12]
    return ControlSet((*read.draft, *read.arithmetic, *read.puzzle, *read.form), version)
