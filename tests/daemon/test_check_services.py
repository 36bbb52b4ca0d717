"""What `roomscribe check` tells of units, port and sandboxes, where systemd's answers are scripted."""

from __future__ import annotations

import http.server
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import Pins, seal
from daemon.base.durable import make_folder
from daemon.base.lock import WriterLock
from daemon.base.systemd import Notifier
from daemon.hub.client import lock_path
from daemon.machine.check import Finding, Host
from daemon.machine.check.escape import main as escape
from daemon.machine.check.host import Ran
from daemon.machine.check.probes import check
from daemon.machine.check.sandbox import directives, leaks
from daemon.spool.recorder_status import write_status
from daemon.worker.status import Pulse
from tests.fakes.check_host import Answers, host
from tests.fakes.room_page import recorder_status

ACTIVE = "LoadState=loaded\nActiveState=active\nResult=success\nStatusText=listening\nNRestarts=0\n"
DEAD = "LoadState=loaded\nActiveState=failed\nResult=watchdog\nStatusText=\nNRestarts=7\n"
UNIT = """# /usr/local/lib/systemd/system/roomscribe-hub.service
[Unit]
Description=a sandbox
[Service]
Type=notify
ExecStart=/bin/true
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
CapabilityBoundingSet=CAP_CHOWN
SystemCallFilter=@system-service \\
  @io
# /etc/systemd/system/roomscribe-hub.service.d/override.conf
[Service]
PrivateNetwork=no
WatchdogSec=1
IPAddressAllow=localhost link-local
RestrictAddressFamilies=
CapabilityBoundingSet=
"""


def found(machine: Host, probe: str) -> Finding:
    [finding] = check(machine, [probe]).findings
    return finding


def units(recorder: str = ACTIVE, worker: str = ACTIVE, hub: str = ACTIVE) -> dict[str, Ran | str]:
    properties = "LoadState,ActiveState,Result,StatusText,NRestarts"
    states = {"recorder": recorder, "worker": worker, "hub": hub}
    return {
        f"systemctl show --property={properties} roomscribe-{name}.service": state
        for name, state in states.items()
    }


def test_without_systemd_services_and_egress_are_not_checked(tmp_path: Path) -> None:
    machine = host(tmp_path)
    assert [found(machine, probe).status for probe in ("services", "egress")] == ["skipped", "skipped"]
    assert "not checked" in found(machine, "egress").message


def test_running_services_are_told_with_what_they_do(tmp_path: Path) -> None:
    finding = found(host(tmp_path, answers=units(), systemd=True), "services")
    assert finding.status == "ok"
    assert "recorder: listening" in finding.message


def test_a_failed_service_fails_the_check_and_names_its_log(tmp_path: Path) -> None:
    finding = found(host(tmp_path, answers=units(worker=DEAD), systemd=True), "services")
    assert finding.status == "fail"
    assert "worker: failed (watchdog)" in finding.message
    assert "roomscribe-worker" in (finding.advice or "")


def test_a_service_that_cannot_be_loaded_fails_the_check(tmp_path: Path) -> None:
    masked = "LoadState=masked\nActiveState=inactive\nResult=success\nStatusText=\nNRestarts=0\n"
    finding = found(host(tmp_path, answers=units(worker=masked), systemd=True), "services")
    assert finding.status == "fail"
    assert "worker: inactive (masked)" in finding.message


def test_without_systemd_services_are_told_by_what_they_say_themselves(tmp_path: Path) -> None:
    machine = host(tmp_path)
    make_folder(machine.state_dir / "hub")
    with closing(WriterLock(lock_path(machine.state_dir))):
        finding = found(machine, "services")
        assert finding.status == "fail"
        assert finding.message == "recorder: not running; worker: not running; hub: keeps the notes"
        Pulse(machine.state_dir / "run", Notifier({})).idle()
        status = recorder_status("idle", boot_s=machine.clock.boot_s())
        write_status(machine.state_dir / "run/recorder.json", status)
        finding = found(machine, "services")
        assert finding.status == "ok"
        assert finding.message == "recorder: waiting; worker: waits for work; hub: keeps the notes"


