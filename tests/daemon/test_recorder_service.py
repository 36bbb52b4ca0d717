"""The recorder's process: what it answers, what it reports, and who may run beside it."""

from __future__ import annotations

import socket
from datetime import UTC
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from daemon.base.control import Answer, OrderDesk, Orders, ask
from daemon.base.errors import NoAnswerError, StateBusyError, StateWriteError
from daemon.base.systemd import Notifier
from daemon.base.timetable import Schedule
from daemon.cli.main import roomscribe, run
from daemon.recorder.keeper import MicrophoneKeeper
from daemon.recorder.orders import carry_out
from daemon.recorder.report import summary
from daemon.recorder.service import RecorderService
from daemon.recorder.signs import Chime, Light
from daemon.spool import list_recordings
from daemon.spool.recorder_status import Microphone, RecorderStatus, read_status, status_path, write_status
from tests.fakes.microphone import Room
from tests.fakes.room_page import recorder_status
from tests.fakes.soundcard import FakeCard, FakeMicrophone


class Process:
    """A recorder's service, stepped by hand."""

    def __init__(
        self, state: Path, *, environ: dict[str, str] | None = None, record: Any = (), **changes: Any
    ):
        self.room = Room(state, **changes)
        self.clock = self.room.clock
        self.card = FakeCard(self.clock)
        self.keeper = MicrophoneKeeper(self.card, "", self.clock)
        self.status_path = status_path(state, {})
        self.service = RecorderService(
            state,
            self.room.session,
            self.keeper,
            self.clock,
            schedule=Schedule(record, UTC, self.clock.now()) if record else None,
            light=Light(""),
            chime=Chime(False),
            notifier=Notifier(environ or {}),
            status_path=self.status_path,
        )
        self.state = state
        orders = Orders(state, "recorder", self.clock)
        self.desk = OrderDesk(orders, lambda order: carry_out(order, self.room.session, self.clock))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds * 5)):
            self.step()

    def step(self, _: float = 0.0) -> None:
        self.clock.sleep(0.2)
        self.service.step(self.desk)

    def ask(self, do: str, **arguments: Any) -> Answer:
        """As the page and the command line do."""
        must_happen = do == "forget"
        return ask(
            self.state, "recorder", do, arguments, must_happen=must_happen, clock=self.clock, sleep=self.step
        )

    @property
    def status(self) -> RecorderStatus:
        found = read_status(self.status_path)
        assert found is not None
        return found


# Orders


def test_people_start_pause_forget_and_stop_by_orders(tmp_path: Path) -> None:
    process = Process(tmp_path, start="button")
    process.run(1)
    started = process.ask("start")
    assert started.message == f"recording {started.details['recording']}"
    process.run(30)
    assert process.ask("pause").message == "off the record"
    process.run(30)
    refused = process.ask("start")
    assert not refused.ok
    assert "off the record" in refused.message
    assert process.ask("resume").message == "on the record again"
    process.run(30)
    forgot = process.ask("forget", minutes=0.25)
    assert forgot.message == "forgot the last 0.25 minutes, in 1 recording"
    assert forgot.details["forgotten"][0]["id"] == started.details["recording"]
    stopped = process.ask("stop")
    assert (stopped.ok, stopped.details) == (True, {**started.details, "kept": True})
    (spooled,) = list_recordings(tmp_path)
    assert [gap.reason for gap in spooled.recording.gaps] == ["paused", "forgotten"]
    assert 44 < spooled.audio_s < 47
    assert process.ask("stop").message == "nothing was being recorded"
    assert process.ask("forget", minutes=1440).message == "forgot the last 1440 minutes, in 1 recording"
    assert list_recordings(tmp_path)[0].audio_s == 0
    assert process.ask("forget", minutes=1440).message == "there was nothing to forget"


