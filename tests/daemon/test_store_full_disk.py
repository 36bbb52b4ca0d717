"""The store on a disk that refuses: full, failing, or gone read-only."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daemon.base.errors import StateWriteError
from daemon.notes.store import NoteStore
from guardrails.core.types import Segment
from pipelines.note import Note, NoteTranscript
from tests.fakes.stored import ACTIONS, BEFORE, contents, files_with, meeting


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
@pytest.mark.parametrize("call", ["write", "fsync", "rename"])
@pytest.mark.parametrize("action", ACTIONS)
def test_a_disk_that_refuses_costs_one_clear_line_and_nothing_else(
    tmp_path: Path, action: str, call: str, error: int
) -> None:
    do, after = ACTIONS[action]
    outcomes = set()
    for failing in range(1, 12):
        root = tmp_path / str(failing)
        with NoteStore.open_writer(root) as store:
            for note in BEFORE.values():
                store.save(note)
            with refusing(call, failing, error) as refused:
                try:
                    do(store)
                except StateWriteError as raised:
                    message = str(raised)
                else:
                    message = os.strerror(error)
            assert os.strerror(error) in message
            assert "\n" not in message
            in_memory = {head.id: store.get(head.id) for head in store.heads()}
            assert in_memory == contents(root)
            assert in_memory in (BEFORE, after)
            outcomes.add(in_memory == after)
            for part in ("transcripts", "tapes"):
                assert len(list((root / "notes" / part).iterdir())) == len(in_memory)
            # The disk works again: so does the store, and a delete that was half done gets done.
            store.save(meeting("later"))
            assert contents(root) == in_memory | {"later": meeting("later")}
            if action == "delete" and in_memory == after:
                assert not [path for path in files_with("xylophone", root) if path.name == "notes.journal"]
        with NoteStore.open_writer(root):
            assert contents(root) == in_memory | {"later": meeting("later")}
            if action == "delete" and in_memory == after:
                assert not files_with("xylophone", root)
        if not refused:
            break
    assert True in outcomes


@contextlib.contextmanager
def refusing(call: str, at: int, error: int) -> Iterator[list[int]]:
    """From its n-th use on, a call fails; the cleaning up still works, as it does on a full disk."""
    owner: Any = Path if call == "rename" else os
    real = getattr(owner, call)
    used = 0
    refused: list[int] = []

    def wrapped(*args: Any) -> Any:
        nonlocal used
        used += 1
        if used >= at:
            refused.append(used)
            raise OSError(error, os.strerror(error))
        return real(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, call, wrapped)
        yield refused


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 256 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("NOT TESTED: a really full disk (needs root, to mount a tmpfs)")
    options = ["-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if subprocess.run(["mount", *options], capture_output=True, check=False).returncode != 0:
        pytest.skip("NOT TESTED: a really full disk (mounting a tmpfs is not permitted here)")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_really_full_disk_keeps_all_notes_and_lets_one_be_deleted(small_disk: Path) -> None:
    saved: dict[str, Note] = {}
    with NoteStore.open_writer(small_disk / "state") as store:

        def save_until_full() -> None:
            for number in range(100):
                said = NoteTranscript(segments=(Segment("s1", 0, 3600, "Ann", f"planted{number} " * 6_000),))
                note = meeting(f"meeting-{number}").model_copy(update={"transcript": said})
                store.save(note)
                saved[note.id] = note

        with pytest.raises(StateWriteError, match=r"No space left on device; free some space"):
            save_until_full()
        assert len(saved) > 2
        assert contents(small_disk / "state") == saved
        store.delete("meeting-0")
        del saved["meeting-0"]
        assert contents(small_disk / "state") == saved
        assert not files_with("planted0", small_disk)


def test_a_disk_gone_read_only_still_shows_its_notes(small_disk: Path) -> None:
    with NoteStore.open_writer(small_disk / "state") as store:
        store.save(meeting("one"))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert contents(small_disk / "state") == {"one": meeting("one")}
    with pytest.raises(StateWriteError, match=r"Read-only file system; make its disk writable again"):
        NoteStore.open_writer(small_disk / "state")
