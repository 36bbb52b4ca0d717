"""What was asked and answered, line by line, so that a run that was killed goes on where it was.

A line is a turn of one arm. The last line of a run that was killed may be torn: it is taken off and its turn
asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from guardrails.core.types import TapeEntry
from pipelines.errors import BadInputError
from pipelines.model import Model

Arm = Literal["raw", "guarded"]
ARMS: tuple[Arm, ...] = ("raw", "guarded")
NAME = "tape.jsonl"


class Turn(Model):
    """One answer, and what it took."""

    question: str
    category: str
    arm: Arm
    turn: int
    """From 0."""
    asked: str
    answer: str
    seconds: float
    """Of the model, for draft and repairs; a draft that the raw arm made costs the guarded arm the same."""
    prompt_tokens: int
    output_tokens: int
    is_cut: bool
    model: str
    guardrails: tuple[TapeEntry, ...] = ()


class Tape:
    """The turns of one run, on disk after each."""

    def __init__(self, folder: Path) -> None:
        """Read what is there; BadInputError if it is no tape or cannot be written."""
        self._path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.turns = list(read_turns(self._path, mend=True)) if self._path.exists() else []
        except OSError as error:
            raise BadInputError(f"{folder}: cannot be used ({error.strerror})") from error

    def find(self, question: str, arm: Arm, turn: int) -> Turn | None:
        for one in self.turns:
            if (one.question, one.arm, one.turn) == (question, arm, turn):
                return one
        return None

    def add(self, turn: Turn) -> None:
        with self._path.open("a", encoding="utf-8") as lines:
            lines.write(turn.model_dump_json() + "\n")
            lines.flush()
            os.fsync(lines.fileno())  # an answer may have taken minutes
        self.turns.append(turn)


def read_turns(path: Path, *, mend: bool = False) -> Iterable[Turn]:
    """The turns of a tape; BadInputError names the line that is none. `mend` takes a torn last line off."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from error
    whole = data.rfind(b"\n") + 1
    if whole < len(data) and mend:
        os.truncate(path, whole)
    turns = []
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            turns.append(Turn.model_validate(json.loads(line)))
        except (ValueError, ValidationError) as error:
            raise BadInputError(f"{path}, line {number}: no turn of a run; use another folder") from error
    return turns
