"""`roomscribe nightly`: which jobs there are, what came of them, and one of them now."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.base.config import load_config
from daemon.base.errors import StateWriteError
from daemon.base.systemd import Notifier
from daemon.cli.main import roomscribe, run
from daemon.hub.hub import Hub
from daemon.hub.nightly.report import NAMES, Report, write_report
from daemon.hub.nightly.table import NIGHTLY

Captured = pytest.CaptureFixture[str]


def nightly(state: Path, *arguments: str) -> int:
    return run(roomscribe, ["--state", str(state), "nightly", *arguments])


@contextmanager
def running_hub(state: Path) -> Iterator[None]:
    with Hub.opened(state, load_config, SystemClock(), Notifier({})) as hub:
        thread = threading.Thread(target=hub.run)
        thread.start()
        try:
            yield
        finally:
            hub.stop()
            thread.join()


def test_the_list_has_every_job_with_what_came_of_it(tmp_path: Path, capsys: Captured) -> None:
    at = datetime(2026, 11, 20, 9, 25, tzinfo=UTC)
    write_report(tmp_path, Report(job="backup", at=at, problems=("the disk is not there",)))
    assert nightly(tmp_path, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines if not line.startswith(" ")} == set(NIGHTLY) == set(NAMES)
    [number] = (number for number, line in enumerate(lines) if line.startswith("backup"))
    assert "overdue; next: 20" in lines[number]
    assert lines[number + 1].strip() == "problem: the disk is not there"
    assert nightly(tmp_path, "list", "--json") == 0
    listed = {each["job"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["backup"]["problems"] == ["the disk is not there"]
    assert listed["digest"]["last_at"] is None


def test_a_job_runs_now_without_a_hub(tmp_path: Path, capsys: Captured) -> None:
    assert nightly(tmp_path, "run", "backup") == 0
    assert "0 notes" in capsys.readouterr().out
    assert len(list((tmp_path / "backups").iterdir())) == 1
    assert nightly(tmp_path, "run", "space") == 0
    assert capsys.readouterr().out == "done\n"


def test_the_hub_runs_it_where_there_is_one(tmp_path: Path, capsys: Captured) -> None:
    with running_hub(tmp_path):
        assert nightly(tmp_path, "run", "backup") == 0
        assert nightly(tmp_path, "run", "space") == 0
    assert "0 notes" in capsys.readouterr().out
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_what_goes_wrong_in_the_hub_is_the_commands_failure(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("daemon.hub.nightly.table.make_backup", fails)
    with running_hub(tmp_path):
        assert nightly(tmp_path, "run", "backup") == 1
    assert "problem: internal error: ZeroDivisionError: by zero" in capsys.readouterr().err


def test_the_command_ends_where_the_hub_cannot_record_that_a_job_ran(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise StateWriteError("cannot write schedule.json: disk full")

    with running_hub(tmp_path):
        monkeypatch.setattr("daemon.hub.nightly.schedule.write_durably", is_full)
        assert nightly(tmp_path, "run", "space") == 1
    [line] = (line for line in capsys.readouterr().err.splitlines() if "has ended" in line)
    assert line.endswith("space has ended, but that is not recorded: cannot write schedule.json: disk full")


def test_an_unknown_job_is_refused_with_those_that_exist(tmp_path: Path, capsys: Captured) -> None:
    assert nightly(tmp_path, "run", "moon") == 2
    assert "known: digest, week, retention" in capsys.readouterr().err
