"""Sockets of this machine that have a path, and HTTP over one."""

from __future__ import annotations

import http.client
import os
import socket
from pathlib import Path


class short:
    """The path of a socket as bind(2) and connect(2) take it, which is at most 108 bytes, for the length of
    a `with`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1

    def __enter__(self) -> str:
        self._fd = os.open(self._path.parent, os.O_PATH | os.O_CLOEXEC)
        return f"/proc/self/fd/{self._fd}/{self._path.name}"

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)


class UnixConnection(http.client.HTTPConnection):
    """To whoever listens at a path."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        with short(self._path) as name:
            self.sock.connect(name)
