"""The page's address while the hub cannot run, and how the appliance comes back after hours of that."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fakes.appliance import wait_for
from tests.systemd.machine import Machine
from tests.systemd.room import STATE, drop, sources

GET = (
    "import socket; s = socket.create_connection(('127.0.0.1', 80), 10); s.settimeout(10);"
    "s.sendall(b'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n');"
    "print(b''.join(iter(lambda: s.recv(65536), b'')).decode(errors='replace'))"
)


def get(machine: Machine) -> tuple[str, float]:
    """What a browser on the machine gets, and after how many seconds."""
    begin_s = time.monotonic()
    answer = machine.run("/usr/bin/python3", "-c", GET).stdout
    return answer, time.monotonic() - begin_s


def get_or_none(machine: Machine, port: int = 80) -> str:
    """What a browser gets; "" where nobody listens."""
    done = machine.run("/usr/bin/python3", "-c", GET.replace("80)", f"{port})"), check=False)
    return done.stdout if done.returncode == 0 else ""


@contextmanager
def crashing(machine: Machine, unit: str) -> Iterator[None]:
    """It ends at once and is started anew, ten times a second."""
    machine.drop_in(
        f"{unit}.service", "zz-broken", "[Service]\nExecStart=\nExecStart=/usr/bin/false\nRestartSec=0.1\n"
    )
    machine.systemctl("daemon-reload")
    machine.systemctl("restart", unit, check=False)
    try:
        yield
    finally:
        (machine.root / f"etc/systemd/system/{unit}.service.d/zz-broken.conf").unlink()
        machine.systemctl("daemon-reload")


def test_while_the_hub_crashes_a_static_page_answers_and_a_start_brings_it_back(appliance: Machine) -> None:
    with crashing(appliance, "roomscribe-hub"):
        # More than any limit of systemd's: five in ten seconds are its default.
        wait_for(lambda: int(appliance.shown("roomscribe-hub", "NRestarts")) > 20, "a crash loop")
        for _ in range(2):
            answer, seconds = get(appliance)
            assert answer.startswith("HTTP/1.1 503 ")
            assert "systemctl status roomscribe" in answer
            assert seconds < 2 + 1, "the second is for starting the browser"
        assert appliance.shown("roomscribe-hub.socket", "ActiveState") == "active"
    appliance.systemctl("start", "roomscribe")
    wait_for(lambda: appliance.shown("roomscribe-hub", "ActiveState") == "active", "the hub")
    wait_for(lambda: get(appliance)[0].startswith("HTTP/1.1 200 "), "the page")


@contextmanager
def taken_port(machine: Machine, port: int = 80) -> Iterator[None]:
    """Another program answers at the page's port, and has come first."""
    machine.systemctl("stop", "roomscribe")
    server = ["/usr/bin/python3", "-m", "http.server", f"{port}"]
    machine.run("systemd-run", "--quiet", "--unit=other", "--collect", *server)
    wait_for(lambda: "SimpleHTTP" in get_or_none(machine, port), "the other program")
    try:
        machine.systemctl("start", "roomscribe")
        yield
    finally:
        machine.systemctl("stop", "other", check=False)


def test_a_taken_port_costs_the_page_and_nothing_else_until_it_is_free(appliance: Machine) -> None:
    with taken_port(appliance):
        assert appliance.shown("roomscribe-hub", "ActiveState") == "active"
        drop(appliance, "no-page.vtt")
        wait_for(lambda: "no-page.vtt" in sources(appliance), "a note without a page")
        status = appliance.run("roomscribe", "status", check=False)
        assert status.returncode == 1
        assert re.search(r"^fail +hub +the page's port is taken", status.stdout, re.MULTILINE), status.stdout
        checked = appliance.run("roomscribe", "check", "--only", "page", check=False)
        assert checked.returncode == 1
        assert "another program answers" in checked.stdout
        assert appliance.shown("roomscribe-hub", "NRestarts") == "0"
    # Nobody has to do anything; it is asked for once a minute.
    wait_for(lambda: get_or_none(appliance).startswith("HTTP/1.1 200 "), "the page by itself")
    assert "taken" not in appliance.run("roomscribe", "status", check=False).stdout


