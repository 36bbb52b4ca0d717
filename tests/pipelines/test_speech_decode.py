"""What is heard of audio files, whole and damaged."""

from __future__ import annotations

import struct
import wave
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pipelines.errors import BadInputError
from pipelines.speech.audio import AUDIO_SUFFIXES
from pipelines.speech.decode import AudioFile
from tests.fakes.sound import CODECS, context, heard, loud, quiet, wav, write_audio

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples


CLIPS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "audio" / "clips"


def samples(path: Path) -> Samples:
    return np.concatenate(list(AudioFile(path).blocks()))


def second(count: float) -> bytes:
    return (loud(count) * 32767).astype("<i2").tobytes()


@pytest.mark.parametrize("suffix", sorted(CODECS))
def test_every_format_is_heard_from_start_to_end(tmp_path: Path, suffix: str) -> None:
    path = write_audio(tmp_path / f"meeting{suffix}", [context(2, 2, 2)])

    audio = heard(path)
    sound = samples(path)

    assert audio.position_s == pytest.approx(6, abs=0.1)
    assert len(sound) == pytest.approx(6 * 16000, abs=1600)
    assert sound[16000:24000].max() > 0.2
    assert sound[16000 * 5 // 2 : 16000 * 7 // 2].max() < 0.01
    assert audio.flags == ()


@pytest.mark.parametrize("suffix", [".flac", ".mp3", ".ogg", ".opus", ".wav", ".webm"])
def test_a_file_that_was_cut_is_heard_up_to_the_cut_and_says_where(tmp_path: Path, suffix: str) -> None:
    path = write_audio(tmp_path / f"meeting{suffix}", [loud(60)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])

    audio = heard(path)

    assert audio.position_s == pytest.approx(36, abs=2)
    assert audio.flags == ("audio-truncated",)
    assert f"meeting{suffix} was cut off at 0:3" in audio.warnings[0]


def test_a_streamed_flac_that_was_cut_is_heard_although_its_header_knows_no_length(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "meeting.flac", [loud(60)])
    content = bytearray(path.read_bytes())
    content[21] &= 0xF0  # STREAMINFO: total samples, 36 bits (RFC 9639, section 8.2)
    content[22:26] = bytes(4)
    path.write_bytes(content)
    assert heard(path).flags == ()

    path.write_bytes(content[: len(content) * 6 // 10])

    audio = heard(path)
    assert audio.position_s == pytest.approx(36, abs=2)
    assert audio.flags == ("audio-truncated",)


def test_a_wav_whose_header_promises_more_names_the_time_of_the_cut(tmp_path: Path) -> None:
    audio = heard(wav(tmp_path / "a.wav", second(20), promised=32000 * 3600))

    assert audio.position_s == pytest.approx(20, abs=0.1)
    assert audio.warnings == ("a.wav was cut off at 0:20 of 1:00:00; what was said before is here.",)


def test_a_wav_whose_header_was_never_finished_is_heard_whole(tmp_path: Path) -> None:
    path = tmp_path / "crash.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(second(1))  # the header is written now, and says one second
        written = path.read_bytes()
    path.write_bytes(written + second(19))

    audio = heard(path)

    assert audio.position_s == pytest.approx(20, abs=0.1)
    assert audio.flags == ("audio-truncated",)


@pytest.mark.parametrize("promised", [0, 0xFFFFFFFF])
def test_a_wav_from_a_pipe_that_never_knew_its_length_is_whole(tmp_path: Path, promised: int) -> None:
    path = wav(tmp_path / "a.wav", second(20), promised=0)
    content = path.read_bytes()
    path.write_bytes(content[:40] + struct.pack("<I", promised) + content[44:])

    audio = heard(path)

    assert audio.position_s == pytest.approx(20, abs=0.1)
    assert audio.flags == ()


def test_what_follows_the_sound_in_a_wav_is_not_heard_as_sound(tmp_path: Path) -> None:
    data = second(5)
    path = wav(tmp_path / "a.wav", data, promised=len(data), after=struct.pack("<4sI", b"LIST", 4) + b"INFO")

    audio = heard(path)

    assert audio.position_s == pytest.approx(5)
    assert audio.flags == ()


@pytest.mark.parametrize("suffix", [".m4a", ".mp3", ".opus", ".webm"])
def test_damage_in_the_middle_costs_only_itself(tmp_path: Path, suffix: str) -> None:
    path = write_audio(tmp_path / f"meeting{suffix}", [loud(60)])
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 20000] = b"\x55" * 20000
    path.write_bytes(content)

    audio = heard(path)
    sound = samples(path)

    assert audio.flags == ("audio-damaged",)
    assert "is damaged in" in audio.warnings[0]
    assert sound[-16000 * 10 :].max() > 0.2
    if suffix != ".mp3":  # whose frames carry no time
        assert audio.position_s == pytest.approx(60, abs=0.5)


def test_channels_are_mixed_whatever_their_number(tmp_path: Path) -> None:
    for count in (1, 2, 3, 8):
        channels = [loud(2)] + [quiet(2)] * (count - 1)
        sound = samples(write_audio(tmp_path / f"{count}.wav", channels, rate=16000))
        assert sound.max() == pytest.approx(0.4 / count, rel=0.05)


@pytest.mark.parametrize(("rate", "width"), [(8000, 1), (44100, 2), (48000, 4), (96000, 3)])
def test_any_rate_and_width_keeps_level_and_length(tmp_path: Path, rate: int, width: int) -> None:
    import numpy as np

    path = tmp_path / "a.wav"
    scaled = np.clip(loud(3, rate).astype(np.float64) * 2 ** (8 * width - 1), None, 2 ** (8 * width - 1) - 1)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(width)
        file.setframerate(rate)
        if width == 1:
            file.writeframes((scaled + 128).astype(np.uint8).tobytes())
        else:
            raw = scaled.astype("<i4").tobytes()
            file.writeframes(b"".join(raw[i : i + width] for i in range(0, len(raw), 4)))

    sound = samples(path)

    assert len(sound) == pytest.approx(3 * 16000, abs=100)
    assert sound.max() == pytest.approx(0.4, rel=0.05)


def film(path: Path, *, sound_s: float, begins_s: float = 0.0) -> Path:
    """Write pictures of `begins_s + sound_s`, with sound from `begins_s` on."""
    import av
    import numpy as np

    with av.open(str(path), "w") as container:
        picture = container.add_stream("mpeg4", rate=10)
        picture.width = picture.height = 64
        picture.pix_fmt = "yuv420p"
        sound = container.add_stream("aac", rate=44100, layout="mono") if sound_s else None
        for _ in range(round(10 * (begins_s + sound_s)) or 5):
            image = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), dtype=np.uint8), format="rgb24")
            container.mux(picture.encode(image))
        container.mux(picture.encode(None))
        if sound:
            block = av.AudioFrame.from_ndarray(loud(sound_s, 44100)[None, :], format="fltp", layout="mono")
            block.sample_rate, block.pts = 44100, round(begins_s * 44100)
            container.mux(sound.encode(block))
            container.mux(sound.encode(None))
    return path


