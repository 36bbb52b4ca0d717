"""Durable writes: the old file or the new one, and one clear line when the disk says no."""

from __future__ import annotations

import ast
import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from daemon.base.durable import (
    TEMPORARY_PREFIX,
    append_durably,
    make_folder,
    move_durably,
    remove_durably,
    remove_tree,
    sweep_unfinished,
    write_durably,
)
from daemon.base.errors import StateWriteError

ROOT = Path(__file__).resolve().parents[2]

MAY_WRITE = {
    "daemon/base/durable.py": "is the one place",
    "daemon/machine/upgrade/bundle.py": "copies a bundle into the program's folder, which is no state",
    "daemon/worker/at_once.py": "keeps a command's receipts in a folder of its own, which it removes",
    "daemon/cli/trial.py": "tries a version on a state of its own, which it removes",
    "daemon/cli/check.py": "writes a report where it is told to, which is no state",
    "daemon/machine/check/writing.py": "tries whether a folder may be written, with a file that it removes",
    "daemon/base/foreign/child.py": "makes a second of silence in memory",
    "daemon/notes/backup/archive.py": "lays an archive out in the file that write_checked has opened",
    "daemon/cli/mtbench.py": "writes a grading sheet where it is told to, which is no state",
    "pipelines/evaluate/mtbench/tape.py": "keeps the turns of a trial where it is told to, which is no state",
    "daemon/models/source.py": "opens a download for append_durably, which does the writing",
    "daemon/notes/search/database.py": "SQLite writes its file itself, and it is derived",
    "daemon/spool/segment.py": "opens a segment for append_durably, which does the writing",
    "daemon/recorder/signs.py": "switches a LED of the kernel, which is no state",
    "daemon/relay/files.py": "a socket means nothing after a power cut",
    "daemon/base/unix_sockets.py": "opens a folder for its name only",
    "daemon/base/lock.py": "a lock means nothing after a power cut; its pid is for a message only",
}
"""Files that may change other files, and why."""


def failing(error: int) -> object:
    def call(*args: object) -> None:
        raise OSError(error, os.strerror(error))

    return call


def test_a_file_is_written_whole_and_for_the_service_only(tmp_path: Path) -> None:
    path = tmp_path / "note.json"
    old_umask = os.umask(0)
    try:
        write_durably(path, "Grüße\n")
    finally:
        os.umask(old_umask)
    assert path.read_bytes() == "Grüße\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    write_durably(path, b"\x00second")
    assert path.read_bytes() == b"\x00second"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["write", "fsync", "fchmod"])
def test_a_full_disk_leaves_the_old_file_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "note.json"
    write_durably(path, "old")
    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing(errno.ENOSPC))
        with pytest.raises(
            StateWriteError, match=r"cannot write .*note\.json: No space left.*; free some space"
        ):
            write_durably(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_goes_on_where_the_kernel_took_only_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: whole(fd, bytes(data)[:3]))
    write_durably(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (errno.EROFS, "writable again"),
        (errno.EACCES, "--state"),
        (errno.EIO, "check its disk"),
        (0, "check its disk"),
    ],
)
def test_each_refusal_of_the_disk_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, advice: str
) -> None:
    monkeypatch.setattr(os, "open", failing(error))
    with pytest.raises(StateWriteError, match=advice) as caught:
        write_durably(tmp_path / "a", "text")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 4


def test_the_rest_of_a_failed_append_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    write_durably(path, "good\n")
    fd = os.open(path, os.O_RDWR)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(errno.EIO))
        with pytest.raises(StateWriteError):
            append_durably(fd, path, 5, b"lost\n")
    assert path.read_text() == "good\n"
    os.pwrite(fd, b"half of a rec", 5)  # what a failed append leaves where even the truncation failed
    end = append_durably(fd, path, 5, b"new\n")
    os.close(fd)
    assert path.read_text() == "good\nnew\n"
    assert end == 9


@pytest.fixture
def synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What was given to the disk since the last call, by its name below the test's folder."""
    seen: list[str] = []

    def fsync(fd: int) -> None:
        seen.append(str(Path(f"/proc/self/fd/{fd}").readlink().relative_to(tmp_path)))

    monkeypatch.setattr(os, "fsync", fsync)

    def since() -> list[str]:
        told = ["a temporary file" if TEMPORARY_PREFIX in each else each for each in seen]
        seen.clear()
        return told

    return since


