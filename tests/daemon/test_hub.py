"""The hub: what becomes of files, results, orders and a new configuration."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import StateBusyError
from daemon.hub.client import hub_runs
from daemon.notes.store import NoteStore
from pipelines.errors import EngineError, WeightsMissingError
from tests.fakes.hub_room import VTT, HubRoom, left


@pytest.fixture
def room(tmp_path: Path) -> HubRoom:
    return HubRoom(tmp_path)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "roomscribe")
    return caplog


def test_a_transcript_in_the_inbox_becomes_a_note_and_nothing_else_stays(room: HubRoom) -> None:
    room.drop("2026-11-16 weekly.vtt", VTT)
    with room.open_hub() as hub:
        room.finish(hub)
        (head,) = hub.store.heads()
        assert head.source == "2026-11-16 weekly.vtt"
        assert head.id.startswith("20261116-")
        assert hub.status() == "0 meetings in the queue"
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


def test_a_meeting_waits_for_the_speech_model_and_is_taken_up_when_it_comes(room: HubRoom) -> None:
    def missing(index: int) -> None:
        raise WeightsMissingError("run `roomscribe models pull`")

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
        assert hub.status() == "0 meetings in the queue, 1 set aside"
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
        ("notes save", {"note": {"id": 1}}, 2, "not a note"),
        ("notes delete", {}, 1, "cannot be understood"),
        ("dance", {}, 1, "no order 'dance'"),
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
    monkeypatch.setattr("daemon.hub.client._TRIES", 1)
    monkeypatch.setattr("daemon.hub.client._WAIT_S", 0)
    assert not hub_runs(room.path)
    with room.open_hub():
        assert hub_runs(room.path)
        with pytest.raises(StateBusyError, match="pid"), room.open_hub():
            pass
        with pytest.raises(StateBusyError), NoteStore.open_writer(room.path):
            pass
    assert not hub_runs(room.path)


def test_a_bad_new_configuration_is_refused_and_the_old_one_stays(room: HubRoom, log: Any) -> None:
    from daemon.base.errors import ConfigError

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


def test_no_word_of_a_meeting_is_in_the_log(room: HubRoom, log: Any) -> None:
    room.drop("weekly.vtt", VTT)
    room.drop("torn.vtt", "WEBVTT\n\nthe secret of legal\n")
    with room.open_hub() as hub:
        room.finish(hub)
    assert "legal" not in log.text
    assert "stored" in log.text
