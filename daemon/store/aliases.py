"""Names that people said are one person's: "Leyla" is "Leila". A table of its own beside the notes.

A note keeps the names that were heard in it; lists of all meetings show one person under one name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from daemon.errors import NotFoundError
from daemon.store.head import NoteHead
from daemon.store.items import ItemRow
from daemon.store.table import JournalDB, JournalTable
from pipelines.note import Note

TABLE = "aliases"
_ALIKE = 78
"""Percent. "Leila" and "Leyla" have 80, two who share a short family name some 70; a person decides."""


class Aliases:
    """The table; the caller holds the store's lock."""

    def __init__(self, db: JournalDB) -> None:
        self._db = db

    def all(self) -> Mapping[str, str]:
        """Each other name with the one that lists show."""
        to = {document["alias"]: document["name"] for document in self._table.live.values()}
        return {alias: _end(to, alias) for alias in to}

    def join(self, alias: str, name: str) -> None:
        """Have `alias` shown as `name`, which may be an alias of it until now."""
        if alias == name:
            return
        if self.all().get(name) == alias:
            self._remove(name)
        self._remove(alias)
        self._table.insert({"alias": alias, "name": name})

    def part(self, alias: str) -> None:
        """Have it stand for itself again. NotFoundError."""
        if not self._remove(alias):
            raise NotFoundError(f"{alias!r} is not another name of anybody")

    def _remove(self, alias: str) -> bool:
        ids = [int(key) for key, document in self._table.live.items() if document["alias"] == alias]
        if ids:
            self._table.remove(doc_ids=ids)
        return bool(ids)

    @property
    def _table(self) -> JournalTable:
        table = self._db.table(TABLE)
        assert isinstance(table, JournalTable)
        return table


def _end(to: Mapping[str, str], name: str) -> str:
    seen: set[str] = set()
    while name in to and name not in seen:
        seen.add(name)
        name = to[name]
    return name


def alike(names: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs that may be one person, the most alike first: one letter off ("Leyla"), or a part ("Leila")."""
    # Of the standard library's difflib, some hundred names take a second.
    from rapidfuzz import fuzz, process, utils

    found = [
        (score, name, other)
        for place, name in enumerate(names)
        for other, score, _ in process.extract(
            name,
            names[place + 1 :],
            scorer=fuzz.token_set_ratio,
            processor=utils.default_process,
            score_cutoff=_ALIKE,
            limit=3,
        )
    ]
    return [(name, other) for _, name, other in sorted(found, reverse=True)]


def heads_as(names: Mapping[str, str], heads: Iterable[NoteHead]) -> list[NoteHead]:
    """With everybody under the name that lists show."""
    return [
        head.model_copy(update={"people": tuple(dict.fromkeys(map(_in(names), head.people)))})
        if names and not names.keys().isdisjoint(head.people)
        else head
        for head in heads
    ]


def rows_as(names: Mapping[str, str], rows: Iterable[ItemRow]) -> list[ItemRow]:
    """With each owner under the name that lists show."""
    return [replace(row, owner=names[row.owner]) if row.owner and row.owner in names else row for row in rows]


def note_as(names: Mapping[str, str], note: Note) -> Note:
    """With each owner under the name that lists show."""
    if not any(item.owner in names for item in note.action_items):
        return note
    owned = (
        item.model_copy(update={"owner": _in(names)(item.owner)}) if item.owner else item
        for item in note.action_items
    )
    return note.model_copy(update={"action_items": tuple(owned)})


def _in(names: Mapping[str, str]) -> Callable[[str], str]:
    return lambda name: names.get(name, name)
