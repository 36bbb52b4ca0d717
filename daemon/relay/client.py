"""The worker's side of the relay: questions to the llama-server over a socket of this machine, and what the
worker knows of that server, for `roomscribe check` and the page.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import select
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from daemon.base.durable import replace_volatile
from daemon.base.errors import StateWriteError
from daemon.base.paths import run_dir
from daemon.base.unix_sockets import UnixConnection
from pipelines.llm.served import PING_S, ServerLostError
from pipelines.model import Model, UtcDatetime


class ServerStatus(Model):
    """As of the worker's last question."""

    address: str
    answered_at: UtcDatetime | None = None
    """When it last gave an answer, as far as this start of the machine knows."""
    problem: str | None = None
    """Why it is not used now."""


def _path(state_dir: Path) -> Path:
    return run_dir(state_dir) / "server.json"


def read_server_status(state_dir: Path, address: str) -> ServerStatus:
    """Of this server."""
    try:
        found = ServerStatus.model_validate_json(_path(state_dir).read_bytes())
    except (OSError, ValidationError):
        return ServerStatus(address=address)
    return found if found.address == address else ServerStatus(address=address)


def write_server_status(state_dir: Path, status: ServerStatus) -> None:
    # Nobody's work should end because a line of the page could not be written.
    with contextlib.suppress(StateWriteError):
        replace_volatile(_path(state_dir), status.model_dump_json())


ASK_S = 20.0
"""For what needs no computing: the relay gives up a connection within five seconds."""
SILENT_S = 6.0 * PING_S
"""Between two signs of life of a server that computes."""
LOOK_S = 10.0
"""Before it computes there is no sign: it may be busy with other rooms. So often it is asked whether it is
alive."""
QUEUE_S = 300.0
"""For a slot. While a chunk is drafted nothing is heard, and a running transcript shall not be later than
that."""
_LONGEST_LINE = 4_000_000


class RelayedServer:
    """Obeys `pipelines.llm.served.Server`."""

    def __init__(
        self,
        path: Path,
        *,
        before: Callable[[], None] = lambda: None,
        answered: Callable[[], None] = lambda: None,
        queue_s: float = QUEUE_S,
        look_s: float = LOOK_S,
    ) -> None:
        """`path`: the relay's socket. `before` is called ahead of each question and with each event; it may
        raise to end it; `answered` after each answer."""
        self._path = path
        self._before = before
        self._answered = answered
        self._queue_s = queue_s
        self._look_s = look_s

    def ask(self, path: str, question: Mapping[str, Any] | None = None) -> dict[str, Any]:
        with closing(self._asked(path, question)) as connection:
            try:
                response = connection.getresponse()
                _require_ok(response)
                return _document(response.read())
            except (OSError, http.client.HTTPException) as error:
                raise _lost(error) from None

    def stream(self, path: str, question: Mapping[str, Any]) -> Generator[dict[str, Any], None, None]:
        with closing(self._asked(path, question)) as connection:
            try:
                self._wait_for_a_slot(connection)
                connection.sock.settimeout(SILENT_S)
                response = connection.getresponse()
                _require_ok(response)
                while line := response.readline(_LONGEST_LINE):
                    self._before()
                    if line.startswith(b":"):
                        yield {}
                    elif line.startswith(b"data: "):
                        event = _document(line.removeprefix(b"data: "))
                        if "error" in event:
                            raise ServerLostError(_message(event))
                        if event.get("stop"):
                            self._answered()
                        yield event
            except (OSError, http.client.HTTPException) as error:
                raise _lost(error) from None

    def _asked(self, path: str, question: Mapping[str, Any] | None) -> http.client.HTTPConnection:
        self._before()
        connection = UnixConnection(self._path, ASK_S)
        try:
            if question is None:
                connection.request("GET", path)
            else:
                body = json.dumps(question).encode()
                connection.request("POST", path, body, {"Content-Type": "application/json"})
        except OSError as error:
            connection.close()
            raise ServerLostError(f"the relay does not run ({error.strerror or error})") from None
        return connection

    def _wait_for_a_slot(self, connection: http.client.HTTPConnection) -> None:
        began_s = time.monotonic()
        while not select.select([connection.sock], [], [], self._look_s)[0]:
            self._before()
            if time.monotonic() - began_s > self._queue_s:
                raise ServerLostError(f"it was busy for {self._queue_s:.0f} s")
            self.ask("/health")


def _require_ok(response: http.client.HTTPResponse) -> None:
    if response.status == http.client.OK:
        return
    said = _message(_document(response.read(_LONGEST_LINE)))
    if response.status == http.client.UNAUTHORIZED:
        said = "it refuses the key in api.key"
    raise ServerLostError(said)


def _document(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ServerLostError("what answers there is no llama-server")
    return found


def _message(document: Mapping[str, Any]) -> str:
    error = document.get("error")
    return str(error.get("message") if isinstance(error, dict) else error or "it gives no reason")[:300]


def _lost(error: Exception) -> ServerLostError:
    silent = isinstance(error, TimeoutError)
    return ServerLostError(
        "it fell silent" if silent else f"the connection broke ({error or type(error).__name__})"
    )