@pytest.mark.parametrize(
    ("do", "arguments", "message"),
    [
        ("forget", {"minutes": 0}, "more than 0, at most a day"),
        ("forget", {"minutes": "all"}, "more than 0, at most a day"),
        ("forget", {}, "more than 0, at most a day"),
        ("dance", {}, 'does not know "dance"'),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(
    tmp_path: Path, do: str, arguments: dict[str, Any], message: str
) -> None:
    answer = Process(tmp_path).ask(do, **arguments)
    assert (answer.ok, answer.exit_code) == (False, 1)
    assert message in answer.message


def test_a_refusal_says_why(tmp_path: Path) -> None:
    answer = Process(tmp_path, allowed_hours=("sun 1-2",)).ask("start")
    assert not answer.ok
    assert "outside the allowed hours (sun 1-2)" in answer.message


@pytest.mark.parametrize("problem", ["no microphone is plugged in", "PortAudio is missing"])
def test_without_a_microphone_a_start_is_refused_with_the_cause(tmp_path: Path, problem: str) -> None:
    process = Process(tmp_path, start="button")
    process.card.problem = problem
    process.run(1)
    answer = process.ask("start")
    assert (answer.ok, answer.exit_code) == (False, 1)
    assert problem in answer.message
    assert process.status.state == "idle"
    assert list_recordings(tmp_path) == []
    process.card.problem = None
    process.run(5)
    assert process.ask("start").ok


def test_a_microphone_that_opens_and_gives_nothing_is_no_microphone(tmp_path: Path) -> None:
    """A card of which only the cable is left can be opened again and again."""
    process = Process(tmp_path, start="button")
    process.run(1)
    opened = process.card.open
    process.card.open = lambda pattern: _mute(opened(pattern))  # type: ignore[method-assign]
    process.card.problem = "gone"
    process.run(4)
    process.card.problem = None
    answers, states = [], set()
    for _ in range(40):
        process.run(0.4)
        answers.append(process.ask("start"))
        states.add(process.status.microphone.state)
    assert {answer.ok for answer in answers} == {False}
    assert "gives no sound" in answers[-1].message
    assert states == {"missing"}


def test_a_card_that_never_gave_sound_is_no_microphone_from_its_first_moment(tmp_path: Path) -> None:
    process = Process(tmp_path, start="button")
    opened = process.card.open
    process.card.open = lambda pattern: _mute(opened(pattern))  # type: ignore[method-assign]
    for _ in range(10):
        process.run(0.5)
        answer = process.ask("start")
        assert not answer.ok
        assert "no sound" in answer.message
    assert list_recordings(tmp_path) == []


def _mute(microphone: FakeMicrophone) -> FakeMicrophone:
    microphone.gives = False
    return microphone


def test_the_schedules_recording_waits_for_its_microphone_and_leaves_nothing_without_one(
    tmp_path: Path,
) -> None:
    process = Process(tmp_path, start="schedule", record=("5 10 * * mon-fri",))
    process.card.problem = "no microphone is plugged in"
    process.run(110)
    assert process.status.state == "recording"
    assert "microphone missing" in summary(process.status)
    stopped = process.ask("stop")
    assert stopped.message == "nothing was recorded: no sound came in"
    assert stopped.details["kept"] is False
    (spooled,) = list_recordings(tmp_path)
    assert (spooled.recording.state, spooled.audio_s) == ("discarded", 0)


def test_what_has_to_be_forgotten_is_tried_until_the_disk_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(tmp_path, start="button")
    process.run(1)
    process.ask("start")
    process.run(60)

    def refuse(*_: Any) -> None:
        raise StateWriteError("cannot write: the disk is read-only")

    with monkeypatch.context() as patch:
        patch.setattr("daemon.spool.writer.write_record", refuse)
        with pytest.raises(NoAnswerError):
            process.ask("forget", minutes=1440)
    process.run(10)
    assert list_recordings(tmp_path)[0].audio_s < 30, "only what came since"


def test_the_schedule_starts_a_recording(tmp_path: Path) -> None:
    process = Process(tmp_path, start="schedule", record=("5 10 * * mon-fri",))
    process.run(100)
    assert list_recordings(tmp_path) == []
    process.run(10)
    (spooled,) = list_recordings(tmp_path)
    assert spooled.recording.started_by == "schedule"
    assert spooled.recording.started_at.minute == 5


# Status


def test_the_status_tells_what_goes_on(tmp_path: Path) -> None:
    process = Process(tmp_path, start="button")
    process.card.problem = "no microphone is plugged in"
    process.run(3)
    assert summary(process.status) == (
        "not recording: recordings are started by button; microphone missing: no microphone is plugged in"
    )
    process.card.problem = None
    process.run(10)
    assert process.status.microphone.name == "Room mic"
    assert process.status.level_dbfs > -20
    recording_id = process.ask("start").details["recording"]
    process.run(30)
    assert summary(process.status) == f"recording {recording_id}"
    live = process.status.recording
    assert live is not None
    assert live.duration_s == pytest.approx(30, abs=1)
    assert live.speech_s == pytest.approx(30, abs=2)
    process.ask("pause")
    process.run(1)
    assert (process.status.state, summary(process.status)) == ("paused", f"off the record in {recording_id}")
    process.card.problem = "gone"
    process.run(5)
    assert process.status.microphone.state == "missing"


def test_a_status_is_stale_when_its_recorder_is_gone(tmp_path: Path) -> None:
    process = Process(tmp_path)
    process.run(3)
    assert summary(process.status) == "listening: talk starts a recording"
    assert not process.status.is_stale(process.clock.boot_s())
    assert process.status.is_stale(process.clock.boot_s() + 20)
    assert process.status.is_stale(5.0), "from before a reboot"


def test_the_status_lies_in_memory_on_the_appliance(tmp_path: Path) -> None:
    assert status_path(tmp_path, {"RUNTIME_DIRECTORY": "/run/roomscribe"}) == Path(
        "/run/roomscribe/recorder.json"
    )
    assert status_path(Path("/var/lib/roomscribe"), {}) == Path("/run/roomscribe/recorder.json")
    assert status_path(tmp_path, {}) == tmp_path / "run" / "recorder.json"


def test_systemd_hears_that_it_gets_on(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        supervisor.bind(address)
        supervisor.setblocking(False)
        process = Process(tmp_path, environ={"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "60000000"})
        process.run(1.4)
        heard = [supervisor.recv(500).decode() for _ in range(4)]
    assert [each for each in heard if each == "WATCHDOG=1"] == ["WATCHDOG=1"] * 2
    assert [each for each in heard if each != "WATCHDOG=1"][-1] == "STATUS=listening: talk starts a recording"


# One process after another


def test_a_second_recorder_is_refused(tmp_path: Path) -> None:
    first, second = Process(tmp_path), Process(tmp_path)
    refusals = []

    class TryTheOther(Event):
        def wait(self, timeout: float | None = None) -> bool:
            with pytest.raises(StateBusyError) as refusal:
                second.service.run(Event(), Event())
            refusals.append(str(refusal.value))
            return True

    first.service.run(TryTheOther(), Event())
    assert "another Roomscribe process" in refusals[0]


def test_reload_waits_for_the_end_of_the_recording(tmp_path: Path) -> None:
    process = Process(tmp_path, start="button")
    reload = Event()
    reload.set()
    process.room.session.start("button")
    looks = []

    class Waiting(Event):
        def wait(self, timeout: float | None = None) -> bool:
            process.clock.sleep(0.2)
            looks.append(process.room.session.meeting is not None)
            if len(looks) == 20:
                process.room.session.stop()
            return False

    process.service.run(Waiting(), reload)
    assert looks == [True] * 20
    assert list_recordings(tmp_path)[0].recording.end_reason == "order"
    assert read_status(process.status_path) is None, "an old status would be a wrong one"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "recording 20261120-090000-09af"),
        ({"state": "paused"}, "off the record in 20261120-090000-09af"),
        ({"state": "paused", "recording": None}, "off the record"),
        ({"state": "idle", "recording": None}, "listening: talk starts a recording"),
        (
            {"state": "idle", "recording": None, "listening": False, "listening_detail": "outside the hours"},
            "not recording: outside the hours",
        ),
        (
            {
                "microphone": Microphone(state="missing", name="", detail="none"),
                "alarm": "it is mute",
                "problem": "the disk is full",
            },
            "recording 20261120-090000-09af; microphone missing: none; it is mute; the disk is full",
        ),
    ],
)
def test_the_status_is_one_line_in_the_log_of_the_system_and_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], line: str
) -> None:
    status = recorder_status(**changes, overflows=3, level_dbfs=-30.6, disk_hours_left=12.4)
    assert summary(status) == line
    write_status(status_path(tmp_path, {}), status)
    assert run(roomscribe, ["--state", str(tmp_path), "record", "status"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        line,
        "level -31 dBFS, disk for 12 hours",
        "audio was lost 3 times since the recorder started",
    ]
    assert run(roomscribe, ["--state", str(tmp_path), "record", "status", "--json"]) == 0
    assert RecorderStatus.model_validate_json(capsys.readouterr().out) == status


@pytest.mark.parametrize(("age_s", "is_stale"), [(0, False), (15, False), (15.1, True), (-1, True)])
def test_a_status_counts_for_a_quarter_of_a_minute(age_s: float, is_stale: bool) -> None:
    status = recorder_status()
    assert status.is_stale(status.boot_s + age_s) is is_stale
