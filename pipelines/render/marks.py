"""The text of an item, cut where its marks begin and end: every rendering shows them at the very words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from guardrails.core.types import Mark


def pieces(text: str, marks: Sequence[Mark]) -> Iterator[tuple[str, Mark | None]]:
    """`text` in order; a piece that a mark is about comes with it."""
    places = sorted(
        (start, -len(mark.words), number)
        for number, mark in enumerate(marks)
        if mark.words and (start := text.casefold().find(mark.words.casefold())) >= 0
    )
    at = 0
    for start, length, number in places:
        if start < at:
            continue  # inside another mark
        if start > at:
            yield text[at:start], None
        at = start - length
        yield text[start:at], marks[number]
    if at < len(text):
        yield text[at:], None


def reasons(marks: Sequence[Mark]) -> str:
    """What the marks say, each once: "“#4747” was not heard; “by Friday” was not heard"."""
    return "; ".join(dict.fromkeys(mark.reason for mark in marks))
