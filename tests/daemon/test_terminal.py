"""What a terminal and the log get to see of names and texts that somebody chose to order them about."""

from __future__ import annotations

import io
import json
import logging
import os
import pty
import re
import sys
from pathlib import Path

import pytest

from daemon.base.log import LOGGER, TAIL, log_to_stderr
from daemon.base.systemd import Notifier
from daemon.cli.main import roomscribe, run
from daemon.notes.store import NoteStore
from tests.fakes.meetings import office_move

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b2J\r\u202egpj\u2066\x7f"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state directory with a note of older times, when nothing was cleaned before it was kept."""
    note = office_move()
    item = note.action_items[0].model_copy(update={"task": EVIL, "owner": EVIL, "quote": EVIL})
    fields = {"title": f"Move {EVIL}", "summary": EVIL, "source": EVIL, "action_items": (item,)}
    with NoteStore.open_writer(tmp_path / "state") as store:
        store.save(note.model_copy(update=fields))
    return tmp_path / "state"


@pytest.mark.parametrize(
    "command",
    [
        ("notes", "list"),
        ("notes", "list", "--json"),
        ("notes", "show", "office-move"),
        ("notes", "show", "office-move", "--json"),
        ("notes", "show", EVIL),
        ("notes", "export", "office-move", "-o", f"/nowhere/{EVIL}"),
        ("--debug", "process", f"{EVIL}.vtt"),
        ("process", f"{os.fsdecode(bytes([228]))}.vtt"),
        (EVIL,),
        ("notes", "delete", "office-move", "--yes"),
    ],
)
def test_no_command_writes_what_a_terminal_obeys(
    state: Path, command: tuple[str, ...], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    run(roomscribe, ["--state", str(state), *command])
    out, err = (stream.decode() for stream in capfdbinary.readouterr())
    assert out + err
    assert not OBEYED.search(out + err)


def test_json_says_the_same_to_programs(state: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(roomscribe, ["--state", str(state), "notes", "show", "office-move", "--json"])
    assert json.loads(capfd.readouterr().out)["title"] == f"Move {EVIL}"


def test_a_note_that_is_drawn_on_a_terminal_orders_nothing(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        monkeypatch.setenv("TERM", "xterm-256color")
        assert run(roomscribe, ["--state", str(state), "notes", "show", "office-move"]) == 0
        terminal.flush()
        shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "\x1b[1" in shown, "it is drawn"
    plain = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\", "", shown)  # colours, and links of the drawing
    assert not OBEYED.search(plain.replace("\r\n", "\n"))


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the service writes."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr(LOGGER, "handlers", [])
    monkeypatch.setattr(LOGGER, "propagate", True)
    log_to_stderr("hub", {"JOURNAL_STREAM": "8:1"})
    return written


def test_a_name_in_the_log_is_no_second_event_and_no_order(log: io.StringIO) -> None:
    LOGGER.warning("%s: rejected", f"a{EVIL}\n<0>the disk is full\x0bb\x85c\u2028d.vtt")
    logging.getLogger("roomscribe.store").warning("left out: %s", "x\n<0>y")
    lines = log.getvalue().splitlines()
    assert [line[:3] for line in lines] == ["<4>", "<4>"]
    for line in (*lines, *list(TAIL.lines)[-2:]):
        assert not OBEYED.search(line)


def test_a_traceback_in_the_log_forges_no_line(log: io.StringIO) -> None:
    try:
        raise ValueError(f"{EVIL}\n<0>the disk is full")
    except ValueError:
        LOGGER.exception("it failed")
    first, *rest = log.getvalue().splitlines()
    assert first == "<3>it failed"
    assert all(line.startswith("  ") for line in rest)
    assert not OBEYED.search("".join(rest))


def test_a_name_in_the_status_tells_systemd_nothing_else(tmp_path: Path) -> None:
    import socket

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}).status(f"reads a\nMAINPID=1{EVIL}\ud800")
        told = systemd.recv(1000).decode()
    assert len(told.splitlines()) == 1
    assert not OBEYED.search(told)
