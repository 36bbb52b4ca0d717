"""What a package is built from: every library by its hash, in the versions that are tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Version and number of hashes of each package in a file of packaging/."""
    text = (ROOT / "packaging" / name).read_text()
    found = re.findall(r"^([\w.-]+)==(\S+) .*\\\n((?: +--hash=sha256:[0-9a-f]{64}.*\n)+)", text, re.MULTILINE)
    assert len(found) == len(re.findall(r"^[\w.-]+", text, re.MULTILINE)), "a package has no hash"
    return {normal(name): (version, hashes.count("--hash")) for name, version, hashes in found}


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {normal(name): version for name, version in (line.split("==") for line in lines)}


def test_a_package_is_built_of_the_versions_that_are_tested() -> None:
    built = {name: version for name, (version, _) in locked("requirements.txt").items()}
    assert built.items() <= pinned().items(), "run packaging/lock.sh"


def test_everything_that_the_program_asks_for_is_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {normal(re.split(r"[^\w.-]", line)[0]) for line in project["dependencies"]}
    held = locked("requirements.txt").keys()
    assert asked <= held, "run packaging/lock.sh"
    assert not held & {"pip", "setuptools", "hf-xet", "pytest", "mcp"}


@pytest.mark.parametrize("name", ["requirements.txt", "tools.txt"])
def test_every_download_is_held_to_a_hash(name: str) -> None:
    assert all(hashes for _, hashes in locked(name).values())
