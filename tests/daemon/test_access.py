"""PINs and sessions as they are kept, and the command that makes PINs."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from daemon.access import ROLES, Pins, Sessions, new_pin, seal
from daemon.base.addresses import address_of
from daemon.base.clock import SystemClock
from daemon.base.config import load_config, packaged_config
from daemon.base.errors import StateBusyError
from daemon.base.lock import WriterLock
from daemon.base.systemd import Notifier
from daemon.cli.context import AppContext
from daemon.cli.pin import make_pins, pin
from daemon.hub.client import lock_path
from daemon.hub.hub import Hub

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
PHONE = address_of("192.168.1.5")


def run(state: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(pin, arguments, obj=AppContext(state, packaged_config()))
    assert result.exception is None, result.exception
    return result


def shown(result: Result) -> dict[str, str]:
    """Role to PIN, as a person reads them."""
    found: list[tuple[str, str]] = re.findall(r"^(\w+) +(\d{4} \d{4})  ", result.stdout, re.MULTILINE)
    return dict(found)


def test_a_pin_is_eight_digits_and_not_the_same_twice() -> None:
    made = {new_pin() for _ in range(50)}
    assert len(made) == 50
    assert all(re.fullmatch(r"\d{8}", each) for each in made)


def test_a_sealed_pin_opens_with_that_pin_alone(tmp_path: Path) -> None:
    pins = Pins(tmp_path)
    pins.put({"member": seal("00000001", NOW), "admin": seal("10000000", NOW)})
    assert pins.role_of("00000001") == "member"
    assert pins.role_of("1000 0000") == "admin"
    assert [pins.role_of(wrong) for wrong in ("1", "0000001", "000000010", "", "10000001")] == [None] * 5


def test_the_same_pin_is_never_sealed_alike() -> None:
    assert seal("12345678", NOW).key != seal("12345678", NOW).key


def test_another_process_sees_a_new_pin_at_once(tmp_path: Path) -> None:
    reader = Pins(tmp_path)
    assert reader.sealed() == {}
    Pins(tmp_path).put({"member": seal("11111111", NOW)})
    assert reader.role_of("11111111") == "member"
    Pins(tmp_path).put({"member": seal("22222222", NOW)})
    assert reader.role_of("11111111") is None


class Clocks:
    """The wall clock, which may be set, and the time that has really passed."""

    def __init__(self) -> None:
        self.wall = NOW
        self.elapsed = 0.0

    def wait(self, **time: float) -> None:
        self.wall += timedelta(**time)
        self.elapsed += timedelta(**time).total_seconds()


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def sessions(tmp_path: Path, clocks: Clocks) -> Callable[[], Sessions]:
    """All sessions, as after a start of the hub."""
    Pins(tmp_path).put({role: seal("11111111", NOW) for role in ROLES})
    return lambda: Sessions(Pins(tmp_path), lambda: clocks.wall, tmp_path, lambda: clocks.elapsed)


def test_sessions_beyond_the_most_push_out_the_one_unused_longest(
    sessions: Callable[[], Sessions], clocks: Clocks
) -> None:
    opened, tokens = sessions(), []
    for _ in range(201):
        clocks.wait(seconds=1)
        tokens.append(opened.start("member", PHONE))
    assert opened.role_of(tokens[0]) is None
    assert [opened.role_of(token) for token in tokens[1:]] == ["member"] * 200


def test_who_logs_in_again_and_again_ends_no_session_but_of_that_pin_and_that_network(
    sessions: Callable[[], Sessions], clocks: Clocks
) -> None:
    opened = sessions()
    others = {role: opened.start(role, PHONE) for role in ROLES}
    tablet = opened.start("reader", address_of("fd00::5"))
    for number in range(505):
        clocks.wait(seconds=1)
        last = opened.start("reader", address_of(f"fd00:0:0:1::{number:x}"))
    for now in (opened, sessions()):
        assert {role: now.role_of(token) for role, token in others.items()} == {role: role for role in ROLES}
        assert (now.role_of(tablet), now.role_of(last)) == ("reader", "reader")


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_a_clock_that_was_wrong_for_a_while_ends_no_session(
    sessions: Callable[[], Sessions], clocks: Clocks, days: int
) -> None:
    """It is used before, meanwhile and afterwards; one is begun meanwhile; the hub is restarted meanwhile."""
    opened = sessions()
    before = opened.start("admin", PHONE)
    clocks.wall += timedelta(days=days)
    assert opened.role_of(before) == "admin"
    if days < 0:
        opened = sessions()
    meanwhile = opened.start("admin", PHONE)
    clocks.wait(minutes=50)
    assert opened.role_of(before) == "admin"
    clocks.wall -= timedelta(days=days)
    assert [opened.role_of(token) for token in (before, meanwhile)] == ["admin"] * 2
    opened = sessions()
    assert [opened.role_of(token) for token in (before, meanwhile)] == ["admin"] * 2
    clocks.wait(minutes=61)
    assert [opened.role_of(token) for token in (before, meanwhile)] == [None] * 2, "they still end in time"


def test_a_clock_that_is_ahead_at_the_start_ends_no_session_if_it_is_set_right_within_the_hour(
    sessions: Callable[[], Sessions], clocks: Clocks
) -> None:
    before = sessions().start("member", PHONE)
    clocks.wall += timedelta(days=40)
    opened = sessions()
    assert opened.role_of(before) is None, "by that clock it is too old"
    meanwhile = opened.start("member", PHONE)
    clocks.wait(minutes=59)
    clocks.wall -= timedelta(days=40)
    assert [opened.role_of(token) for token in (before, meanwhile)] == ["member"] * 2
    assert [sessions().role_of(token) for token in (before, meanwhile)] == ["member"] * 2
    clocks.wait(days=14)
    assert [opened.role_of(token) for token in (before, meanwhile)] == [None] * 2, "they still end in time"


def test_a_new_pin_ends_sessions_at_once_whatever_the_clock_says(
    tmp_path: Path, sessions: Callable[[], Sessions]
) -> None:
    opened = sessions()
    before = opened.start("member", PHONE)
    Pins(tmp_path).put({"member": seal("22222222", NOW)})
    opened.start("member", PHONE)
    assert opened.role_of(before) is None
    assert len(json.loads((tmp_path / "access/sessions.json").read_text())["sessions"]) == 1


def test_a_full_disk_keeps_nobody_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pins = Pins(tmp_path)
    pins.put({"member": seal("11111111", NOW)})
    sessions = Sessions(pins, lambda: NOW, tmp_path)
    # A folder in its place, which even root cannot write to as a file.
    (tmp_path / "access/sessions.json").mkdir()
    assert sessions.role_of(sessions.start("member")) == "member"
    assert "cannot write" in caplog.text


def test_without_a_pin_the_command_says_what_to_do(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert "none" in result.stdout
    assert "roomscribe pin reset" in result.stderr
    assert not (tmp_path / "access").exists()


def test_reset_shows_new_pins_once_and_they_open(tmp_path: Path) -> None:
    first = shown(run(tmp_path, "reset"))
    assert set(first) == {"member", "admin"}
    assert {Pins(tmp_path).role_of(each) for each in first.values()} == {"member", "admin"}
    listed = run(tmp_path)
    assert "made on" in listed.stdout
    assert not shown(listed)


def test_one_role_can_be_reset_alone(tmp_path: Path) -> None:
    before = shown(run(tmp_path, "reset"))
    after = shown(run(tmp_path, "reset", "--role", "member"))
    assert set(after) == {"member"}
    assert Pins(tmp_path).role_of(before["member"]) is None
    assert Pins(tmp_path).role_of(before["admin"]) == "admin"


def test_what_exists_stays_where_only_the_missing_is_made(tmp_path: Path) -> None:
    run(tmp_path, "reset", "--role", "member")
    before = Pins(tmp_path).sealed()["member"]
    assert set(shown(run(tmp_path, "reset", "--missing"))) == {"admin"}
    assert shown(run(tmp_path, "reset", "--missing")) == {}
    assert Pins(tmp_path).sealed()["member"] == before


def test_a_running_hub_writes_the_pin_and_never_sees_it(tmp_path: Path) -> None:
    with Hub.opened(tmp_path, lambda: load_config(packaged_config()), SystemClock(), Notifier({})) as hub:
        working = threading.Thread(target=hub.run)
        working.start()
        try:
            made = make_pins(tmp_path, ["member"], NOW)
        finally:
            hub.stop()
            working.join()
    assert Pins(tmp_path).role_of(made["member"]) == "member"
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(made["member"].encode() in content for content in written)


def test_two_who_reset_at_once_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.hub.client.ask_hub", lambda *_, **__: None)
    lock_path(tmp_path).parent.mkdir()
    lock = WriterLock(lock_path(tmp_path))
    with pytest.raises(StateBusyError):
        make_pins(tmp_path, ["member"], NOW)
    lock.close()


def test_files_of_the_time_when_members_were_called_viewers_still_open(tmp_path: Path) -> None:
    pins = Pins(tmp_path)
    pins.put({"member": seal("11111111", NOW)})
    token = Sessions(pins, lambda: NOW, tmp_path).start("member")
    for name in ("pins.json", "sessions.json"):
        path = tmp_path / "access" / name
        path.write_text(path.read_text().replace('"member"', '"viewer"'))
    pins = Pins(tmp_path)
    assert pins.role_of("11111111") == "member"
    assert Sessions(pins, lambda: NOW, tmp_path).role_of(token) == "member"


def test_a_readers_pin_is_made_when_it_is_asked_for_and_then_reset_with_the_others(tmp_path: Path) -> None:
    assert set(shown(run(tmp_path, "reset"))) == {"member", "admin"}
    made = shown(run(tmp_path, "reset", "--role", "reader"))
    assert Pins(tmp_path).role_of(made["reader"]) == "reader"
    assert set(shown(run(tmp_path, "reset"))) == {"reader", "member", "admin"}


def test_a_program_gets_new_pins_as_json(tmp_path: Path) -> None:
    made = json.loads(run(tmp_path, "reset", "--json").stdout)
    assert {role: Pins(tmp_path).role_of(pin) for role, pin in made.items()} == {
        "member": "member",
        "admin": "admin",
    }
    assert json.loads(run(tmp_path, "reset", "--missing", "--json").stdout) == {}