def test_the_sound_of_a_video_is_heard(tmp_path: Path) -> None:
    audio = heard(film(tmp_path / "call.mp4", sound_s=3))

    assert audio.position_s == pytest.approx(3, abs=0.1)
    assert audio.flags == ()


def test_sound_that_begins_after_the_pictures_keeps_its_time(tmp_path: Path) -> None:
    path = film(tmp_path / "call.mp4", sound_s=2, begins_s=3)

    sound = samples(path)

    assert len(sound) == pytest.approx(5 * 16000, abs=1600)
    assert sound[: 16000 * 5 // 2].max() < 0.01
    assert sound[16000 * 7 // 2 :].max() > 0.2
    assert heard(path).flags == ()


def test_a_picture_without_sound_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"silent-film\.mp4: has no audio track$"):
        heard(film(tmp_path / "silent-film.mp4", sound_s=0))


@pytest.mark.parametrize("suffix", [".flac", ".opus"])
def test_recordings_that_were_joined_are_heard_to_the_end(tmp_path: Path, suffix: str) -> None:
    path = write_audio(tmp_path / f"meeting{suffix}", [loud(5)])
    path.write_bytes(path.read_bytes() * 2)

    audio = heard(path)

    assert audio.position_s == pytest.approx(10, abs=0.2)
    assert audio.flags == ()


def test_a_compressed_wav_is_cut_only_if_its_bytes_are_missing(tmp_path: Path) -> None:
    import av

    path = tmp_path / "dictaphone.wav"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("adpcm_ima_wav", rate=16000, layout="mono")
        pcm = (loud(20) * 32767).astype("<i2")[None, :]
        frame = av.AudioFrame.from_ndarray(pcm, format="s16", layout="mono")
        frame.sample_rate = 16000
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    assert heard(path).flags == ()

    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    audio = heard(path)
    assert audio.position_s == pytest.approx(10, abs=0.5)
    assert audio.flags == ("audio-truncated",)


def test_sound_comes_in_blocks_while_the_file_is_read(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "long.flac", [quiet(300)])
    audio = AudioFile(path)
    blocks = audio.blocks()

    sizes = [len(next(blocks))]
    assert audio.position_s < 30, "the first block is out long before the file has been read"
    sizes += [len(block) for block in blocks]

    assert max(sizes) <= 10 * 16000


@pytest.mark.skipif(not CLIPS.is_dir(), reason="the evaluation data is not beside the project")
@pytest.mark.parametrize(
    ("name", "seconds"), [("jfk.flac", 11.0), ("multilingual.mp3", 59.9), ("stereo_diarization.wav", 5.0)]
)
def test_real_clips_are_heard_whole(name: str, seconds: float) -> None:
    audio = heard(CLIPS / name)

    assert audio.position_s == pytest.approx(seconds, abs=0.1)
    assert audio.flags == ()


def test_two_channels_of_opposite_polarity_do_not_cancel_each_other(tmp_path: Path) -> None:
    talk = context(2, 1, 2)
    noise = np.random.default_rng(1).normal(0, 0.02, (2, len(talk))).astype(np.float32)

    sound = samples(write_audio(tmp_path / "meeting.wav", [talk + noise[0], noise[1] - 0.7 * talk]))

    assert np.corrcoef(sound, talk)[0, 1] > 0.98
    assert sound.std() > 0.7 * talk.std()


def test_two_people_with_a_channel_each_are_both_heard(tmp_path: Path) -> None:
    left, right = context(2, 2, 2), np.concatenate([quiet(2), loud(2), quiet(2)])

    sound = samples(write_audio(tmp_path / "meeting.wav", [left, right]))

    assert sound == pytest.approx((left + right) / 2, abs=1e-3)


def test_all_recordings_that_are_taken_are_decoded_here() -> None:
    """Adaptive multi-rate, of old telephones, is read; nothing that is installed here writes it."""
    assert set(AUDIO_SUFFIXES) - set(CODECS) == {".amr"}
