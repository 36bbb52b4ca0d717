"""A phone on the network of a machine: a network namespace of its own, with a cable to the machine's.

What it asks for goes through a real socket of another address, as it does in the house. It also has an
address that no house has, to ask as a stranger. Needs root and iproute2.
"""

from __future__ import annotations

import ctypes
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

MACHINE, PHONE = "192.168.77.1", "192.168.77.2"
MACHINE_6, PHONE_6 = "fd77::1", "fd77::2"
MACHINE_ELSEWHERE, STRANGER = "192.0.2.1", "192.0.2.2"
"""Of a network for documentation (RFC 5737), which is nobody's own."""
_CLONE_NEWNET = 0x40000000
_PATIENCE_S = 30.0


def why_not() -> str | None:
    """What this host lacks, or None."""
    if os.geteuid() != 0:
        return "a second network needs root"
    return None if shutil.which("ip") else "ip is missing (package iproute2)"


class Answer:
    """What came back, read to its end."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()


class Phone:
    """Connected by `with`; keeps cookies as a browser does."""

    def __init__(self, network: Path, host: str) -> None:
        """`network`: the machine's namespace as a file; `host`: the name by which it is called."""
        self._network = network
        self._name = f"roomscribe-{os.getpid()}"
        self.host = host
        self.cookie = ""

    def __enter__(self) -> Self:
        _run("ip", "netns", "add", self._name)
        try:
            machine = ("nsenter", f"--net={self._network}", "ip")
            _run(*machine, "link", "add", "lan0", "type", "veth", "peer", "name", "eth0", "netns", self._name)
            phone = ("ip", "-n", self._name)
            ends = (
                (machine, "lan0", (MACHINE, MACHINE_ELSEWHERE), MACHINE_6),
                (phone, "eth0", (PHONE, STRANGER), PHONE_6),
            )
            for command, device, addresses, address_6 in ends:
                _run(*command, "link", "set", device, "up")
                for address in addresses:
                    _run(*command, "address", "add", f"{address}/24", "dev", device)
                _run(*command, "address", "add", f"{address_6}/64", "dev", device, "nodad")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        # The cable goes with it, at both ends.
        _run("ip", "netns", "delete", self._name)

    @property
    def inside(self) -> tuple[str, ...]:
        """What to put before a command so that it runs on the phone."""
        return ("nsenter", f"--net=/run/netns/{self._name}")

    def open(
        self,
        path: str,
        form: dict[str, str] | None = None,
        *,
        to: str = MACHINE,
        port: int = 80,
        host: str | None = None,
        source: str = "",
        tls: ssl.SSLContext | None = None,
    ) -> Answer:
        """GET, or POST of a form. TimeoutError where nobody answers."""
        host = self.host if host is None else host
        headers = {"Host": host, "Accept": "text/html", "Cookie": self.cookie}
        if form is not None:
            headers |= {"Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection(to, port)
        connection.sock = self._connect(to, port, source)
        if tls is not None:
            connection.sock = tls.wrap_socket(connection.sock, server_hostname=host)
        try:
            connection.request(
                "GET" if form is None else "POST",
                path,
                urlencode(form) if form is not None else None,
                headers,
            )
            response = connection.getresponse()
            answer = Answer(response)
        finally:
            connection.close()
        if (cookie := answer.headers.get("Set-Cookie")) is not None:
            self.cookie = cookie.partition(";")[0]
        return answer

    def enter(self, pin: str, *, to: str = MACHINE) -> Answer:
        """Put a PIN into the page's form."""
        token = re.search(r'name="csrf" value="([^"]+)"', self.open("/pin", to=to).text)
        assert token, "there is no form"
        return self.open("/pin", {"pin": pin, "csrf": token[1]}, to=to)

    def _connect(self, address: str, port: int, source: str) -> socket.socket:
        """A socket belongs to the network that its thread was in when it was made."""
        found: list[socket.socket | OSError] = []

        def connect() -> None:
            with Path(f"/run/netns/{self._name}").open() as network:
                assert ctypes.CDLL(None, use_errno=True).setns(network.fileno(), _CLONE_NEWNET) == 0
            try:
                found.append(socket.create_connection((address, port), _PATIENCE_S, (source, 0)))
            except OSError as error:
                found.append(error)

        thread = threading.Thread(target=connect)
        thread.start()
        thread.join()
        (outcome,) = found
        if isinstance(outcome, OSError):
            raise outcome
        return outcome


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
