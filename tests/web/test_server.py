"""The server on a real socket: where it listens, and how it ends."""

from __future__ import annotations

import contextlib
import http.client
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from datetime import UTC
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from daemon.access import connections as patience
from daemon.access.connections import PER_PEER
from daemon.cli.context import AppContext
from daemon.notes.store import NoteStore
from tests.fakes.kept_meetings import held
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from tests.fakes.serving import answering
from web.app import create_app
from web.bodies import MAX_BODY_BYTES
from web.serve import serve
from web.server import THREADS, AddressRefusedError, CannotListenError, Server, run_server

SOUND_BYTES = 64 * 1024 * 1024
"""Of a meeting: more than waitress would keep for who does not read."""


@contextmanager
def running(host: str = "127.0.0.1", app: Flask | None = None) -> Iterator[Server]:
    app = app or create_app(reader_of(office_move()), timezone=UTC)
    with answering(Server(app, host, 0)) as server:
        yield server


def get(
    server: Server, path: str = "/", host: str | None = None, method: str = "GET"
) -> tuple[int, dict[str, str]]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        connection.request(method, path, headers={"Host": host} if host else {})
        with connection.getresponse() as answer:
            answer.read()
            return answer.status, dict(answer.headers)


def test_a_page_is_served_and_the_server_does_not_tell_its_version() -> None:
    with running() as server:
        status, headers = get(server)
    assert status == 200
    assert headers["Server"] == "Roomscribe"


def test_a_foreign_host_name_is_refused_on_the_wire() -> None:
    with running() as server, closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", "/", headers={"Host": "evil.example"})
        with connection.getresponse() as answer:
            assert answer.status == 421
            assert f"http://127.0.0.1:{server.port}," in answer.read().decode()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.0.0.2"])
def test_the_address_given_is_the_address_listened_on(host: str) -> None:
    with running(host) as server:
        address = "127.0.0.1" if host == "localhost" else host
        assert server.url == f"http://{address}:{server.port}"
        socket.create_connection((address, server.port), timeout=10).close()


@pytest.mark.parametrize("host", ["example.org", "", "0.0.0.0:80", "127.1"])
def test_what_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(AddressRefusedError, match="is not an address") as caught:
        Server(create_app(reader_of(), timezone=UTC), host, 0)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(("host", "dialled"), [("0.0.0.0", ["127.0.0.1"]), ("::", ["127.0.0.1", "::1"])])
def test_one_that_listens_everywhere_answers_on_every_address(host: str, dialled: list[str]) -> None:
    with running(host) as server:
        assert server.url == f"http://{socket.gethostname().split('.')[0].lower()}:{server.port}"
        assert not server.is_for_this_machine_alone
        for address in dialled:
            with closing(http.client.HTTPConnection(address, server.port, timeout=10)) as connection:
                connection.request("GET", "/health")
                assert connection.getresponse().status == 200


def test_a_port_in_use_is_named() -> None:
    with running() as server, pytest.raises(CannotListenError) as caught:
        Server(create_app(reader_of(), timezone=UTC), "127.0.0.1", server.port)
    assert str(caught.value) == f"port {server.port} is in use; choose another with --port"
    assert caught.value.exit_code == 1


def test_a_large_body_is_refused_unread() -> None:
    with running() as server, socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1)
        )
        assert raw.recv(1024).startswith(b"HTTP/1.1 413")


def test_a_slow_client_does_not_keep_others_waiting() -> None:
    with running() as server, ExitStack() as stack:
        for _ in range(PER_PEER - 1):
            slow = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            stack.enter_context(slow)
            slow.sendall(b"GET / HTTP/1.1\r\n")
        assert get(server)[0] == 200


def test_slow_listeners_and_twenty_open_pages_do_not_keep_others_waiting(tmp_path: Path) -> None:
    with held(tmp_path, "talk", 1).open("r+b") as original:
        original.truncate(SOUND_BYTES)
    with (
        NoteStore.open_reader(tmp_path) as store,
        running(app=create_app(lambda: nullcontext(store), timezone=UTC, state_dir=tmp_path)) as server,
        ExitStack() as stack,
    ):
        pages = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=10) for _ in range(20)]
        for page in pages:
            stack.enter_context(closing(page))
            page.request("GET", "/meetings/talk")
            assert page.getresponse().read()  # and its connection stays, as a browser's
        for _ in range(2 * THREADS):
            listener = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            stack.enter_context(listener)
            listener.sendall(b"GET /meetings/talk/audio HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert listener.recv(12) == b"HTTP/1.1 200"  # and reads no further
        for page in pages:
            page.request("GET", "/")
            assert page.getresponse().read()


def test_one_peer_does_not_take_all_connections() -> None:
    with running() as server, ExitStack() as stack:
        address = ("127.0.0.1", server.port)
        *_, one_more = [
            stack.enter_context(socket.create_connection(address, timeout=10)) for _ in range(PER_PEER + 1)
        ]
        assert one_more.recv(1) == b""
        other = stack.enter_context(socket.create_connection(address, 10, source_address=("127.0.0.2", 0)))
        other.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert other.recv(1024).startswith(b"HTTP/1.0 200")


def test_a_request_that_comes_drop_by_drop_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD_S", 0.2)
    with running() as server, socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nX: ")
        with pytest.raises(ConnectionError):  # noqa: PT012  # which of the drops is refused is not ours to say
            for _ in range(2000):
                raw.sendall(b"x")
                raw.settimeout(0.01)
                with contextlib.suppress(TimeoutError):
                    if raw.recv(1) == b"":
                        raise ConnectionResetError


def test_ready_is_told_the_address_once_it_listens() -> None:
    told = []

    def ready(url: str) -> None:
        told.append(url)
        port = int(url.rpartition(":")[2])
        socket.create_connection(("127.0.0.1", port), timeout=10).close()
        signal.raise_signal(signal.SIGTERM)

    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    run_server(create_app(reader_of(), timezone=UTC), "127.0.0.1", 0, ready=ready)
    assert told[0].startswith("http://127.0.0.1:")
    assert handlers == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]


def test_the_command_refuses_what_is_no_address(tmp_path: Path) -> None:
    context = AppContext(state_dir=tmp_path, config_file=None)
    result = CliRunner().invoke(serve, ["--host", "example.org"], obj=context)
    assert isinstance(result.exception, AddressRefusedError)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_command_shows_stored_notes_until_it_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(office_move())
    program = "from daemon.cli.main import main; main()"
    command = [sys.executable, "-c", program, "--state", str(tmp_path), "serve", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        port = int(line.split("http://127.0.0.1:")[1].split()[0])
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
            connection.request("GET", "/meetings/office-move")
            with connection.getresponse() as answer:
                assert "Moving to the new office" in answer.read().decode()
        process.send_signal(number)
        out, error = process.communicate(timeout=30)
    assert process.returncode == 0
    assert out == ""
    assert error == ""
