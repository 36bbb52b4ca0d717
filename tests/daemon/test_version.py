"""One version, wherever a program or a person asks for it."""

from __future__ import annotations

import json
import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from daemon.base.version import RELEASE, full_version
from daemon.cli.main import roomscribe, run
from tests.fakes.room_page import RoomPage

DAY = "2026-11-27T21:01:18+00:00"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """With one commit."""
    (tmp_path / "pyproject.toml").write_text("")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=First")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    environment = {
        "GIT_COMMITTER_DATE": DAY,
        "GIT_AUTHOR_DATE": DAY,
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
    }
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def test_a_checkout_has_the_time_and_name_of_its_commit_and_says_when_it_was_changed(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "--short=7", "HEAD")
    assert asked(checkout) == f"{RELEASE}+20261127210118.g{commit}"
    (checkout / "pyproject.toml").write_text("# mine")
    assert asked(checkout) == f"{RELEASE}+20261127210118.g{commit}.changed"


def test_the_commit_with_the_tag_is_the_release(checkout: Path) -> None:
    git(checkout, "tag", "else")
    assert asked(checkout) != RELEASE
    git(checkout, "tag", f"v{RELEASE}")
    assert asked(checkout) == RELEASE
    (checkout / "pyproject.toml").write_text("# mine")
    assert asked(checkout).startswith(f"{RELEASE}+20261127210118.g")


def test_what_git_cannot_tell_is_said_to_be_unknown(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert asked(tmp_path) == RELEASE
    (tmp_path / ".git").touch()
    assert asked(tmp_path) == f"{RELEASE}+unknown"


def test_an_installed_program_is_what_it_was_built_from(tmp_path: Path) -> None:
    assert asked(tmp_path) == metadata.version("roomscribe")


def asked(folder: Path) -> str:
    full_version.cache_clear()
    return full_version(folder)


def test_everything_that_names_a_version_names_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    version = asked(Path(__file__).parents[2])
    assert re.fullmatch(r"\d+\.\d+\.\d+(\+\d{14}\.g[0-9a-f]{7,}(\.changed)?)?", version)
    assert run(roomscribe, ["--version"]) == 0
    assert capsys.readouterr().out == f"roomscribe {version}\n"
    report = tmp_path / "report.md"
    assert run(roomscribe, ["--state", str(tmp_path / "state"), "support", str(report)]) == 0
    assert f"Roomscribe {version}, Python" in report.read_text()
    page = RoomPage(tmp_path)
    assert version in page.get("/system").text
    assert json.loads(page.get("/api/v1/openapi.json").text)["info"]["version"] == version
