"""The hub on a full disk: it goes on trying, without filling the log, and says what waits."""

from __future__ import annotations

import errno
import logging
import os
import select
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import daemon.base.durable
from daemon.hub.hub import Hub
from daemon.hub.wakeup import Wakeup
from tests.fakes.hub_room import VTT, HubRoom

MOST_ROUNDS = 500


class Disk:
    """Takes no new file below the meetings while it is full."""

    def __init__(self) -> None:
        self.is_full = True
        self.refused = 0

    def open(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        if self.is_full and "/meetings/" in str(path) and flags & os.O_WRONLY:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return _OPEN(path, flags, *more, **named)


_OPEN = os.open


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()
    monkeypatch.setattr(daemon.base.durable.os, "open", disk.open)
    yield disk
    disk.is_full = False


def run_for(hub: Hub, room: HubRoom, seconds: float, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub's own loop, in which time passes only where the kernel leaves it asleep; in the last minute
    there is room on the disk."""
    begin_s = room.clock.boot_s()
    rounds = 0

    def sleep(wakeup: Wakeup, patience_s: float) -> None:
        nonlocal rounds
        rounds += 1
        if not select.select([wakeup._inotify.fileno(), wakeup._read], [], [], 0)[0]:
            room.clock.sleep(patience_s)
        passed_s = room.clock.boot_s() - begin_s
        disk.is_full = passed_s < seconds - 60
        if passed_s >= seconds or rounds > MOST_ROUNDS:
            hub.stop()

    monkeypatch.setattr(Wakeup, "sleep", sleep)
    hub.run()
    assert rounds <= MOST_ROUNDS, "the hub never sleeps"


def test_a_full_disk_is_tried_now_and_then_and_told_once_a_minute(
    room: HubRoom, disk: Disk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "roomscribe")
    told: list[str] = []
    with room.open_hub() as hub:
        monkeypatch.setattr(hub._notifier, "status", told.append)
        room.drop("a.vtt", VTT)
        room.drop("b.vtt", VTT.replace("Friday", "Monday"))
        run_for(hub, room, 660, disk, monkeypatch)
        assert "disk full, 2 files wait" in told
        assert 10 < disk.refused < 80
        assert 1 < len([line for line in caplog.messages if "No space left" in line]) <= 10
        assert len(caplog.messages) <= 40
        assert told[-1] == "2 meetings in the queue"


def test_a_stop_does_not_wait_for_the_disk(
    room: HubRoom, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    with room.open_hub() as hub:
        room.drop("a.vtt", VTT)

        def sleep(_: Wakeup, patience_s: float) -> None:
            room.clock.sleep(1)
            if hub.status() == "disk full, 1 file waits":
                slept.append(patience_s)
                hub.stop()

        monkeypatch.setattr(Wakeup, "sleep", sleep)
        hub.run()
    assert len(slept) == 1
