"""A note as a sequence of blocks, for every rendering that is a document to read: Word, a page of HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal

from pipelines.editing.apply import EDITED
from pipelines.note import ActionItem, Item, Note, is_verbatim
from pipelines.render.lines import transcript_lines
from pipelines.render.marks import pieces, reasons
from pipelines.render.topics import TopicLines, topic_lines
from pipelines.render.words import (
    HEADINGS,
    SUMMARY_BY_HAND,
    by_hand,
    capital,
    due_words,
    engines_line,
    is_confirmed,
    nobody,
    place_of,
    read_as,
    when_line,
    with_whom,
    worded,
)

Kind = Literal["title", "heading", "paragraph", "warning", "bullet", "detail", "line"]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text of one look; a line feed in it is a line break."""

    text: str
    bold: bool = False
    italic: bool = False
    unheard: bool = False
    """Not heard, or not in these words: marked by a dotted line."""


@dataclass(frozen=True, slots=True)
class Block:
    kind: Kind
    """"detail" is a bullet below a bullet, "line" one of the transcript."""
    runs: tuple[Run, ...]


def outline(note: Note, timezone: tzinfo) -> Iterator[Block]:
    """The note with its transcript; times in `timezone`."""
    yield _block("title", note.title)
    yield _block("paragraph", when_line(note, timezone))
    if people := with_whom(note.transcript.segments):
        yield _block("paragraph", f"With {people}")
    for warning in note.warnings:
        yield _block("warning", warning)
    starts = {segment.id: segment.start_s for segment in note.transcript.segments}
    for section in note.template.sections:
        if section == "summary":
            yield _block("heading", "Summary")
            yield from (_block("paragraph", text) for text in note.summary.splitlines())
            for topic in topic_lines(note):
                yield from _topic(topic)
            if EDITED in note.flags:
                yield _block("paragraph", SUMMARY_BY_HAND)
        elif section != "mood":  # a document that is passed on gives no one's mood
            verified = [item for item in note.shown_in(section) if is_confirmed(item)]
            yield from _section(HEADINGS[section], verified, starts)
    doubtful = [item for item in note.shown_items() if not is_confirmed(item)]
    yield from _section("Not confirmed by the transcript", doubtful, starts)
    yield _block("paragraph", f"From {note.source}{read_as(note)}. {engines_line(note)}")
    if note.transcript.segments:
        yield _block("heading", "Transcript")
        for label, words in transcript_lines(note.transcript.segments):
            yield Block("line", (Run(label, bold=True), Run(words)) if label else (Run(words),))


def _block(kind: Kind, text: str) -> Block:
    return Block(kind, (Run(text),))


def _topic(topic: TopicLines) -> Iterator[Block]:
    yield Block("bullet", (Run(f"{topic.clock} " if topic.clock else ""), Run(topic.title, bold=True)))
    for words in (topic.said, *(words for _, words in topic.came_of_it)):
        if words:
            yield _block("detail", words)


def _section(title: str, items: Sequence[Item], starts: dict[str, float | None]) -> Iterator[Block]:
    if items:
        yield _block("heading", title)
    for item in items:
        yield Block("bullet", tuple(_item(item, starts)))


def _item(item: Item, starts: dict[str, float | None]) -> Iterator[Run]:
    if isinstance(item, ActionItem):
        yield Run("☑ " if item.status == "done" else "☐ ")
        yield Run(f"{item.owner or capital(nobody(item))}: ", bold=True)
    for text, mark in pieces(worded(item), item.marks):
        yield Run(text, unheard=mark is not None)
    if isinstance(item, ActionItem) and item.due:
        yield Run(f" (due {due_words(item.due)})")
    yield Run(by_hand(item))
    if item.marks:
        yield Run(f"\n{reasons(item.marks)}")
    at = place_of(item, starts)
    proof = f"\n“{item.quote}”" if item.quote and not is_verbatim(item) else ""
    yield Run(f"{proof} ({at})" if at else proof, italic=True)
