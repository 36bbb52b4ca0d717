"""From the sound card to blocks at 16 kHz, and a microphone that is found again."""

from __future__ import annotations

import logging
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.base.errors import MicrophoneError
from daemon.recorder.keeper import MicrophoneKeeper
from daemon.recorder.level import loudness
from daemon.recorder.soundcard import Converter, SoundCard, SoundQueue
from tests.fakes.clock import FakeClock
from tests.fakes.sound import tone
from tests.fakes.soundcard import FakeCard

# The queue


def test_what_is_put_is_taken_in_order() -> None:
    queue = SoundQueue(100)
    queue.put(b"ab", 1.0, False)
    queue.put(b"cd", 2.0, True)
    assert [(block.data, block.at_s, block.overflow) for block in queue.take()] == [
        (b"ab", 1.0, False),
        (b"cd", 2.0, True),
    ]
    assert queue.take() == []


@given(st.lists(st.one_of(st.integers(1, 40), st.none()), max_size=60))
def test_every_byte_is_taken_or_counted_as_lost(steps: list[int | None]) -> None:
    """None is a look by the recorder; a number, a block of so many bytes from the card."""
    queue = SoundQueue(100)
    put = taken = lost = waiting = 0
    for step in [*steps, None, 1, None]:
        if step is None:
            blocks = queue.take()
            taken += sum(len(block.data) for block in blocks)
            lost += sum(block.lost_bytes for block in blocks)
            waiting = 0
        else:
            queue.put(b"x" * step, 0.0, False)
            put += step
            waiting += step
    assert put == taken + lost
    assert lost == 0 or put > 100


# Other rates and channels


@pytest.mark.parametrize("rate", [8_000, 44_100, 48_000, 96_000])
def test_a_card_of_another_rate_gives_the_same_sound(rate: int) -> None:
    converter = Converter(rate, 1)
    samples = tone(rate, 440, 2)
    step = rate // 10
    made = b"".join(converter.feed(samples[i : i + step].tobytes()) for i in range(0, len(samples), step))
    heard = np.frombuffer(made, "<i2").astype(float)
    assert abs(len(heard) - 32_000) < 100, "not more than some milliseconds stay inside"
    middle = heard[4000:20_000]
    phase = np.exp(-2j * np.pi * 440 * np.arange(len(middle)) / 16_000)
    amplitude = 2 * abs((middle * phase).mean())
    assert amplitude == pytest.approx(10_000, rel=0.02)
    residue = np.sqrt((middle**2).mean() - amplitude**2 / 2) if (middle**2).mean() > amplitude**2 / 2 else 0
    assert residue < 100, "40 dB under the tone: no seams between the blocks"


def test_what_16_khz_cannot_hold_does_not_fold_back() -> None:
    converter = Converter(48_000, 1)
    samples = tone(48_000, 11_000, 1)
    made = b"".join(converter.feed(samples[i : i + 4800].tobytes()) for i in range(0, 48_000, 4800))
    assert loudness(made[3200:]).rms < 100


def test_two_channels_are_averaged_and_further_ones_ignored() -> None:
    interleaved = np.array([[100, 300, 9999], [-4, -8, 9999]], "<i2")
    assert np.frombuffer(Converter(16_000, 3).feed(interleaved.tobytes()), "<i2").tolist() == [200, -6]
    assert Converter(16_000, 1).feed(b"ab") == b"ab"


