"""The TinyDB table that knows which documents an operation touched, and the database made of such tables.

TinyDB hands its storage the whole database after each operation, its documents changed in place: from that no
storage can tell what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, cast

from tinydb import TinyDB
from tinydb.queries import QueryLike
from tinydb.table import Document, Table

from daemon.notes.store.storage import Change, JournalStorage, copy_json, same


class Draft(MutableMapping[int, Any]):
    """A table as one operation sees it: what it reads to change is a copy, what it changed is known."""

    def __init__(self, base: Mapping[str, Mapping[str, Any]]) -> None:
        self._base = base
        self._touched: dict[str, Any] = {}
        """By id; None is a removed document."""

    def __getitem__(self, doc_id: int) -> Any:
        key = str(doc_id)
        if key not in self._touched:
            self._touched[key] = copy_json(self._base[key])
        if self._touched[key] is None:
            raise KeyError(doc_id)
        return self._touched[key]

    def __setitem__(self, doc_id: int, document: Any) -> None:
        self._touched[str(doc_id)] = document

    def __delitem__(self, doc_id: int) -> None:
        if doc_id not in self:
            raise KeyError(doc_id)
        self._touched[str(doc_id)] = None

    def __contains__(self, doc_id: object) -> bool:
        key = str(doc_id)
        if key in self._touched:
            return self._touched[key] is not None
        return key in self._base

    def __iter__(self) -> Iterator[int]:
        keys = dict.fromkeys((*self._base, *self._touched))
        return (int(key) for key in keys if self._touched.get(key, key) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        self._touched = dict.fromkeys(self._base)

    def change(self, name: str, *, new_table: bool) -> Change:
        """What was done, without what came out as it was."""
        put: dict[str, Any] = {}
        gone: list[str] = []
        for key, document in self._touched.items():
            before = self._base.get(key)
            if document is None:
                gone += [key] if before is not None else []
            elif before is None or not same(document, before):
                put[key] = document
        change: Change = {}
        if gone:
            change["remove"] = {name: gone}
        if put or new_table:
            change["put"] = {name: put}
        return change


class JournalTable(Table):
    """TinyDB's table; each public operation is one record of the journal, so it happens wholly or not at all.

    Documents come out as copies: changing one changes nothing in the store until it is put back.
    """

    _version = 0

    @property
    def live(self) -> Mapping[str, Mapping[str, Any]]:
        """The documents themselves, by id, for reading many without copying. Not to be changed."""
        return MappingProxyType(self._journal.tables.get(self.name, {}))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        found = super().get(*args, **kwargs)
        return [_copy(document) for document in found] if isinstance(found, list) else found and _copy(found)

    def search(self, cond: QueryLike) -> list[Document]:
        if self._version != self._journal.version:
            self.clear_cache()
            self._version = self._journal.version
        return [_copy(document) for document in super().search(cond)]

    def __iter__(self) -> Iterator[Document]:
        return (_copy(document) for document in super().__iter__())

    # A condition is answered on the documents themselves, so that only those it fits are copied.

    def update(
        self,
        fields: Mapping[str, Any] | Callable[[MutableMapping[str, Any]], None],
        cond: QueryLike | None = None,
        doc_ids: Iterable[int] | None = None,
    ) -> list[int]:
        return super().update(fields, doc_ids=self._matching(cond, doc_ids))

    def remove(self, cond: QueryLike | None = None, doc_ids: Iterable[int] | None = None) -> list[int]:
        return super().remove(doc_ids=self._matching(cond, doc_ids))

    def replace(self, doc_ids: Iterable[int], documents: Iterable[Mapping[str, Any]]) -> None:
        """Remove some documents and insert others, all at once."""

        def change(table: dict[int, Mapping[str, Any]]) -> None:
            for doc_id in doc_ids:
                del table[doc_id]
            for document in documents:
                table[self._get_next_id()] = document  # type: ignore[no-untyped-call]  # TinyDB's own

        self._update_table(change)

    def _matching(self, cond: QueryLike | None, doc_ids: Iterable[int] | None) -> Iterable[int] | None:
        if doc_ids is not None or cond is None:
            return doc_ids
        return [int(key) for key, document in self.live.items() if cond(document)]

    @property
    def _journal(self) -> JournalStorage:
        return cast(JournalStorage, self._storage)

    def _read_table(self) -> dict[str, Mapping[str, Any]]:
        return self._journal.tables.get(self.name, {})

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> None:
        draft = Draft(self.live)
        updater(cast(dict[int, Mapping[str, Any]], draft))
        self._journal.commit(draft.change(self.name, new_table=self.name not in self._journal.tables))


class JournalDB(TinyDB):
    """TinyDB on a journal: `JournalDB(path, writer=True)`."""

    table_class = JournalTable
    default_storage_class = JournalStorage  # type: ignore[assignment]  # TinyDB declares it too narrowly


def _copy(document: Document) -> Document:
    return Document(copy_json(dict(document)), document.doc_id)
