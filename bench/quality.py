"""The figures that the notes are held to, in one table: before, now, target, met or missed.

    python -m bench.quality                  measures everything; some five minutes of a core
    python -m bench.quality --only size      one group; may be given several times
    python -m bench.quality --write          puts what was measured into docs/quality.md

Needs the evaluation data (--data DIR, by default ../shared/data), and the judges' scripts in `tools` beside
it. Exits 1 where a target is missed or a group could not be measured.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from bench.corpus import DATA
from bench.quality_figures import GROUPS, ROOT, Figure, written
from guardrails.core.errors import RoomscribeError

PAGE = ROOT / "docs" / "quality.md"
HEAD = ["| figure | before | now | target | |", "|---|---|---|---|---|"]
_TABLE = re.compile(r"(?<=<!-- figures -->\n).*?(?=<!-- /figures -->)", re.DOTALL)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.quality")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", choices=GROUPS, action="append")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    print("\n".join(HEAD), flush=True)
    rows: dict[str, str] = {}
    missed: list[str] = []
    for name in options.only or GROUPS:
        figures, measure = GROUPS[name]
        try:
            values = measure(options.data)
        except (RoomscribeError, OSError, subprocess.CalledProcessError) as error:
            print(f"{name} could not be measured: {getattr(error, 'stderr', None) or error}", file=sys.stderr)
            missed.append(name)
            continue
        for figure in figures:
            rows[figure.name] = row(figure, values[figure.key])
            missed += [] if figure.holds(values[figure.key]) else [figure.name]
            print(rows[figure.name], flush=True)
    if options.write:
        PAGE.write_text(with_rows(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    print(f"missed: {'; '.join(missed)}" if missed else "every target met")
    return 1 if missed else 0


def row(figure: Figure, value: float) -> str:
    verdict = "met" if figure.holds(value) else "missed"
    return f"| {figure.name} | {written(figure.before)} | {written(value)} | {figure.target} | {verdict} |"


def rows_of(page: str) -> dict[str, str]:
    """The rows of the page's table by the names of their figures."""
    found = _TABLE.search(page)
    if found is None:
        raise SystemExit("docs/quality.md has no place for the table: <!-- figures --> ... <!-- /figures -->")
    lines = [line for line in found.group().splitlines() if line.startswith("|") and line not in HEAD]
    return {line.split("|")[1].strip(): line for line in lines}


def with_rows(page: str, rows: Mapping[str, str]) -> str:
    """The page with `rows` measured now; what was not measured now stays as it was."""
    known = {**rows_of(page), **rows}
    order = [figure.name for figures, _ in GROUPS.values() for figure in figures]
    lines = [stamp(), "", *HEAD, *(known[name] for name in order if name in known)]
    return _TABLE.sub(lambda _: "\n".join(lines) + "\n", page)


def stamp() -> str:
    return (
        f"Measured by `python -m bench.quality`, last on {datetime.now(UTC).date()}, {os.cpu_count()}-core "
        f"{platform.machine()}, Python {platform.python_version()}:"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
