"""What is no sound, or damaged sound, costs one line that says what to do, and opens nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.errors import BadInputError
from tests.fakes.sound import CODECS, context, heard, loud, wav, write_audio

if TYPE_CHECKING:
    pass


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_damage_gives_sound_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    suffix = data.draw(st.sampled_from(sorted(CODECS)))
    folder = tmp_path_factory.getbasetemp()
    whole = folder / f"whole{suffix}"
    if not whole.exists():
        write_audio(whole, [context(1, 1, 1)])
    content = bytearray(whole.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 300))] = data.draw(st.binary(max_size=40))
    damaged = folder / f"damaged{suffix}"
    damaged.write_bytes(content)

    problem = None
    try:
        assert heard(damaged).position_s > 0
    except BadInputError as error:
        problem = str(error)

    assert problem is None or (problem.startswith(f"{damaged}: ") and "\n" not in problem)


@pytest.mark.parametrize("name", ["a.wav", "a.mp3", "a.m4a", "a.ogg", "a.opus", "a.flac", "a.webm", "a.mp4"])
@pytest.mark.parametrize(
    "content", [b"Not sound, only words.\n" * 500, b"\x89PNG\r\n\x1a\n" + bytes(2000), b"x"]
)
def test_what_is_no_audio_is_refused_in_one_line(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    with pytest.raises(BadInputError) as caught:
        heard(path)

    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_gone_or_a_directory_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.wav", tmp_path):
        with pytest.raises(BadInputError, match="cannot be read: "):
            heard(path)


def test_sound_in_an_unknown_code_is_refused(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "a.webm", [loud(2)])
    path.write_bytes(path.read_bytes().replace(b"A_OPUS", b"A_ZZZZ"))

    with pytest.raises(BadInputError, match=r"a\.webm: holds no sound that can be decoded$"):
        heard(path)


def test_an_mp4_without_its_index_says_what_to_do(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "memo.m4a", [loud(20)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    with pytest.raises(BadInputError, match=r"cut off before its index.*copy it again"):
        heard(path)


def test_a_header_without_sound_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="holds no sound"):
        heard(wav(tmp_path / "a.wav", b"", promised=0))


def test_a_playlist_in_disguise_opens_no_other_file(tmp_path: Path) -> None:
    write_audio(tmp_path / "private.wav", [loud(2)])
    for playlist in (
        "ffconcat version 1.0\nfile private.wav\n",
        "#EXTM3U\n#EXTINF:2,\nprivate.wav\n#EXT-X-ENDLIST\n",
    ):
        path = tmp_path / "meeting.mp3"
        path.write_text(playlist)
        with pytest.raises(BadInputError):
            heard(path)


def test_a_name_with_a_colon_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_audio(tmp_path / "10:30 call.wav", [loud(2)])
    monkeypatch.chdir(tmp_path)

    assert heard(Path("10:30 call.wav")).position_s == pytest.approx(2)
