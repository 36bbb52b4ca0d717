"""A backup is put back: onto an empty machine, over a state, and only if every byte of it is what it was."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.base.durable import move_durably
from daemon.base.errors import StateBusyError, StateWriteError
from daemon.cli.main import roomscribe, run
from daemon.notes.backup.archive import ArchiveError, Manifest, StateInUseError, safe_name, verify
from daemon.notes.backup.restore import restore
from daemon.notes.deletion import delete_audio, delete_note, record_deletion
from daemon.notes.digests import DigestStore
from daemon.notes.store import NoteStore
from tests.fakes.backups import NOW, backed_up, content, filled

Members = list[tuple[tarfile.TarInfo, bytes]]


# Putting it back


def test_a_state_with_notes_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    other = filled(tmp_path / "other", 1)
    before = content(other)
    with pytest.raises(StateInUseError, match=r"holds 1 note, 1 digest; .*--force"):
        restore(Path(made.path), other, NOW)
    assert content(other) == before


def test_force_sets_aside_what_was_there(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    made = backed_up(state, tmp_path / "usb")
    other = filled(tmp_path / "other", 1)
    (other / "models" / "models.lock").write_text("its own")
    before = content(other)
    done = restore(Path(made.path), other, NOW, force=True)
    assert done.set_aside
    assert content(Path(done.set_aside)) == {
        name: data for name, data in before.items() if not name.startswith("models/")
    }
    assert content(other / "notes") == content(state / "notes")
    assert (other / "models" / "models.lock").read_text() == "its own"
    assert not list(other.glob(".unfinished-*"))


def test_a_running_hub_is_not_overrun(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    with NoteStore.open_writer(tmp_path / "new") as store:
        with pytest.raises(StateBusyError, match="another Roomscribe process"):
            restore(Path(made.path), tmp_path / "new", NOW, force=True)
        assert store.heads() == []


def test_a_fresh_start_of_the_services_is_an_empty_machine(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    with NoteStore.open_writer(tmp_path / "new"):
        pass
    assert restore(Path(made.path), tmp_path / "new", NOW).set_aside is None
    assert not list((tmp_path / "new").glob("set-aside-*"))


def test_what_was_deleted_since_stays_deleted(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    record_deletion(state, "meeting-0", NOW - timedelta(days=1))
    made = backed_up(state, tmp_path / "usb")
    with NoteStore.open_writer(state) as store:
        delete_note(state, store, "meeting-1", NOW + timedelta(hours=1))
    done = restore(Path(made.path), state, NOW + timedelta(days=1), force=True)
    assert (done.notes, done.deleted) == (2, ("meeting-1",))
    with NoteStore.open_reader(state) as store:
        assert {head.id for head in store.heads()} == {"meeting-0", "meeting-2"}
    assert "meeting-1" not in DigestStore(state).get("2026-W47").model_dump_json()
    again = restore(Path(made.path), state, NOW + timedelta(days=2), force=True)
    assert again.deleted == ("meeting-1",)


def test_sound_that_was_deleted_since_stays_deleted(tmp_path: Path) -> None:
    state = filled(tmp_path / "state")
    for meeting in ("meeting-0", "meeting-1", "unfinished"):
        (state / "meetings" / meeting / "source").mkdir(parents=True)
        (state / "meetings" / meeting / "source" / "talk.wav").write_bytes(b"sound")
    (state / "jobs").mkdir()
    (state / "jobs" / "unfinished.json").write_text("{}")
    made = backed_up(state, tmp_path / "usb", audio=True)
    delete_audio(state, "meeting-0", NOW + timedelta(hours=1))
    record_deletion(state, "unfinished", NOW + timedelta(hours=1))
    restore(Path(made.path), state, NOW + timedelta(days=1), force=True)
    assert [path.parent.parent.name for path in state.glob("meetings/*/source/talk.wav")] == ["meeting-1"]
    assert not list((state / "jobs").iterdir())
    with NoteStore.open_reader(state) as store:
        assert len(store.heads()) == 3
    again = restore(Path(made.path), state, NOW + timedelta(days=2), force=True)
    assert again.notes == 3
    assert not (state / "meetings" / "meeting-0" / "source").exists()


def rewritten(source: Path, target: Path, change: Callable[[Members], object]) -> Path:
    """The archive with other members."""
    with tarfile.open(source) as tar:
        members = [(info, file.read() if (file := tar.extractfile(info)) else b"") for info in tar]
    change(members)
    with tarfile.open(target, "w:gz") as tar:
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data))
    return target


def with_manifest(members: Members, name: str, data: bytes) -> None:
    """Add a file with a manifest that vouches for it, as only an attacker would."""
    from daemon.notes.backup.archive import FileEntry

    info, old = members.pop()
    manifest = json.loads(old)
    manifest["files"][name] = FileEntry(size=len(data), sha256="0" * 64).model_dump()
    members += [(tarfile.TarInfo(name), data), (info, json.dumps(manifest).encode())]


@pytest.mark.parametrize("moves", range(4))
def test_a_restore_that_breaks_off_loses_nothing_and_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    state, other = filled(tmp_path / "state"), filled(tmp_path / "other", 1)
    made = Path(backed_up(state, tmp_path / "usb").path)
    before = content(other / "notes")
    done: list[Path] = []

    def break_off(source: Path, target: Path) -> None:
        if len(done) == moves:
            raise StateWriteError("read-only")
        done.append(target)
        move_durably(source, target)

    monkeypatch.setattr("daemon.notes.backup.restore.move_durably", break_off)
    with pytest.raises(StateWriteError, match="read-only"):
        restore(made, other, NOW, force=True)
    aside = other / "set-aside-20261120T023000Z" / "notes"
    assert before == content(aside if aside.exists() else other / "notes")
    monkeypatch.undo()
    (other / ".unfinished-0123").mkdir()
    restore(made, other, NOW + timedelta(minutes=1), force=True)
    assert content(other / "notes") == content(state / "notes")
    assert not list(other.glob(".unfinished-*"))


def linked(name: str, kind: bytes, to: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.pop(),
        lambda m: m.pop(0),
        lambda m: m.insert(0, m[0]),
        lambda m: m.append(m[0]),
        lambda m: m.__setitem__(0, (m[0][0], m[0][1] + b" ")),
        lambda m: m.insert(0, (tarfile.TarInfo("notes/more"), b"more")),
        lambda m: m.insert(0, (linked("notes/link", tarfile.SYMTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/link", tarfile.LNKTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/null", tarfile.CHRTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/fifo", tarfile.FIFOTYPE), b"")),
        lambda m: m.insert(0, (linked("notes/folder", tarfile.DIRTYPE), b"")),
        lambda m: with_manifest(m, "../outside", b"x"),
        lambda m: with_manifest(m, "/tmp/outside", b"x"),
        lambda m: with_manifest(m, "notes/../../outside", b"x"),
        lambda m: with_manifest(m, "models/evil.gguf", b"x"),
    ],
)
def test_an_altered_archive_is_refused_and_nothing_is_touched(
    tmp_path: Path, change: Callable[[Members], object]
) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    bad = rewritten(Path(made.path), tmp_path / "bad.tar.gz", change)
    with pytest.raises(ArchiveError, match="nothing was touched"):
        restore(bad, tmp_path / "new", NOW)
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "outside").exists()


def header(kind: bytes, size: int = 0) -> bytes:
    """The block with which a member, or what tarfile reads before one, begins."""
    info = tarfile.TarInfo("notes/x")
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT)


def pax(*records: bytes) -> bytes:
    """Records of an extended header (POSIX.1-2001), each with its own length in front."""
    body = b"".join(b"%d %s\n" % (len(each) + 4, each) for each in records)
    return header(tarfile.XHDTYPE, len(body)) + body.ljust(512, b"\0")


LARGE = 40 << 20
HEADERS = {
    "a long extended header": header(tarfile.XHDTYPE, LARGE),
    "a long global header": header(tarfile.XGLTYPE, LARGE),
    "a long name": header(tarfile.GNUTYPE_LONGNAME, LARGE),
    "headers before headers": pax(b"comment=xx") * 30_000,
    "a sparse file's map": pax(b"GNU.sparse.major=1", b"GNU.sparse.minor=0")
    + header(tarfile.REGTYPE, LARGE)
    + b"99999999\n",
}


@pytest.mark.parametrize("kind", HEADERS)
def test_headers_without_end_are_refused_before_they_fill_the_memory(tmp_path: Path, kind: str) -> None:
    filling = (b"0\n" if "map" in kind else b"\1") * (LARGE // (2 if "map" in kind else 1))
    bomb = tmp_path / "bomb.tar.gz"
    bomb.write_bytes(gzip.compress(HEADERS[kind] + filling, compresslevel=1))
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveError, match="nothing was touched"):
            restore(bomb, tmp_path / "new", NOW)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert not (tmp_path / "new").exists()


@pytest.fixture(scope="module")
def small_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    return Path(backed_up(filled(folder / "state", 1), folder / "usb").path)


def test_a_torn_archive_is_refused_wherever_it_is_torn(small_archive: Path, tmp_path: Path) -> None:
    data = small_archive.read_bytes()
    torn = tmp_path / "torn.tar.gz"
    for length in (0, 1, 9, 10, *random.Random(1).sample(range(11, len(data) - 1), 150), len(data) - 1):
        torn.write_bytes(data[:length])
        with pytest.raises(ArchiveError):
            verify(torn)


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_a_flipped_bit_changes_nothing_or_is_refused(small_archive: Path, data: st.DataObject) -> None:
    whole = small_archive.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    bad = bytearray(whole)
    bad[place] ^= 1 << data.draw(st.integers(0, 7))
    torn = small_archive.with_name("flipped")
    torn.write_bytes(bad)
    good = verify(small_archive)
    try:
        assert verify(torn) == good  # a bit of gzip's header, which names a time and a system
    except ArchiveError:
        return


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "/notes/x", "../x", "notes/../x", "notes//x", "notes/./x", "notes", "notes/x/"),
        *("notes/x\\y", "notes/x\n", "x/y", "models/x", "manifest.json", "deletions.json/x"),
    ],
)
def test_a_name_that_leads_elsewhere_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match="no place"):
        safe_name(name)


def test_a_backup_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")

    def newer(members: Members) -> None:
        info, data = members.pop()
        members.append((info, data.replace(b'"version": 1', b'"version": 2')))

    bad = rewritten(Path(made.path), tmp_path / "bad.tar.gz", newer)
    with pytest.raises(ArchiveError):
        restore(bad, tmp_path / "new", NOW)


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, usb = filled(tmp_path / "state"), tmp_path / "usb"
    usb.mkdir()
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(usb), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["notes"] == 3
    assert run(roomscribe, ["--state", str(state), "restore", made["path"]]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(roomscribe, ["--state", str(tmp_path / "new"), "restore", made["path"]]) == 0
    assert capsys.readouterr().out.endswith("; notes: 3\n")
    assert run(roomscribe, ["--state", str(tmp_path / "new"), "backup"]) == 0
    assert ": 3 notes, " in capsys.readouterr().out
    assert run(roomscribe, ["--state", str(state), "restore", str(tmp_path / "absent")]) == 2
    assert "no such backup" in capsys.readouterr().err
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(tmp_path / "absent")]) == 2
    next((state / "notes" / "tapes").iterdir()).unlink()
    assert run(roomscribe, ["--state", str(state), "backup", "--to", str(usb)]) == 4
    assert "is missing; restore an older backup" in capsys.readouterr().err


def test_the_manifest_vouches_for_every_file(tmp_path: Path) -> None:
    made = backed_up(filled(tmp_path / "state"), tmp_path / "usb")
    manifest = verify(Path(made.path))
    assert isinstance(manifest, Manifest)
    assert len(manifest.files) == made.files
