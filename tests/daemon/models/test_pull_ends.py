"""`models pull` that ends before its time, and what the next one makes of what is there."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from pipelines.errors import WeightsMissingError
from tests.fakes.hub import FakeHub
from tests.fakes.models_cli import (
    LLM,
    LLM_FILE,
    LLM_REPO,
    SPEECH,
    WEIGHTS,
    ModelsCli,
)
from tests.fakes.noise_weights import gguf_bytes, speech_files


def test_a_disk_without_room_is_said_before_anything_is_fetched(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(cli.config.parent)._replace(free=500_100_000)
    monkeypatch.setattr("daemon.base.sizes.shutil.disk_usage", lambda _: usage)
    shown = cli("pull", LLM)
    assert shown.code == 4
    assert "free 300 kB and try again" in shown.line
    assert hub.bytes_sent == 0


def test_a_disk_that_fills_up_on_the_way_keeps_what_came(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.cut_after = 100_000
    monkeypatch.setattr("daemon.models.source.CHUNK_BYTES", 50_000)
    write, written = os.write, 0

    def full_disk(fd: int, data: bytes) -> int:
        nonlocal written
        if len(data) > 10_000:
            written += len(data)
            if written > 200_000:
                raise OSError(28, "No space left on device")
        return write(fd, data)

    with monkeypatch.context() as disk:
        disk.setattr("daemon.base.durable.os.write", full_disk)
        shown = cli("pull", LLM)
    assert shown.code == 4
    assert "free some space" in shown.line
    hub.requests.clear()
    assert cli("pull", LLM).code == 0
    assert not hub.requests[1].endswith(f"{LLM_FILE} 0-")
    assert cli.installed(LLM).path.read_bytes() == WEIGHTS


def test_two_pulls_at_once_do_not_mix(cli: ModelsCli, hub: FakeHub) -> None:
    from daemon.models.install import sole_writer

    with sole_writer(cli.dir):
        shown = cli("pull")
    assert shown.code == 4
    assert "another Roomscribe process" in shown.err


def test_a_terminal_shows_speed_and_then_the_result_on_a_line_of_its_own(
    cli: ModelsCli, hub: FakeHub
) -> None:
    hub.add(LLM_REPO, {LLM_FILE: gguf_bytes(4_000_000)})
    ours, theirs = pty.openpty()
    terminal = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    command = command_line(cli, "pull", LLM)
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=terminal) as process:
        os.close(theirs)
        shown = read_all(ours)
    os.close(ours)
    assert process.returncode == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"notes-Q4_K_M.gguf .*16.0/16.0 MB .*[kMG]B/s", plain)
    assert re.search(rf"[\r\n]installed: {re.escape(LLM)} ", plain)


def read_all(terminal: int) -> str:
    """What a program wrote to its terminal, until it closed it (which Linux tells as an error)."""
    shown = b""
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65_536):
            shown += piece
    return shown.decode()


def command_line(cli: ModelsCli, *args: str) -> list[str]:
    start = [sys.executable, "-c", "from daemon.cli.main import main; main()"]
    return [*start, "--state", str(cli.state), "--config", str(cli.config), "models", *args]


def test_a_pull_that_is_killed_is_taken_up_by_the_next(cli: ModelsCli, hub: FakeHub) -> None:
    weights = gguf_bytes(4_000_000)  # 16 MB: several durable chunks
    hub.add(LLM_REPO, {LLM_FILE: weights})
    hub.hold_at = 12_000_000
    with subprocess.Popen(command_line(cli, "pull", LLM), stderr=subprocess.PIPE) as process:
        assert hub.holding.wait(60)
        (part,) = [path for path in cli.dir.rglob(f"{LLM_FILE}.*") if path.is_file()]
        while part.stat().st_size < 8_000_000:
            pass
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    with pytest.raises(WeightsMissingError):
        cli.installed(LLM)
    hub.hold_at = None
    hub.requests.clear()
    assert cli("pull", LLM).code == 0
    (start,) = [int(request.split()[2][:-1]) for request in hub.requests if request.startswith("BYTES")]
    assert start >= 8_000_000
    assert cli.installed(LLM).path.read_bytes() == weights


@pytest.mark.parametrize("step", range(4))
def test_a_cut_at_any_step_of_an_update_leaves_a_whole_model(
    cli: ModelsCli, hub: FakeHub, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    cli("pull", SPEECH)
    versions = [speech_files(), speech_files(seed=1)]
    hub.add(SPEECH, versions[1])
    steps = iter(range(100))
    for name in ("move_durably", "remove_tree", "write_lock"):
        monkeypatch.setattr(f"daemon.models.install.{name}", _dying_at(step, steps, name))
    assert cli("pull", SPEECH, "--update").code == 130
    monkeypatch.undo()
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)

    found = {path.name: path.read_bytes() for path in cli.installed(SPEECH).path.iterdir()}
    assert found in versions
    assert cli("pull", SPEECH, "--update").code == 0
    assert {p.name: p.read_bytes() for p in cli.installed(SPEECH).path.iterdir()} == versions[1]
    assert cli("verify").code == 3  # the other model was never here


def _dying_at(step: int, steps: Iterator[int], name: str):
    from daemon.models import install

    real = getattr(install, name)

    def dying(*args: object) -> None:
        if next(steps) == step:
            raise KeyboardInterrupt
        real(*args)

    return dying
