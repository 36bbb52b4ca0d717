"""TinyDB on the journal is TinyDB: the same operations give the same results, also after a restart."""

from __future__ import annotations

import copy
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Document, Table

from daemon.notes.store.journal import Packed, encode_line, to_json
from daemon.notes.store.storage import JournalStorage, as_it_is
from daemon.notes.store.table import JournalDB


class Memory(MemoryStorage):
    """TinyDB's own, without the lists that its documents share with the caller and with each other."""

    def read(self) -> Any:
        return json.loads(json.dumps(super().read()))

    def write(self, data: Any) -> None:
        super().write(json.loads(json.dumps(data)))


@pytest.fixture(autouse=True, scope="module")
def _no_fsync() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda fd: None)
        yield


def grow(document: Any) -> None:
    document["list"].append(document["n"])


def empty(document: Any) -> None:
    del document["list"][:]


def fail(document: Any) -> None:
    document["n"] = 99
    raise LookupError


N = st.integers(0, 3)
DOCS = st.fixed_dictionaries(
    {"n": N, "list": st.lists(st.one_of(st.booleans(), N, st.floats(0, 1), st.none(), st.text(max_size=2)))}
)
WITH_ID = st.builds(Document, DOCS, st.integers(1, 6))
ANY_DOC = st.one_of(DOCS, WITH_ID)
CONDITIONS = st.one_of(N.map(lambda n: where("n") == n), N.map(lambda n: where("n") > n))
FIELDS = st.one_of(N.map(lambda n: {"n": n}), st.sampled_from([grow, empty, fail]))
IDS = st.lists(st.integers(1, 6), max_size=3)
TABLES = st.sampled_from(["notes", "other"])

Operation = Callable[[TinyDB], Any]


def on(method: str, *arguments: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]) -> Any:
    """An operation on one table, whatever it returns or raises."""

    def build(table: str, values: tuple[Any, ...], words: dict[str, Any]) -> tuple[str, Operation]:
        def operation(db: TinyDB) -> Any:
            return getattr(db.table(table), method)(*copy.deepcopy(values), **copy.deepcopy(words))

        return f"{table}.{method}{values}{words}", operation

    return st.builds(build, TABLES, st.tuples(*arguments), st.fixed_dictionaries(named))


OPERATIONS = st.one_of(
    on("insert", ANY_DOC),
    on("insert_multiple", st.lists(ANY_DOC, max_size=3)),
    on("update", FIELDS),
    on("update", FIELDS, CONDITIONS),
    on("update", FIELDS, doc_ids=IDS),
    on("update_multiple", st.lists(st.tuples(FIELDS, CONDITIONS), max_size=2)),
    on("upsert", ANY_DOC, CONDITIONS),
    on("upsert", WITH_ID),
    on("remove", CONDITIONS),
    on("remove", doc_ids=IDS),
    on("remove"),
    on("truncate"),
    on("search", CONDITIONS),
    on("get", CONDITIONS),
    on("get", doc_id=st.integers(1, 6)),
    on("get", doc_ids=IDS),
    on("count", CONDITIONS),
    on("contains", CONDITIONS),
    on("clear_cache"),
    st.builds(lambda name: (f"drop {name}", lambda db: db.drop_table(name)), TABLES),
    st.just(("drop all", lambda db: db.drop_tables())),
    st.just(("reopen", None)),
)


def outcome(operation: Operation, db: TinyDB) -> str:
    try:
        return as_text(operation(db))
    except (LookupError, ValueError, RuntimeError) as error:
        return type(error).__name__


def as_text(value: Any) -> str:
    """Exactly: == would take True for 1. An unordered result of ids stays in its order."""
    if isinstance(value, Document):
        return f"{value.doc_id}:{json.dumps(value)}"
    return str([as_text(each) for each in value]) if isinstance(value, list) else repr(value)


def everything(db: TinyDB) -> dict[str, str]:
    return {name: as_text(db.table(name).all()) for name in sorted(db.tables())}


def packed(table: str, document: Mapping[str, Any], raw: bytes | None) -> Mapping[str, Any]:
    return Packed(document, raw)


@settings(max_examples=100, deadline=None)
@given(st.lists(OPERATIONS, min_size=8, max_size=25), st.booleans(), st.booleans())
def test_any_operations_give_what_tinydb_gives(
    operations: list[tuple[str, Operation | None]], compacting: bool, packing: bool
) -> None:
    keep = packed if packing else as_it_is
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notes.journal"
        memory = Memory()
        theirs, ours = TinyDB(storage=lambda: memory), JournalDB(path, writer=True, keep=keep)
        for db in (theirs, ours):  # something to find, so that few operations are about nothing
            db.table("notes").insert_multiple({"n": n, "list": [n]} for n in range(5))
            db.table("other").insert({"n": 1, "list": []})
        for name, operation in operations:
            if operation is not None:
                assert outcome(operation, ours) == outcome(operation, theirs), name
            else:
                ours.close()
                theirs, ours = TinyDB(storage=lambda: memory), JournalDB(path, writer=True, keep=keep)
            assert everything(ours) == everything(theirs), name
            if compacting:
                storage_of(ours).compact()
            assert everything(JournalDB(path, keep=keep)) == everything(theirs), name
        ours.close()


def storage_of(db: TinyDB) -> JournalStorage:
    assert isinstance(db.storage, JournalStorage)
    return db.storage


