"""The page on a port that systemd has opened: the hub needs no right to it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from daemon.sockets import passed_sockets
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
        command = [str(ROOMSCRIBE), "--state", str(tmp_path), "hub", "--port", "1"]
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
