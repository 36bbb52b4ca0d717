"""What people see and hear of the recorder: level, light and chime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from daemon.recorder.level import LevelMeter, Loudness, loudness, to_dbfs
from daemon.recorder.signs import Chime, Light, chime
from tests.fakes.sound import tone

# Other rates and channels


# Level, light, chime


def test_levels_are_relative_to_full_scale() -> None:
    assert to_dbfs(32_768) == 0
    assert to_dbfs(3276.8) == pytest.approx(-20)
    assert to_dbfs(0) == -99
    full = loudness(tone(16_000, 440, 1, 32_767).tobytes())
    assert to_dbfs(full.rms) == pytest.approx(-3.01, abs=0.05)
    meter = LevelMeter()
    assert meter.peak_dbfs is None
    meter.hear(full)
    meter.hear(loudness(bytes(32_000)))
    assert meter.peak_dbfs == pytest.approx(0, abs=0.01)
    assert meter.mean_dbfs == pytest.approx(-6.02, abs=0.05)


def level(dbfs: float) -> float:
    return 32_768 * 10 ** (dbfs / 20)


@pytest.mark.parametrize(
    ("dbfs", "seconds", "is_silent"),
    [(-70.1, 60, True), (-70.1, 59, False), (-69.9, 60, False), (-80, 600, True)],
)
def test_a_minute_without_anything_as_loud_as_speech_is_silent(
    dbfs: float, seconds: int, is_silent: bool
) -> None:
    meter = LevelMeter()
    for _ in range(seconds):
        meter.hear(Loudness(level(dbfs + 10), level(dbfs), 1.0))
    assert meter.is_silent is is_silent
    assert not meter.is_dead, "a microphone that is on makes some noise"
    meter.hear(Loudness(level(-30), level(-40), 1.0))
    assert not meter.is_silent


def test_a_minute_of_zeros_is_a_dead_microphone_until_it_gives_a_sound() -> None:
    meter = LevelMeter()
    for _ in range(59):
        meter.hear(Loudness(0, 0, 1.0))
    assert not meter.is_dead
    meter.hear(Loudness(0, 0, 1.0))
    assert meter.is_dead
    meter.hear(Loudness(1, 0.1, 1.0))
    assert not meter.is_dead
    assert meter.now_dbfs == -99


def test_loudness_is_peak_and_mean_of_a_block_with_its_length() -> None:
    block = np.array([3, -4] * 400, "<i2").tobytes()
    found = loudness(block)
    assert (found.peak, found.rms, found.seconds) == (4, pytest.approx(12.5**0.5), 0.05)
    assert loudness(b"") == Loudness(0, 0, 0)


def led(folder: Path) -> Path:
    (folder / "recording").mkdir()
    for name, value in (("trigger", "mmc0"), ("max_brightness", "255\n"), ("brightness", "1")):
        (folder / "recording" / name).write_text(value)
    return folder / "recording"


def test_the_light_is_on_while_sound_is_kept(tmp_path: Path) -> None:
    files = led(tmp_path)
    light = Light("recording", tmp_path)
    light.set(False)
    assert ((files / "brightness").read_text(), (files / "trigger").read_text()) == ("0", "none")
    light.set(True)
    assert (files / "brightness").read_text() == "255"


def test_a_light_that_does_not_work_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    light = Light("nowhere", tmp_path)
    for is_on in (False, True, False):
        light.set(is_on)
    (record,) = caplog.records
    assert record.getMessage().startswith(
        f"the recording light does not work: {tmp_path}/nowhere/trigger: No such"
    )
    Light("", tmp_path).set(True)


def test_the_chime_rises_at_the_start_and_falls_at_the_end() -> None:
    def pitch(pcm: bytes) -> float:
        samples = np.frombuffer(pcm, "<i2").astype(float)
        return float(np.abs(np.fft.rfft(samples, 16_000)).argmax())

    rising, falling = chime(True), chime(False)
    half = len(rising) // 2
    assert pitch(rising[:half]) < pitch(rising[half:])
    assert pitch(falling[:half]) > pitch(falling[half:])
    assert loudness(rising).peak < 10_000


def test_the_chime_sounds_once_for_each_change_and_only_if_wanted(caplog: pytest.LogCaptureFixture) -> None:
    played: list[bytes] = []
    sounds = Chime(True, play=played.append)
    for is_recording in (False, True, True, False):
        sounds.set(is_recording)
        _join()
    assert played == [chime(True), chime(False)]
    Chime(False, play=played.append).set(True)

    def broken(pcm: bytes) -> None:
        raise OSError("no loudspeaker")

    Chime(True, play=broken).set(True)
    _join()
    assert len(played) == 2
    assert "the chime cannot be played: no loudspeaker" in caplog.text


def _join() -> None:
    import threading

    for thread in threading.enumerate():
        if thread.daemon and thread.name.endswith("(_sound)"):
            thread.join()
