"""A note as Markdown: for the terminal, a wiki or an e-mail.

What was said is escaped where it would otherwise become markup: a transcript is data, in a document too.
"""

from __future__ import annotations

import re
from datetime import tzinfo

from pipelines.characters import tidy
from pipelines.editing.apply import EDITED
from pipelines.note import ActionItem, Item, Note, SectionName, is_verbatim
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

_MARKUP = re.compile(r"([\\`*_\[<#])")
# Two blanks at the end of a line keep it a line of its own, inside the same item.
_BREAK = "  \n  "


def render_markdown(note: Note, timezone: tzinfo) -> str:
    """The note without its transcript, ending in a newline; times in `timezone`."""
    where = {segment.id: segment.start_s for segment in note.transcript.segments}
    lines = [f"# {safe(note.title)}", "", safe(when_line(note, timezone))]
    if people := with_whom(note.transcript.segments):
        lines += ["", f"With {safe(people)}."]
    for warning in note.warnings:
        lines += ["", f"> Note: {safe(warning)}"]
    if note.continues:
        lines += ["", f"> The part of this meeting before is note {safe(note.continues)}."]
    for section in note.template.sections:
        lines += _lines_of(section, note, where)
    reasons = {entry.claim: entry.reason for entry in note.tape if entry.verdict == "unverified"}
    lines += _section(
        "Not confirmed by the transcript",
        [
            f"- {safe(worded(item))}{by_hand(item)}"
            + (f" ({safe(reasons[item.id])})" if item.id in reasons else "")
            for item in note.shown_items()
            if not is_confirmed(item)
        ],
    )
    if "mood" in note.template.sections:
        lines += ["", f"Mood: {note.sentiment.label}."]
    lines += ["", f"From {_file(note.source)}{read_as(note)}. {safe(engines_line(note))}"]
    return "\n".join(lines) + "\n"


def _lines_of(section: SectionName, note: Note, where: dict[str, float | None]) -> list[str]:
    match section:
        case "summary":
            paragraphs = [line for text in note.summary.splitlines() for line in ("", safe(text))]
            changed = ["", SUMMARY_BY_HAND] if EDITED in note.flags else []
            topics = [line for topic in topic_lines(note) for line in _topic(topic)]
            shown = [*paragraphs, *(["", *topics] if topics else []), *changed]
            return ["", "## Summary", *shown] if shown else []
        case "mood":
            return []  # one line at the end
        case _:
            items = filter(is_confirmed, note.shown_in(section))
            return _section(HEADINGS[section], [_item(item, where) for item in items])


def _topic(topic: TopicLines) -> list[str]:
    time = f"{topic.clock} " if topic.clock else ""
    shown = [topic.said] if topic.said else []
    shown += [words for _, words in topic.came_of_it]
    return [f"- {time}**{safe(topic.title)}**", *(f"  - {safe(words)}" for words in shown)]


def _section(title: str, items: list[str]) -> list[str]:
    return ["", f"## {title}", "", *items] if items else []


def _item(item: Item, where: dict[str, float | None]) -> str:
    who = due = ""
    if isinstance(item, ActionItem):
        box = "x" if item.status == "done" else " "
        who = f"[{box}] **{safe(item.owner or capital(nobody(item)))}**: "
        due = f" — due {safe(due_words(item.due))}" if item.due else ""
    return f"- {who}{_marked(item)}{due}{by_hand(item)}{_remark(item)}{_proof(item, where)}"


def _marked(item: Item) -> str:
    """What it says, with what was not heard, or not in these words, in italics."""
    parts = pieces(worded(item), item.marks)
    return "".join(f"*{safe(each)}*" if mark else _inner(each) for each, mark in parts)


def _inner(text: str) -> str:
    """As `safe`, with the blanks at both ends that part it from marked words."""
    before, behind = text[:1].isspace() * " ", text[-1:].isspace() * " "
    return f"{before}{safe(text)}{behind}" if text.strip() else " "


def _remark(item: Item) -> str:
    return f"{_BREAK}Note: {safe(reasons(item.marks))}" if item.marks else ""


def _proof(item: Item, where: dict[str, float | None]) -> str:
    place = place_of(item, where) or safe(", ".join(item.evidence))
    return f" ({place})" if is_verbatim(item) else f"{_BREAK}“{safe(item.quote)}” ({place})"


def _file(name: str) -> str:
    """As code, in which nothing is markup: "2026_notes.vtt" needs no backslash there."""
    return f"`{tidy(name).replace('`', chr(39))}`"


def safe(text: str) -> str:
    """Text that was said, on one line and without markup."""
    return _MARKUP.sub(r"\\\1", tidy(text))
