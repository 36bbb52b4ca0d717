"""The tables of docs/quality.md, measured anew.

    python -m bench.quality            measures, prints, and compares with the page
    python -m bench.quality --write    puts what was measured into the page

Needs the evaluation data (--data DIR, by default ../shared/data; docs/quality.md tells its formats). A missed
target, or a table of the page that says something else, exits 1. `--quick` leaves the planted mistakes out,
which take most of the ten minutes; `--only NAME` measures one table.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.quality_figures import figures
from bench.quality_tables import Measured, actions, dates, moods, planted, samples
from pipelines.rules import RULES_VERSION

PAGE = Path(__file__).resolve().parents[1] / "docs" / "quality.md"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
TABLES: dict[str, Callable[[Path], Measured]] = {
    "samples": samples,
    "actions": actions,
    "dates": dates,
    "mood": moods,
    "figures": figures,
    "planted": planted,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.quality")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=TABLES)
    options = parser.parse_args(arguments)
    if not options.data.is_dir():
        print(f"no data to measure on: {options.data} is absent")
        return 1
    measured: dict[str, Measured] = {}
    for name, measure in TABLES.items():
        if name != (options.only or name) or (options.quick and name == "planted"):
            continue
        found = measure(options.data)
        measured[name] = found
        print("\n".join([f"== {name}", *found.lines, ""]), flush=True)
    # Read only now: measuring takes minutes, in which somebody may have changed the page.
    page = PAGE.read_text(encoding="utf-8")
    differing = [name for name, found in measured.items() if table_of(page, name) != found.lines]
    if options.write:
        for name in measured:
            page = with_table(page, name, [stamp(), "", *measured[name].lines])
        PAGE.write_text(page, encoding="utf-8")
        differing = []
    missed = [target for found in measured.values() for target in found.missed]
    targets = sum(len(found.targets) for found in measured.values())
    for name in differing:
        print(f"docs/quality.md says something else about {name}: --write puts it right")
    verdict = f"missed: {', '.join(missed)}" if missed else "none missed"
    print(f"{targets - len(missed)} of {targets} targets of quality met ({verdict})")
    return 1 if missed or differing else 0


def stamp() -> str:
    return (
        f"Measured by `python -m bench.quality` on {datetime.now(UTC).date()}, {os.cpu_count()}-core "
        f"{platform.machine()}, Python {platform.python_version()}, rules version {RULES_VERSION}:"
    )


def table_of(page: str, name: str) -> list[str]:
    """The lines of a table in the page, without its stamp; none where it is not there."""
    found = _marked(name).search(page)
    return found["table"].strip().split("\n")[2:] if found else []


def with_table(page: str, name: str, lines: list[str]) -> str:
    if not _marked(name).search(page):
        raise SystemExit(f"docs/quality.md has no place for {name}: <!-- {name} --> ... <!-- /{name} -->")
    table = "\n".join(lines)
    return _marked(name).sub(lambda found: f"{found['begin']}\n{table}\n{found['end']}", page)


def _marked(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<begin><!-- {name} -->)\n(?P<table>.*?)\n?(?P<end><!-- /{name} -->)", re.DOTALL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
