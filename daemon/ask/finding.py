"""The passages that a question is answered from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Protocol

from daemon.errors import NotFoundError, StateDamagedError
from daemon.search import NoteIndex, Passage
from pipelines.ask.prompt import Turn
from pipelines.ask.source import Source
from pipelines.note import ActionItem, Note, Statement

PASSAGES = 6
"""Some 700 tokens, which a Raspberry Pi 5 reads in 20 s; BM25 seldom ranks what answers lower."""
_LOOKED_AT = 24
"""Titles and summaries are no proof, and some passages overlap."""


class Notes(Protocol):
    """A view of the store."""

    def get(self, note_id: str, /) -> Note:
        """The note as people edited it; NotFoundError, StateDamagedError."""

    def private(self) -> Mapping[str, object]:
        """By id the notes that answers for everybody say nothing of."""


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
