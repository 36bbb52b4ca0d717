"""The banner of every page: who is in the room sees that it is recorded, and what goes wrong with that."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.base.clock import SystemClock
from daemon.spool.recorder_status import LiveRecording, Microphone, RecorderStatus, status_path, write_status
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.app import create_app
from web.views.room import recorder_of

PAGES = ("/", "/meetings/office-move", "/meetings/nowhere")


def status(**changes: Any) -> RecorderStatus:
    """An idle recorder with a microphone."""
    return RecorderStatus(
        **{
            "pid": 1,
            "at": datetime(2026, 11, 16, 10, 4, tzinfo=UTC),
            "boot_s": SystemClock().boot_s(),
            "state": "idle",
            "listening": True,
            "listening_detail": "",
            "recording": None,
            "microphone": Microphone(state="open", name="Room mic", detail="16000 Hz"),
            "level_dbfs": -40.0,
            "alarm": None,
            "problem": None,
            "overflows": 0,
            "disk_free_bytes": 10**10,
            "disk_hours_left": 80.0,
        }
        | changes
    )


def recording(overflows: int = 0) -> LiveRecording:
    return LiveRecording(
        id="20261116-100312-09af",
        started_at=datetime(2026, 11, 16, 10, 3, 12, tzinfo=UTC),
        started_by="voice",
        duration_s=48.0,
        speech_s=20.0,
        quiet_s=1.0,
        overflows=overflows,
    )


def page(found: RecorderStatus | None, path: str = "/") -> str:
    app = create_app(reader_of(office_move()), timezone=UTC, open_recorder=lambda: found)
    return app.test_client().get(path).text


@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_that_a_recording_goes_on(path: str) -> None:
    shown = page(status(state="recording", recording=recording()), path)
    assert "What is said in the room is kept." in shown
    # The list has the meeting itself on top.
    assert ("Recording since 10:03." in shown) == (path != "/")


@pytest.mark.parametrize("found", [None, status()])
def test_nothing_is_said_while_nothing_is_recorded(found: RecorderStatus | None) -> None:
    assert 'aria-label="The room"' not in page(found)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"state": "paused", "recording": recording()}, "Off the record: nothing that is said now is kept."),
        (
            {"alarm": "the microphone gives only digital silence: look for a mute button"},
            "The microphone gives",
        ),
        (
            {"microphone": Microphone(state="missing", name="", detail="it is unplugged")},
            "No microphone: it is",
        ),
        ({"problem": "the disk is full: 0 MB are free"}, "The disk is full: 0 MB are free."),
        (
            {"state": "recording", "recording": recording(overflows=2)},
            "Audio of this recording was lost 2 times: the machine was too slow.",
        ),
    ],
)
def test_what_goes_wrong_is_on_the_page(changes: dict[str, Any], said: str) -> None:
    assert said in page(status(**changes), "/meetings/office-move")


def test_off_the_record_is_not_shown_as_recording() -> None:
    paused = status(state="paused", recording=recording())
    assert "Recording since" not in page(paused, "/meetings/office-move")
    assert "Off the record" in page(paused)
    assert "What is said in the room is kept." not in page(paused)


def test_the_status_is_the_recorders_own_and_an_old_one_counts_for_nothing(tmp_path: Path) -> None:
    look = recorder_of(tmp_path)
    assert look() is None
    path = status_path(tmp_path, {})
    write_status(path, status(state="recording", recording=recording()))
    found = look()
    assert found is not None
    assert found.state == "recording"
    write_status(path, status(boot_s=SystemClock().boot_s() - 60))
    assert look() is None
