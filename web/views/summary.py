"""The summary, each sentence with the lines that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.note import Note
from web.views.transcript import Place

# A sentence about one person's tasks may be based on a dozen lines; the first ones are enough.
_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class SummarySentence:
    text: str
    places: tuple[Place, ...] = ()
    """Lines of a generated sentence; none where a person wrote it."""


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
