"""Uploads: continued where they broke off, held to their checksum, and looked into before they count."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.base.foreign import Seen, look_into
from daemon.inbox.upload import Offer, Upload, chosen_reader, forget_abandoned, waiting
from daemon.inbox.uploads import Arrivals, UploadBusyError, UploadGoneError, UploadOffsetError
from pipelines.errors import BadInputError

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
MB = 1_000_000
TALK = b"WEBVTT\n\n00:00.000 --> 00:02.000\n<v Ann>I will send the lease by Friday.\n"
SAMPLE = next((Path(__file__).parents[2] / "samples").glob("*.opus"))


class Room:
    """Arrivals over a state of their own, with a clock that only the test moves."""

    def __init__(self, state: Path) -> None:
        self.state, self.inbox, self.now = state, state / "inbox", NOW
        self.arrivals = self.restarted()

    def restarted(self) -> Arrivals:
        return Arrivals(self.state, lambda: self.now)

    def begin(self, name: str, size: int, modified_at: datetime | None = None) -> Upload:
        offer = Offer(name=name, size_bytes=size, modified_at=modified_at)
        return self.arrivals.begin(offer, 100 * MB, 0)

    def send(self, name: str, content: bytes) -> Upload:
        upload = self.begin(name, len(content))
        self.arrivals.append(upload.id, 0, content)
        return self.arrivals.finish(upload.id, zlib.crc32(content), self.inbox)

    def left(self) -> list[Path]:
        return [path for path in (self.state / "uploads").iterdir() if path.suffix != ".json"]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_what_broke_off_goes_on_where_it_was_after_a_restart_too(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK[:30])
    room.arrivals = room.restarted()
    again = room.begin("talk.vtt", len(TALK))
    assert (again.id, again.offset) == (upload.id, 30)
    room.arrivals.append(upload.id, 30, TALK[30:])
    room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox)
    assert (room.inbox / "talk.vtt").read_bytes() == TALK
    assert room.left() == []


def test_a_piece_that_was_not_confirmed_does_not_count(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    [data] = room.left()
    data.write_bytes(TALK[:50])  # a crash between the piece and its confirmation
    room.arrivals.append(upload.id, 0, TALK)
    room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox)
    assert (room.inbox / "talk.vtt").read_bytes() == TALK


@pytest.mark.parametrize("offset", [0, 10, 31, 99])
def test_a_piece_in_the_wrong_place_is_told_the_right_one(room: Room, offset: int) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK[:30])
    with pytest.raises(UploadOffsetError) as caught:
        room.arrivals.append(upload.id, offset, b"x")
    assert caught.value.offset == 30


def test_an_end_that_is_told_twice_is_one_file(room: Room) -> None:
    taken = room.send("talk.vtt", TALK)
    (room.inbox / "talk.vtt").unlink()  # the watch folder has taken it
    assert room.arrivals.finish(taken.id, zlib.crc32(TALK), room.inbox) == taken
    assert not (room.inbox / "talk.vtt").exists()


def test_an_end_that_is_told_twice_at_once_is_one_file(room: Room) -> None:
    class Overtaken(Arrivals):
        """Somebody else ends the upload between this one's look at it and its turn."""

        def get(self, upload_id: str) -> Upload:
            upload = super().get(upload_id)
            if not upload.is_over:
                room.arrivals.finish(upload_id, zlib.crc32(TALK), room.inbox)
            return upload

    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    overtaken = Overtaken(room.state, lambda: room.now)
    assert overtaken.finish(upload.id, zlib.crc32(TALK), room.inbox).taken_as == "talk.vtt"
    assert [path.name for path in room.inbox.iterdir()] == ["talk.vtt"]


def test_two_files_of_one_name_are_two(room: Room) -> None:
    room.send("talk.vtt", TALK)
    assert room.send("talk.vtt", TALK + b"\n").taken_as == "talk (2).vtt"
    assert room.send("talk.vtt", TALK + b"\n\n").taken_as == "talk (3).vtt"


