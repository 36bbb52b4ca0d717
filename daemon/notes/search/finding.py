"""From what people type to the passages that a page shows.

First the ranking alone, by BM25, then the words of the few that are shown.

Words must all be there, "words in quotes" together and in order, a word with * at its end begins others.
FTS5's own operators are not offered: a stray quote or colon must find something and not fail.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Literal, cast

from daemon.notes.search.database import END, PASSAGES_BITS, START, Place, marked
from guardrails.language import FALLBACK, language

PassageKind = Literal["title", "summary", "action", "decision", "question", "said"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that holds what was looked for."""

    kind: PassageKind
    ref: str | None
    """Id of the item, or of the line in which the first found word was said."""
    start_s: float | None
    """When that line was said; None where the transcript has no times."""
    line: int | None
    """Place of that line in the meeting, from 1."""
    snippet: tuple[tuple[str, bool], ...]
    """The words around it, each part with whether it is what was looked for."""

    @property
    def text(self) -> str:
        """The same in one piece."""
        return "".join(text for text, _ in self.snippet)


@dataclass(frozen=True, slots=True)
class Found:
    """A meeting with its best passages, the best first."""

    note_id: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for some words."""

    found: tuple[Found, ...]
    """The best meeting first."""
    has_more: bool
    """There are more meetings than these."""
    together: bool
    """Every word was found in one passage; else the meetings have some of them."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of one meeting as an answer is made from it."""

    note_id: str
    kind: PassageKind
    ref: str | None
    """Id of the item, or of the first line."""
    start_s: float | None
    text: str
    """Lines in the order in which they were said, each "speaker: words" where the voice has a name."""
    segment_ids: tuple[str, ...]


MAX_TERMS = 12
"""Each costs a look into the index; nobody types more."""

_TERM = re.compile(r'"([^"]*)"?|(\S+)')
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Query:
    terms: tuple[str, ...]
    """Each an expression of FTS5 on its own."""

    @property
    def all(self) -> str:
        return " AND ".join(self.terms)

    @property
    def any(self) -> str:
        return " OR ".join(self.terms)


def read_query(typed: str, *, last_is_prefix: bool = False) -> Query | None:
    """None where there is no word in it. `last_is_prefix`: somebody may still be typing the last word."""
    terms: list[str] = []
    usual: list[str] = []
    # In half of all passages: finding them finds nothing, and ranking them takes a third of a second.
    common = language(FALLBACK).words("little")
    for match in _TERM.finditer(typed):
        words = _WORD.findall(match[1] if match[1] is not None else match[2])
        if not words:
            continue
        quoted = '"' + " ".join(words) + '"'
        if match[1] is None and match[2].endswith("*"):
            quoted += "*"
        alone = match[1] is None and words[0].casefold() in common and len(words) == 1
        (usual if alone else terms).append(quoted)
    terms = (terms or usual)[:MAX_TERMS]
    if terms and last_is_prefix and re.search(r"\w$", typed):
        terms[-1] += "*"
    return Query(tuple(terms)) if terms else None


def question_query(question: str) -> Query | None:
    """Of a question in words; BM25 lets the rarer ones weigh more."""
    return read_query(question.replace('"', " ").replace("*", " "))


Row = tuple[str, str, str, list[Place], str]
"""Note, kind, ref, lines, text."""


def hit_of(_: str, kind: str, ref: str, lines: list[Place], highlighted: str, snippet: str) -> Hit:
    """Of what `marked` gives of a passage."""
    line = _line_at(lines, highlighted.find(START))
    return Hit(
        kind=cast(PassageKind, kind),
        ref=line[1] if line else ref,
        start_s=line[2] if line else None,
        line=line[3] if line else None,
        snippet=tuple(_parts(snippet)),
    )


