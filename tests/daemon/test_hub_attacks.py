"""Files that attack the hub: swapped after the look, made to freeze it, in work when it died."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import daemon.base.durable
import daemon.hub.arriving
from daemon.base.foreign import NotPlainError, Seen, open_plain
from daemon.hub.hub import Hub
from daemon.meetings.folder import meetings_dir
from daemon.meetings.sound import find_sound
from pipelines.errors import BadInputError
from pipelines.speech.passages import FileAudio
from tests.fakes.appliance import wait_for
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

    monkeypatch.setattr(daemon.base.durable.Path, "rename", swapped)
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


@pytest.mark.parametrize("work", ["look_into", "sha256_of", "transfer"])
def test_a_file_that_takes_long_to_read_keeps_no_order_waiting(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    """A recording of gigabytes, a decoder that hangs, a watch folder on a slow disk: people go on working."""
    begun, released = threading.Event(), threading.Event()
    real = getattr(daemon.hub.arriving, work)

    def slow(*arguments: Any, **options: Any) -> Any:
        begun.set()
        assert released.wait(60)
        return real(*arguments, **options)

    monkeypatch.setattr(daemon.hub.arriving, work, slow)
    room.drop("large.json", '{"segments":[{"text":"Ann: Hello."}]}')
    room.drop("next.txt", "Ann: Good morning.")
    with room.open_hub(Hub) as hub:
        hub.step()
        room.clock.sleep(60)
        hub.step()
        assert begun.wait(60)
        for _ in range(3):
            assert room.ask(hub, "files find", sha256="0" * 64)["ok"]
        assert left(room, "jobs") == []
        released.set()
    with room.open_hub() as hub:
        room.finish(hub)
    assert {note.source for note in room.notes()} == {"large.json", "next.txt"}


@pytest.mark.parametrize("died", [False, True])
def test_a_large_file_that_takes_long_to_read_keeps_no_small_one_waiting(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch, died: bool
) -> None:
    """Unless the hub has died over it: of two files at once, either might be the cause of the next death."""
    begun, released = threading.Event(), threading.Event()
    real = daemon.hub.arriving.sha256_of

    def slow(path: Path, on_piece: Callable[[], None]) -> str:
        if path.name == "all-day.wav":
            begun.set()
            assert released.wait(60)
            raise BadInputError("it has no sound")  # the holes would take their time
        return real(path, on_piece)

    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", slow)
    monkeypatch.setattr(daemon.hub.arriving, "look_into", lambda *_, **__: Seen())
    with (room.inbox / "all-day.wav").open("wb") as file:
        file.truncate(200_000_000)
    if died:
        (room.path / "hub").mkdir()
        (room.path / "hub" / "second_tries.json").write_text('["all-day.wav"]')
    with room.open_hub(Hub) as hub:
        hub.step()
        room.clock.sleep(60)
        hub.step()
        assert begun.wait(60)
        room.drop("weekly.vtt", VTT)
        hub.step()
        room.clock.sleep(60)
        for _ in range(3):
            hub.step()
        assert ("weekly.vtt" in left(room, "inbox")) == died
        released.set()
        wait_for(lambda: hub.step() is not None and left(room, "jobs") != [], "the transcript's job")


def test_files_of_impossible_size_are_given_back_unread(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take no room on the disk that they come from: they are all holes."""

    def read(*_: Any) -> str:
        raise AssertionError("it was read")

    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", read)
    for name in ("all-hands.wav", "all-hands.vtt"):
        with (room.inbox / name).open("wb") as file:
            file.truncate(50 * 10**9)
    with room.open_hub() as hub:
        room.settle(hub)
    for name, kind, most in (
        ("all-hands.wav", "recording", "32.0 GB"),
        ("all-hands.vtt", "transcript", "16.8 MB"),
    ):
        assert (room.inbox / "rejected" / f"{name}.txt").read_text() == (
            f"{name}: has 50.0 GB, and the largest {kind} may have {most}; divide it\n"
        )
    assert left(room, "meetings") == left(room, "jobs") == []


def test_a_recording_that_claims_days_is_given_back_before_it_is_read_whole(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon.hub.arriving, "LARGE_BYTES", 0)
    monkeypatch.setattr(daemon.hub.arriving, "look_into", lambda *_, **__: Seen(length_s=25 * 3600.0))
    room.drop("endless.opus", b"sound")
    with room.open_hub() as hub:
        room.settle(hub)
    reason = (room.inbox / "rejected" / "endless.opus.txt").read_text()
    assert reason == "endless.opus: lasts 25:00:00, the longest meeting 24:00:00; divide it\n"


def test_a_hub_that_stops_in_good_order_while_it_reads_a_file_blames_nobody(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often: only deaths count against a file."""
    real = daemon.hub.arriving.sha256_of

    def endless(path: Path, on_piece: Callable[[], None]) -> str:
        begun.set()
        while True:
            on_piece()

    room.drop("weekly.vtt", VTT)
    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", endless)
    for _ in range(3):
        begun = threading.Event()
        with room.open_hub(Hub) as hub:
            hub.step()
            room.clock.sleep(60)
            hub.step()
            assert begun.wait(60)
    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", real)
    with room.open_hub() as hub:
        room.finish(hub)
    assert [note.source for note in room.notes()] == ["weekly.vtt"]


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

    real = daemon.hub.arriving.sha256_of
    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", deadly)
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
    real = daemon.hub.arriving.sha256_of
    deaths = []

    def deadly_once(path: Path, on_piece: Any) -> str:
        deaths.append(path)
        if len(deaths) == 1:
            raise Dead
        return real(path, on_piece)

    monkeypatch.setattr(daemon.hub.arriving, "sha256_of", deadly_once)
    room.drop("weekly.vtt", VTT)
    with pytest.raises(Dead), room.open_hub() as hub:
        room.finish(hub)
    with room.open_hub() as hub:
        room.finish(hub)
    assert [note.source for note in room.notes()] == ["weekly.vtt"]
    assert (room.path / "hub" / "second_tries.json").read_text() == "[]"