def test_a_microphone_wired_the_wrong_way_round_does_not_silence_the_other() -> None:
    sound = tone(16_000, 300, 1)
    interleaved = np.stack([sound, -sound // 2], axis=1)
    converter = Converter(16_000, 2)
    made = b"".join(converter.feed(interleaved[i : i + 1600].tobytes()) for i in range(0, 16_000, 1600))
    assert np.frombuffer(made, "<i2").astype(float).std() > sound.std() / 2


def test_of_several_channels_those_that_are_chosen_are_mixed() -> None:
    interleaved = np.array([[9999, 100, -9999, 300], [9999, -4, -9999, -8]], "<i2")
    assert np.frombuffer(Converter(16_000, 4, (2, 4)).feed(interleaved.tobytes()), "<i2").tolist() == [
        200,
        -6,
    ]
    assert np.frombuffer(Converter(16_000, 4, (4,)).feed(interleaved.tobytes()), "<i2").tolist() == [300, -8]


# The keeper


def test_a_missing_microphone_is_looked_for_less_and_less_often(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    card = FakeCard(clock)
    card.problem = "no microphone is plugged in"
    keeper = MicrophoneKeeper(card, "", clock)
    tries = []
    original = card.open

    def counted(pattern: str) -> Any:
        tries.append(clock.boot_s() - 1000)
        return original(pattern)

    card.open = counted
    with caplog.at_level(logging.WARNING):
        for _ in range(1300):
            keeper.take()
            clock.sleep(0.1)
    assert [round(at) for at in tries] == [0, 1, 3, 7, 15, 31, 61, 91, 121]
    assert len(caplog.records) == 1, "the log says it once"
    assert (keeper.status.state, keeper.status.detail) == ("missing", "no microphone is plugged in")


def test_a_microphone_that_gives_nothing_is_given_up_and_found_again() -> None:
    clock = FakeClock()
    card = FakeCard(clock)
    keeper = MicrophoneKeeper(card, "", clock)
    keeper.take()
    clock.sleep(1)
    assert len(keeper.take()) == 10
    assert keeper.status.name == "Room mic"
    card.problem = "gone"
    for _ in range(20):
        clock.sleep(0.2)
        assert keeper.take() == []
    assert not keeper.is_open
    card.problem = None
    for _ in range(12):
        clock.sleep(0.2)
        keeper.take()
    assert keeper.is_open
    clock.sleep(0.2)
    assert len(keeper.take()) == 2
    assert card.opened == 2


# PortAudio, scripted


class Portaudio:
    """As much of sounddevice as the recorder uses."""

    class PortAudioError(Exception):
        pass

    def __init__(self, devices: list[dict[str, Any]], works: Any = lambda rate, channels: True) -> None:
        self.devices = devices
        self.works = works
        self.default = type("Default", (), {"device": (0, 0)})()
        self.initialised = 0

    def _terminate(self) -> None:
        self.initialised -= 1

    def _initialize(self) -> None:
        self.initialised += 1

    def query_devices(self) -> list[dict[str, Any]]:
        return self.devices

    def RawInputStream(self, **options: Any) -> Any:  # sounddevice's name
        if not self.works(options["samplerate"], options["channels"]):
            raise self.PortAudioError("Invalid sample rate")
        return type("Stream", (), {"start": lambda self: None, "active": True, "options": options})()


def device(index: int, name: str, channels: int = 1, rate: float = 48_000) -> dict[str, Any]:
    return {"index": index, "name": name, "max_input_channels": channels, "default_samplerate": rate}


DEVICES = [
    device(0, "HDMI", channels=0),
    device(1, "bcm2835 Headphones", channels=0),
    device(2, "ReSpeaker 4 Mic Array (UAC1.0): USB Audio (hw:2,0)", channels=6),
    device(3, "USB PnP Sound Device: Audio (hw:3,0)"),
]


def opened(monkeypatch: pytest.MonkeyPatch, portaudio: Portaudio, pattern: str, *channels: int) -> Any:
    monkeypatch.setitem(sys.modules, "sounddevice", portaudio)
    return SoundCard(lambda: 0.0, channels).open(pattern)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("", "ReSpeaker"), ("usb pnp", "USB PnP"), ("respeaker*uac1", "ReSpeaker"), ("hw:3", "USB PnP")],
)
def test_the_microphone_is_chosen_by_its_name(
    monkeypatch: pytest.MonkeyPatch, pattern: str, name: str
) -> None:
    assert opened(monkeypatch, Portaudio(DEVICES), pattern).name.startswith(name)


def test_the_systems_default_is_taken_where_it_can_record(monkeypatch: pytest.MonkeyPatch) -> None:
    portaudio = Portaudio(DEVICES)
    portaudio.default.device = (3, 1)
    assert opened(monkeypatch, portaudio, "").name.startswith("USB PnP")


def test_a_card_is_asked_for_what_it_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(monkeypatch, Portaudio(DEVICES), "respeaker").detail == "16000 Hz, 1 channel"
    only_own_rate = Portaudio(DEVICES, lambda rate, channels: rate == 48_000)
    assert opened(monkeypatch, only_own_rate, "usb").detail == "48000 Hz, 1 channel"
    assert opened(monkeypatch, Portaudio(DEVICES), "respeaker", 3, 4).detail == (
        "16000 Hz, 6 channels (3, 4 recorded)"
    )
    assert opened(monkeypatch, only_own_rate, "usb pnp", 1).detail == "48000 Hz, 1 channel (1 recorded)"
    with pytest.raises(MicrophoneError, match=r"has no channel 7 \(\[recorder\] channels\); it has 6"):
        opened(monkeypatch, Portaudio(DEVICES), "respeaker", 2, 7)
    only_all_channels = Portaudio(DEVICES, lambda rate, channels: channels == 6)
    assert opened(monkeypatch, only_all_channels, "respeaker").detail == "16000 Hz, 6 channels"


@pytest.mark.parametrize(
    ("devices", "pattern", "message"),
    [
        ([], "", "no microphone is plugged in"),
        (DEVICES, "Jabra", 'no microphone is named like "Jabra" .*there are "ReSpeaker.*", "USB PnP'),
        (DEVICES, "usb pnp", "USB PnP .* cannot be opened: Invalid sample rate"),
    ],
)
def test_a_microphone_that_cannot_be_opened_is_explained(
    monkeypatch: pytest.MonkeyPatch, devices: list[dict[str, Any]], pattern: str, message: str
) -> None:
    with pytest.raises(MicrophoneError, match=message):
        opened(monkeypatch, Portaudio(devices, lambda rate, channels: False), pattern)
