"""What a package is built from: every library by its hash, in the versions that are tested."""

from __future__ import annotations

import os
import re
import subprocess
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


PIP = """#!/bin/sh
# python -m pip download|wheel: as much of it as llama.sh needs.
echo "$3" >> "$LOG"
while [ "$1" != --dest ] && [ "$1" != --wheel-dir ]; do shift; done
mkdir -p "$2"
if [ "$1" = --wheel-dir ]; then
  [ -z "$FAILS" ] || exit 1
  touch "$2/llama_cpp_python-1-py3-none-any.whl"
else
  mkdir -p "$2/llama_cpp_python-1/vendor/llama.cpp/ggml/src"
  cd "$2"
  touch llama_cpp_python-1/CMakeLists.txt llama_cpp_python-1/vendor/llama.cpp/ggml/src/CMakeLists.txt
  tar -czf llama_cpp_python-1.tar.gz llama_cpp_python-1
fi
"""


def test_llama_cpp_is_compiled_once_by_each_compiler(tmp_path: Path) -> None:
    programs = {"python": PIP, "x86_64-linux-gnu-g++": '#!/bin/sh\necho "g++ $COMPILER"\n'}
    (tmp_path / "bin").mkdir()
    for name, script in programs.items():
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    log = tmp_path / "log"

    def built(compiler: str, fails: str = "") -> str:
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        environment = {"PATH": path, "LLAMA_WHEELS": str(tmp_path / "kept"), "LOG": str(log)}
        done = subprocess.run(
            [ROOT / "packaging/llama.sh", "x86_64-linux-gnu"],
            env=os.environ | environment | {"COMPILER": compiler, "FAILS": fails},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (1 if fails else 0), done.stderr
        return done.stdout.strip()

    assert built("12.2", fails="on the way") == ""
    first = built("12.2")
    assert Path(first).name == "llama_cpp_python-1-py3-none-any.whl"
    assert Path(first).is_file()
    assert built("12.2") == first
    assert log.read_text().split() == ["download", "wheel"] * 2
    assert built("13.1") != first


def test_every_link_between_the_documents_that_are_installed_leads_to_one_of_them() -> None:
    installed = [
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "docs/adr").glob("*.md")),
    ]
    dead = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in installed
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
        if (page.parent / link).resolve() not in installed
    ]
    assert dead == []
