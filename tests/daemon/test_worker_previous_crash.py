"""What the next worker and the hub learn of one that died."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from daemon.meetings import Claim, Result
from daemon.worker.previous_crash import mark_crashes
from tests.fakes.worker_room import Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def _claimed(room: Room, **more: Any) -> None:
    room.add("talk.m4a", "sound")
    now = room.clock.now()
    room.work.make()
    fields = {"boot_id": room.clock.boot_id, "oom_kills": None} | more
    room.work.put_claim(Claim(job="talk-m4a", turn=1, pid=1, started_at=now, **fields))


def test_a_crash_of_a_native_library_is_told_from_a_kill(room: Room) -> None:
    _claimed(room)
    room.work.crash.write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x01 (most recent call first):\n"
        '  File "ctranslate2/models.py", line 7 in encode\n  File "worker.py", line 9 in run\n'
    )
    room.worker()
    result = room.outcome()
    assert result.outcome == "crashed"
    assert result.reason == "the worker crashed (segmentation fault in encode)"


def test_a_power_cut_is_told_by_the_boot(room: Room) -> None:
    _claimed(room, boot_id="another")
    room.work.crash.write_text("Fatal Python error: Aborted\n")
    room.worker()
    result = room.outcome()
    assert (result.outcome, result.reason) == ("killed", "the machine was switched off")


def test_a_kill_for_want_of_memory_counts_as_a_crash(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.worker.previous_crash.oom_kills", lambda: 5)
    _claimed(room, oom_kills=4)
    room.worker()
    result = room.outcome()
    assert result.outcome == "crashed"
    assert result.reason
    assert "memory" in result.reason


def test_a_worker_that_died_after_its_result_owes_nothing(room: Room) -> None:
    _claimed(room)
    room.work.put_result(
        Result(job="talk-m4a", turn=1, outcome="done", step="compose", progress=1, at=room.clock.now())
    )
    room.worker()
    assert room.outcome().outcome == "done"
    assert room.work.claim() is None


def test_the_mark_of_a_crash_before_is_wiped_by_the_next_worker(room: Room) -> None:
    room.work.make()
    room.work.crash.write_text("Fatal Python error: Aborted\n")
    import faulthandler

    was_enabled = faulthandler.is_enabled()
    mark_crashes(room.work)
    faulthandler.disable()
    if was_enabled:
        faulthandler.enable()
    assert room.work.crash.read_text() == ""
