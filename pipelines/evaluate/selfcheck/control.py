"""The cases of the control set, read from the file that ships with the package."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Literal

from guardrails.core.types import Segment
from pipelines.importers import import_transcript
from pipelines.model import Model

FILE = Path(__file__).with_name("control.toml")
_INSIDE = FILE.with_name("samples")
SAMPLES = _INSIDE if _INSIDE.is_dir() else Path(__file__).parents[3] / "samples"
"""Inside an installed package, else those of the source tree."""


class _Case(Model):
    id: str

    @property
    def ids(self) -> tuple[str, ...]:
        """Of its results."""
        return (self.id,)


class Expected(Model):
    """A claim that has to be there, verified."""

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


class Wanted(Expected):
    """One of the items of a meeting."""

    id: str


class MeetingCase(_Case):
    """A chunk of ordinary length, with all that a note of it should and should not have."""

    sample: str
    speakers: bool = True
    """False: its voices have no names."""
    expect: tuple[Wanted, ...]
    refuse: tuple[tuple[str, ...], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        names = (*(each.id for each in self.expect), "nothing else")
        return tuple(f"{self.id}: {name}" for name in names)

    @property
    def segments(self) -> tuple[Segment, ...]:
        said = import_transcript(SAMPLES / self.sample).segments
        return said if self.speakers else tuple(replace(segment, speaker=None) for segment in said)


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


Case = DraftCase | MeetingCase | ArithmeticCase | PuzzleCase | FormCase


class _File(Model):
    draft: tuple[DraftCase, ...]
    meeting: tuple[MeetingCase, ...]
    arithmetic: tuple[ArithmeticCase, ...]
    puzzle: tuple[PuzzleCase, ...]
    form: tuple[FormCase, ...]


@dataclass(frozen=True, slots=True)
class ControlSet:
    cases: tuple[Case, ...]
    version: str
    """Of its contents: results of another set say nothing about this one."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Of all results, in their order."""
        return tuple(name for case in self.cases for name in case.ids)


@cache
def control_set() -> ControlSet:
    data = FILE.read_bytes()
    read = _File.model_validate(tomllib.loads(data.decode("utf-8")))
    meetings = b"".join((SAMPLES / each.sample).read_bytes() for each in read.meeting)
    version = hashlib.sha256(data + meetings).hexdigest()[:12]
    # The meetings come last: those before share a language, and so what the model has read of its task.
    cases: tuple[Case, ...] = (*read.arithmetic, *read.puzzle, *read.form, *read.draft, *read.meeting)
    return ControlSet(cases, version)
