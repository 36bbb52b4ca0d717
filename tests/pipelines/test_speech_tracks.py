"""Recordings with a track for each person: whose they are, what is heard on them, hostile archives."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
import pytest

from guardrails.core.types import Segment
from pipelines.errors import BadInputError
from pipelines.progress import silent
from pipelines.speech.audio import SAMPLE_RATE
from pipelines.speech.track_names import names_of
from pipelines.speech.tracks import Separated, began_at, tracks_of
from tests.fakes.sound import context, loud, quiet, write_audio

if TYPE_CHECKING:
    from pipelines.speech.audio import Samples

INFO = "Recording aBcD1234\r\n\r\nGuild:\t\tThe Table (1)\r\nStart time:\t2026-11-16T09:00:00.000Z\r\n"


def packed(path: Path, sounds: dict[str, Samples], **texts: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, samples in sounds.items():
            file = write_audio(path.parent / Path(name).name, [samples])
            archive.write(file, name)
            file.unlink()
        for name, text in texts.items():
            archive.writestr(name.replace("_", "."), text)
    return path


def streams(path: Path, sounds: dict[str, Samples]) -> Path:
    with av.open(str(path), "w") as container:
        made = []
        for title in sounds:
            stream = container.add_stream("flac", rate=SAMPLE_RATE, layout="mono")
            if title:
                stream.metadata["title"] = title
            made.append(stream)
        for stream, samples in zip(made, sounds.values(), strict=True):
            whole = (samples * 32767).astype(np.int16)
            frame = av.AudioFrame.from_ndarray(whole.reshape(1, -1), format="s16", layout="mono")
            frame.sample_rate = SAMPLE_RATE
            frame.pts = 0
            container.mux([*stream.encode(frame), *stream.encode(None)])
    return path


def sounds_at(separated: Separated, number: int) -> list[bool]:
    """Whether anything is heard on a track, second by second."""
    whole = np.concatenate(list(separated.audio(number).blocks()))
    return [bool(np.abs(second).max() > 0.005) for second in np.array_split(whole, len(whole) // SAMPLE_RATE)]


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["audioJaneDoe1234", "audioTomMcDonald71234"], ["Jane Doe", "Tom McDonald"]),
        (["1-jane", "2-tom_lee", "3-kim_1234"], ["Jane", "Tom Lee", "Kim"]),
        (["2026-11-16 planning - Ann Lee", "2026-11-16 planning - Bob"], ["Ann Lee", "Bob"]),
        (["Jean-Luc", "anna-maria"], ["Jean-Luc", "Anna Maria"]),
        (["Anna Schmidt", "Bernd Schmidt"], ["Anna Schmidt", "Bernd Schmidt"]),
        (["Track1", "", "Track 3", "0001"], [None, None, None, None]),
    ],
)
def test_a_track_is_named_by_its_file(labels: list[str], names: list[str | None]) -> None:
    assert names_of(labels) == names


def test_an_archive_has_a_track_for_each_person_and_the_day_of_its_recording(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "craig.zip",
        {"2-tom.flac": context(1, 2, 1), "1-jane.flac": loud(2), "10-kim.flac": loud(1)},
        info_txt=INFO,
    )
    assert [track.name for track in tracks_of(path)] == ["Jane", "Tom", "Kim"]
    assert f"{began_at(path)}" == "2026-11-16 09:00:00+00:00"
    assert sum(map(len, tracks_of(path)[1].open().blocks())) == 4 * SAMPLE_RATE
    assert sum(map(len, tracks_of(path)[1].open().blocks(3.0))) == SAMPLE_RATE


def test_what_lies_beside_the_tracks_is_left_alone(tmp_path: Path) -> None:
    sounds = {
        "GMT20261116/Audio Record/audioJaneDoe123.m4a": loud(1),
        "GMT20261116/Audio Record/audioTomLee123.m4a": loud(1),
        "GMT20261116/audio123.m4a": loud(1),
        "__MACOSX/Audio Record/._audioTomLee123.m4a": loud(1),
    }
    path = packed(tmp_path / "zoom.zip", sounds, chat_txt="10:00:00 Tom: hello")
    assert [track.name for track in tracks_of(path)] == ["Jane Doe", "Tom Lee"]
    assert sum(map(len, tracks_of(path)[0].open().blocks())) == pytest.approx(SAMPLE_RATE, abs=2_000)


def test_the_streams_of_a_container_are_tracks(tmp_path: Path) -> None:
    path = streams(tmp_path / "talk.mka", {"Jane": context(2, 2), "Tom": context(0, 2, 2)})
    assert [track.name for track in tracks_of(path)] == ["Jane", "Tom"]
    separated = Separated(tracks_of(path), silent)
    assert sounds_at(separated, 0) == [True, True, False, False]
    assert sounds_at(separated, 1) == [False, False, True, True]
    assert tracks_of(write_audio(tmp_path / "one.wav", [loud(1), loud(1)])) == ()


def test_an_open_microphone_is_not_heard_where_another_speaks(tmp_path: Path) -> None:
    """Tom's microphone hears Jane 20 dB below him; then both speak at once. Kim hears both alone."""
    jane, tom = context(3, 3, 2), np.concatenate([quiet(3), loud(5)])
    sounds = {"1-jane.flac": jane, "2-tom.flac": tom + 0.1 * jane, "3-kim.flac": 0.05 * (jane + tom)}
    separated = Separated(tracks_of(packed(tmp_path / "talk.zip", sounds)), silent)
    assert sounds_at(separated, 0) == [True] * 3 + [False] * 3 + [True] * 2
    # Up to 0.3 s before somebody speaks belong to that.
    assert sounds_at(separated, 1)[:2] == [False] * 2
    assert sounds_at(separated, 1)[3:] == [True] * 5
    assert not any(sounds_at(separated, 2))


