"""The hub: what becomes of files, results, orders and a new configuration."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from daemon.errors import StateBusyError
from daemon.hub.client import hub_runs
from daemon.jobs import read_jobs
from daemon.store import NoteStore
from pipelines.errors import EngineError, WeightsMissingError
from tests.fakes.hub_room import HubRoom

VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAnn: I'll send the report to legal by Friday.\n"


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "roomscribe")
    return caplog


def left(room: HubRoom, name: str) -> list[str]:
    return sorted(path.name for path in (room.path / name).iterdir())


def test_a_transcript_in_the_inbox_becomes_a_note_and_nothing_else_stays(room: HubRoom) -> None:
    room.drop("2026-11-16 weekly.vtt", VTT)
    with room.open_hub() as hub:
        room.finish(hub)
        (head,) = hub.store.heads()
        assert head.source == "2026-11-16 weekly.vtt"
        assert head.id.startswith("20261116-")
        assert hub.status() == "0 meetings in work"
    (meeting,) = (room.path / "meetings").iterdir()
    assert [path.name for path in meeting.iterdir()] == ["meeting.json"]
    for folder in ("inbox", "jobs", "work/results"):
        assert left(room, folder) == []


def test_the_audio_of_a_meeting_is_kept_for_retention(room: HubRoom) -> None:
    room.drop("talk.m4a", "sound")
    with room.open_hub() as hub:
        room.finish(hub)
    (note,) = room.notes()
    folder = room.path / "meetings" / note.id
    assert (folder / "source" / "talk.m4a").read_text() == "sound"
    assert not (folder / "receipts").exists()


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
        ("slides.pdf", "%PDF", "slides.pdf: neither audio"),
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


@pytest.mark.timeout(900)  # each starts a process for its checks
def test_two_hundred_files_at_once_become_two_hundred_notes(room: HubRoom) -> None:
    for number in range(200):
        room.drop(f"{number}.txt", f"Ann: I'll send report {number} by Friday.")
    with room.open_hub() as hub:
        room.settle(hub)
        assert {job.priority for job in read_jobs(room.path)} >= {"backlog"}
        room.finish(hub)
        assert len(hub.store.heads()) == 200
    assert left(room, "jobs") == []


def test_a_meeting_waits_for_the_speech_model_and_is_taken_up_when_it_comes(room: HubRoom) -> None:
    def missing(index: int) -> None:
        raise WeightsMissingError("waiting for the speech model: run `roomscribe models pull`")

    room.engines.before_passage = missing
    room.drop("talk.m4a", "sound")
    with room.open_hub() as hub:
        room.finish(hub)
        (job,) = hub.queue
        assert (job.state, job.needs, job.strikes) == ("waiting", "models", 0)
        assert job.reason
        assert "waiting for the speech model" in job.reason
        room.engines.before_passage = lambda index: None
        (room.path / "models").mkdir()
        (room.path / "models" / "models.lock").write_text("{}")
        room.finish(hub)
    assert len(room.notes()) == 1


def test_a_meeting_that_fails_twice_is_set_aside_and_can_be_retried(room: HubRoom, log: Any) -> None:
    def fail(index: int) -> None:
        raise EngineError("the speech model failed")

    room.engines.before_passage = fail
    room.drop("talk.m4a", "sound")
    with room.open_hub() as hub:
        room.finish(hub)
        (job,) = hub.queue
        assert (job.state, job.reason) == ("aside", "the speech model failed")
        assert f"`roomscribe jobs retry {job.id}` tries again" in log.text
        assert hub.status() == "0 meetings in work, 1 set aside"
        room.engines.before_passage = lambda index: None
        room.finish(hub)
        assert room.notes() == []
        assert room.ask(hub, "jobs retry", id=job.id)["ok"]
        room.finish(hub)
    assert len(room.notes()) == 1


def test_a_dropped_meeting_is_gone_and_its_file_is_new_when_it_comes_again(room: HubRoom) -> None:
    with room.open_hub() as hub:
        room.drop("talk.m4a", "sound")
        room.settle(hub)
        (job,) = hub.queue
        assert room.ask(hub, "jobs drop", id=job.id)["message"] == f"dropped {job.id} (talk.m4a)"
        assert left(room, "meetings") == left(room, "jobs") == []
        room.drop("talk.m4a", "sound")
        room.finish(hub)
    assert len(room.notes()) == 1


@pytest.mark.parametrize(
    ("do", "arguments", "code", "message"),
    [
        ("jobs retry", {"id": "nope"}, 2, "jobs list"),
        ("notes delete", {"id": "nope"}, 2, "notes list"),
        ("notes save", {"note": {"id": 1}}, 2, "no note"),
        ("notes delete", {}, 1, "cannot be understood"),
        ("dance", {}, 1, "cannot 'dance'"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_answered(
    room: HubRoom, do: str, arguments: dict[str, Any], code: int, message: str
) -> None:
    with room.open_hub() as hub:
        said = room.ask(hub, do, **arguments)
    assert (said["ok"], said["exit_code"]) == (False, code)
    assert message in said["message"]


def test_only_one_hub_works_on_a_state_directory_and_others_can_see_it(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.hub.lock._TRIES", 1)
    monkeypatch.setattr("daemon.hub.lock._WAIT_S", 0)
    assert not hub_runs(room.path)
    with room.open_hub():
        assert hub_runs(room.path)
        with pytest.raises(StateBusyError, match="pid"), room.open_hub():
            pass
        with pytest.raises(StateBusyError), NoteStore.open_writer(room.path):
            pass
    assert not hub_runs(room.path)


def test_a_bad_new_configuration_is_refused_and_the_old_one_stays(room: HubRoom, log: Any) -> None:
    from daemon.errors import ConfigError

    with room.open_hub() as hub:
        room.config = {"inbox": {"settle_s": 60.0}}
        hub.reload()
        hub.step()
        assert hub.config.inbox.settle_s == 60
        assert "configuration was read again" in log.text

        def bad() -> Any:
            raise ConfigError("/etc/roomscribe/config.toml: unknown key [inbox] setle_s")

        hub._load_config = bad
        hub.reload()
        hub.step()
        assert hub.config.inbox.settle_s == 60
        (line,) = [record.message for record in log.records if "refused" in record.message]
        assert "unknown key [inbox] setle_s" in line


def test_another_inbox_takes_effect_with_the_new_configuration(room: HubRoom, tmp_path: Path) -> None:
    with room.open_hub() as hub:
        room.inbox = tmp_path / "share"
        room.config = {"inbox": {"folder": str(room.inbox)}}
        hub.reload()
        hub.step()
        room.drop("weekly.vtt", VTT)
        room.finish(hub)
    assert len(room.notes()) == 1


def test_a_folder_in_the_inbox_is_named_once_and_left_alone(room: HubRoom, log: Any) -> None:
    (room.inbox / "Zoom").mkdir()
    (room.inbox / "Zoom" / "a.vtt").write_text(VTT)
    with room.open_hub() as hub:
        room.finish(hub)
        room.finish(hub)
    assert log.text.count("Zoom: is a folder") == 1
    assert room.notes() == []


def test_no_word_of_a_meeting_is_in_the_log(room: HubRoom, log: Any) -> None:
    room.drop("weekly.vtt", VTT)
    room.drop("torn.vtt", "WEBVTT\n\nthe secret of legal\n")
    with room.open_hub() as hub:
        room.finish(hub)
    assert "legal" not in log.text
    assert "stored" in log.text


@pytest.mark.parametrize("name", ["inbox", "rejected"])
def test_an_inbox_on_another_disk_is_copied_from(
    room: HubRoom, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    import errno

    import daemon.durable

    rename = Path.rename

    def across(self: Path, target: Path) -> Path:
        if (room.inbox in self.parents) != (room.inbox in target.parents):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return rename(self, target)

    monkeypatch.setattr(daemon.durable.Path, "rename", across)
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

    import daemon.durable

    full = [True]
    real = os.open

    def refusing(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if full and fails_at in str(path) and flags & os.O_WRONLY:
            full.clear()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(path, flags, *more, **named)

    room.drop("2026-11-16 weekly.vtt", VTT)
    with room.open_hub() as hub:
        monkeypatch.setattr(daemon.durable.os, "open", refusing)
        room.finish(hub)
        assert not full, "the disk was never full"
        hub.step()  # the hub looks again after some seconds, whatever happens
        room.finish(hub)
        assert [head.source for head in hub.store.heads()] == ["2026-11-16 weekly.vtt"]
    for folder in ("inbox", "jobs", "work/results"):
        assert left(room, folder) == []
