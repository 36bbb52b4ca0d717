"""The page on a port that systemd has opened: the hub needs no right to it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from daemon.base.systemd import passed_sockets
from tests.fakes.appliance import ROOMSCRIBE, wait_for


def test_without_systemd_there_is_no_socket() -> None:
    assert passed_sockets({}) == {}
    assert passed_sockets({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "0"}) == {}
    assert passed_sockets({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) == {}, "meant for another process"


@pytest.mark.slow
def test_the_page_answers_on_the_socket_that_was_passed(tmp_path: Path) -> None:
    starter = (
        "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ['LISTEN_PID'] = str(os.getpid());"
        "os.environ['LISTEN_FDS'] = '1'; os.execv(sys.argv[2], sys.argv[2:])"
    )
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        command = [str(ROOMSCRIBE), "--state", str(tmp_path), "service", "hub", "--port", "1"]
        with subprocess.Popen(
            [sys.executable, "-c", starter, str(listener.fileno()), *command],
            pass_fds=[listener.fileno()],
            stderr=subprocess.PIPE,
            text=True,
        ) as hub:
            try:
                assert hub.stderr
                wait_for(lambda: f"127.0.0.1:{port}" in hub.stderr.readline(), "not ready")
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
                    assert answer.status == 200
                hub.terminate()
                assert hub.wait(10) == 0
            finally:
                hub.kill()


@pytest.mark.slow
def test_without_its_port_the_hub_works_on_and_says_so(tmp_path: Path) -> None:
    """Under a supervisor; a person at a terminal is told that the port is taken, and that is all."""
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor,
    ):
        supervisor.bind(str(tmp_path / "notify"))
        supervisor.settimeout(60)
        options = [
            "--state",
            str(tmp_path / "state"),
            "service",
            "hub",
            "--port",
            str(taken.getsockname()[1]),
        ]
        typed = subprocess.run(
            [ROOMSCRIBE, *options], capture_output=True, text=True, timeout=60, check=False
        )
        assert typed.returncode == 1
        assert "is in use" in typed.stderr
        environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        with subprocess.Popen([ROOMSCRIBE, *options], env=environment, stderr=subprocess.DEVNULL) as hub:
            try:
                told = {supervisor.recv(4096).decode() for _ in range(2)}
                assert "READY=1" in told
                assert any("the page's port is taken" in each for each in told)
                drop = tmp_path / "state/inbox/talk.vtt"
                drop.write_text("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: Hello.\n")
                wait_for(lambda: not drop.exists(), "the file was not taken in")
                status = json.loads((tmp_path / "state/run/hub.json").read_text())
                assert "the page's port is taken" in status["problem"]
            finally:
                hub.terminate()