def test_restarts_are_a_warning(tmp_path: Path) -> None:
    restarted = ACTIVE.replace("NRestarts=0", "NRestarts=3")
    finding = found(host(tmp_path, answers=units(hub=restarted), systemd=True), "services")
    assert finding.status == "warn"
    assert "hub 3 times" in finding.message


def test_an_appliance_that_was_stopped_is_no_failure(tmp_path: Path) -> None:
    stopped = ACTIVE.replace("active\n", "inactive\n")
    machine = host(tmp_path, answers=units(stopped, stopped, stopped), systemd=True)
    assert (found(machine, "services").status, found(machine, "services").advice) == (
        "warn",
        "systemctl start roomscribe",
    )


class _Page(http.server.BaseHTTPRequestHandler):
    server_version = "Roomscribe"

    def version_string(self) -> str:
        return self.server_version

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def listening(port: int) -> dict[str, Ran | str]:
    return {"systemctl show --property=Listen": f"Listen=127.0.0.1:{port} (Stream)\n"}


def test_a_port_that_roomscribe_answers_is_fine(tmp_path: Path, port: int) -> None:
    finding = found(host(tmp_path, answers=listening(port)), "page")
    assert (finding.status, finding.details["answers"]) == ("ok", True)


def test_a_page_that_is_meant_for_all_and_has_no_pin_is_told(tmp_path: Path, port: int) -> None:
    everywhere = {"systemctl show --property=Listen": f"Listen=[::]:{port} (Stream)\n"}
    machine = host(tmp_path, answers=everywhere)
    finding = found(machine, "page")
    assert finding.status == "warn"
    assert finding.advice is not None
    assert "roomscribe pin reset" in finding.advice
    Pins(machine.state_dir).put({"member": seal("12345678", datetime.now(UTC))})
    assert found(machine, "page").status == "ok"


def test_a_port_of_another_program_fails(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Page, "server_version", "nginx")
    finding = found(host(tmp_path, answers=listening(port)), "page")
    assert finding.status == "fail"
    assert "nginx" in finding.message


def test_a_free_port_is_fine(tmp_path: Path, port: int) -> None:
    machine = host(tmp_path)
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as closed:
        free = closed.server_port
    (tmp_path / "config.toml").write_text(f"[web]\nport = {free}\n")
    finding = found(machine, "page")
    assert (finding.status, finding.details["answers"]) == ("ok", False)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("resources", "could not be opened when it was last tried"),
        ("trigger-limit-hit", "has failed (trigger-limit-hit)"),
    ],
)
def test_a_socket_that_has_failed_is_told_with_what_systemd_knows_of_it(
    tmp_path: Path, result: str, said: str
) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), _Page) as closed:
        answers = listening(closed.server_port)
    answers["systemctl show --property=ActiveState"] = f"ActiveState=failed\nResult={result}\n"
    finding = found(host(tmp_path, answers=answers), "page")
    assert finding.status == "fail"
    assert finding.message == f"there is no page: roomscribe-hub.socket {said}"
    assert "journalctl -u roomscribe-hub.socket" in (finding.advice or "")


def test_a_port_for_tls_that_another_program_has_fails_though_the_page_answers(
    tmp_path: Path, port: int
) -> None:
    answers = listening(port)
    answers["systemctl show --property=ActiveState,Result roomscribe-tls.socket"] = (
        "ActiveState=failed\nResult=resources\n"
    )
    finding = found(host(tmp_path, answers=answers), "page")
    assert finding.status == "fail"
    assert "other devices are refused: roomscribe-tls.socket" in finding.message


def test_the_sandbox_is_the_units_with_its_drop_ins() -> None:
    assert directives(UNIT) == [
        "PrivateNetwork=yes",
        "SystemCallFilter=@system-service    @io",
        "PrivateNetwork=no",
        "IPAddressAllow=localhost",
        "IPAddressAllow=link-local",
        "CapabilityBoundingSet=",
    ]


