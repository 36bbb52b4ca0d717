"""The passages that a question is answered from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, tzinfo
from itertools import islice
from typing import Protocol, get_args

from daemon.base.errors import NotFoundError, StateDamagedError
from daemon.notes.search import NoteIndex, Passage
from daemon.notes.store.listed import ItemRow
from pipelines.ask.prompt import Asked, Turn
from pipelines.ask.records import Record, answers
from pipelines.ask.source import Source
from pipelines.ask.wanted import Wanted, wanted
from pipelines.note import ActionItem, ItemKind, Note, Statement

PASSAGES = 6
"""Some 700 tokens, which a Raspberry Pi 5 reads in 20 s; BM25 seldom ranks what answers lower."""
_READ = 40
"""Notes of each kind that are read for their items: half a second on a small machine."""
_LOOKED_AT = 24
"""Titles and summaries are no proof, and some passages overlap."""


class Head(Protocol):
    """The part of a note's head that matters here."""

    @property
    def id(self) -> str: ...
    @property
    def started_at(self) -> datetime: ...
    @property
    def people(self) -> tuple[str, ...]: ...


class Notes(Protocol):
    """A view of the store."""

    def get(self, note_id: str, /) -> Note:
        """The note as people edited it; NotFoundError, StateDamagedError."""

    def private(self) -> Mapping[str, object]:
        """By id the notes that answers for everybody say nothing of."""

    def heads(self) -> Sequence[Head]:
        """All notes, newest first."""

    def items(self) -> Sequence[ItemRow]:
        """Every action item of every note."""

    def aliases(self) -> Mapping[str, str]:
        """Other names of people, each with the one that lists show."""


class Finder:
    """Looks passages up in the index and reads them as the notes have them now."""

    def __init__(self, store: Notes, index: NoteIndex, timezone: tzinfo) -> None:
        self._store = store
        self._index = index
        self._timezone = timezone

    def sources(self, question: str, turns: Sequence[Turn], note_id: str | None) -> list[Source]:
        """Of one meeting or of all, the most fitting first; StateDamagedError."""
        within = {note_id} if note_id else None
        queries = [question]
        if turns:  # "And when?" finds nothing by itself
            queries.append(f"{question} {turns[-1].question}")
        found = _alternately([self._index.passages(each, _LOOKED_AT, within=within) for each in queries])
        chosen = _Chosen(self._timezone)
        for passage in found:
            if len(chosen.sources) == PASSAGES:
                break
            note = self._note(passage.note_id)
            if note is not None:
                chosen.add(note, proof_of(passage, note))
        if note_id and (note := self._note(note_id)) is not None:
            for evidence in items_of(note):
                if len(chosen.sources) < PASSAGES:
                    chosen.add(note, evidence)
        return chosen.sources

    def asked(self, question: str, turns: Sequence[Turn], note_id: str | None, today: date) -> Asked:
        """With the confirmed items that it asks for, of one meeting or of all; StateDamagedError."""
        private, aliases = self._store.private(), self._store.aliases()
        heads = [head for head in self._store.heads() if head.id not in private]
        rows = [row for row in self._store.items() if row.note_id not in private]
        people = {name for head in heads for name in head.people}.union(aliases)
        asks = wanted(question, people, today)
        asks = replace(asks, people=frozenset(aliases.get(name, name) for name in asks.people))
        if note_id:
            ids = [note_id]
        else:
            theirs = sorted((row for row in rows if row.owner in asks.people), key=_newest_first)
            near = (head.id for head in heads if not asks.span or self._may_be_of(head, asks))
            ids = [
                *(passage.note_id for passage in self._index.passages(question, _LOOKED_AT)),
                *islice(dict.fromkeys(row.note_id for row in theirs), _READ),
                *islice(dict.fromkeys(row.note_id for row in rows if _is_due(row, asks)), _READ),
                *islice(near, _READ),
            ]
        notes = filter(None, map(self._note, dict.fromkeys(ids)))
        records = answers(asks, (each for note in notes for each in self._records_of(note, aliases)), today)
        return Asked(question, turns, records, bool(asks.kinds))

    def _may_be_of(self, head: Head, asks: Wanted) -> bool:
        day = head.started_at.astimezone(self._timezone).date()
        return any(span.start <= day <= span.end for span in (asks.span, asks.before) if span)

    def _records_of(self, note: Note, aliases: Mapping[str, str]) -> Iterator[Record]:
        for kind in get_args(ItemKind):
            for item in note.items(kind):
                if item.verdict != "verified":
                    continue
                chosen = _Chosen(self._timezone)
                chosen.add(note, item.evidence)
                places = chosen.sources[0].places if chosen.sources else ()
                spoke = [name for each in chosen.sources for _, line in each.lines for name in line.speakers]
                people = [item.owner] if isinstance(item, ActionItem) else spoke
                yield Record(
                    kind,
                    item,
                    frozenset(aliases.get(name, name) for name in people if name),
                    note.started_at.astimezone(self._timezone).date(),
                    places,
                )

    def _note(self, note_id: str) -> Note | None:
        if note_id in self._store.private():
            return None
        try:
            return self._store.get(note_id)
        except (NotFoundError, StateDamagedError):
            return None  # deleted since the index was made, or rotten


class _Chosen:
    """Passages that were taken so far; a line is in one of them at most."""

    def __init__(self, timezone: tzinfo) -> None:
        self._timezone = timezone
        self._taken: set[tuple[str, str]] = set()
        self.sources: list[Source] = []

    def add(self, note: Note, segment_ids: Collection[str]) -> None:
        lines = tuple(
            (number, segment)
            for number, segment in enumerate(note.transcript.segments, 1)
            if segment.id in segment_ids and (note.id, segment.id) not in self._taken
        )
        if not lines:
            return
        self._taken.update((note.id, segment.id) for _, segment in lines)
        said_on = note.started_at.astimezone(self._timezone).date()
        self.sources.append(Source(note.id, note.title, said_on, lines))


def _newest_first(row: ItemRow) -> float:
    return -row.said_at.timestamp()


def _is_due(row: ItemRow, asks: Wanted) -> bool:
    return bool(asks.span and row.due and asks.span.start <= row.due <= asks.span.end)


def proof_of(passage: Passage, note: Note) -> tuple[str, ...]:
    """The lines that a passage is, or, for an item of the note, that it rests on; titles rest on nothing."""
    if passage.kind == "said":
        return passage.segment_ids
    if passage.kind == "title" or passage.kind == "summary":
        return ()
    return next((item.evidence for item in note.items(passage.kind) if item.id == passage.ref), ())


def items_of(note: Note) -> Iterator[tuple[str, ...]]:
    """What the items of a note rest on: of one meeting, what a question without its words is mostly about."""
    items: tuple[Statement | ActionItem, ...] = (*note.decisions, *note.action_items, *note.questions)
    for item in items:
        if item.verdict == "verified":
            yield item.evidence


def _alternately(lists: Sequence[Sequence[Passage]]) -> Iterator[Passage]:
    for place in range(max(map(len, lists), default=0)):
        for each in lists:
            if place < len(each):
                yield each[place]
