"""docs/dependencies.md has a line for what is needed at run time, and for nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "dependencies.md").read_text()
COLUMNS = "| package | what for | alternatives | licence | MB | last release |"


def lines(heading: str) -> dict[str, list[str]]:
    """The cells of the table under a heading, by the package of each line."""
    _, _, rest = PAGE.partition(f"## {heading}\n")
    table = rest[rest.index(COLUMNS) :].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in takewhile(bool, table)]
    assert len(rows) == len({row[0] for row in rows})
    return {row[0]: row[1:] for row in rows}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names(requirements: Iterable[str]) -> list[str]:
    return sorted(re.split(r"[^\w.-]", line)[0] for line in requirements)


def test_every_package_has_its_line_and_nothing_else_does() -> None:
    assert sorted(lines("Python")) == names(project()["dependencies"])


def test_every_package_of_an_extra_has_its_line_and_is_not_installed_by_default() -> None:
    extras = project()["optional-dependencies"]
    optional = names(line for extra, lines in extras.items() if extra != "test" for line in lines)
    assert sorted(lines("Python, optional")) == optional
    assert not set(optional) & set(lines("Python"))
    pinned = {line.split("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert pinned >= set(optional)


def test_every_debian_package_has_its_line_and_nothing_else_does() -> None:
    script = (ROOT / "scripts" / "install.sh").read_text()
    assert sorted(lines("Debian 12")) == sorted(re.findall(r"missing\+=\(([\w+-]+)\)", script))


@pytest.mark.parametrize("heading", ["Python", "Python, optional", "Debian 12"])
def test_every_line_is_complete(heading: str) -> None:
    for name, cells in lines(heading).items():
        assert len(cells) == 5, name
        assert all(cells), name
        assert float(cells[3]) > 0, name
        assert re.search(r"\d, 20\d\d-\d\d-\d\d$|in Debian 12$", cells[4]), name


def test_licences_are_those_of_what_is_installed() -> None:
    for name, cells in lines("Python").items():
        stated = metadata(name).get("License-Expression")
        assert stated is None or cells[2].startswith(stated), name
