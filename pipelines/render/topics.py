"""The topics of a note as lines: every rendering shows the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.note import ActionItem, Item, Note, is_verbatim, text_of
from pipelines.render.words import capital, clock, due_words, is_confirmed, nobody


@dataclass(frozen=True, slots=True)
class TopicLines:
    title: str
    clock: str | None
    """When it begins; None where the transcript has no times."""
    begins: str
    """Id of its first segment."""
    said: str
    """Who said what; empty where nothing of it can be understood alone."""
    evidence: tuple[str, ...]
    came_of_it: tuple[tuple[str, str], ...]
    """Ids of decisions and dated action items, each with its words."""


def topic_lines(note: Note) -> Iterator[TopicLines]:
    """An item that a person removed is gone here, too; one that the checks do not confirm is not shown, nor
    a quote, which says too little beside its topic."""
    every: list[Item] = [*note.decisions, *note.action_items]
    items = {item.id: item for item in every if is_confirmed(item) and not is_verbatim(item)}
    voices = {segment.id: segment.said_by for segment in note.transcript.segments if note.topics}
    for topic in note.topics:
        voice = voices.get(next(iter(topic.evidence), ""))
        yield TopicLines(
            title=topic.title,
            clock=None if topic.start_s is None else clock(topic.start_s),
            begins=topic.begins,
            said=f"{voice}: {topic.said}" if voice and topic.said else topic.said,
            evidence=topic.evidence,
            came_of_it=tuple(
                (item_id, _words(items[item_id])) for item_id in topic.items if item_id in items
            ),
        )


def _words(item: Item) -> str:
    if not isinstance(item, ActionItem):
        return f"Decided: {text_of(item)}"
    due = f" — due {due_words(item.due)}" if item.due else ""
    return f"{item.owner or capital(nobody(item))}: {item.task}{due}"