OWN_NETWORK = os.stat("/proc/self/ns/net").st_ino  # noqa: PTH116  # no path


def attempt(way: str, outcome: str, target: str = "192.0.2.1:443") -> dict[str, str]:
    return {"target": target, "way": way, "outcome": outcome}


def tried(network: int, *attempts: dict[str, str], listens: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"network": network, "attempts": list(attempts), "listens": list(listens)}


@pytest.mark.parametrize(
    ("network", "outcomes"),
    [
        (OWN_NETWORK + 1, [("datagram", "EAFNOSUPPORT"), ("connection", "EAFNOSUPPORT")]),
        (OWN_NETWORK + 1, [("datagram", "ENETUNREACH"), ("connection", "ENETUNREACH")]),
        (OWN_NETWORK, [("datagram", "EPERM"), ("connection", "ETIMEDOUT")]),
        (OWN_NETWORK + 1, [("door", "ENOENT")]),
        (OWN_NETWORK + 1, [("io_uring", "EPERM"), ("io_uring", "ENOSYS")]),
        (OWN_NETWORK, [("file", "ENOENT"), ("file", "EACCES")]),
    ],
)
def test_what_the_kernel_refuses_is_no_leak(network: int, outcomes: list[tuple[str, str]]) -> None:
    assert leaks(tried(network, *(attempt(*outcome) for outcome in outcomes))) == []


@pytest.mark.parametrize(
    ("network", "outcome"),
    [
        # Offline is not the same as confined.
        (OWN_NETWORK, ("connection", "ENETUNREACH")),
        (OWN_NETWORK, ("connection", "ETIMEDOUT")),
        (OWN_NETWORK + 1, ("connection", "ECONNREFUSED")),
        (OWN_NETWORK + 1, ("datagram", "sent")),
        (OWN_NETWORK + 1, ("door", "connected")),
        (OWN_NETWORK + 1, ("io_uring", "opened")),
        (OWN_NETWORK, ("file", "read")),
    ],
)
def test_silence_and_answers_are_leaks(network: int, outcome: tuple[str, str]) -> None:
    assert leaks(tried(network, attempt(*outcome))) != []


def test_who_listens_does_so_for_neighbours_alone() -> None:
    near = ("tcp 127.0.0.1:22000", "udp 192.168.1.20:22000", "tcp [::1]:22000", "tcp [::ffff:10.0.0.7]:22000")
    assert leaks(tried(OWN_NETWORK, listens=near)) == []
    for place in ("tcp 0.0.0.0:21027", "tcp [::]:22000", "udp 203.0.113.4:21027", "udp 0.0.0.0:21027"):
        assert leaks(tried(OWN_NETWORK, listens=(*near, place))) == [f"listens at {place}"]


def test_the_rooms_unit_alone_hears_broadcasts_and_only_behind_a_filter() -> None:
    refused = (attempt("datagram", "EPERM"), attempt("connection", "ETIMEDOUT"))
    discovery = ("udp 0.0.0.0:21027", "udp 0.0.0.0:49314")
    told = [f"listens at {place}" for place in discovery]
    assert leaks(tried(OWN_NETWORK, *refused, listens=discovery), "rooms") == []
    assert leaks(tried(OWN_NETWORK, *refused, listens=discovery), "relay") == told
    assert leaks(tried(OWN_NETWORK, listens=discovery), "rooms") == told
    others = ("tcp 0.0.0.0:21027", "udp 0.0.0.0:22000", "udp [::]:21027")
    assert leaks(tried(OWN_NETWORK, *refused, listens=others), "rooms") == [
        f"listens at {place}" for place in others
    ]


