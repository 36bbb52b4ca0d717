"""What a model may answer: the types of a draft, under keys of one letter.

A Raspberry Pi writes a token in 0.15 s, and every item repeats every key. Evidence comes first in an item and
words of the model's own last: a small model that has just copied the proof seldom invents.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.errors import OutputError

# Bounds of one chunk's answer (four minutes of talk), and of its parts in characters: more is a loop.
MAX_ACTIONS = 8
MAX_STATEMENTS = 5
MAX_EVIDENCE = 4
# Lines marked with one mood: a heated chunk has no more that matter.
MAX_MOODS = 6

Words = Annotated[str, Field(min_length=1, max_length=160)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DraftedStatement(Answer):
    """A decision or an open question."""

    evidence: list[int] = Field(alias="e", min_length=1, max_length=MAX_EVIDENCE)
    """Numbers of lines."""
    quote: Words = Field(alias="q")
    text: Words = Field(alias="t")


class DraftedAction(DraftedStatement):
    """An action item; `text` is the task."""

    owner: Name | None = Field(alias="o")
    due_phrase: Name | None = Field(alias="w")


class ChunkDraft(Answer):
    """Everything a model found in one chunk."""

    actions: list[DraftedAction] = Field(alias="a", max_length=MAX_ACTIONS)
    decisions: list[DraftedStatement] = Field(alias="d", max_length=MAX_STATEMENTS)
    questions: list[DraftedStatement] = Field(alias="u", max_length=MAX_STATEMENTS)
    summary: str = Field(alias="s", max_length=300)
    glad: list[int] | None = Field(default=None, alias="p", max_length=MAX_MOODS)
    """Numbers of lines said gladly; None where the model says nothing of moods."""
    upset: list[int] | None = Field(default=None, alias="n", max_length=MAX_MOODS)
    """Numbers of lines said in worry or anger."""


class MeetingSummary(Answer):
    """The free text of a note, or of the part of the meeting that was read so far."""

    summary: str = Field(alias="s", min_length=1, max_length=600)
    title: str = Field(alias="n", min_length=1, max_length=80)


def chunk_schema(numbers: Collection[int]) -> dict[str, Any]:
    """The schema of a ChunkDraft whose evidence can only be one of `numbers`, the lines of the chunk."""
    schema = ChunkDraft.model_json_schema()
    for item in ("DraftedAction", "DraftedStatement"):
        schema["$defs"][item]["properties"]["e"]["items"] = {"enum": sorted(set(numbers))}
    for mood in ("p", "n"):
        labels = {"type": "array", "items": {"enum": sorted(set(numbers))}, "maxItems": MAX_MOODS}
        schema["properties"][mood] = labels
    return schema


def read_chunk_draft(text: str, numbers: Collection[int]) -> ChunkDraft:
    """The answer to `chunk_schema`; raise OutputError for any other, should the grammar have failed."""
    try:
        draft = ChunkDraft.model_validate_json(text)
    except ValidationError as error:
        raise OutputError(
            f"the model's draft has not the form asked for: {error.errors()[0]['msg']}"
        ) from None
    cited = {n for item in (*draft.actions, *draft.decisions, *draft.questions) for n in item.evidence}
    if unknown := cited - set(numbers):
        raise OutputError(f"the model's draft cites lines that do not exist ({min(unknown)})")
    return draft
