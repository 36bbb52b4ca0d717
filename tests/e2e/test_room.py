"""The recorder as a process, with a microphone that hears what is played into a virtual room."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from daemon.spool import SpooledRecording, list_recordings
from daemon.spool.segment import BYTES_PER_S
from pipelines.speech.decode import AudioFile
from tests.fakes.appliance import wait_for
from tests.fakes.pulse import (
    ROOMSCRIBE,
    ROOT,
    Sound,
    VirtualRoom,
    correlation,
    likeness,
    recorder_config,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SAMPLE = ROOT / "samples" / "2026-11-16-planning.opus"
QUICK = """
speech_s = 2
within_s = 5
before_s = 2
silence_minutes = 0.1
least_speech_s = 3
"""
"""Meetings of seconds instead of minutes."""


@pytest.fixture(scope="module")
def meeting() -> Sound:
    """The sample meeting: people talking, at 16 kHz."""
    samples = np.concatenate(list(AudioFile(SAMPLE).blocks()))
    return (samples * 32_767).astype(np.int16)


def config(folder: Path, start: str = "voice") -> Path:
    # What begins by a button is ended by one: a busy machine is silent for seconds between two commands.
    return recorder_config(folder, start, QUICK if start == "voice" else "")


def record(state: Path, *arguments: str) -> str:
    """`roomscribe record ...`, as a person types it."""
    command = [ROOMSCRIBE, "--state", str(state), "record", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def heard(spooled: SpooledRecording) -> Sound:
    """The whole timeline, gaps as silence; of a recording that is still growing, what is on disk by now."""
    pieces = [(round(start_s * 16_000), np.frombuffer(pcm, "<i2")) for start_s, pcm in spooled.audio()]
    ends = [start + len(piece) for start, piece in pieces]
    timeline = np.zeros(max(ends, default=0), np.int16)
    for (start, piece), end in zip(pieces, ends, strict=True):
        timeline[start:end] = piece
    return timeline


def missing_parts(heard: Sound, played: Sound) -> list[float]:
    """Seconds of `played` that are not in `heard` in their place, by correlation of each half second."""
    at, _ = correlation(heard, played)
    half = 8_000
    audible = [i for i in range(0, len(played) - half, half) if np.abs(played[i : i + half]).max() > 300]
    assert len(audible) > 5
    return [
        i / 16_000 for i in audible if likeness(heard[at + i : at + i + half], played[i : i + half]) < 0.98
    ]


def test_speech_starts_a_recording_silence_ends_it_and_nothing_is_missing(
    room: VirtualRoom, meeting: Sound, tmp_path: Path
) -> None:
    said = meeting[: 14 * 16_000]
    with room.recorder(tmp_path, config(tmp_path)):
        room.play(said)
        wait_for(
            lambda: any(one.recording.state == "ended" for one in list_recordings(tmp_path)),
            "silence has not ended the recording",
            20,
        )
    (spooled,) = list_recordings(tmp_path)
    assert missing_parts(heard(spooled), said) == []
    recording = spooled.recording
    assert (recording.started_by, recording.end_reason) == ("voice", "silence")
    assert (recording.gaps, recording.overflows) == ((), 0)
    assert recording.speech_s > 3


def test_off_the_record_nothing_reaches_the_disk_and_forgotten_words_leave_it(
    room: VirtualRoom, meeting: Sound, tmp_path: Path
) -> None:
    parts = [meeting[i * 5 * 16_000 : (i + 1) * 5 * 16_000] for i in range(4)]
    with room.recorder(tmp_path, config(tmp_path, start="button")):
        record(tmp_path, "start")
        room.play(parts[0])
        record(tmp_path, "pause")
        assert "off the record" in record(tmp_path, "status")
        room.play(parts[1])
        record(tmp_path, "resume")
        room.play(parts[2])
        on_disk_before = heard(list_recordings(tmp_path)[0])
        assert correlation(on_disk_before, parts[2][: 3 * 16_000])[1] > 0.9
        assert "forgot" in record(tmp_path, "forget", "0.1")
        room.play(parts[3])
        record(tmp_path, "stop")
        sound = heard(list_recordings(tmp_path)[0])
    for part, is_kept in zip(parts, (True, False, False, True), strict=True):
        middle = part[16_000 : 4 * 16_000]
        assert (correlation(sound, middle)[1] > 0.9) is is_kept
    reasons = [gap.reason for gap in list_recordings(tmp_path)[0].recording.gaps]
    assert reasons == ["paused", "forgotten"]


def test_a_killed_recorder_loses_at_most_two_seconds_and_goes_on(
    room: VirtualRoom, meeting: Sound, tmp_path: Path
) -> None:
    said = meeting[: 22 * 16_000]
    with room.recorder(tmp_path, config(tmp_path, start="button")) as first:
        record(tmp_path, "start")
        with room.playing(said):
            wait_for(lambda: len(_from_the_first_word(tmp_path)) > 5 * 16_000, "nothing is heard", 30)
            before_s = _boot_s()
            first.send_signal(signal.SIGKILL)
            first.wait()
            with room.recorder(tmp_path, config(tmp_path, start="button")):
                wait_for(lambda: _resumed_s(tmp_path) > 5, "the recording does not go on", 30)
                record(tmp_path, "stop")
    (spooled,) = list_recordings(tmp_path)
    (gap,) = spooled.recording.gaps
    killed_at_s = before_s - spooled.recording.anchors[0].boot_s
    assert gap.reason == "power"
    assert killed_at_s - gap.start_s < 2
    sound = heard(spooled)
    resumed = sound[round((gap.end_s or 0) * 16_000) :]
    # A sound card that has slept takes some seconds until it plays.
    played = np.concatenate((np.zeros(5 * 16_000, np.int16), said))
    until_the_crash = sound[_first_audible(sound) : round(gap.start_s * 16_000)]
    for stretch in (until_the_crash, resumed):
        middle = stretch[len(stretch) // 4 : len(stretch) * 3 // 4]
        assert correlation(played, middle)[1] > 0.98, "what was recorded is what was said, without a hole"


def _first_audible(sound: Sound) -> int:
    """Where silence ends: a loaded machine takes seconds from the order to play to the first sound."""
    audible = np.abs(sound) > 300
    return int(audible.argmax()) if audible.any() else len(sound)


def _from_the_first_word(state: Path) -> Sound:
    """What is on disk of the one recording, without the silence before anything was said."""
    sound = heard(list_recordings(state)[0])
    return sound[_first_audible(sound) :]


def _boot_s() -> float:
    from daemon.base.clock import SystemClock

    return SystemClock().boot_s()


def _resumed_s(state: Path) -> float:
    """Seconds on disk since the crash."""
    (spooled,) = list_recordings(state)
    ends = [gap.end_s for gap in spooled.recording.gaps if gap.end_s is not None]
    return spooled.duration_s - ends[-1] if ends else 0.0


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_an_unplugged_microphone_is_found_again_and_the_meeting_goes_on(
    room: VirtualRoom,
    meeting: Sound,
    tmp_path: Path,
    count: Callable[[int, int], int],
    chance: random.Random,
    figure: Callable[[str], None],
) -> None:
    """Microphone unplugged at random moments of one meeting, and plugged in again."""
    times = count(1, 10)
    said = []
    with room.recorder(tmp_path, config(tmp_path, start="button")):
        record(tmp_path, "start")
        room.play(meeting[: 4 * 16_000])
        for _ in range(times):
            Event().wait(chance.uniform(0, 1))
            room.unplug()
            try:
                wait_for(lambda: "microphone missing" in record(tmp_path, "status"), "nobody noticed", 20)
            finally:
                room.plug_in()
            wait_for(
                lambda: "microphone missing" not in record(tmp_path, "status"), "it was not found again", 40
            )
            at = chance.randrange(8, 200)
            said.append(meeting[at * 16_000 : (at + 4) * 16_000])
            room.play(said[-1])
        record(tmp_path, "stop")
    (spooled,) = list_recordings(tmp_path)
    sound = heard(spooled)
    assert correlation(sound, meeting[16_000 : 3 * 16_000])[1] > 0.98
    for part in said:
        assert missing_parts(sound, part) == []
    gaps = spooled.recording.gaps
    assert {gap.reason for gap in gaps} == {"unplugged"}
    assert len(gaps) == times
    longest_s = max((gap.end_s or gap.start_s) - gap.start_s for gap in gaps)
    figure(f"{times} times: one recording, {times} gaps of at most {longest_s:.0f} s, all else there")


def test_sigterm_ends_the_recording_within_two_seconds(room: VirtualRoom, tmp_path: Path) -> None:
    with room.recorder(tmp_path, config(tmp_path, start="button")) as process:
        record(tmp_path, "start")
        wait_for(lambda: list_recordings(tmp_path)[0].audio_s > 1, "nothing is recorded", 20)
        process.terminate()
        assert process.wait(2) == 0
    (spooled,) = list_recordings(tmp_path)
    assert (spooled.recording.state, spooled.recording.end_reason) == ("ended", "shutdown")
    assert not list(spooled.folder.glob("*.part"))
    assert spooled.audio_s * BYTES_PER_S > 0
