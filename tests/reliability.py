"""docs/reliability.md: what came of each test that `make soak` runs, a row a test with its day."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

HEAD = """# Reliability

Written by `make soak`, which runs for about an hour. Each row has the day on which its test last ran in full;
a run of a part of the tests leaves the other rows as they are. Random moments follow a seed, which
`ROOMSCRIBE_SEED` changes.

| what was done | what came of it | when and where |
|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    test: str
    """What was done: the test's docstring."""
    result: str
    measured: str

    def __str__(self) -> str:
        return f"| {self.test} | {self.result} | {self.measured} |\n"


def measured(day: date, seed: int) -> str:
    return f"{day}, seed {seed}, {os.cpu_count()} cores, {platform.machine()}"


def merge(page: Path, rows: Sequence[Row]) -> None:
    """Put `rows` in the place of older ones of the same tests; new ones come last."""
    text = page.read_text("utf-8") if page.exists() else ""
    lines = text.partition("|---|---|---|\n")[2].splitlines()
    kept = {row.test: row for row in map(_row, lines)}
    kept |= {row.test: row for row in rows}
    page.write_text(HEAD + "".join(map(str, kept.values())), "utf-8")


def _row(line: str) -> Row:
    return Row(*(cell.strip() for cell in line[1:-1].split(" | ")))
