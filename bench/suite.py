"""Where the time of the test suite goes: `python -m bench.suite FILE`, written by `pytest -p tests.times`.

Prints the Markdown tables of docs/testing.md: by folder, by kind, and the slowest files. A test's set-up
and tear-down are a kind of their own; its call belongs to the first kind that fits. Seconds on the wall, of
the processor, and their difference: what was waited for a browser, a booted machine, a process or a clock.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Row = dict[str, Any]
_PHASES = ("setup", "call", "teardown")
_WAITED_S = 0.2
"""A call that waits longer than this waits for something real."""


def _kind(row: Row) -> str:
    fixtures, markers = set(row["fixtures"]), row["markers"]
    if row["test"].startswith("tests/systemd"):
        return "booted machine"
    if "browser" in markers or fixtures & {"chromium", "watched", "open_page"}:
        return "browser"
    if "models" in markers:
        return "random-weight models"
    call = row.get("call", {"wall_s": 0, "processor_s": 0})
    return "other processes and waiting" if call["wall_s"] - call["processor_s"] > _WAITED_S else "pure"


def _folder(row: Row) -> str:
    return "/".join(row["test"].split("/")[:2]) if "/" in row["test"] else row["test"]


def _table(title: str, rows: list[tuple[str, Row, tuple[str, ...]]], most: int = 99) -> None:
    sums: dict[str, list[float]] = {}
    for name, row, phases in rows:
        into = sums.setdefault(name, [0, 0, 0])
        into[0] += 1
        for phase in phases:
            into[1] += row.get(phase, {}).get("wall_s", 0)
            into[2] += row.get(phase, {}).get("processor_s", 0)
    print(f"| {title} | tests | wall s | processor s | waited s |\n|---|---|---|---|---|")
    for name, (count, wall_s, processor_s) in sorted(sums.items(), key=lambda item: -item[1][1])[:most]:
        print(f"| {name} | {count} | {wall_s:.0f} | {processor_s:.0f} | {max(0, wall_s - processor_s):.0f} |")
    print()


def main(files: list[str]) -> None:
    rows = [json.loads(line) for file in files for line in Path(file).read_text("utf-8").splitlines()]
    _table("folder", [(_folder(row), row, _PHASES) for row in rows])
    tests = [row for row in rows if "/" in row["test"]]
    kinds = [(_kind(row), row, ("call",)) for row in tests]
    kinds += [("set-up, tear-down and imports", row, ("setup", "teardown")) for row in rows]
    _table("kind", kinds)
    _table("file", [(row["test"].split("::")[0], row, _PHASES) for row in rows], most=25)


if __name__ == "__main__":
    main(sys.argv[1:])