def test_a_taken_port_for_tls_shuts_other_devices_out_until_it_is_free(appliance: Machine) -> None:
    """They have to be let in by TLS alone, whatever became of its port."""
    appliance.run("roomscribe", "tls")
    appliance.systemctl("enable", "roomscribe-tls.socket")
    try:
        with taken_port(appliance, 443):
            assert get_or_none(appliance).startswith("HTTP/1.1 200 "), "the page, here"
            status = appliance.run("roomscribe", "status", check=False)
            assert status.returncode == 1
            assert re.search(r"^fail +hub +other devices are refused", status.stdout, re.MULTILINE)
            checked = appliance.run("roomscribe", "check", "--only", "page", check=False)
            assert checked.returncode == 1
            assert "other devices are refused: roomscribe-tls.socket" in checked.stdout
        wait_for(
            lambda: "refused" not in appliance.run("roomscribe", "status", check=False).stdout,
            "TLS by itself",
        )
        assert appliance.run("roomscribe", "check", "--only", "page", check=False).returncode == 0
    finally:
        appliance.systemctl("disable", "roomscribe-tls.socket")
        appliance.systemctl("restart", "roomscribe")


def test_a_start_asks_for_the_port_at_once(appliance: Machine) -> None:
    with taken_port(appliance):
        pass
    appliance.systemctl("start", "roomscribe")
    assert appliance.shown("roomscribe-hub.socket", "ActiveState") == "active"
    wait_for(lambda: get_or_none(appliance).startswith("HTTP/1.1 200 "), "the page", timeout_s=45)


def test_a_recorder_that_crashed_for_long_is_back_with_the_next_start(appliance: Machine) -> None:
    with crashing(appliance, "roomscribe-recorder"):
        wait_for(lambda: int(appliance.shown("roomscribe-recorder", "NRestarts")) > 20, "a crash loop")
    appliance.systemctl("start", "roomscribe")
    wait_for(lambda: appliance.shown("roomscribe-recorder", "ActiveState") == "active", "it")


def test_damaged_notes_are_shown_with_the_way_to_repair_them(appliance: Machine) -> None:
    for name in ("kept.vtt", "hit.vtt"):
        drop(appliance, name)
        wait_for(lambda: name in sources(appliance), "a note")  # noqa: B023  # it is asked here and now
    appliance.systemctl("stop", "roomscribe")
    journal = appliance.inside / STATE / "notes/notes.journal"
    whole = journal.read_bytes()
    damaged = bytearray(whole)
    at = whole.rindex(b'"source":"hit.vtt"')
    for offset in range(6):
        damaged[at + offset] ^= 0x15
    journal.write_bytes(damaged)
    appliance.systemctl("start", "roomscribe")
    try:
        answer, _ = get(appliance)
        assert answer.startswith("HTTP/1.1 200 ")
        assert "The notes are damaged" in answer
        assert "can only be read" in appliance.systemctl("status", "roomscribe-hub")
        assert journal.read_bytes() == bytes(damaged)
    finally:
        journal.write_bytes(whole)
    # It sees by itself that they are whole again.
    wait_for(lambda: "The notes are damaged" not in get(appliance)[0], "the hub itself")
    assert {"kept.vtt", "hit.vtt"} <= set(sources(appliance))


def test_a_typo_at_boot_leaves_the_room_with_its_recorder(appliance: Machine) -> None:
    config = appliance.root / "etc/roomscribe/config.toml"
    good = config.read_text("utf-8")
    appliance.systemctl("restart", "roomscribe")
    config.write_text(good + "\n[recoder]\nchime = true\n", "utf-8")
    try:
        appliance.systemctl("restart", "roomscribe")
        for name in ("recorder", "worker", "hub"):
            journal = appliance.journal(f"roomscribe-{name}")
            assert appliance.shown(f"roomscribe-{name}", "ActiveState") == "active", "\n".join(journal[-9:])
            assert any('did you mean "recorder"?' in line for line in journal[-20:])
        assert appliance.run("systemctl", "reload", "roomscribe", check=False).returncode != 0
        for command in (["nightly", "list"], ["backup"]):
            printed = appliance.run("roomscribe", *command).stdout
            assert printed.count("the last usable configuration, of ") == 1, printed
        status = appliance.run("roomscribe", "status", check=False)
        assert status.returncode == 1
        assert re.search(r"^fail +configuration .*recorder", status.stdout, re.MULTILINE), status.stdout
    finally:
        config.write_text(good, "utf-8")
    appliance.systemctl("reload", "roomscribe")
