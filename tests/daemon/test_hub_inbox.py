"""The hub and its inbox: which files become meetings, and what becomes of the others."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from daemon.meetings import read_jobs
from tests.fakes.hub_room import VTT, Dead, HubRoom, killed_after, left


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "roomscribe")
    return caplog


def test_a_file_that_is_still_being_copied_is_left_alone(room: HubRoom) -> None:
    with room.open_hub() as hub:
        for part in range(4):
            room.drop("weekly.vtt", VTT[: 20 * (part + 1)])
            hub.step()
            room.clock.sleep(2)
            assert left(room, "jobs") == []
        room.drop("weekly.vtt", VTT)
        room.finish(hub)
    assert len(room.notes()) == 1


def test_a_file_that_is_renamed_into_place_is_taken_in_at_once(room: HubRoom) -> None:
    with room.open_hub() as hub:
        room.drop(".weekly.vtt.Xa3", VTT)
        hub.step()
        (room.inbox / ".weekly.vtt.Xa3").rename(room.inbox / "weekly.vtt")
        hub.step()
        assert len(left(room, "jobs")) == 1


def test_the_same_content_is_one_meeting_whatever_it_is_called(room: HubRoom, log: Any) -> None:
    with room.open_hub() as hub:
        room.drop("a.vtt", VTT)
        room.finish(hub)
        room.drop("b.vtt", VTT)
        room.finish(hub)
        assert "b.vtt: the same as" in log.text
    room.drop("c.vtt", VTT)
    with room.open_hub() as hub:
        room.finish(hub)
    assert len(room.notes()) == 1
    assert left(room, "inbox") == []


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("slides.pdf", "%PDF", "slides.pdf: neither a recording"),
        ("empty.vtt", "", "empty.vtt: is empty"),
        ("torn.vtt", "WEBVTT\n\nno cue at all\n", "torn.vtt"),
    ],
)
def test_what_is_no_meeting_is_given_back_with_the_reason(
    room: HubRoom, name: str, content: str, reason: str
) -> None:
    room.drop(name, content)
    with room.open_hub() as hub:
        hub.step()
        room.clock.sleep(60)
        room.finish(hub)
        assert (room.inbox / "rejected" / name).read_text() == content
        said = (room.inbox / "rejected" / f"{name}.txt").read_text()
        assert said.startswith(reason)
        assert str(room.path) not in said
    assert left(room, "meetings") == left(room, "jobs") == []


def test_a_link_to_a_file_of_this_machine_is_never_read(room: HubRoom, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("Ann: I'll keep the secret.")
    (room.inbox / "a.txt").symlink_to(tmp_path / "secret.txt")
    with room.open_hub() as hub:
        room.finish(hub)
    assert (room.inbox / "rejected" / "a.txt").is_symlink()
    assert (tmp_path / "secret.txt").exists()
    assert room.notes() == []


def test_two_hundred_files_at_once_become_two_hundred_notes(room: HubRoom) -> None:
    for number in range(200):
        # Nothing in it that would be checked: that starts a process for each.
        room.drop(f"{number}.txt", f"Ann: Hello, {number}.")
    with room.open_hub() as hub:
        room.settle(hub)
        assert {job.priority for job in read_jobs(room.path)} >= {"backlog"}
        room.finish(hub)
        assert len(hub.store.heads()) == 200
    assert left(room, "jobs") == []


def test_a_folder_in_the_inbox_is_named_once_and_left_alone(room: HubRoom, log: Any) -> None:
    (room.inbox / "Zoom").mkdir()
    (room.inbox / "Zoom" / "a.vtt").write_text(VTT)
    with room.open_hub() as hub:
        room.finish(hub)
        room.finish(hub)
    assert log.text.count("Zoom: is a folder") == 1
    assert room.notes() == []


@pytest.mark.parametrize("name", ["inbox", "rejected"])
def test_an_inbox_on_another_disk_is_copied_from(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    import errno

    import daemon.base.durable

    rename = Path.rename

    def across(self: Path, target: Path) -> Path:
        if (room.inbox in self.parents) != (room.inbox in target.parents):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return rename(self, target)

    monkeypatch.setattr(daemon.base.durable.Path, "rename", across)
    room.drop("weekly.vtt", VTT if name == "inbox" else "WEBVTT\n\nnothing\n")
    with room.open_hub() as hub:
        room.finish(hub)
    assert len(room.notes()) == (name == "inbox")
    assert (room.inbox / "rejected" / "weekly.vtt").exists() == (name == "rejected")
    assert not (room.inbox / "weekly.vtt").exists()


@pytest.mark.parametrize("fails_at", ["/.incoming-", "/jobs/"])
def test_a_file_that_was_half_taken_in_when_the_disk_filled_up_is_not_forgotten(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch, fails_at: str
) -> None:
    """It has left the inbox by then: the hub itself has to remember it, without a restart."""
    import errno

    import daemon.base.durable

    full = [True]
    real = os.open

    def refusing(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if full and fails_at in str(path) and flags & os.O_WRONLY:
            full.clear()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(path, flags, *more, **named)

    room.drop("2026-11-16 weekly.vtt", VTT)
    with room.open_hub() as hub:
        monkeypatch.setattr(daemon.base.durable.os, "open", refusing)
        room.finish(hub)
        assert not full, "the disk was never full"
        hub.step()  # the hub looks again after some seconds, whatever happens
        room.finish(hub)
        assert [head.source for head in hub.store.heads()] == ["2026-11-16 weekly.vtt"]
    for folder in ("inbox", "jobs", "work/results"):
        assert left(room, folder) == []


CHAT = "00:00:04\tBob:\thttps://example.org/pr/4747\n"


def typed(room: HubRoom) -> list[str]:
    return [s.text for note in room.notes() for s in note.transcript.segments if s.id.startswith("chat")]


def test_a_chat_waits_for_its_transcript_and_goes_with_it(room: HubRoom) -> None:
    with room.open_hub() as hub:
        room.drop("weekly.chat.txt", CHAT)
        room.settle(hub)
        assert left(room, "inbox") == ["weekly.chat.txt"]
        room.drop("weekly.vtt", VTT)
        room.finish(hub)
    assert len(room.notes()) == 1
    assert typed(room) == ["https://example.org/pr/4747"]
    assert left(room, "inbox") == []


@pytest.mark.parametrize("others", [(), ("a.vtt", "b.vtt")])
def test_a_chat_that_is_clearly_nobodys_is_given_back_with_the_reason(
    room: HubRoom, others: tuple[str, ...]
) -> None:
    with room.open_hub() as hub:
        for name in others:
            room.drop(name, VTT.replace("Ann", name))
        room.drop("meeting_saved_chat.txt", CHAT)
        room.settle(hub)
        room.clock.sleep(0 if others else 700)
        room.finish(hub)
    assert typed(room) == []
    assert len(room.notes()) == len(others)
    reason = (room.inbox / "rejected" / "meeting_saved_chat.txt.txt").read_text()
    assert "put both into the inbox together" in reason


def test_a_hub_that_dies_while_it_takes_both_in_takes_both_in_again(room: HubRoom) -> None:
    for steps in range(1, 12):
        room.drop("weekly.chat.txt", CHAT)
        room.drop("weekly.vtt", VTT.replace("Ann", f"Ann {steps}"))
        with contextlib.suppress(Dead), killed_after(steps), room.open_hub() as hub:
            room.settle(hub)
        with room.open_hub() as hub:
            room.finish(hub)
        assert left(room, "inbox") == []
    assert len(typed(room)) == len(room.notes()) == 11
