"""The real llama-server, built of the source that llama-cpp-python brings, over random weights."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.fakes.appliance import wait_for
from tests.fakes.llama_server import HOST, THE_KEY

SCRIPT = Path(__file__).parents[2] / "scripts" / "llama_server.sh"


class CannotBuildError(Exception):
    """This machine builds no llama-server; the text says why."""


@cache
def program() -> Path:
    """Built once, and kept. CannotBuildError."""
    built = subprocess.run([SCRIPT], capture_output=True, text=True, check=False)
    if built.returncode:
        raise CannotBuildError(built.stderr.strip().splitlines()[-1])
    return Path(built.stdout.strip())


def require_program() -> Path:
    """As `program`; the test is skipped where it cannot be built."""
    try:
        return program()
    except CannotBuildError as error:
        pytest.skip(f"NO REAL LLAMA-SERVER WAS TESTED: {error}")


@dataclass
class RealLlamaServer:
    """On a free port, which stays; `carried` has its certificate and key."""

    carried: Path
    weights: Path
    slots: int = 2
    context_tokens: int = 8192
    threads: int = 1
    port: int = 0
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Until the end of the `with`; what it logs is in `log`."""
        if not self.port:
            with socket.socket() as free:
                free.bind((HOST, 0))
                self.port = free.getsockname()[1]
        (self.carried / "keys").write_text(f"{THE_KEY}\n")
        self.log.touch()
        before = self.log.stat().st_size
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [program(), *map(str, self._arguments())], stdout=log, stderr=subprocess.STDOUT
            )
            self._process = process
            try:
                self._wait(process, before)
                yield
            finally:
                self.kill()

    def kill(self) -> None:
        """As a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @property
    def log(self) -> Path:
        return self.carried / "log"

    def asked(self) -> int:
        """How many questions it has begun to compute."""
        return self.log.read_text(errors="replace").count("launch_slot_")

    def _arguments(self) -> list[object]:
        certificate = ["--ssl-cert-file", self.carried / "server.crt"]
        keys = ["--ssl-key-file", self.carried / "server.key", "--api-key-file", self.carried / "keys"]
        size = ["--ctx-size", self.context_tokens * self.slots, "--parallel", self.slots, "--swa-full"]
        work = ["--threads", self.threads, "--threads-batch", self.threads, "--cache-ram", 1024]
        return [
            *("--model", self.weights, "--host", HOST, "--port", self.port),
            *certificate, *keys, *size, *work, "--no-slots", "--offline",
        ]  # fmt: skip

    def _wait(self, process: subprocess.Popen[bytes], before: int) -> None:
        def listens() -> bool:
            assert process.poll() is None, self.log.read_text(errors="replace")[-2000:]
            return b"listening on" in self.log.read_bytes()[before:]

        wait_for(listens, "llama-server listens")