def test_a_quiet_speaker_beside_a_loud_one_stays(tmp_path: Path) -> None:
    sounds = {"jane.wav": 0.05 * context(4), "tom.wav": np.concatenate([quiet(2), loud(4)])}
    separated = Separated(tracks_of(packed(tmp_path / "talk.zip", sounds)), silent)
    assert sounds_at(separated, 0) == [True] * 4


def test_a_mix_beside_the_tracks_is_no_person(tmp_path: Path) -> None:
    jane, tom = context(2, 2), context(0, 2, 2)
    path = streams(tmp_path / "obs.mkv", {"All": jane + tom, "Jane": jane, "Tom": tom, "Aux": quiet(4)})
    assert [track.name for track in Separated(tracks_of(path), silent).tracks] == ["Jane", "Tom"]


def test_lines_are_merged_by_time_without_those_that_were_heard_twice(tmp_path: Path) -> None:
    sounds = {"jane.wav": loud(9), "tom.wav": 0.5 * loud(9)}
    sounds["tom.wav"][SAMPLE_RATE : 4 * SAMPLE_RATE] = loud(3)
    separated = Separated(tracks_of(packed(tmp_path / "talk.zip", {**sounds})), silent)
    heard = [
        (0, Segment("s1", 1.0, 4.0, "Jane", "We ship on Monday morning.")),
        (0, Segment("s2", 7.0, 8.0, "Jane", "Yes.")),
        (1, Segment("s3", 1.2, 4.0, "Tom", "We ship on Monday mornings.")),
        (1, Segment("s4", 3.5, 6.0, "Tom", "I will tell the courier.")),
        (1, Segment("s5", 7.0, 8.0, "Tom", "Yes.")),
    ]
    said = [(line.id, line.speaker, line.text) for line in separated.merged(heard)]
    assert [each for _, *each in said if "ship" not in each[1]] == [
        ["Tom", "I will tell the courier."],
        ["Jane", "Yes."],
        ["Tom", "Yes."],
    ]
    assert sum("ship" in text for *_, text in said) == 1
    assert [each for each, *_ in said] == ["s1", "s2", "s3", "s4"]


def test_a_track_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    path = packed(tmp_path / "talk.zip", {"jane.wav": loud(2), "tom.wav": context(0, 1, 1)}, kim_wav="none")
    separated = Separated(tracks_of(path), silent)
    assert [track.name for track in separated.tracks] == ["Jane", "Tom"]
    assert "kim.wav: is no audio" in separated.warnings[0]


HOSTILE = {
    "a name that leads out": ({"../a.wav": b"x", "b.wav": b"x"}, "names a file outside"),
    "another archive": ({"a.wav": b"x", "b.zip": b"x"}, "another archive"),
    "no tracks": ({"a.txt": b"x"}, "holds 0 recordings"),
    "one recording": ({"a.wav": b"x"}, "holds 1 recordings"),
    "too many tracks": ({f"{n}.wav": b"x" for n in range(60)}, "holds 60 recordings"),
    "meetings of two days": (
        {"2026-11-16 planning.wav": b"x", "2026-11-17 planning.wav": b"x"},
        "at different times",
    ),
    "two meetings of a day": (
        {"GMT20261116-090000_a.wav": b"x", "GMT20261116-140000_b.wav": b"x"},
        "at different times",
    ),
    "thousands of files": ({f"{n}.txt": b"" for n in range(2_000)}, "holds 2,000 files"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_archive_that_is_none_of_tracks_is_refused_in_a_line(tmp_path: Path, what: str) -> None:
    members, reason = HOSTILE[what]
    path = tmp_path / "talk.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(BadInputError, match=reason) as refused:
        tracks_of(path)
    assert "\n" not in f"{refused.value}"


def test_an_archive_that_claims_terabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(9):
            archive.writestr(f"{number}.wav", b"x")
    data = bytearray(path.read_bytes())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 24 : at + 28] = (0xFFFFFFF0).to_bytes(4, "little")
        at = data.find(b"PK\x01\x02", at + 1)
    path.write_bytes(data)
    with pytest.raises(BadInputError, match="unpacks to more than 32 GB"):
        tracks_of(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no archive at all" * 50])
def test_what_is_no_archive_is_refused_in_a_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "talk.zip"
    path.write_bytes(content)
    with pytest.raises(BadInputError, match="damaged, or no zip archive"):
        tracks_of(path)