def test_a_file_that_changed_while_it_was_sent_is_refused_and_gone(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    with pytest.raises(BadInputError, match="changed while it was sent"):
        room.arrivals.finish(upload.id, 1, room.inbox)
    with pytest.raises(UploadGoneError):
        room.arrivals.get(upload.id)
    assert room.left() == []


@pytest.mark.parametrize(
    ("name", "size", "problem"),
    [
        ("virus.exe", 10, "neither a recording"),
        ("mp3", 10, "neither a recording"),
        ("talk.vtt", 0, "is empty"),
        ("talk.wav", 101 * MB, "the page takes 100"),
    ],
)
def test_what_is_no_meeting_is_refused_before_it_is_sent(
    room: Room, name: str, size: int, problem: str
) -> None:
    with pytest.raises(BadInputError, match=problem):
        room.begin(name, size)


def test_what_does_not_fit_on_the_disk_is_refused_before_it_is_sent(room: Room) -> None:
    with pytest.raises(BadInputError, match="does not fit"):
        room.arrivals.begin(Offer(name="talk.wav", size_bytes=10), MB, 10**18)


def test_more_than_was_announced_is_refused(room: Room) -> None:
    upload = room.begin("talk.vtt", 10)
    with pytest.raises(BadInputError, match="longer than"):
        room.arrivals.append(upload.id, 0, b"x" * 11)


@pytest.mark.parametrize("name", ["talk.mp3", "talk.wav", "talk.m4a"])
def test_a_file_is_what_it_decodes_to_and_not_what_it_is_called(room: Room, name: str) -> None:
    with pytest.raises(BadInputError, match=name):
        room.send(name, b"<html>not a sound</html>" * 100)
    assert room.left() == []
    assert not room.inbox.exists()


def test_a_recording_is_taken_and_its_length_known(room: Room) -> None:
    assert room.send("sample.opus", SAMPLE.read_bytes()).taken_as == "sample.opus"
    length_s = look_into(SAMPLE, "sample").length_s
    assert length_s is not None
    assert length_s > 10


def test_a_file_from_the_future_is_of_now(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK), NOW + timedelta(days=3))
    room.arrivals.append(upload.id, 0, TALK)
    room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox)
    assert (room.inbox / "talk.vtt").stat().st_mtime == NOW.timestamp()


def test_a_file_that_became_a_meeting_before_is_not_kept_again(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    told = room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox, lambda path: "the-meeting")
    assert (told.known_as, told.taken_as, told.is_over) == ("the-meeting", None, True)
    assert room.arrivals.get(upload.id) == told
    assert room.left() == []
    assert not room.inbox.exists()
    with pytest.raises(UploadOffsetError):
        room.arrivals.append(upload.id, len(TALK), b"x")
    again = room.begin("talk.vtt", len(TALK))
    assert (again.offset, again.is_over) == (0, False), "who sends it once more is heard"


def test_the_end_of_half_a_file_is_told_where_to_go_on(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK[:30])
    with pytest.raises(UploadOffsetError) as caught:
        room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox)
    assert caught.value.offset == 30
    assert room.arrivals.get(upload.id).offset == 30


def test_a_file_of_just_the_size_that_is_allowed_and_fits_is_taken(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(11 * MB))
    assert room.arrivals.begin(Offer(name="talk.wav", size_bytes=10 * MB), 10 * MB, MB).offset == 0
    with pytest.raises(BadInputError, match="does not fit"):
        room.arrivals.begin(Offer(name="other.wav", size_bytes=10 * MB), 10 * MB, MB + 1)
    with pytest.raises(BadInputError, match=r"other.wav has 10.0 MB; the page takes 10.0 MB"):
        room.arrivals.begin(Offer(name="other.wav", size_bytes=10 * MB + 1), 10 * MB, MB)


def test_the_day_of_the_file_comes_with_it(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK), NOW - timedelta(days=3))
    room.arrivals.append(upload.id, 0, TALK)
    room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox)
    assert (room.inbox / "talk.vtt").stat().st_mtime == (NOW - timedelta(days=3)).timestamp()


def test_what_nobody_goes_on_with_is_removed_after_a_week(room: Room) -> None:
    old = room.begin("old.vtt", 10)
    room.now += timedelta(days=7)
    room.begin("newer.vtt", 10)
    assert room.arrivals.get(old.id) == old
    room.now += timedelta(seconds=1)
    room.arrivals.drop(room.begin("newer.vtt", 10))
    room.begin("new.vtt", 10)
    with pytest.raises(UploadGoneError):
        room.arrivals.get(old.id)
    assert len(room.left()) == 1


def test_only_one_file_is_looked_into_at_a_time(room: Room) -> None:
    met: list[str] = []

    def look(path: Path, name: str) -> Seen:
        with pytest.raises(UploadBusyError):
            room.arrivals.finish(second.id, zlib.crc32(TALK), room.inbox)
        met.append(name)
        return Seen()

    room.arrivals = Arrivals(room.state, lambda: NOW, look)
    first, second = room.begin("a.vtt", len(TALK)), room.begin("b.vtt", len(TALK))
    for upload in (first, second):
        room.arrivals.append(upload.id, 0, TALK)
    room.arrivals.finish(first.id, zlib.crc32(TALK), room.inbox)
    assert met == ["a.vtt"]


