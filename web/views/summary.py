"""The summary, each sentence with the lines that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.note import Note
from pipelines.render.topics import topic_lines
from web.views.transcript import Place

# A sentence about one person's tasks may be based on a dozen lines; the first ones are enough.
_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class SummarySentence:
    text: str
    places: tuple[Place, ...] = ()
    """Lines of a generated sentence; none where a person wrote it."""


@dataclass(frozen=True, slots=True)
class TopicView:
    title: str
    clock: str | None
    anchor: str | None
    """Address of the line that it begins with; None where that is not shown."""
    said: str
    places: tuple[Place, ...]
    came_of_it: tuple[tuple[str, str], ...]
    """Addresses of decisions and dated action items, each with its words."""


def topics(note: Note, where: Mapping[str, Place]) -> tuple[TopicView, ...]:
    """The topics of the meeting in order."""
    return tuple(
        TopicView(
            title=topic.title,
            clock=topic.clock,
            anchor=where[topic.begins].anchor if topic.begins in where else None,
            said=topic.said,
            places=tuple(where[i] for i in topic.evidence if i in where)[:_MOST_PLACES],
            came_of_it=tuple((f"item-{item_id}", words) for item_id, words in topic.came_of_it),
        )
        for topic in topic_lines(note)
    )


def paragraphs(note: Note, where: Mapping[str, Place]) -> tuple[tuple[SummarySentence, ...], ...]:
    """The paragraphs of the summary. One that a person has changed has no links to lines."""
    traced = {sentence.text: sentence.evidence for sentence in note.summary_sources}
    if " ".join(note.summary.split()) == " ".join(traced):
        found = tuple(
            SummarySentence(text, tuple(where[i] for i in ids if i in where)[:_MOST_PLACES])
            for text, ids in traced.items()
        )
        return (found,) if found else ()
    lines = (line.strip() for line in note.summary.splitlines())
    return tuple((SummarySentence(line),) for line in lines if line)
