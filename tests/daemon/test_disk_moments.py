"""A disk that fails at any moment of the work of hub and worker, full or read-only, and comes back later."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import StateWriteError
from tests.fakes.hub_room import HubRoom

pytestmark = pytest.mark.soak

FILES = 2


class Disk:
    """Fails from the n-th change on, until somebody mends it."""

    def __init__(self, error: int, moment: int) -> None:
        self.error = error
        self.left = moment
        self.failed = False

    def change(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.failed = True
            raise OSError(self.error, os.strerror(self.error))

    def mend(self) -> None:
        self.left = 10**9


@contextmanager
def failing(disk: Disk) -> Iterator[None]:
    def wrap(real: Callable[..., Any], counts: Callable[..., bool] = lambda *_: True) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **more: Any) -> Any:
            if counts(*arguments):
                disk.change()
            return real(*arguments, **more)

        return wrapped

    def opens_for_writing(path: object, flags: int = 0, *_: object) -> bool:
        return bool(flags & (os.O_WRONLY | os.O_RDWR))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", wrap(os.open, opens_for_writing))
        for owner, name in (
            (os, "write"),
            (os, "ftruncate"),
            (Path, "rename"),
            (Path, "unlink"),
            (Path, "mkdir"),
            (shutil, "rmtree"),
        ):
            patch.setattr(owner, name, wrap(getattr(owner, name)))
        yield


def mending(disk: Disk, sleep: Callable[[float], None], chance: random.Random) -> Callable[[float], None]:
    """Time passes, and sooner or later somebody makes room."""

    def pass_time(seconds: float) -> None:
        sleep(seconds)
        if disk.failed and chance.random() < 0.5:
            disk.mend()

    return pass_time


def work(room: HubRoom) -> None:
    """Hub and worker, until both have nothing more to do or one of them has to give up."""
    with room.open_hub() as hub:
        worker = room.worker()
        for _ in range(12):
            hub.step()
            worker.work_once()
            room.clock.sleep(2)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS], ids=["full", "read-only"])
def test_nothing_is_lost_whenever_the_disk_fails(
    tmp_path: Path,
    error: int,
    count: Callable[[int, int], int],
    chance: random.Random,
    figure: Callable[[str], None],
) -> None:
    """The disk fails at random changes that hub and worker make to it, and comes back while they wait."""
    rounds, met = count(6, 50), 0
    for number in range(rounds):
        room = HubRoom(tmp_path / str(number))
        for each in range(FILES):
            (room.inbox / f"{each}.txt").write_text(f"Ann: I'll send report {each} by Friday.")
        disk = Disk(error, chance.randrange(100))
        room.clock.sleep = mending(disk, room.clock.sleep, chance)
        # Whoever cannot begin ends with one line, and is started anew.
        with failing(disk), contextlib.suppress(StateWriteError):
            work(room)
        met += disk.failed
        with room.open_hub() as hub:
            room.finish(hub)
        assert sorted(note.source for note in room.notes()) == [f"{each}.txt" for each in range(FILES)]
        assert [path.name for path in room.inbox.iterdir()] == []
    figure(f"{met} failures in {rounds} rounds: {FILES * rounds} meetings, {FILES * rounds} notes")
    assert met > rounds / 2
