"""`roomscribe notes` as a user meets it: where an export goes, and what can be deleted."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from daemon.base.clock import SystemClock
from daemon.base.config import load_config
from daemon.base.systemd import Notifier
from daemon.cli.main import roomscribe, run
from daemon.hub.hub import Hub
from daemon.notes.store import NoteStore
from pipelines.note import Note
from pipelines.render.forms import FORMS
from pipelines.text import FileForm
from tests.fakes.meetings import office_move

NOTE = office_move()


class Shown(NamedTuple):
    code: int
    out: str
    err: str


Notes = Callable[..., Shown]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state directory with one note."""
    with NoteStore.open_writer(tmp_path / "state") as store:
        store.save(NOTE)
    return tmp_path / "state"


@pytest.fixture
def notes(state: Path, capfd: pytest.CaptureFixture[str]) -> Notes:
    def call(*args: str | Path) -> Shown:
        code = run(roomscribe, ["--state", str(state), "notes", *map(str, args)])
        return Shown(code, *capfd.readouterr())

    return call


def test_an_export_through_a_link_replaces_what_it_leads_to(notes: Notes, tmp_path: Path) -> None:
    target, link = tmp_path / "share" / "note.md", tmp_path / "note.md"
    target.parent.mkdir()
    target.write_text("old")
    link.symlink_to("share/note.md")
    assert notes("export", NOTE.id, "-o", link).code == 0
    assert link.is_symlink()
    assert target.read_text().startswith(f"# {NOTE.title}\n")