def test_an_attempt_from_a_program_without_sandbox_gets_through() -> None:
    """The control: to this machine's own loopback, where nothing listens."""
    with (
        socket.create_server(("127.0.0.77", 0)) as four,
        socket.create_server(("::1", 0), family=socket.AF_INET6) as six,
        socket.socket(type=socket.SOCK_DGRAM) as hearing,
        socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as hearing_six,
    ):
        hearing.bind(("127.0.0.77", 0))
        hearing_six.bind(("::1", 0))
        outcome = escape(["127.0.0.1:9", __file__, "/nowhere"])
        listens = {
            f"tcp 127.0.0.77:{four.getsockname()[1]}",
            f"tcp [::1]:{six.getsockname()[1]}",
            f"udp 127.0.0.77:{hearing.getsockname()[1]}",
            f"udp [::1]:{hearing_six.getsockname()[1]}",
        }
    assert attempt("datagram", "sent", "127.0.0.1:9") in outcome["attempts"]
    assert attempt("file", "read", __file__) in outcome["attempts"]
    assert attempt("file", "ENOENT", "/nowhere") in outcome["attempts"]
    assert listens <= set(outcome["listens"])
    assert leaks(outcome) != []


def sandboxes(outcome: dict[str, Any]) -> dict[str, Ran | str]:
    return units() | {
        "systemctl show --property=LoadState roomscribe": "LoadState=loaded\n",
        "systemctl cat": UNIT,
        "systemd-run": json.dumps(outcome),
    }


def test_a_leak_fails_loudly_and_names_the_service(tmp_path: Path) -> None:
    answers = sandboxes(tried(OWN_NETWORK, attempt("datagram", "sent")))
    finding = found(host(tmp_path, answers=answers, systemd=True, uid=0), "egress")
    assert finding.status == "fail"
    assert "LETS SERVICES SEND" in finding.message
    assert "recorder (datagram to 192.0.2.1:443: sent)" in finding.message


def test_targets_are_tried_in_the_sandbox_of_each_service(tmp_path: Path) -> None:
    answers = sandboxes(tried(OWN_NETWORK + 1, attempt("datagram", "EAFNOSUPPORT")))
    machine = host(tmp_path, answers=answers, systemd=True, uid=0)
    assert found(machine, "egress").status == "ok"
    assert isinstance(machine.run, Answers)
    runs = [line for line in machine.run.asked if line.startswith("systemd-run")]
    assert len(runs) == 3
    assert all("--property=PrivateNetwork=no" in line and "192.0.2.1:443" in line for line in runs)


@pytest.mark.parametrize(
    ("server", "neighbour"),
    [
        ("192.168.1.20", "192.168.1.21"),
        ("192.168.1.254", "192.168.1.252"),  # .255 takes no datagram in any case
        ("[fd00::20]", "[fd00::21]"),
    ],
)
def test_the_relay_is_tried_with_a_neighbour_of_its_server(
    tmp_path: Path, server: str, neighbour: str
) -> None:
    answers = sandboxes(tried(OWN_NETWORK + 1, attempt("datagram", "EAFNOSUPPORT")))
    sent = tried(OWN_NETWORK, attempt("datagram", "sent", f"{neighbour}:8081"))
    beginning = "systemd-run --quiet --wait --pipe --collect --property=IPAddressAllow=192.168.0.0/16"
    answers |= {
        "systemctl cat roomscribe-relay.service": "[Service]\nIPAddressAllow=192.168.0.0/16\n",
        beginning: json.dumps(sent),
    }
    machine = host(tmp_path, answers=answers, systemd=True, uid=0)
    machine.config_file.write_text(f'[llm]\nserver = "https://{server}:8081"\n')
    finding = found(machine, "egress")
    assert f"relay (datagram to {neighbour}:8081: sent)" in finding.message
    assert isinstance(machine.run, Answers)
    [run] = [line for line in machine.run.asked if line.startswith(beginning)]
    assert f" {neighbour}:8081 " in run


def test_a_sandbox_that_cannot_be_made_is_a_failure_not_a_pass(tmp_path: Path) -> None:
    answers = sandboxes({}) | {"systemd-run": Ran(1, err="Failed to set unit properties\n")}
    finding = found(host(tmp_path, answers=answers, systemd=True, uid=0), "egress")
    assert finding.status == "fail"
    assert "Failed to set unit properties" in finding.message


def test_egress_takes_root(tmp_path: Path) -> None:
    assert "root" in found(host(tmp_path, systemd=True, uid=1000), "egress").message
