"""The summary, each sentence with the lines that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipelines.note import Note
from web.views.transcript import Place

# A sentence about one person's tasks may rest on a dozen lines; the first ones lead there.
_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class SummarySentence:
    text: str
    places: tuple[Place, ...] = ()
    """Of a sentence that was made here; none where a person wrote it."""


def paragraphs(note: Note, where: Mapping[str, Place]) -> tuple[tuple[SummarySentence, ...], ...]:
    """The paragraphs of the summary. A sentence that a person has changed leads nowhere."""
    traced = {sentence.text: sentence.evidence for sentence in note.summary_sources}
    if " ".join(note.summary.split()) == " ".join(traced):
        found = tuple(
            SummarySentence(text, tuple(where[i] for i in ids if i in where)[:_MOST_PLACES])
            for text, ids in traced.items()
        )
        return (found,) if found else ()
    lines = (line.strip() for line in note.summary.splitlines())
    return tuple((SummarySentence(line),) for line in lines if line)
