"""What a model may answer: the types of a draft, under plain English keys.

In a vocabulary of 262,144 tokens such a key is expected to be one token, as a letter is, and it tells a small
model what belongs there. Evidence comes first in an item, then words of the model's own: one that has just
copied the proof seldom invents.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

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


class _Cited(Answer):
    lines: list[int] = Field(min_length=1, max_length=MAX_EVIDENCE)
    """Their numbers."""
    quote: Words


class DraftedStatement(_Cited):
    """A decision or an open question."""

    text: Words


class DraftedAction(_Cited):
    task: Words
    owner: Name | None
    when: Name | None
    """As it was said."""


class ChunkDraft(Answer):
    """Everything a model found in one chunk."""

    actions: list[DraftedAction] = Field(max_length=MAX_ACTIONS)
    decisions: list[DraftedStatement] = Field(max_length=MAX_STATEMENTS)
    questions: list[DraftedStatement] = Field(max_length=MAX_STATEMENTS)
    summary: str = Field(max_length=300)
    glad: list[int] | None = Field(default=None, max_length=MAX_MOODS)
    """Numbers of lines said gladly; None where the model says nothing of moods."""
    upset: list[int] | None = Field(default=None, max_length=MAX_MOODS)
    """Numbers of lines said in worry or anger."""

    def with_more(self, rest: ChunkDraft) -> ChunkDraft:
        """What each has of both; the words of `rest` on what this one has not told."""
        both = {key: (getattr(self, key), getattr(rest, key)) for key in KEYS if key != "summary"}
        lists = {key: [*(a or ()), *(b or ())] for key, (a, b) in both.items() if a or b}
        return self.model_copy(update={**lists, "summary": self.summary or rest.summary})

    @property
    def own_words(self) -> tuple[str, ...]:
        """What is not copied."""
        stated = (each.text for each in (*self.decisions, *self.questions))
        return (*(each.task for each in self.actions), *stated)


KEYS = tuple(ChunkDraft.model_fields)
"""In the order in which they are written."""


class MeetingSummary(Answer):
    """The free text of a note, or of the part of the meeting that was read so far."""

    summary: str = Field(min_length=1, max_length=600)
    title: str = Field(min_length=1, max_length=80)


def chunk_schema(numbers: Collection[int], keys: Collection[str] = KEYS) -> dict[str, Any]:
    """The schema of a ChunkDraft, or of these keys of it, whose evidence can only be one of `numbers`, the
    lines of the chunk."""
    schema: dict[str, Any] = json.loads(_document())
    for item in ("DraftedAction", "DraftedStatement"):
        schema["$defs"][item]["properties"]["lines"]["items"] = {"enum": sorted(set(numbers))}
    for mood in ("glad", "upset"):
        labels = {"type": "array", "items": {"enum": sorted(set(numbers))}, "maxItems": MAX_MOODS}
        schema["properties"][mood] = labels
    schema["properties"] = {key: schema["properties"][key] for key in KEYS if key in keys}
    schema["required"] = [key for key in schema["required"] if key in keys]
    return schema


@cache
def _document() -> str:
    return json.dumps(ChunkDraft.model_json_schema())


def read_chunk_draft(text: str, numbers: Collection[int]) -> ChunkDraft:
    """The answer to `chunk_schema`; raise OutputError for any other, should the grammar have failed."""
    try:
        draft = ChunkDraft.model_validate_json(text)
    except ValidationError as error:
        raise OutputError(
            f"the model's draft has not the form asked for: {error.errors()[0]['msg']}"
        ) from None
    cited = {n for item in (*draft.actions, *draft.decisions, *draft.questions) for n in item.lines}
    if unknown := cited - set(numbers):
        raise OutputError(f"the model's draft cites lines that do not exist ({min(unknown)})")
    return draft


def begun_chunk_draft(text: str, numbers: Collection[int]) -> tuple[ChunkDraft, tuple[str, ...]]:
    """What is complete of an answer that was cut off, and the keys that are missing or may be incomplete."""
    try:
        found = from_json(text, allow_partial=True)
        begun = list(from_json(text, allow_partial="trailing-strings"))
    except ValueError:
        found, begun = {}, []
    complete = set(begun if text.rstrip().endswith("}") else begun[:-1])
    draft = ChunkDraft(actions=[], decisions=[], questions=[], summary="")
    for key, value in found.items():
        if isinstance(value, list):
            items = (_item(key, each, numbers) for each in value)
            draft = draft.model_copy(update={key: [item for item in items if item is not None]})
        elif key in complete:
            draft = draft.model_copy(update={key: value})
    return draft, tuple(key for key in KEYS if key not in complete)


def _item(key: str, value: Any, numbers: Collection[int]) -> Any:
    """One entry of a list; None where it is not complete or cites other lines."""
    if key in ("glad", "upset"):
        return value if value in numbers else None
    try:
        item = (DraftedAction if key == "actions" else DraftedStatement).model_validate(value)
    except ValidationError:
        return None
    return item if set(item.lines) <= set(numbers) else None
