"""Small files that claim to last for days: refused, or bounded, before they cost anything."""

from __future__ import annotations

import struct
from pathlib import Path

import av
import numpy as np
import pytest

from pipelines.errors import BadInputError
from pipelines.speech.decode import AudioFile
from tests.fakes.sound import heard, quiet, write_audio


def wav_of(path: Path, rate: int, data: bytes) -> Path:
    head = struct.pack(
        "<4sI4s4sIHHIIHH", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, rate, rate, 1, 8
    )
    path.write_bytes(head + struct.pack("<4sI", b"data", len(data)) + data)
    return path


@pytest.mark.parametrize("rate", [1, 100, 3_999, 2_000_000_000])
def test_a_rate_that_no_microphone_has_is_refused(tmp_path: Path, rate: int) -> None:
    path = wav_of(tmp_path / "a.wav", rate, bytes(2_000_000))

    with pytest.raises(BadInputError, match="samples a second"):
        next(AudioFile(path).blocks())


def test_a_telephones_rate_is_heard(tmp_path: Path) -> None:
    assert heard(wav_of(tmp_path / "a.wav", 4_000, bytes(8_000))).position_s == pytest.approx(2)


def test_more_than_a_day_is_refused_at_its_beginning(tmp_path: Path) -> None:
    """Silence packs well: these few kilobytes say that they last 25 hours."""
    path = write_audio(tmp_path / "a.flac", [quiet(60)])
    content = bytearray(path.read_bytes())
    samples = 25 * 3600 * 16_000  # STREAMINFO: total samples, 36 bits (RFC 9639, section 8.2)
    content[21] = content[21] & 0xF0 | samples >> 32
    content[22:26] = struct.pack(">I", samples & 0xFFFF_FFFF)
    path.write_bytes(content)

    with pytest.raises(BadInputError, match=r"a\.flac: lasts longer than 24 hours; cut it"):
        next(AudioFile(path).blocks())


def test_more_than_a_day_without_a_word_of_it_in_the_header_ends_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.speech.decode.LONGEST_S", 30.0)
    path = write_audio(tmp_path / "a.ogg", [quiet(60)])  # an Ogg file has no header that tells

    audio = AudioFile(path)
    with pytest.raises(BadInputError, match="lasts longer"):
        list(audio.blocks())
    assert audio.position_s == pytest.approx(30, abs=1)


@pytest.mark.parametrize("promised", [0x7FFF_F000, 0xF000_0000])
def test_a_header_that_only_means_unknown_refuses_nothing(tmp_path: Path, promised: int) -> None:
    content = wav_of(tmp_path / "a.wav", 4_000, bytes(8_000)).read_bytes()
    (tmp_path / "a.wav").write_bytes(content[:40] + struct.pack("<I", promised) + content[44:])

    assert heard(tmp_path / "a.wav").position_s == pytest.approx(2)


def test_gaps_add_up_to_four_hours_at_most(tmp_path: Path) -> None:
    """100 packets, 9 minutes apart by their timestamps."""
    path = tmp_path / "a.webm"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libopus", rate=48_000, layout="mono")
        for number in range(100):
            frame = av.AudioFrame.from_ndarray(np.zeros((1, 960), np.int16), format="s16", layout="mono")
            frame.sample_rate = 48_000
            frame.pts = None
            for packet in stream.encode(frame):
                packet.pts = packet.dts = number * 540 * int(1 / packet.time_base)
                container.mux(packet)

    assert heard(path).position_s <= 4 * 3600 + 10
