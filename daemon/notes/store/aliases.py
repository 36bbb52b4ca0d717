"""Names that people said are one person's: "Leyla" is "Leila". A table of its own beside the notes.

A note keeps the names that were heard in it; lists of all meetings show one person under one name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from daemon.base.errors import NotFoundError
from daemon.notes.store.listed import ItemRow, NoteHead
from daemon.notes.store.table import JournalDB, JournalTable
from pipelines.note import Note
from pipelines.text import LONGEST_NAME

TABLE = "aliases"
_ALIKE = 78
"""Percent. "Leila" and "Leyla" have 80, two who share a short family name some 70; a person decides."""
_FEW = 20
"""Names that may share part of a word: of fifty people called Anna, "Anna" alone is nobody's name."""


class Aliases:
    """The table; the caller holds the store's lock."""

    def __init__(self, db: JournalDB) -> None:
        self._db = db

    def all(self) -> Mapping[str, str]:
        """Each other name with the one that lists show."""
        return _ends({document["alias"]: document["name"] for document in self._table.live.values()})

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


def _ends(to: Mapping[str, str]) -> dict[str, str]:
    """Each alias with the name to which its chain leads; of a long chain each link is followed once."""
    ends: dict[str, str] = {}
    for name in to:
        chain: dict[str, None] = {}
        while name in to and name not in ends and name not in chain:
            chain[name] = None
            name = to[name]
        ends |= dict.fromkeys(chain, ends.get(name, name))
    return ends


def alike(names: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs that may be one person, the most alike first: one letter off ("Leyla"), or a part ("Leila").

    Thousands of names have millions of pairs, so only those are compared that have part of a word in common,
    which few others have.
    """
    # Of the standard library's difflib, some hundred names take a second.
    from rapidfuzz import fuzz, utils

    # What is longer is no name that can be joined, and has parts without end.
    plain = [utils.default_process(name) if len(name) <= LONGEST_NAME else "" for name in names]
    having: dict[str, list[int]] = {}
    for place, name in enumerate(plain):
        for part in {part for word in name.split() for part in _parts(word)}:
            having.setdefault(part, []).append(place)
    pairs = {pair for places in having.values() if len(places) <= _FEW for pair in combinations(places, 2)}
    scored = ((fuzz.token_set_ratio(plain[one], plain[other]), one, other) for one, other in pairs)
    found = sorted((score, names[one], names[other]) for score, one, other in scored if score >= _ALIKE)
    return [(name, other) for _, name, other in reversed(found)]


def _parts(word: str) -> Iterator[str]:
    """What two words have in common if one letter differs, or several at one end of a long word."""
    yield word
    if len(word) > 2:
        yield from (word[:at] + word[at + 1 :] for at in range(len(word)))
    if len(word) > 6:
        yield f"{word[:5]}-"
        yield f"-{word[-5:]}"


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
