"""Files that attack the hub: swapped after the look, made to freeze it, in work when it died."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import daemon.durable
import daemon.hub.intake
from daemon.foreign import NotPlainError, Seen, open_plain
from daemon.jobs.meeting import meetings_dir
from daemon.sound import find_sound
from pipelines.speech.passages import FileAudio
from tests.fakes.hub_room import VTT, Dead, HubRoom, left

SECRET = "Ann: I'll keep the merger secret until Friday."


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Another meeting's words, which the service may read, and whoever fills the inbox may not."""
    path = tmp_path / "meetings" / "private" / "source" / "board.txt"
    path.parent.mkdir(parents=True)
    path.write_text(SECRET)
    return path


def by_link(path: Path, secret: Path) -> None:
    path.symlink_to(secret)


def by_pipe(path: Path, secret: Path) -> None:
    os.mkfifo(path)


def by_folder(path: Path, secret: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("disk", ["same", "another"])
@pytest.mark.parametrize("swap", [by_link, by_pipe, by_folder])
def test_what_takes_a_files_place_at_the_last_instant_is_not_read(
    room: HubRoom,
    secret: Path,
    monkeypatch: pytest.MonkeyPatch,
    swap: Callable[[Path, Path], None],
    disk: str,
) -> None:
    rename = Path.rename

    def swapped(self: Path, target: Path) -> Path:
        bait = room.inbox / "bait.txt"
        if self == bait and bait.is_file() and not bait.is_symlink():
            bait.unlink()
            swap(bait, secret)
        there = [
            room.inbox in path.parent.resolve().parents or room.inbox == path.parent
            for path in (self, target)
        ]
        if disk == "another" and there[0] != there[1]:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return rename(self, target)

    monkeypatch.setattr(daemon.durable.Path, "rename", swapped)
    room.drop("bait.txt", "Ann: Hello.")
    with room.open_hub() as hub:
        room.finish(hub)
    assert SECRET not in "".join(path.read_text() for path in room.path.glob("notes/**/*.json*"))
    assert room.notes() == []
    assert left(room, "inbox") == ["rejected"]
    assert "bait.txt: is " in (room.inbox / "rejected" / "bait.txt.txt").read_text()
    assert secret.read_text() == SECRET


def test_a_link_among_the_sources_is_read_by_neither_worker_nor_page(room: HubRoom, secret: Path) -> None:
    """Should one get there all the same."""
    talk = meetings_dir(room.path) / "talk" / "source" / "talk.wav"
    talk.parent.mkdir(parents=True)
    talk.symlink_to(secret)
    sound = find_sound(room.path, "talk")
    assert sound is not None
    assert b"".join(sound.read(0, 1000)) == b""
    with pytest.raises(NotPlainError, match=r"talk\.wav: is a link"):
        next(FileAudio(talk, open_plain).blocks())
    room.drop("bait.txt", "Ann: Hello.")
    with room.open_hub() as hub:
        room.settle(hub)
        [bait] = meetings_dir(room.path).glob("*/source/bait.txt")
        bait.unlink()
        bait.symlink_to(secret)
        room.finish(hub)
    assert room.notes() == []
    assert "is a link" in (room.inbox / "rejected" / "bait.txt.txt").read_text()


def test_an_opened_file_is_a_file(tmp_path: Path, secret: Path) -> None:
    with open_plain(secret) as file:
        assert file.read().decode() == SECRET
    for swap in (by_link, by_pipe, by_folder):
        swap(tmp_path / swap.__name__, secret)
        with pytest.raises(NotPlainError, match=f"{swap.__name__}: is "):
            open_plain(tmp_path / swap.__name__)


def test_the_hub_itself_reads_no_transcript_and_knows_its_date_all_the_same(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: Any) -> None:
        raise AssertionError("it was parsed in the hub")

    monkeypatch.setattr("pipelines.importers.source.Source.read", read)
    room.drop("m.json", '{"started_at":"2026-11-16T10:00:00Z","segments":[{"text":"Hello."}]}')
    with room.open_hub() as hub:
        room.settle(hub)
    [meeting] = left(room, "meetings")
    assert meeting.startswith(f"{date(2026, 11, 16):%Y%m%d}-")


def test_a_row_of_files_that_take_long_keeps_orders_waiting_for_one_of_them(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def slow(path: Path, name: str, **_: Any) -> Seen:
        looked.append(name)
        room.clock.sleep(10)
        return Seen()

    monkeypatch.setattr(daemon.hub.intake, "look_into", slow)
    for number in range(4):
        room.drop(f"{number}.json", f'{{"segments":[{{"text":"Hello, {number}."}}]}}')
    with room.open_hub() as hub:
        hub.step()
        room.clock.sleep(60)
        for number in range(4):
            assert len(looked) == number
            room.ask(hub, "files find", sha256="0" * 64)


def test_a_file_that_was_in_work_at_two_deaths_of_the_hub_is_set_aside(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it does to the hub, it does it twice at most; what lies beside it becomes a note."""
    deaths = []

    def deadly(path: Path, on_piece: Any) -> str:
        if path.name == "poison.txt":
            deaths.append(path)
            raise Dead
        return real(path, on_piece)

    real = daemon.hub.intake.sha256_of
    monkeypatch.setattr(daemon.hub.intake, "sha256_of", deadly)
    room.drop("poison.txt", "Ann: Hello.")
    room.drop("weekly.vtt", VTT)
    for _ in range(2):
        with pytest.raises(Dead), room.open_hub() as hub:
            room.finish(hub)
    with room.open_hub() as hub:
        room.finish(hub)
    assert len(deaths) == 2
    assert [note.source for note in room.notes()] == ["weekly.vtt"]
    assert (room.inbox / "rejected" / "poison.txt").read_text() == "Ann: Hello."
    reason = (room.inbox / "rejected" / "poison.txt.txt").read_text()
    assert "ended twice while it took this file in" in reason
    assert "put it into the inbox again" in reason


def test_one_death_costs_a_file_nothing(room: HubRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    real = daemon.hub.intake.sha256_of
    deaths = []

    def deadly_once(path: Path, on_piece: Any) -> str:
        deaths.append(path)
        if len(deaths) == 1:
            raise Dead
        return real(path, on_piece)

    monkeypatch.setattr(daemon.hub.intake, "sha256_of", deadly_once)
    room.drop("weekly.vtt", VTT)
    with pytest.raises(Dead), room.open_hub() as hub:
        room.finish(hub)
    with room.open_hub() as hub:
        room.finish(hub)
    assert [note.source for note in room.notes()] == ["weekly.vtt"]
    assert (room.path / "hub" / "second_tries.json").read_text() == "[]"