@settings(deadline=None)  # it waits for the disk
@given(name=st.text(min_size=1, max_size=300))
def test_no_name_leads_out_of_the_inbox(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    state = tmp_path_factory.mktemp("state")
    arrivals = Arrivals(state, lambda: NOW, lambda path, name: Seen())
    upload = arrivals.begin(Offer(name=f"{name}.vtt", size_bytes=1), 10, 0)
    arrivals.append(upload.id, 0, b"x")
    taken = arrivals.finish(upload.id, zlib.crc32(b"x"), state / "inbox").taken_as
    assert [path.name for path in (state / "inbox").iterdir()] == [taken]
    assert taken is not None
    assert not taken.startswith(".")


def test_what_was_looked_into_waits_until_it_is_kept_after_a_restart_too(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    seen = room.arrivals.check(upload.id, zlib.crc32(TALK)).seen
    assert seen is not None
    assert seen.people == ("Ann",)
    assert not room.inbox.exists()
    room.arrivals = room.restarted()
    assert [each.id for each in waiting(room.state)] == [upload.id]
    assert room.arrivals.keep(upload.id, room.inbox).taken_as == "talk.vtt"
    assert room.arrivals.keep(upload.id, room.inbox).taken_as == "talk.vtt", "who asks twice is told the same"
    assert (room.inbox / "talk.vtt").read_bytes() == TALK
    assert waiting(room.state) == []


def test_only_what_waits_is_kept_read_anew_or_removed(room: Room) -> None:
    half = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(half.id, 0, TALK[:30])
    for act in (
        lambda: room.arrivals.keep(half.id, room.inbox),
        lambda: room.arrivals.read_as(half.id, "lines"),
        lambda: room.arrivals.drop_waiting(half.id),
    ):
        with pytest.raises(UploadGoneError):
            act()
    assert room.arrivals.get(half.id).offset == 30


def test_the_reader_that_was_chosen_is_known_by_the_content_alone(room: Room) -> None:
    upload = room.begin("talk.vtt", len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    room.arrivals.check(upload.id, zlib.crc32(TALK))
    with pytest.raises(BadInputError, match="no message"):
        room.arrivals.read_as(upload.id, "chat")
    assert room.arrivals.get(upload.id).reader is None
    room.arrivals.read_as(upload.id, "lines")
    room.arrivals.keep(upload.id, room.inbox)
    assert chosen_reader(room.state, hashlib.sha256(TALK).hexdigest()) == "lines"
    assert chosen_reader(room.state, hashlib.sha256(b"").hexdigest()) is None


def sent(room: Room, name: str = "talk.vtt") -> Upload:
    """One that waits to be added."""
    upload = room.begin(name, len(TALK))
    room.arrivals.append(upload.id, 0, TALK)
    return room.arrivals.check(upload.id, zlib.crc32(TALK))


def test_another_file_that_looks_like_one_that_waits_is_not_taken_for_it(room: Room) -> None:
    upload = sent(room)
    assert room.begin("talk.vtt", len(TALK)).offset == len(TALK)
    with pytest.raises(BadInputError, match="add or remove that one first"):
        room.arrivals.check(upload.id, zlib.crc32(TALK.upper()))
    assert [each.id for each in waiting(room.state)] == [upload.id]


@pytest.mark.parametrize(
    "add",
    [
        lambda room, upload_id: room.arrivals.keep(upload_id, room.inbox),
        lambda room, upload_id: room.arrivals.finish(upload_id, zlib.crc32(TALK), room.inbox),
    ],
    ids=["the page", "a program"],
)
def test_what_the_machine_went_down_over_while_it_was_handed_over_begins_anew(
    room: Room, add: Callable[[Room, str], Upload]
) -> None:
    upload = sent(room)
    [data] = room.left()
    data.rename(room.state / "talk.vtt")
    with pytest.raises(UploadGoneError):
        add(room, upload.id)
    assert waiting(room.state) == []


def test_what_the_machine_went_down_over_while_it_was_removed_can_be_sent_again(room: Room) -> None:
    upload = sent(room)
    room.left()[0].unlink()
    assert room.begin("talk.vtt", len(TALK)).offset == 0
    room.arrivals.append(upload.id, 0, TALK)
    assert room.arrivals.finish(upload.id, zlib.crc32(TALK), room.inbox).taken_as == "talk.vtt"


@pytest.mark.parametrize("is_removed", [False, True])
def test_what_is_added_or_removed_while_it_is_read_another_way_does_not_come_back(
    room: Room, is_removed: bool
) -> None:
    def look(path: Path, name: str, reader: str | None = None) -> Seen:
        if reader:
            if is_removed:
                room.arrivals.drop_waiting(upload.id)
            else:
                room.arrivals.keep(upload.id, room.inbox)
        return Seen()

    room.arrivals = Arrivals(room.state, lambda: NOW, look)
    upload = sent(room)
    with pytest.raises(UploadGoneError):
        room.arrivals.read_as(upload.id, "lines")
    assert waiting(room.state) == []


def test_what_no_person_has_seen_yet_can_be_read_by_the_version_before(room: Room) -> None:
    room.begin("talk.vtt", len(TALK))
    [record] = (room.state / "uploads").glob("*.json")
    assert not {"seen", "reader", "sha256"} & json.loads(record.read_bytes()).keys()


def test_what_a_crash_left_without_a_record_goes_after_a_week(room: Room) -> None:
    sent(room)
    uploads = room.state / "uploads"
    kept = {path.name for path in uploads.iterdir()}
    for days in (6, 8):
        for name in (f"{days:032}.part.wav", f"{days + 10:032}.json", f".unfinished-{days}"):
            (uploads / name).write_bytes(b"x")
            os.utime(uploads / name, ((NOW - timedelta(days=days)).timestamp(),) * 2)
    assert forget_abandoned(room.state, NOW) == 0, "nobody could have added these"
    left = {path.name for path in uploads.iterdir()}
    assert left - kept == {f"{6:032}.part.wav", f"{16:032}.json", ".unfinished-6"}
    assert kept <= left
