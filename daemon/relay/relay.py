"""Passes the worker's questions on to the one server of `[llm] server`, by TLS and with the house's key.

It is one of the two units with a network (the other one is the rooms'). It knows four questions, gives the
answers back as they come, keeps nothing and logs no word of either: whoever takes the worker over reaches
the llama-server through it, and nothing else.
"""

from __future__ import annotations

import json
import select
import socket
import ssl
import threading
from contextlib import closing, suppress

from daemon.base.addresses import ServerAddress
from daemon.base.log import LOGGER

KNOWN = {"GET /props", "GET /health", "POST /tokenize", "POST /completion"}
"""What may be asked. The rest of llama-server's interface (slots, metrics, other prompts) is nobody's
business."""
CONNECT_S = 5.0
"""In one building; a machine that is off does not answer at all."""
_HEAD_BYTES, _BODY_BYTES = 16_384, 4_000_000
_REQUEST_S = 10.0
"""The worker sends a question in one go."""
_MOST = 8
"""Connections at once. The worker has one, and a second to see whether a server that is silent is alive."""
_SILENT_S = 900.0
"""Longer than the worker waits for anything."""


class RefusedError(Exception):
    """The question is not passed on; the message tells why."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Relay:
    def __init__(
        self, listener: socket.socket, address: ServerAddress, context: ssl.SSLContext, key: str
    ) -> None:
        """`context` trusts the house's authority alone. `key` goes with each question, and nowhere else."""
        self._listener = listener
        self._address = address
        self._context = context
        self._key = key
        self._free = threading.BoundedSemaphore(_MOST)
        self._said = ""

    def run(self) -> None:
        """Until the listener is closed."""
        with suppress(OSError):
            while True:
                self._free.acquire()
                caller, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(caller,), daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        try:
            with closing(caller), suppress(OSError):
                caller.settimeout(_REQUEST_S)
                try:
                    question = _read(caller)
                    with closing(self._connected()) as server:
                        server.sendall(self._with_key(*question))
                        self._say(f"{self._address} is reached")
                        _pass_on(server, caller)
                except RefusedError as refused:
                    self._say(str(refused))
                    caller.sendall(_refusal(refused))
        finally:
            self._free.release()

    def _connected(self) -> ssl.SSLSocket:
        where = (self._address.host, self._address.port)
        try:
            plain = socket.create_connection(where, CONNECT_S)
        except OSError as error:
            raise RefusedError(
                "502 Bad Gateway", f"{self._address} does not answer ({error.strerror or error})"
            ) from None
        try:
            plain.settimeout(_REQUEST_S)
            return self._context.wrap_socket(plain, server_hostname=self._address.host)
        except ssl.SSLCertVerificationError as error:
            plain.close()
            reason = f"the certificate of {self._address} is not the house's ({error.verify_message})"
        except OSError as error:  # ssl.SSLError, too
            plain.close()
            reason = f"{self._address} speaks no TLS ({getattr(error, 'reason', None) or error})"
        raise RefusedError("502 Bad Gateway", reason)

    def _with_key(self, what: str, body: bytes) -> bytes:
        head = (
            f"{what} HTTP/1.1\r\nHost: {self._address}\r\nAuthorization: Bearer {self._key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + body

    def _say(self, state: str) -> None:
        """In the log, whenever it has changed."""
        if state != self._said:
            self._said = state
            LOGGER.info("%s", state)


def _read(caller: socket.socket) -> tuple[str, bytes]:
    """What is asked ("GET /props") and its body. RefusedError."""
    head, blank, body = _until_blank(caller)
    line, *fields = head.decode("latin-1").split("\r\n")
    what = line.rpartition(" ")[0]
    if not blank or what not in KNOWN:
        raise RefusedError("403 Forbidden", f"the relay does not pass on {what[:80]!r}")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (each.partition(":") for each in fields)
    }
    told = headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > _BODY_BYTES:
        raise RefusedError("413 Content Too Large", "the question is too long for the relay")
    while len(body) < int(told):
        if not (more := caller.recv(65_536)):
            raise RefusedError("400 Bad Request", "the question broke off")
        body += more
    return what, body[: int(told)]


def _until_blank(caller: socket.socket) -> tuple[bytes, bytes, bytes]:
    read = b""
    while b"\r\n\r\n" not in read and len(read) < _HEAD_BYTES and (more := caller.recv(65_536)):
        read += more
    return read.partition(b"\r\n\r\n")


def _pass_on(server: ssl.SSLSocket, caller: socket.socket) -> None:
    """All that the server says, until either side ends it: a caller that hangs up ends the computing
    there."""
    # A server that is busy sends TLS's own messages at once, and the answer whenever it has one.
    server.setblocking(False)
    while True:
        if not server.pending():
            ready, _, _ = select.select([server, caller], [], [], _SILENT_S)
            if caller in ready or server not in ready:
                return
        try:
            said = server.recv(65_536)
        except ssl.SSLWantReadError:
            continue
        if not said:
            return
        caller.sendall(said)


def _refusal(refused: RefusedError) -> bytes:
    """In the form of llama-server's own errors."""
    body = json.dumps({"error": {"message": str(refused), "type": "relay"}}).encode()
    head = f"HTTP/1.1 {refused.status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body
