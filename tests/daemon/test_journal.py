"""The journal against power cuts and rot: a state that was once committed, or a clear refusal."""

from __future__ import annotations

import copy
import errno
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daemon.base.errors import StateDamagedError, StateWriteError
from daemon.notes.store.journal import encode_line, to_json
from daemon.notes.store.storage import Change, JournalStorage, Tables

TEXTS = st.text(max_size=12)
"""Line breaks, NUL and all."""
CHANGES = st.lists(
    st.one_of(
        st.builds(
            lambda table, doc, text: Change(put={table: {doc: {"text": text}}}),
            st.sampled_from("ab"), st.sampled_from("123"), TEXTS,
        ),
        st.builds(lambda table: Change(put={table: {}}), st.sampled_from("ab")),
        st.builds(lambda table: Change(drop=[table]), st.sampled_from("ab")),
    ),
    max_size=6,
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def _no_fsync() -> Iterator[None]:
    """These tests make the damage themselves; what fsync is for is tested in test_store_crash.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda fd: None)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notes.journal"


def write(path: Path, changes: list[Change]) -> list[tuple[int, Tables]]:
    """Commit the changes; size of the file and state after each."""
    storage = JournalStorage(path, writer=True)
    states = [(path.stat().st_size, copy.deepcopy(storage.tables))]
    for change in changes:
        storage.commit(change)
        states.append((path.stat().st_size, copy.deepcopy(storage.tables)))
    storage.close()
    return states


def put(doc: str, text: str) -> Change:
    return {"put": {"notes": {doc: {"text": text}}}}


def reopen(path: Path, *, writer: bool = True) -> JournalStorage:
    storage = JournalStorage(path, writer=writer)
    storage.close()
    return storage


@settings(max_examples=25, deadline=None)
@given(CHANGES)
def test_a_journal_cut_at_any_byte_opens_to_the_last_state_wholly_before_the_cut(
    changes: list[Change],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notes.journal"
        states = write(path, changes)
        data = path.read_bytes()
        for cut in range(len(data) + 1):
            committed = [tables for size, tables in states if size <= cut]
            for writer in (False, True):
                path.write_bytes(data[:cut])
                storage = reopen(path, writer=writer)
                assert storage.tables == (committed[-1] if committed else {})
                assert bool(storage.recovered) == (writer and cut not in (0, *(size for size, _ in states)))
            path.write_bytes(data[:cut])
            storage = JournalStorage(path, writer=True)
            storage.commit(put("9", "goes on"))
            storage.close()
            assert reopen(path).tables["notes"]["9"] == {"text": "goes on"}


@settings(max_examples=200, deadline=None)
@given(CHANGES, st.randoms(use_true_random=False), st.integers(1, 3))
def test_flipped_bits_never_give_a_wrong_state_in_silence(
    changes: list[Change], dice: random.Random, flips: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notes.journal"
        states = [tables for _, tables in write(path, changes)]
        data = bytearray(path.read_bytes())
        before = bytes(data)
        for _ in range(flips):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        path.write_bytes(data)
        try:
            storage = reopen(path)
        except StateDamagedError:
            assert path.read_bytes() == data
            return
        if bytes(data) != before:
            assert storage.recovered
        assert storage.tables in states


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_in_any_acknowledged_change_is_refused_and_nothing_touched(
    path: Path, bit: int
) -> None:
    write(path, [put("1", "first"), put("2", "second")])
    data = path.read_bytes()
    for at in range(len(data)):
        if data[at] ^ (1 << bit) == 0 and data.find(b"\n", at) == len(data) - 1:
            continue  # a zero in the last line looks like a page that never reached the disk: it is dropped
        damaged = bytearray(data)
        damaged[at] ^= 1 << bit
        path.write_bytes(damaged)
        with pytest.raises(StateDamagedError):
            reopen(path)
        assert path.read_bytes() == damaged


def test_damage_in_the_middle_names_file_line_and_what_to_do(path: Path) -> None:
    write(path, [put("1", "first"), put("2", "second"), put("3", "third")])
    damaged = path.read_bytes().replace(b"second", b"sEcond")
    path.write_bytes(damaged)
    for writer in (False, True):
        with pytest.raises(
            StateDamagedError, match=r"journal is damaged in line 3 .*Restore it from a backup"
        ):
            reopen(path, writer=writer)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("edit", ["lost", "twice", "swapped"])
def test_a_line_lost_repeated_or_moved_is_damage_too(path: Path, edit: str) -> None:
    write(path, [put("1", "first"), put("2", "second"), put("3", "third")])
    head, one, two, three = path.read_bytes().splitlines(keepends=True)
    lines = {"lost": [head, one, three], "twice": [head, one, one, two], "swapped": [head, two, one, three]}
    path.write_bytes(b"".join(lines[edit]))
    with pytest.raises(StateDamagedError):
        reopen(path)


@pytest.mark.parametrize("zeros", ["all", "first part", "behind"])
def test_pages_that_never_reached_the_disk_are_a_torn_end(path: Path, zeros: str) -> None:
    (_, _), (size, first), _ = write(path, [put("1", "first"), put("2", "second")])
    good, last = path.read_bytes()[:size], path.read_bytes()[size:]
    torn = {
        "all": bytes(len(last)),
        "first part": bytes(10) + last[10:],
        "behind": bytes(4096),
    }
    path.write_bytes(good + torn[zeros])
    storage = reopen(path)
    assert storage.tables == first
    assert storage.recovered
    assert path.read_bytes() == good


def test_a_torn_end_is_reported_once_and_logged(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(path, [put("1", "first")])
    with path.open("ab") as file:
        file.write(b"0123456789abcdef {")
    storage = reopen(path)
    assert storage.recovered
    assert "18 bytes were dropped" in storage.recovered
    assert storage.recovered in caplog.text
    assert reopen(path).recovered is None


def test_a_cut_into_what_a_compaction_wrote_is_damage(path: Path) -> None:
    write(path, [put("1", "first"), put("2", "second")])
    storage = JournalStorage(path, writer=True)
    storage.compact()
    storage.close()
    data = path.read_bytes()
    header = data.index(b"\n") + 1
    for cut in range(header, len(data)):
        path.write_bytes(data[:cut])
        with pytest.raises(StateDamagedError, match="ends too early"):
            reopen(path)


def test_a_newer_format_is_refused_with_what_to_do(path: Path) -> None:
    path.write_bytes(encode_line(to_json({"journal": "roomscribe", "version": 2, "snapshot": 0}), b""))
    with pytest.raises(StateDamagedError, match=r"newer Roomscribe .*install that release"):
        reopen(path)


def test_a_file_of_something_else_is_refused(path: Path) -> None:
    path.write_text('{"_default": {}}\n')
    with pytest.raises(StateDamagedError):
        reopen(path)
    assert path.read_text() == '{"_default": {}}\n'


def test_a_missing_journal_is_an_empty_store_unless_it_is_expected(path: Path) -> None:
    assert JournalStorage(path).tables == {}
    assert not path.exists()
    with pytest.raises(StateDamagedError, match="missing or empty"):
        JournalStorage(path, writer=True, expected=True)
    assert not path.exists()


def test_a_reader_sees_each_change_also_across_a_compaction(path: Path) -> None:
    reader = JournalStorage(path)
    writer = JournalStorage(path, writer=True)
    assert not reader.tables
    for number in range(20):
        writer.commit(put(str(number % 4), "text" * number))
        if number % 5 == 4:
            writer.compact()
        if number % 3 == 0:
            assert reader.refresh()
            assert reader.tables == writer.tables
            assert not reader.refresh()
    writer.close()


def test_a_reader_waits_for_the_rest_of_a_change_and_writes_nothing(path: Path) -> None:
    write(path, [put("1", "first"), put("2", "second")])
    data = path.read_bytes()
    path.write_bytes(data[:-5])
    reader = JournalStorage(path)
    assert list(reader.tables["notes"]) == ["1"]
    assert reader.recovered is None
    assert path.read_bytes() == data[:-5]
    with path.open("ab") as file:
        file.write(data[-5:])
    assert reader.refresh()
    assert list(reader.tables["notes"]) == ["1", "2"]


def test_a_reader_forgets_a_change_that_the_writer_had_to_take_back(path: Path) -> None:
    write(path, [put("1", "first")])
    kept = path.read_bytes()
    write(path, [put("2", "never")])
    reader = JournalStorage(path)
    assert "2" in reader.tables["notes"]
    path.write_bytes(kept)
    write(path, [put("3", "other"), put("4", "more")])
    reader.refresh()
    assert list(reader.tables["notes"]) == ["1", "3", "4"]


def test_a_reader_notices_another_journal_of_the_same_size(path: Path, tmp_path: Path) -> None:
    write(path, [put("1", "first")])
    write(tmp_path / "other", [put("1", "other")])
    reader = JournalStorage(path)
    (tmp_path / "other").replace(path)
    assert reader.refresh()
    assert reader.tables["notes"]["1"] == {"text": "other"}


def test_a_change_after_a_half_failed_compaction_lands_in_the_new_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = JournalStorage(path, writer=True)
    storage.commit(put("1", "first"))

    def refuse(folder: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr("daemon.base.durable._sync_folder", refuse)
    with pytest.raises(StateWriteError):
        storage.compact()
    storage.commit(put("2", "second"))
    assert list(reopen(path, writer=False).tables["notes"]) == ["1", "2"]
    storage.close()


def test_a_reader_cannot_write(path: Path) -> None:
    with pytest.raises(StateWriteError, match="reading only"):
        JournalStorage(path).commit(put("1", "x"))


def test_what_json_cannot_hold_is_refused_before_anything_is_written(path: Path) -> None:
    storage = JournalStorage(path, writer=True)
    size = path.stat().st_size
    for value in (float("nan"), object(), {1, 2}):
        bad: Any = {"put": {"notes": {"1": {"value": value}}}}
        with pytest.raises((TypeError, ValueError)):
            storage.commit(bad)
    assert path.stat().st_size == size
    assert not storage.tables
    storage.close()