def passage_of(row: Row) -> Passage:
    note_id, kind, ref, places, text = row
    return Passage(
        note_id=note_id,
        kind=cast(PassageKind, kind),
        ref=ref,
        start_s=places[0][2] if places else None,
        text=text,
        segment_ids=tuple(place[1] for place in places),
    )


def _line_at(lines: list[Place], offset: int) -> Place | None:
    """The line that holds the character at `offset`. Nothing marked comes before the first mark."""
    found = None
    for line in lines:
        if line[0] <= max(offset, 0):
            found = line
    return found


def _parts(snippet: str) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    for index, piece in enumerate(snippet.replace("\n", " ").split(START)):
        marked, end, rest = piece.partition(END)
        if index and end:
            parts.append((marked, True))
        else:
            rest = piece
        if rest:
            parts.append((rest, False))
    return parts


RANKED = 400
"""Passages that are ranked for one search; more than fill the pages that anybody turns to."""
SHOWN = 40
"""Meetings of one search."""
HITS_OF_A_NOTE = 3


class Finder:
    """One look into the index."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def search(self, query: Query, within: Collection[str] | None) -> Search:
        """Meetings that have a passage with all words; where none has, with any of them."""
        found = self._search(query.all, within, together=True)
        if found.found or len(query.terms) == 1:
            return found
        return self._search(query.any, within, together=False)

    def passages(self, query: Query, limit: int, within: Collection[str] | None) -> list[Passage]:
        """The best that have any of the words, the best first."""
        rowids = self._ranked(query.any, within, limit)
        rows = self._rows(rowids)
        return [passage_of(rows[rowid]) for rowid in rowids]

    def _search(self, match: str, within: Collection[str] | None, *, together: bool) -> Search:
        of_note: dict[int, list[int]] = {}
        for rowid in self._ranked(match, within, RANKED):
            rowids = of_note.setdefault(rowid >> PASSAGES_BITS, [])
            if len(rowids) < HITS_OF_A_NOTE:
                rowids.append(rowid)
        shown = list(of_note.values())[:SHOWN]
        rows = marked(self._connection, match, [rowid for rowids in shown for rowid in rowids])
        found = tuple(
            Found(rows[rowids[0]][0], tuple(hit_of(*rows[each]) for each in rowids)) for rowids in shown
        )
        return Search(found, len(of_note) > SHOWN, together)

    def _ranked(self, match: str, within: Collection[str] | None, limit: int) -> list[int]:
        """Rows of the best passages by BM25.

        Not `ORDER BY rank`: for that, FTS5 keeps the places of the words in all passages that fit, and ranks
        those that it returns once more.
        """
        among = "SELECT number FROM notes WHERE id IN (SELECT value FROM json_each(:within))"
        wanted = "" if within is None else f"AND rowid >> {PASSAGES_BITS} IN ({among})"
        rows = self._all(
            "json_array(rowid, score)",
            f"(SELECT rowid, bm25(passages) AS score FROM passages WHERE passages MATCH :match {wanted} "
            "ORDER BY score LIMIT :limit)",
            match=match,
            within=json.dumps(list(within or ())),
            limit=limit,
        )
        return [rowid for rowid, _ in sorted(rows, key=itemgetter(1))]

    def _rows(self, rowids: Sequence[int]) -> dict[int, Row]:
        rows = self._all(
            "json_array(rowid, note, kind, ref, json(lines), text)",
            "passages WHERE rowid IN (SELECT value FROM json_each(:rowids))",
            rowids=json.dumps(rowids),
        )
        return {rowid: tuple(row) for rowid, *row in rows}

    def _all(self, row: str, source: str, **values: object) -> list[Any]:
        """All rows in one step of SQLite, in any order. Between two steps other threads may run Python, and
        among several that do each step waits for its turn: hundreds took a tenth of a second.
        """
        ((rows,),) = self._connection.execute(f"SELECT json_group_array({row}) FROM {source}", values)
        return json.loads(rows)  # type: ignore[no-any-return]
