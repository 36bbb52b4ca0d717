"""The machine's own authority, and the page under TLS as a client that trusts this authority sees it."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from daemon.access.certificates import CertificateError, Certificates
from daemon.base.config import load_config, packaged_config
from daemon.cli.context import AppContext
from daemon.cli.pin import tls
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from tests.fakes.serving import answering
from tests.web.security.conftest import HOST, PHONE, PIN, House
from web.app import create_app
from web.security import Door
from web.server import THREADS, Server

NETWORKS = (*load_config(packaged_config()).web.networks, "127.0.0.0/8")
NAMES = ("roomscribe", "roomscribe.local", "127.0.0.1")


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    made = Certificates(tmp_path)
    made.make(NAMES, NETWORKS, datetime.now(UTC))
    return made


@contextmanager
def serving(certificates: Certificates) -> Iterator[Server]:
    app = create_app(reader_of(office_move()), timezone=UTC, door=Door(hostname="roomscribe"))
    with answering(Server(app, "127.0.0.1", 0, tls=certificates.context())) as server:
        yield server


def connected(server: Server, trusted: Path, name: str = "127.0.0.1") -> http.client.HTTPSConnection:
    """A client that trusts one authority and checks the name."""
    context = ssl.create_default_context(cafile=trusted)
    connection = http.client.HTTPSConnection(name, server.port, context=context, timeout=10)
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    try:
        connection.sock = context.wrap_socket(plain, server_hostname=name)
    except BaseException:
        plain.close()
        raise
    return connection


@pytest.mark.parametrize("name", NAMES)
def test_a_device_that_trusts_the_authority_gets_the_page(certificates: Certificates, name: str) -> None:
    with serving(certificates) as server, closing(connected(server, certificates.authority, name)) as page:
        for _ in range(3):
            page.request("GET", "/meetings/office-move", headers={"Host": "127.0.0.1"})
            with page.getresponse() as answer:
                assert "Moving to the new office" in answer.read().decode()


def test_another_name_is_not_covered(certificates: Certificates) -> None:
    with serving(certificates) as server, pytest.raises(ssl.SSLCertVerificationError):
        connected(server, certificates.authority, "roomscribe.example.org")


def test_the_authority_cannot_vouch_for_the_rest_of_the_world(tmp_path: Path) -> None:
    """Its key in the wrong hands: what it signs for another name is worth nothing."""
    stolen = Certificates(tmp_path)
    now = datetime.now(UTC)
    stolen.make(NAMES, NETWORKS, now)
    authority = stolen.authority.read_bytes()
    known = stolen._read_authority((), now)
    assert known is not None
    from daemon.access import certificates as module

    page, key = module._signed(["bank.example"], *known, now)
    (tmp_path / "tls/page.pem").write_bytes(module._pem(key) + module._pem_of(page))
    assert stolen.authority.read_bytes() == authority
    with serving(stolen) as server, pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        connected(server, stolen.authority, "bank.example")


def test_plain_http_and_noise_on_its_port_hurt_nobody(certificates: Certificates) -> None:
    with serving(certificates) as server:
        for noise in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01", b"\0" * 5000, b""):
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
                raw.sendall(noise)
                if noise:
                    continue
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(100):
                    pass  # an alert, perhaps; then the end
        with closing(connected(server, certificates.authority)) as page:
            page.request("GET", "/health")
            assert page.getresponse().status == 200


def test_many_devices_at_once_are_served(certificates: Certificates) -> None:
    statuses: list[int] = []

    def ask() -> None:
        with closing(connected(server, certificates.authority)) as page:
            for _ in range(5):
                page.request("GET", "/meetings/office-move")
                with page.getresponse() as answer:
                    answer.read()
                    statuses.append(answer.status)

    with serving(certificates) as server:
        askers = [threading.Thread(target=ask) for _ in range(8)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
    assert statuses == [200] * 40


def test_a_large_answer_arrives_whole_at_a_slow_reader(certificates: Certificates) -> None:
    with serving(certificates) as server, closing(connected(server, certificates.authority)) as page:
        page.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(3):
            page.request("GET", "/meetings/office-move.json")
            with page.getresponse() as answer:
                expected = int(answer.headers["Content-Length"])
                assert sum(len(piece) for piece in iter(lambda: answer.read(512), b"")) == expected


def test_clients_that_ask_on_and_never_read_stop_nobody(certificates: Certificates) -> None:
    with serving(certificates) as server, ExitStack() as stack:
        for _ in range(THREADS + 1):
            greedy = stack.enter_context(closing(connected(server, certificates.authority)))
            greedy.sock.sendall(b"GET /meetings/office-move.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000)
        for _ in range(20):
            with closing(connected(server, certificates.authority)) as page:
                page.request("GET", "/health")
                assert page.getresponse().status == 200


def test_renewal_keeps_the_authority_unless_a_name_is_new(certificates: Certificates) -> None:
    now = datetime.now(UTC)
    before = certificates.authority.read_bytes()
    renewed = certificates.make(NAMES[:2], NETWORKS, now + timedelta(days=700))
    assert not renewed.is_new_authority
    assert certificates.authority.read_bytes() == before
    assert certificates.make((*NAMES, "notes.example.org"), NETWORKS, now).is_new_authority
    assert certificates.authority.read_bytes() != before


def test_an_authority_that_would_end_first_is_replaced(certificates: Certificates) -> None:
    assert certificates.make(NAMES, NETWORKS, datetime.now(UTC) + timedelta(days=3000)).is_new_authority


def test_keys_are_the_services_alone(tmp_path: Path, certificates: Certificates) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "tls").iterdir()}
    assert modes == {"authority.crt": 0o640, "authority.key": 0o600, "page.pem": 0o600}


def test_a_damaged_certificate_is_named(tmp_path: Path, certificates: Certificates) -> None:
    (tmp_path / "tls/page.pem").write_text("gone")
    with pytest.raises(CertificateError, match="roomscribe tls"):
        certificates.context()
    assert Certificates(tmp_path / "none").context() is None


def test_the_command_tells_what_to_trust_and_how_to_turn_it_on(tmp_path: Path) -> None:
    context = AppContext(tmp_path, packaged_config())
    result = CliRunner().invoke(tls, ["--name", "notes.example.org", "--name", "192.168.1.1"], obj=context)
    assert result.exception is None, result.exception
    assert f"{socket.gethostname().split('.')[0].lower()}.local" in result.output
    assert "notes.example.org, 192.168.1.1, until" in result.output
    assert "systemctl enable roomscribe-tls.socket" in result.output
    assert "New: every device" in result.output


def test_where_tls_is_on_other_devices_get_in_by_it_alone(house: House, certificates: Certificates) -> None:
    house.authority = certificates.authority
    house.restart()
    phone = house.device()
    asked = phone.open("/meetings/office-move?x=1")
    assert (asked.status_code, asked.headers["Location"]) == (
        307,
        f"https://{HOST}/meetings/office-move?x=1",
    )
    smuggled = phone.open("/a%0d%0aSet-Cookie:%20x=y?z=%0d%0a")
    assert smuggled.headers["Location"] == f"https://{HOST}/a%0D%0ASet-Cookie%3A%20x%3Dy?z=%0d%0a"
    assert phone.open("/pin", "POST", data={"pin": PIN["member"]}).status_code == 403
    assert phone.open("/authority.crt").data.startswith(b"-----BEGIN CERTIFICATE")
    assert house.device("127.0.0.1", "localhost").open("/").status_code == 200

    secure = house.device(PHONE)
    secure.scheme = "https"
    cookie = secure.enter(PIN["member"]).headers["Set-Cookie"]
    assert cookie.startswith("__Host-roomscribe=")
    assert "Secure" in cookie
    assert secure.open("/").status_code == 200
    headers = {"Origin": f"http://{HOST}", "X-CSRF-Token": secure.token("/")}
    assert secure.open("/leave", "POST", headers=headers).status_code == 403, "a plain page is not ours"
