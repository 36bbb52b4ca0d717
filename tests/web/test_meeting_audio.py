"""The sound of a meeting as a player asks for it."""

from __future__ import annotations

import io
import wave
from contextlib import nullcontext
from datetime import UTC
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.meetings.sound import RecordedSound, find_sound
from daemon.notes.store import NoteStore
from daemon.spool import Gap
from daemon.spool.forget import forget_range
from daemon.spool.recording import read_record, write_record
from daemon.spool.segment import list_segments
from daemon.spool.writer import RecordingWriter
from tests.fakes.kept_meetings import held, recorded
from web.app import create_app
from web.pages.meeting_audio import MOST_BYTES

AUDIO = "/meetings/talk/audio"
S = 16_000


def client(state: Path) -> FlaskClient:
    store = NoteStore.open_reader(state)
    return create_app(lambda: nullcontext(store), timezone=UTC, state_dir=state).test_client()


def loud(state: Path, seconds: int, *, pause: tuple[int, int] | None = None) -> Path:
    """A recording of a tone that never is zero, with a pause where asked for; its folder."""
    folder = recorded(state, "talk", 1)
    for segment in list_segments(folder):
        segment.path.unlink()
    record = read_record(folder).model_copy(update={"state": "recording", "ended_at": None})
    writer = RecordingWriter(folder, record)
    for second in range(seconds):
        if pause and pause[0] <= second < pause[1]:
            continue
        if pause and second == pause[1]:
            writer.close_gap(float(second))
        writer.append((second + 1).to_bytes(2, "little") * S)
        if pause and second == pause[0] - 1:
            writer.open_gap("unplugged")
    writer.end(state="ended", ended_at=record.started_at, end_reason="silence")
    writer.close()
    return folder


def heard(data: bytes) -> list[int]:
    """The value in the middle of each second."""
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (S, 1, 2)
        frames = file.readframes(file.getnframes())
    middles = range(S // 2 * 2, len(frames), S * 2)
    return [int.from_bytes(frames[at : at + 2], "little") for at in middles]


def test_an_original_is_served_as_it_is(tmp_path: Path) -> None:
    original = held(tmp_path, "talk", 1)
    original.write_bytes(bytes(range(256)) * 40)
    browser = client(tmp_path)
    whole = browser.get(AUDIO)
    assert (whole.status_code, whole.content_type, whole.data) == (200, "audio/wav", original.read_bytes())
    assert whole.headers["Accept-Ranges"] == "bytes"
    head = browser.head(AUDIO)
    assert (head.status_code, head.content_length, head.data) == (200, 10_240, b"")
    part = browser.get(AUDIO, headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.data) == (206, original.read_bytes()[100:200])
    assert part.headers["Content-Range"] == "bytes 100-199/10240"
    assert part.content_length == 100


@pytest.mark.parametrize(
    ("asked", "status", "answer"),
    [
        ("bytes=10000-", 206, "bytes 10000-10239/10240"),
        ("bytes=-10", 206, "bytes 10230-10239/10240"),
        ("bytes=0-99999", 206, "bytes 0-10239/10240"),
        ("bytes=10240-", 416, "bytes */10240"),
        ("bytes=0-1,5-6", 200, None),
        ("lines=0-1", 200, None),
        ("bytes=x", 200, None),
        ("bytes=5-2", 200, None),
    ],
)
def test_ranges_are_answered_as_the_standard_has_it(
    tmp_path: Path, asked: str, status: int, answer: str | None
) -> None:
    held(tmp_path, "talk", 1).write_bytes(bytes(10_240))
    found = client(tmp_path).get(AUDIO, headers={"Range": asked})
    assert (found.status_code, found.headers.get("Content-Range")) == (status, answer)


def test_pieces_of_another_file_are_never_mixed(tmp_path: Path) -> None:
    original = held(tmp_path, "talk", 1)
    browser = client(tmp_path)
    tag = browser.get(AUDIO).headers["ETag"]
    asked = {"Range": "bytes=0-3", "If-Range": tag}
    assert browser.get(AUDIO, headers=asked).status_code == 206
    original.write_bytes(b"another one, and longer")
    assert browser.get(AUDIO, headers=asked).status_code == 200


def test_who_asks_for_all_the_rest_gets_a_piece_and_no_thread(tmp_path: Path) -> None:
    held(tmp_path, "talk", 1).write_bytes(bytes(3 * MOST_BYTES))
    part = client(tmp_path).get(AUDIO, headers={"Range": "bytes=0-"})
    assert (part.status_code, len(part.data)) == (206, MOST_BYTES)


def test_a_recording_is_one_file_with_silence_in_its_gaps(tmp_path: Path) -> None:
    loud(tmp_path, 65, pause=(40, 50))
    answer = client(tmp_path).get(AUDIO)
    assert answer.content_type == "audio/wav"
    assert answer.content_length == len(answer.data) == 44 + 65 * S * 2
    assert heard(answer.data) == [0 if 40 <= second < 50 else second + 1 for second in range(65)]


def test_what_was_forgotten_is_silent(tmp_path: Path) -> None:
    folder = loud(tmp_path, 10)
    before = client(tmp_path).get(AUDIO)
    forget_range(folder, read_record(folder), 3, 6)
    after = client(tmp_path).get(AUDIO)
    assert heard(after.data) == [1, 2, 3, 0, 0, 0, 7, 8, 9, 10]
    assert after.headers["ETag"] != before.headers["ETag"]


def test_what_the_record_calls_forgotten_is_silent_while_it_is_still_on_the_disk(tmp_path: Path) -> None:
    folder = loud(tmp_path, 5)
    gap = Gap(start_s=1, end_s=3, reason="forgotten")
    write_record(folder, read_record(folder).model_copy(update={"gaps": (gap,)}))
    assert heard(client(tmp_path).get(AUDIO).data) == [1, 0, 0, 4, 5]


def test_a_meeting_without_sound_says_so_and_shows_no_player(tmp_path: Path) -> None:
    held(tmp_path, "talk", 1).unlink()
    browser = client(tmp_path)
    assert browser.get(AUDIO).status_code == 404
    assert "<audio" not in browser.get("/meetings/talk").text
    assert browser.get("/meetings/nothing/audio").status_code == 404


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> RecordedSound:
    state = tmp_path_factory.mktemp("state")
    loud(state, 7, pause=(2, 4))
    sound = find_sound(state, "talk")
    assert isinstance(sound, RecordedSound)
    return sound


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_part_is_that_part_of_the_whole(recording: RecordedSound, data: st.DataObject) -> None:
    whole = b"".join(recording.read(0, recording.size))
    first = data.draw(st.integers(0, recording.size - 1))
    end = data.draw(st.integers(first, recording.size))
    assert b"".join(recording.read(first, end)) == whole[first:end]
