"""PINs and sessions as they are kept, and the command that makes PINs."""

from __future__ import annotations

import re
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from daemon.access import Pins, Sessions, new_pin, seal
from daemon.access.change import make_pins
from daemon.cli.context import AppContext
from daemon.cli.pin import pin
from daemon.clock import SystemClock
from daemon.config import load_config, packaged_config
from daemon.errors import StateBusyError
from daemon.hub.client import lock_path
from daemon.hub.hub import Hub
from daemon.notify import Notifier
from daemon.store.lock import WriterLock

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


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


def test_sessions_beyond_the_most_push_out_the_one_unused_longest(tmp_path: Path) -> None:
    now = NOW
    pins = Pins(tmp_path)
    pins.put({"member": seal("11111111", NOW)})
    sessions = Sessions(pins, lambda: now)
    tokens = []
    for _ in range(501):
        now += timedelta(seconds=1)
        tokens.append(sessions.start("member"))
    assert sessions.role_of(tokens[0]) is None
    assert [sessions.role_of(token) for token in tokens[1:]] == ["member"] * 500


def test_a_clock_that_was_set_back_locks_nobody_out(tmp_path: Path) -> None:
    now = NOW
    pins = Pins(tmp_path)
    pins.put({"member": seal("11111111", NOW)})
    sessions = Sessions(pins, lambda: now)
    token = sessions.start("member")
    now -= timedelta(days=400)
    assert sessions.role_of(token) == "member"


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
    monkeypatch.setattr("daemon.access.change.ask_hub", lambda *_, **__: None)
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
