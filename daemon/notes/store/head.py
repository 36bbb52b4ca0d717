"""The head of a note: what a list of meetings shows of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipelines.model import Model, UtcDatetime
from pipelines.note import FromRoom, Note, SentimentLabel
from pipelines.speakers.turns import known_name

_COPIED = ("id", "title", "started_at", "duration_s", "source", "language")


class NoteHead(Model):
    """Made from the note's document alone: a list of ten thousand meetings opens no transcript."""

    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    source: str
    """Name of the file that the meeting came from."""
    language: str | None
    sentiment: SentimentLabel
    action_items: int
    open_items: int
    """Action items that are not done."""
    decisions: int
    questions: int
    people: tuple[str, ...] = ()
    """Who spoke or owns an item, by name."""
    continues: str | None = None
    """Id of the note of the part before."""
    series: str | None = None
    """As in `Note`."""
    tags: tuple[str, ...] = ()
    room: FromRoom | None = None
    """As in `Note`."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> NoteHead:
        return cls(
            **{name: document[name] for name in _COPIED},
            sentiment=document["sentiment"]["label"],
            action_items=len(document["action_items"]),
            open_items=sum(item["status"] == "open" for item in document["action_items"]),
            decisions=len(document["decisions"]),
            questions=len(document["questions"]),
            people=_people(
                document["sentiment"].get("speakers", ()),
                (item["owner"] for item in document["action_items"]),
            ),
            # A note of an older release does not say.
            continues=document.get("continues"),
            series=document.get("series"),
            tags=tuple(document.get("tags", ())),
            room=document.get("room"),
        )

    @classmethod
    def of_note(cls, note: Note) -> NoteHead:
        """Of a note with its edits; its transcript is not looked at."""
        return cls(
            **{name: getattr(note, name) for name in _COPIED},
            sentiment=note.sentiment.label,
            action_items=len(note.action_items),
            open_items=sum(item.status == "open" for item in note.action_items),
            decisions=len(note.decisions),
            questions=len(note.questions),
            people=_people(note.sentiment.speakers, (item.owner for item in note.action_items)),
            continues=note.continues,
            series=note.series,
            tags=note.tags,
            room=note.room,
        )


def _people(speakers: Iterable[str], owners: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in map(known_name, (*speakers, *owners)) if name))
