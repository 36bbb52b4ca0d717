"""The watch folder on a real disk: what is taken, what is left alone, what is refused and why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daemon.base.inotify import ARRIVALS, CHANGES, Inotify
from daemon.inbox import Inbox, reject
from daemon.inbox.files import MAX_NAME_BYTES, fit_name, is_ignored, rejections


class Time:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def inbox(tmp_path: Path, time: Time) -> Inbox:
    return Inbox(tmp_path / "inbox", 3.0, time)


def names(inbox: Inbox, *arrived: str) -> list[str]:
    return [found.path.name for found in inbox.scan(arrived)]


def test_two_hundred_files_at_once_are_all_found(inbox: Inbox, time: Time) -> None:
    for number in range(200):
        (inbox.folder / f"{number}.vtt").write_text("WEBVTT\n")
    assert names(inbox) == []
    time.now_s = 3
    assert len(names(inbox)) == 200


@pytest.mark.parametrize(
    "name",
    [
        ".a.vtt",
        ".a.vtt.Xy12ab",
        "a.vtt.part",
        "a.vtt.PART",
        "a.tmp",
        ".~lock.a.odt#",
        "~$a.docx",
        "a.vtt~",
        "Thumbs.db",
    ],
)
def test_hidden_and_temporary_names_are_ignored_even_when_renamed_there(inbox: Inbox, name: str) -> None:
    (inbox.folder / name).write_text("x")
    assert names(inbox, name) == []


def test_a_link_is_refused_and_never_followed(inbox: Inbox, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("Ann: the secret")
    (inbox.folder / "a.txt").symlink_to(tmp_path / "secret.txt")
    (found,) = inbox.scan()
    assert found.refusal
    assert "is a link" in found.refusal
    target = reject(inbox.folder, found.path, found.path.name, found.refusal)
    assert target.is_symlink()
    assert (tmp_path / "secret.txt").read_text() == "Ann: the secret"
    assert inbox.scan() == []


def test_a_pipe_is_refused_without_being_opened(inbox: Inbox) -> None:
    os.mkfifo(inbox.folder / "a.wav")
    (found,) = inbox.scan()
    assert found.refusal
    assert "no ordinary file" in found.refusal


def test_folders_are_left_alone_and_named(inbox: Inbox) -> None:
    (inbox.folder / "Zoom 2026").mkdir()
    (inbox.folder / "Zoom 2026" / "a.vtt").write_text("x")
    (inbox.folder / "rejected").mkdir()
    assert inbox.scan() == []
    assert inbox.folders == {"Zoom 2026"}


def test_a_mount_that_dropped_out_holds_nothing_for_now(inbox: Inbox) -> None:
    inbox.folder.rmdir()
    assert inbox.scan() == []


def test_a_rejected_file_lies_beside_its_reason(inbox: Inbox) -> None:
    for text in ("first", "second"):
        (inbox.folder / "notes.pdf").write_text(text)
        reject(inbox.folder, inbox.folder / "notes.pdf", "notes.pdf", "notes.pdf is no recording")
    rejected = inbox.folder / "rejected"
    assert (rejected / "notes.pdf").read_text() == "first"
    assert (rejected / "notes.pdf.txt").read_text() == "notes.pdf is no recording\n"
    assert (rejected / "notes (2).pdf").read_text() == "second"
    assert (rejected / "notes (2).pdf.txt").exists()


@pytest.mark.parametrize("planted", ["link", "file"])
def test_nothing_is_put_aside_where_a_link_in_place_of_the_folder_leads(
    inbox: Inbox, tmp_path: Path, planted: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    rejected = inbox.folder / "rejected"
    rejected.symlink_to(elsewhere) if planted == "link" else rejected.write_text("in the way")
    (inbox.folder / "notes.pdf").write_text("x")
    reject(inbox.folder, inbox.folder / "notes.pdf", "notes.pdf", "notes.pdf is no recording")
    assert list(elsewhere.iterdir()) == []
    assert not rejected.is_symlink()
    assert (rejected / "notes.pdf").read_text() == "x"
    assert rejections(inbox.folder, 10) == (("notes.pdf", "notes.pdf is no recording"),)


def test_the_page_reads_no_reason_through_a_link(inbox: Inbox, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    for name in ("board", "board.txt"):
        (tmp_path / "elsewhere" / name).write_text("the merger")
    (inbox.folder / "rejected").symlink_to(tmp_path / "elsewhere")
    assert rejections(inbox.folder, 10) == ()
    (inbox.folder / "rejected").unlink()
    (inbox.folder / "rejected").mkdir()
    for name in ("board", "board.txt"):
        (inbox.folder / "rejected" / name).symlink_to(tmp_path / "elsewhere" / name)
    assert rejections(inbox.folder, 10) == ()


@pytest.mark.parametrize(
    ("name", "fit"),
    [
        ("weekly.vtt", "weekly.vtt"),
        ("Über uns: Q3?.m4a", "Über uns: Q3?.m4a"),
        ("line\nfeed.vtt", "line_feed.vtt"),
        ("next\x85line.vtt", "next_line.vtt"),
        ("turned\u202efdp.vtt", "turned_fdp.vtt"),
        ("שלום.vtt", "שלום.vtt"),
        (os.fsdecode(b"caf\xe9.wav"), "caf\N{REPLACEMENT CHARACTER}.wav"),
    ],
)
def test_a_name_is_kept_as_far_as_it_can_be_shown(name: str, fit: str) -> None:
    assert fit_name(name) == fit


def test_an_endless_name_is_cut_but_keeps_its_suffix() -> None:
    fit = fit_name("ü" * 127 + ".vtt")
    assert len(fit.encode()) <= MAX_NAME_BYTES
    assert fit.endswith("ü.vtt")
    assert not is_ignored(fit)


def test_the_kernel_tells_a_rename_into_the_folder_from_a_file_that_is_being_written(tmp_path: Path) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    inotify = Inotify()
    try:
        inotify.watch(folder, CHANGES)
        (folder / "copied.vtt").write_text("x")
        (tmp_path / "outside.vtt").write_text("x")
        (tmp_path / "outside.vtt").rename(folder / "moved.vtt")
        events = inotify.read()
        assert {event.name for event in events if event.renamed} == {"moved.vtt"}
        assert {event.name for event in events} == {"copied.vtt", "moved.vtt"}
        assert {event.folder for event in events} == {folder}
        assert inotify.read() == []
    finally:
        inotify.close()


def test_watching_a_folder_that_is_not_there_says_which(tmp_path: Path) -> None:
    inotify = Inotify()
    try:
        with pytest.raises(FileNotFoundError, match="absent"):
            inotify.watch(tmp_path / "absent", ARRIVALS)
    finally:
        inotify.close()
