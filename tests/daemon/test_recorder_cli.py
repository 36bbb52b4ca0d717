"""`roomscribe record` and `roomscribe service recorder`, as a person types them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.appliance import wait_for
from tests.fakes.pulse import ROOMSCRIBE

CONFIG = """
[recorder]
device = "a microphone that nobody has"
allowed_hours = ["mon-sun 0-24"]
reserve_mb = 0
"""


def roomscribe(state: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOMSCRIBE, "--state", str(state), *arguments], capture_output=True, text=True, check=False
    )


def test_without_a_recorder_the_status_says_so(tmp_path: Path) -> None:
    done = roomscribe(tmp_path, "record", "status")
    assert done.returncode == 1
    assert done.stderr.startswith("roomscribe: the recorder is not running; start it with `systemctl start")


@pytest.mark.parametrize("minutes", ["0", "-3", "soon", "1441"])
def test_forget_asks_for_minutes(tmp_path: Path, minutes: str) -> None:
    assert roomscribe(tmp_path, "record", "forget", "--", minutes).returncode == 2


@pytest.mark.slow
def test_a_recorder_without_a_microphone_keeps_looking_and_says_so(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(CONFIG)
    state = tmp_path / "state"
    command = [ROOMSCRIBE, "--state", str(state), "--config", str(config), "service", "recorder"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_for((state / "run" / "recorder.json").exists, "no status")
            status = json.loads(roomscribe(state, "record", "status", "--json").stdout)
            assert (status["state"], status["listening"], status["microphone"]["state"]) == (
                "idle",
                False,
                "missing",
            )
            assert "microphone missing:" in roomscribe(state, "record", "status").stdout
            started = roomscribe(state, "record", "start")
            assert started.returncode == 1
            assert started.stderr.startswith("roomscribe: nothing would be recorded: ")
            assert roomscribe(state, "record", "stop").stdout == "nothing was being recorded\n"
            second = roomscribe(state, "service", "recorder")
            assert second.returncode == 4
            assert f"another Roomscribe process (pid {process.pid})" in second.stderr
            config.write_text(CONFIG + 'start = "buton"\n')
            process.send_signal(signal.SIGHUP)
            assert process.stderr is not None
            said = ""
            while "stays" not in said:
                said = process.stderr.readline()
            assert "start" in said
            assert said.endswith("the old configuration stays in force\n")
            wait_for(lambda: roomscribe(state, "record", "status").returncode == 0, "it has not come back")
        finally:
            process.terminate()
        assert process.wait(5) == 0
    assert not (state / "run" / "recorder.json").exists()


def test_importing_the_commands_loads_nothing_heavy() -> None:
    heavy = "numpy|onnxruntime|sounddevice|av|apscheduler|faster_whisper"
    program = (
        "import sys, daemon.cli.services, daemon.cli.record, daemon.recorder.service;"
        f"print([name for name in sys.modules if name in '{heavy}'.split('|')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