@pytest.fixture
def db(tmp_path: Path) -> Iterator[TinyDB]:
    with JournalDB(tmp_path / "notes.journal", writer=True) as db:
        yield db


def test_an_update_of_several_documents_is_one_record(db: TinyDB, tmp_path: Path) -> None:
    db.insert_multiple({"n": n} for n in range(5))
    lines = (tmp_path / "notes.journal").read_bytes().count(b"\n")
    db.update({"seen": True}, where("n") > 1)
    assert (tmp_path / "notes.journal").read_bytes().count(b"\n") == lines + 1


def test_an_operation_that_changes_nothing_writes_nothing(db: TinyDB) -> None:
    db.insert({"n": 1})
    written = storage_of(db).bytes_written
    db.update({"n": 1})
    db.update({"n": 2}, where("n") == 7)
    db.remove(where("n") == 7)
    assert storage_of(db).bytes_written == written


def test_a_change_of_type_alone_is_a_change(db: TinyDB, tmp_path: Path) -> None:
    db.insert({"n": 1})
    db.update({"n": True})
    assert JournalDB(tmp_path / "notes.journal").all()[0]["n"] is True


def test_a_readers_search_is_not_answered_from_before_the_change(db: TinyDB, tmp_path: Path) -> None:
    db.insert({"n": 1})
    reader = JournalDB(tmp_path / "notes.journal")
    assert len(reader.search(where("n") == 1)) == 1
    db.insert({"n": 1})
    storage_of(reader).refresh()
    assert len(reader.search(where("n") == 1)) == 2


@pytest.mark.parametrize("text", ["plain", 'a "quoted" }}} end', "Grüße\n\ud800"])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_a_line_that_was_written_otherwise_holds_the_same_document(
    tmp_path: Path, separators: tuple[str, str], text: str
) -> None:
    document = {"n": 1.0, "list": [text, {}, None], text: {"deep": {}}}
    put = {"put": {'no"tes': {"1": document}}}
    header = encode_line(to_json({"journal": "roomscribe", "version": 1, "snapshot": 0}), b"")
    payload = json.dumps(put, separators=separators, ensure_ascii=False).encode("utf-8", "surrogatepass")
    path = tmp_path / "notes.journal"
    path.write_bytes(header + encode_line(payload, header[:16]))
    kept = JournalStorage(path, keep=packed).tables['no"tes']["1"]
    assert isinstance(kept, Packed)
    assert kept.unpack() == document
    assert kept.raw == to_json(document), "two that are the same have to look the same"


def test_a_failed_update_changes_no_document(db: TinyDB, tmp_path: Path) -> None:
    db.insert_multiple([{"n": 1, "list": []}, {"n": 2, "list": []}])
    before = db.all()

    def change_then_fail(document: Any) -> None:
        grow(document)
        if document["n"] == 2:
            raise LookupError

    with pytest.raises(LookupError):
        db.update(change_then_fail)
    assert db.all() == JournalDB(tmp_path / "notes.journal").all() == before


def test_changing_a_result_changes_nothing_in_the_store(db: TinyDB) -> None:
    given = {"list": [1]}
    db.insert(given)
    given["list"].append(2)
    for result in (db.all()[0], db.get(doc_id=1), db.search(where("list").exists())[0], next(iter(db))):
        result["list"].append(3)
    assert db.get(doc_id=1)["list"] == [1]
    assert db.search(where("list").exists())[0]["list"] == [1]


def test_a_plain_tinydb_table_on_this_storage_loses_nothing_either(tmp_path: Path) -> None:
    with TinyDB(tmp_path / "notes.journal", storage=JournalStorage, writer=True) as db:
        assert type(db.table("notes")) is Table
        db.table("notes").insert_multiple([{"list": []}, {"list": [1]}])
        db.table("notes").update(lambda document: document["list"].append(2), doc_ids=[2])
        db.table("notes").remove(doc_ids=[1])
    assert JournalDB(tmp_path / "notes.journal").table("notes").all() == [{"list": [1, 2]}]


def test_the_cost_of_a_change_does_not_depend_on_how_many_notes_there_are(tmp_path: Path) -> None:
    costs = []
    for notes in (10, 1_000):
        with JournalDB(tmp_path / f"{notes}.journal", writer=True) as db:
            db.insert_multiple({"title": "Stand-up", "open": 3} for _ in range(notes))
            before = storage_of(db).bytes_written
            db.update({"open": 2}, doc_ids=[7])
            db.insert({"title": "Retro"})
            db.remove(doc_ids=[8])
            costs.append(storage_of(db).bytes_written - before)
    few, many = costs
    assert many - few == len("1001") - len("11")


def test_compaction_keeps_the_file_and_the_writing_in_bounds(db: TinyDB, tmp_path: Path) -> None:
    document = {"text": "x" * 2_000}
    db.insert_multiple(dict(document) for _ in range(20))
    live = (tmp_path / "notes.journal").stat().st_size
    before = storage_of(db).bytes_written
    changes = 2_000
    for n in range(changes):
        db.update({"n": n}, doc_ids=[n % 20 + 1])
        assert (tmp_path / "notes.journal").stat().st_size < 2 * live + 300 * 1024
    written = storage_of(db).bytes_written - before
    assert written < 3 * changes * len(json.dumps(document))
    assert sorted(document["n"] for document in db.all()) == list(range(changes - 20, changes))
