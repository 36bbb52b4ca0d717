"""Notes of one chunk: by the model or, where its answer is unusable twice, by the rules engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.errors import ContextOverflowError, OutputError
from pipelines.llm.asking import ask
from pipelines.llm.chunks import Chunk
from pipelines.llm.citing import cited_segments
from pipelines.llm.model import LanguageModel, Message, OnToken
from pipelines.llm.moods import moods_of
from pipelines.llm.prompt import Known, chunk_messages, prompt_text
from pipelines.llm.schema import ChunkDraft, DraftedStatement, chunk_schema, read_chunk_draft
from pipelines.rules import draft_by_rules

# A full answer is some 300 tokens; one that reaches this is a loop that the detector missed.
MAX_TOKENS = 1_024

BY_RULES = "by-rules"
"""Flag of a claim, and of a draft, where the rules engine stood in for the model."""


@dataclass(frozen=True, slots=True)
class ChunkNotes:
    """What was found in one chunk."""

    claims: tuple[Claim, ...]
    summary: str
    verified: tuple[Claim, ...] = ()
    """Those of the claims that the checks let stand, as they left them."""
    by_rules: bool = False
    moods: tuple[tuple[str, int], ...] = ()
    """Its segments with the mood that the model heard: 1, 0 or -1."""


def notes_of(
    model: LanguageModel, chunk: Chunk, known: Known, on_token: OnToken
) -> Iterator[tuple[Chunk, ChunkNotes]]:
    """Notes of a chunk; in parts where the context is too small for it, so that nothing is left out.

    EngineError where the model as a whole is no use.
    """
    try:
        yield chunk, _drafted(model, chunk, known, on_token)
    except ContextOverflowError:
        halves = chunk.halves()
        if halves is None:
            raise
        for half in halves:
            yield from notes_of(model, half, known, on_token)
    except OutputError:
        yield chunk, _stand_in(chunk, known.people)


def is_drafted(model: LanguageModel, chunk: Chunk, known: Known) -> bool:
    """Whether the model's answer to the whole chunk is known already."""
    schema = chunk_schema([line.number for line in chunk.lines])
    return model.recalls(_question(chunk, known), schema=schema, max_tokens=MAX_TOKENS)


def _question(chunk: Chunk, known: Known) -> list[Message]:
    return chunk_messages(chunk, known, prompt_text("draft"))


def _drafted(model: LanguageModel, chunk: Chunk, known: Known, on_token: OnToken) -> ChunkNotes:
    numbers = [line.number for line in chunk.lines]
    drafted = ask(
        model,
        _question(chunk, known),
        schema=chunk_schema(numbers),
        max_tokens=MAX_TOKENS,
        read=lambda text: read_chunk_draft(text, numbers),
        on_token=on_token,
    )
    moods = tuple(moods_of(drafted, chunk))
    return ChunkNotes(tuple(_claims(drafted, chunk)), drafted.summary, moods=moods)


def _stand_in(chunk: Chunk, roster: Sequence[str]) -> ChunkNotes:
    draft = draft_by_rules(chunk.segments, roster=roster)
    claims = tuple(replace(claim, flags=(*claim.flags, BY_RULES)) for claim in draft.claims)
    return ChunkNotes(claims, draft.summary, by_rules=True)


def _claims(drafted: ChunkDraft, chunk: Chunk) -> Iterator[Claim]:
    lines = {line.number: line for line in chunk.lines}
    for action in drafted.actions:
        cited = cited_segments(action.evidence, lines, action.quote, action.owner)
        unknown = action.owner is None and any(segment.speaker is None for segment in cited)
        yield replace(
            _claim("action", action, cited),
            owner=action.owner,
            due_phrase=action.due_phrase,
            flags=(UNKNOWN_SPEAKER,) if unknown else (),
        )
    kinds: tuple[tuple[ClaimKind, list[DraftedStatement]], ...] = (
        ("decision", drafted.decisions),
        ("question", drafted.questions),
    )
    for kind, statements in kinds:
        for statement in statements:
            yield _claim(kind, statement, cited_segments(statement.evidence, lines, statement.quote))


def _claim(kind: ClaimKind, drafted: DraftedStatement, cited: Sequence[Segment]) -> Claim:
    # Ids are given when the claims of all chunks are together.
    return Claim("", kind, drafted.text, Evidence(tuple(segment.id for segment in cited), drafted.quote))
