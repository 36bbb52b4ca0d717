"""A replayed draft for people: what holds, what does not, and what the guardrails did."""

from __future__ import annotations

from collections.abc import Iterator

from guardrails.core.types import TapeEntry
from pipelines.note import ActionItem, Item, text_of
from pipelines.verifying import CheckedNote


def render_replay(replayed: CheckedNote) -> str:
    """Plain text, ending in a newline."""
    return "\n".join(_lines(replayed)) + "\n"


def _lines(replayed: CheckedNote) -> Iterator[str]:
    for title, items in (
        ("Action items", replayed.action_items),
        ("Decisions", replayed.decisions),
        ("Questions", replayed.questions),
    ):
        if items:
            yield from (title, *(_item(item) for item in items), "")
    if replayed.summary:
        yield from ("Summary", f"  {replayed.summary}", "")
    yield from replayed.warnings
    yield "What the guardrails did"
    for entry in replayed.tape:
        yield from _entry(entry)


def _item(item: Item) -> str:
    parts = [f"{item.id}  {item.verdict:<10}  {text_of(item)}"]
    if isinstance(item, ActionItem):
        parts.append(f"owner: {item.owner or 'none'}")
        if item.due:
            parts.append(f"due: {item.due.phrase} ({item.due.date or 'no day'})")
    if item.flags:
        parts.append(", ".join(item.flags))
    parts += [mark.reason for mark in item.marks]
    return "  " + " · ".join(parts)


def _entry(entry: TapeEntry) -> Iterator[str]:
    cost = f", {entry.tokens} tokens" if entry.tokens else ""
    yield f"  {entry.claim}  {entry.guardrail:<16} {entry.verdict}: {entry.reason} ({entry.ms:.1f} ms{cost})"
    if entry.after != entry.before:
        yield f"      was: {entry.before}"
        yield f"      now: {entry.after}"