def test_an_export_into_a_pipe_is_read_at_its_other_end(notes: Notes, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert notes("export", NOTE.id, "-o", pipe).code == 0
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert os.read(reader, 1 << 16).decode().startswith(f"# {NOTE.title}\n")
    os.close(reader)


def test_an_export_into_a_device_leaves_the_device(notes: Notes, tmp_path: Path) -> None:
    null = tmp_path / "null"
    try:
        os.mknod(null, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        null.open("wb").close()
    except PermissionError:
        pytest.skip("only root makes device nodes, and not on every file system")
    shown = notes("export", NOTE.id, "-o", null)
    assert stat.S_ISCHR(null.lstat().st_mode)
    assert shown.code == 0, shown.err


def test_a_dash_exports_to_standard_output(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = notes("export", NOTE.id, "-o", "-")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(f"# {NOTE.title}\n")
    assert not (tmp_path / "-").exists()


def test_an_output_that_cannot_be_written_is_named(notes: Notes, tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for path, reason in (
        (tmp_path / "nowhere" / "note.md", "No such file or directory"),
        (tmp_path / "state" / "notes" / "lock" / "note.md", "Not a directory"),
        (tmp_path / "a", "Too many levels of symbolic links"),
    ):
        shown = notes("export", NOTE.id, "-o", path)
        assert shown == (
            2,
            "",
            f"roomscribe: cannot write {path}: {reason}; choose another file for it\n",
        )


@pytest.fixture(params=["alone", "by the hub"])
def whoever_deletes(request: pytest.FixtureRequest, state: Path) -> Iterator[None]:
    if request.param == "alone":
        yield
        return
    with ExitStack() as stack:
        hub = Hub(
            state,
            lambda: load_config(system=state / "absent.toml"),
            SystemClock(),
            Notifier({}),
            stack,
            jobs={},
        )
        thread = threading.Thread(target=hub.run)
        thread.start()
        yield
        hub.stop()
        thread.join()


@pytest.mark.usefixtures("whoever_deletes")
@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_text("{")], ids=["missing", "damaged"])
def test_a_note_whose_transcript_cannot_be_read_can_be_deleted(
    notes: Notes, state: Path, harm: Callable[[Path], object]
) -> None:
    (transcript,) = (state / "notes" / "transcripts").iterdir()
    harm(transcript)
    shown = notes("show", NOTE.id)
    assert shown.code == 4
    assert "or delete" in shown.err
    assert notes("delete", NOTE.id[:6], "--yes") == (0, f"deleted {NOTE.id} ({NOTE.title})\n", "")
    assert notes("list", "--json").out == "[]\n"
    assert not transcript.exists()


@pytest.fixture
def shut(state: Path) -> Iterator[None]:
    """The state may not be read. Root may read everything, and is somebody else meanwhile."""
    folders = (state, *list(state.parents)[:3]) if os.geteuid() == 0 else (state,)  # the rest is pytest's own
    modes = {folder: folder.stat().st_mode for folder in folders}
    for folder in folders[1:]:
        folder.chmod(modes[folder] | 0o011)
    state.chmod(0)
    user = os.geteuid()
    os.setresuid(user or 65534, user or 65534, user)  # access(2) asks for the real one
    try:
        yield
    finally:
        os.setresuid(user, user, user)
        for folder, mode in modes.items():
            folder.chmod(mode)


@pytest.mark.usefixtures("shut")
def test_a_state_that_may_not_be_read_is_told_alike_however_it_is_named(
    state: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [(run(roomscribe, ["--state", str(state), "notes", "list"]), capfd.readouterr().err)]
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    told.append((run(roomscribe, ["notes", "list"]), capfd.readouterr().err))
    assert told[0] == told[1]
    code, line = told[0]
    assert code == 4
    assert line.startswith(f"roomscribe: cannot read {state}")
    assert "Permission denied; run this as the user who owns it" in line


def test_deleting_names_the_backups_that_still_hold_the_note(
    notes: Notes, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(roomscribe, ["--state", str(state), "backup"]) == 0
    (archive,) = (state / "backups").glob("*.tar.gz")
    shown = notes("delete", NOTE.id, "--yes")
    assert shown.code == 0
    assert f"{archive} still holds it" in shown.err


def test_the_list_has_a_line_for_each_note_the_newest_first(
    notes: Notes, state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with NoteStore.open_writer(state) as store:
        store.save(office_move("later", NOTE.started_at + timedelta(days=1)))
    config = tmp_path / "config.toml"
    config.write_text('[locale]\ntimezone = "Europe/Berlin"\n')
    code = run(roomscribe, ["--state", str(state), "--config", str(config), "notes", "list"])
    assert (code, capfd.readouterr().out.splitlines()) == (
        0,
        [
            "later  2026-11-18 10:30  Moving to the new office  (office-move.vtt)",
            "office-move  2026-11-17 10:30  Moving to the new office  (office-move.vtt)",
        ],
    )
    listed = json.loads(notes("list", "--json").out)
    assert [(each["id"], each["action_items"], each["open_items"], each["decisions"]) for each in listed] == [
        ("later", 5, 4, 3),
        ("office-move", 5, 4, 3),
    ]


def test_without_a_note_the_list_says_how_to_make_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(roomscribe, ["--state", str(tmp_path / "empty"), "notes", "list"]) == 0
    shown = capfd.readouterr()
    assert shown.out == ""
    assert shown.err == "No notes yet; `roomscribe process FILE --save` makes the first.\n"


def test_an_export_says_where_it_went_and_is_what_show_prints(notes: Notes, tmp_path: Path) -> None:
    target = tmp_path / "note.json"
    assert notes("export", "office", "--json", "-o", target) == (0, "", f"wrote {target}\n")
    assert Note.model_validate_json(target.read_text()) == NOTE
    assert target.read_text().endswith("}\n")
    assert Note.model_validate_json(notes("show", "office", "--json").out) == NOTE
    shown = notes("show", "office")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out == notes("export", "office").out


def test_deleting_as_json_names_the_note_and_no_backup(notes: Notes) -> None:
    shown = notes("delete", "office", "--yes", "--json")
    assert json.loads(shown.out)["deleted"] == "office-move"
    assert json.loads(shown.out)["backups"] == []
    assert notes("delete", "office", "--yes").code == 2


def test_every_form_of_the_page_is_exported_by_its_name(notes: Notes, tmp_path: Path) -> None:
    begins = {
        "docx": b"PK",
        "json": b"{",
        "html": b"<!doctype html>",
        "vtt": b"WEBVTT",
        "ics": b"BEGIN:VCALENDAR",
    }
    for form in get_args(FileForm):
        path = tmp_path / f"note.{form}"
        assert notes("export", NOTE.id, "--format", form, "-o", path).code == 0
        assert path.read_bytes().startswith(begins.get(form, b""))
        assert path.stat().st_size > 50
    assert set(get_args(FileForm)) == set(FORMS)
