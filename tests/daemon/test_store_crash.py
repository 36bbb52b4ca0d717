"""The store against kills, power cuts and full disks: what was acknowledged is there, and nothing is half."""

from __future__ import annotations

import contextlib
import os
import random
import select
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.notes.store import NoteStore
from pipelines.note import Note
from tests.fakes.killed import Killed, killed_at
from tests.fakes.stored import ACTIONS, BEFORE, contents, files_with, meeting

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_kill_at_any_step_leaves_the_state_before_or_after(tmp_path: Path, action: str) -> None:
    do, after = ACTIONS[action]
    seen = []
    for call in range(1, 100):
        root = tmp_path / str(call)
        with NoteStore.open_writer(root) as store:
            for note in BEFORE.values():
                store.save(note)
            with killed_at(call) as calls, contextlib.suppress(Killed):
                do(store)
        state = contents(root)
        assert state in (BEFORE, after)
        seen.append(state == after)
        with NoteStore.open_writer(root) as store:
            assert not list(root.rglob(".unfinished-*"))
            assert len(list((root / "notes" / "transcripts").iterdir())) == len(store.heads())
            assert len(list((root / "notes" / "tapes").iterdir())) == len(store.heads())
        assert contents(root) == state
        if action == "delete" and state == after:
            assert not files_with("xylophone", root)
        if calls[0] < call:
            break
    assert seen == sorted(seen), "once it has happened, it stays"
    assert seen[0] is False
    assert seen[-1] is True


class Disk:
    """What a power cut leaves at worst: bytes and names that were fsynced, and nothing else."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._bytes: dict[int, bytes] = {}
        self._names: dict[int, dict[str, tuple[int, bool]]] = {}
        self._kept_open: list[int] = []
        """So that no inode number is used twice."""

    def synced(self, fd: int) -> None:
        status = os.fstat(fd)
        self._kept_open.append(os.dup(fd))
        if stat.S_ISDIR(status.st_mode):
            with os.scandir(fd) as entries:
                self._names[status.st_ino] = {e.name: (e.inode(), e.is_dir()) for e in entries}
        else:
            self._bytes[status.st_ino] = Path(f"/proc/self/fd/{fd}").read_bytes()

    def restore(self, to: Path) -> None:
        self._restore(self.root.stat().st_ino, to)

    def _restore(self, folder: int, to: Path) -> None:
        to.mkdir(parents=True)
        for name, (inode, is_folder) in self._names.get(folder, {}).items():
            if is_folder:
                self._restore(inode, to / name)
            else:
                (to / name).write_bytes(self._bytes.get(inode, b""))

    def close(self) -> None:
        for fd in self._kept_open:
            os.close(fd)


def test_a_power_cut_after_any_fsync_loses_nothing_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "disk"
    root.mkdir()
    disk = Disk(root)
    expected: dict[str, Note] = {}
    possible = [expected]
    cuts = 0
    fsync = os.fsync

    def check() -> None:
        nonlocal cuts
        cuts += 1
        worst, best = tmp_path / f"{cuts}-worst", tmp_path / f"{cuts}-best"
        disk.restore(worst)
        shutil.copytree(root, best)
        for copy in (worst, best):
            assert contents(copy / "state") in possible
            with NoteStore.open_writer(copy / "state") as store:
                store.save(meeting("later"))
            shutil.rmtree(copy)

    def checked_fsync(fd: int) -> None:
        fsync(fd)
        disk.synced(fd)
        monkeypatch.setattr(os, "fsync", fsync)
        check()
        monkeypatch.setattr(os, "fsync", checked_fsync)

    monkeypatch.setattr(os, "fsync", checked_fsync)
    with NoteStore.open_writer(root / "state") as store:
        steps: list[tuple[Callable[[], object], dict[str, Note]]] = [
            (lambda: store.save(meeting("one")), {"one": meeting("one")}),
            (lambda: store.save(meeting("two")), {"one": meeting("one"), "two": meeting("two")}),
            (
                lambda: store.save(meeting("one", word="chairs")),
                {"one": meeting("one", word="chairs"), "two": meeting("two")},
            ),
            (lambda: store.delete("two"), {"one": meeting("one", word="chairs")}),
        ]
        for step, then in steps:
            possible.append(then)
            step()
            expected = then
            possible[:] = [expected]
            monkeypatch.setattr(os, "fsync", fsync)
            check()
            monkeypatch.setattr(os, "fsync", checked_fsync)
    disk.close()
    assert cuts > 20


BUSY_CHILD = """
import sys
from pathlib import Path
from daemon.notes.store import NoteStore
from tests.fakes.stored import meeting
with NoteStore.open_writer(Path(sys.argv[1])) as store:
    for number in range(60):
        store.save(meeting("same", word=f"word-{number}"))
        store.save(meeting("comes-and-goes"))
        store.delete("comes-and-goes")
"""


def test_readers_beside_a_busy_writer_see_whole_notes_only(tmp_path: Path) -> None:
    with NoteStore.open_writer(tmp_path) as store:
        store.save(meeting("same"))
    possible = [meeting("same"), *(meeting("same", word=f"word-{number}") for number in range(60))]
    at = 0
    with subprocess.Popen([sys.executable, "-c", BUSY_CHILD, str(tmp_path)], cwd=ROOT) as child:
        with NoteStore.open_reader(tmp_path) as old_reader:
            while child.poll() is None:
                with NoteStore.open_reader(tmp_path) as new_reader:
                    for reader in (old_reader, new_reader):
                        now = possible.index(reader.get("same"))
                        assert now >= at, "time does not run backwards"
                        at = now
                        assert "same" in {head.id for head in reader.heads()}
        assert child.returncode == 0
    assert contents(tmp_path) == {"same": possible[-1]}


CHILD = """
import sys
from itertools import count
from pathlib import Path
from daemon.notes.store import NoteStore
from tests.fakes.stored import meeting
with NoteStore.open_writer(Path(sys.argv[1])) as store:
    for number in count(int(sys.argv[2])):
        store.save(meeting(f"meeting-{number}"))
        store.save(meeting("latest", word=f"word-{number}"))
        print(number, flush=True)
"""


def test_killing_a_writer_at_random_moments_loses_no_acknowledged_note(tmp_path: Path) -> None:
    dice = random.Random(1)
    first = 0
    for _ in range(10):
        command = [sys.executable, "-c", CHILD, str(tmp_path), str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
            assert child.stdout
            acknowledged = first - 1
            for _ in range(dice.randrange(1, 6)):
                acknowledged = int(child.stdout.readline())
            select.select([], [], [], dice.random() * 0.02)  # anywhere within the next changes
            child.kill()
            for line in child.stdout:
                acknowledged = int(line) if line.endswith(b"\n") else acknowledged
        notes = contents(tmp_path)
        latest = notes.pop("latest")
        assert set(notes) in ({f"meeting-{n}" for n in range(acknowledged + extra)} for extra in (1, 2))
        assert all(note == meeting(note_id) for note_id, note in notes.items())
        assert latest in (meeting("latest", word=f"word-{n}") for n in (acknowledged, acknowledged + 1))
        first = len(notes)