def test_each_change_is_on_the_disk_with_the_folders_that_name_it(
    tmp_path: Path, synced: Callable[[], list[str]]
) -> None:
    make_folder(tmp_path / "a" / "b")
    assert synced() == [".", "a"]
    make_folder(tmp_path / "a" / "b")
    assert synced() == []
    write_durably(tmp_path / "a" / "note", "x")
    assert synced() == ["a temporary file", "a"]
    move_durably(tmp_path / "a" / "note", tmp_path / "a" / "note2")
    assert synced() == ["a"]
    move_durably(tmp_path / "a" / "note2", tmp_path / "a" / "b" / "note")
    assert synced() == ["a/b", "a"]
    move_durably(tmp_path / "a" / "b", tmp_path / "c")
    assert synced() == ["a/b", ".", "a"], "what lies in a folder comes before its name"
    remove_durably(tmp_path / "c" / "note")
    assert synced() == ["c"]
    (tmp_path / "link").symlink_to("c")
    remove_tree(tmp_path / "link")
    assert synced() == ["."]
    remove_tree(tmp_path / "c")
    assert synced() == ["."]
    remove_tree(tmp_path / "c")
    assert synced() == []
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize(
    ("error", "is_told"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)]
)
def test_a_file_system_that_cannot_sync_folders_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, is_told: bool
) -> None:
    (tmp_path / "a").write_text("x")
    monkeypatch.setattr(os, "fsync", failing(error))
    if is_told:
        with pytest.raises(StateWriteError):
            remove_durably(tmp_path / "a")
    else:
        remove_durably(tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_removing_twice_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    remove_durably(tmp_path / "a")
    remove_durably(tmp_path / "a")
    assert not list(tmp_path.iterdir())


def test_only_unfinished_files_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_durably(tmp_path / "kept", "x")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", failing(errno.EIO))
        patch.setattr(Path, "unlink", failing(errno.EIO))  # as if the process had died there
        with pytest.raises(StateWriteError):
            write_durably(tmp_path / "kept", "y")
    assert len(list(tmp_path.glob(f"{TEMPORARY_PREFIX}*"))) == 1
    assert sweep_unfinished(tmp_path) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) & 0o007 == 0


def test_nothing_else_writes_to_the_state_directory() -> None:
    """Reads the sources, since no run could show that a write will never happen."""
    files = [path for package in ("daemon", "web", "pipelines") for path in (ROOT / package).rglob("*.py")]
    found = {
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in files
        if str(path.relative_to(ROOT)) not in MAY_WRITE
        for line, what in _writes(ast.parse(path.read_text()))
    }
    assert not found, "use daemon.base.durable, or give a reason in MAY_WRITE"


@pytest.mark.parametrize(
    "source",
    [
        "open(p, 'w')",
        "open(p, mode='ab')",
        "p.open('r+')",
        "p.open(mode=m)",
        "gzip.open(p, 'wb')",
        "p.write_text('x')",
        "p.write_bytes(b'x')",
        "p.rename(q)",
        "p.replace(q)",
        "os.replace(p, q)",
        "os.open(p, os.O_RDWR)",
        "os.open(p, flags)",
        "shutil.move(p, q)",
        "p.touch()",
        "p.unlink()",
        "shutil.rmtree(p)",
        "os.remove(p)",
    ],
)
def test_the_search_for_writes_finds(source: str) -> None:
    assert list(_writes(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "open(p)",
        "open(p, 'rb')",
        "p.open()",
        "s.replace('a', 'b')",
        "d.replace(tzinfo=UTC)",
        "os.open(p, os.O_RDONLY)",
        "items.remove(x)",
        "webbrowser.open(url)",
        "av.open(p, options=o)",
        "opener.open(request, timeout=3)",
    ],
)
def test_the_search_for_writes_leaves_alone(source: str) -> None:
    assert not list(_writes(ast.parse(source)))


_METHODS = {"write_text", "write_bytes", "rename", "touch", "unlink", "symlink_to", "hardlink_to", "rmdir"}
_FUNCTIONS = {
    "os": {"rename", "replace", "remove", "unlink", "truncate", "link", "symlink", "mkdir", "makedirs"},
    "shutil": {"move", "copy", "copy2", "copyfile", "copytree", "rmtree"},
    "tempfile": {"NamedTemporaryFile", "mkstemp", "mkdtemp", "TemporaryDirectory"},
}


def _writes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _changes_a_file(node):
            yield node.lineno, ast.unparse(node)


def _changes_a_file(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id == "open" and _mode_writes(call.args[1:2], call.keywords)
    if not isinstance(call.func, ast.Attribute):
        return False
    name = call.func.attr
    owner = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
    if name in _FUNCTIONS.get(owner, ()):
        return True
    if owner == "os" and name == "open":
        return not any(harmless in ast.unparse(call) for harmless in ("O_RDONLY", "os.devnull"))
    if name == "open":  # of a path, gzip, wave, ...: the mode is the argument that looks like one
        return _mode_writes([arg for arg in call.args if _is_mode(arg)], call.keywords)
    if name == "replace":  # of a path: one argument; of a string: two; of a date: by keyword
        return len(call.args) == 1 and not call.keywords
    return name in _METHODS


def _is_mode(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and set(str(argument.value)) <= set("rwaxbt+")


def _mode_writes(modes: list[ast.expr], keywords: list[ast.keyword]) -> bool:
    modes = modes + [word.value for word in keywords if word.arg == "mode"]
    return any(not _is_mode(mode) or set(ast.literal_eval(mode)) & set("wax+") for mode in modes)
