"""Notes of one chunk: by the model or, where its answer is unusable twice, by the rules engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.errors import ContextOverflowError, CutAnswerError, OutputError
from pipelines.languages import is_foreign
from pipelines.llm.chunks import Chunk
from pipelines.llm.citing import cited_segments
from pipelines.llm.copies import is_copied, without_copies
from pipelines.llm.model import LanguageModel, OnToken
from pipelines.llm.moods import moods_of
from pipelines.llm.prompt import Known, chunk_messages, draft_question, prompt_text
from pipelines.llm.schema import (
    KEYS,
    ChunkDraft,
    DraftedStatement,
    begun_chunk_draft,
    chunk_schema,
    read_chunk_draft,
)
from pipelines.rules import draft_by_rules

# An answer is some 300 tokens; the longest right one, in German, is what bench/prompts.py prints.
MAX_TOKENS = 1_792

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
    messages = chunk_messages(chunk, known, draft_question(chunk))
    return model.recalls(messages, schema=schema, max_tokens=MAX_TOKENS)


def _drafted(model: LanguageModel, chunk: Chunk, known: Known, on_token: OnToken) -> ChunkNotes:
    asked = _Asked(model, chunk, known, on_token)
    try:
        drafted = asked.draft(0)
    except OutputError:
        drafted = asked.draft(1)
    else:
        if asked.is_foreign(drafted):
            drafted = asked.in_language(drafted)
    moods = tuple(moods_of(drafted, chunk))
    summary = without_copies(drafted.summary, chunk.segments, chunk.language)
    return ChunkNotes(tuple(_claims(drafted, chunk)), summary, moods=moods)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The minutes of one chunk, asked of a model."""

    model: LanguageModel
    chunk: Chunk
    known: Known
    on_token: OnToken

    def draft(self, attempt: int, *more: str) -> ChunkDraft:
        """Of an answer that was cut off what is complete is kept, and only the rest is asked for. OutputError
        where nothing can be used."""
        try:
            return read_chunk_draft(self._answer(KEYS, attempt, *more), self._numbers)
        except CutAnswerError as cut:
            begun, missing = begun_chunk_draft(cut.text, self._numbers)
            if not begun.own_words:
                raise
            return self._completed(begun, missing)

    def is_foreign(self, drafted: ChunkDraft) -> bool:
        """Whether it is plainly in another language than what was said."""
        return is_foreign(" ".join((drafted.summary, *drafted.own_words)), self.chunk.language)

    def in_language(self, drafted: ChunkDraft) -> ChunkDraft:
        """The same asked for once more; `drafted` where that is no better."""
        try:
            again = self.draft(1)
        except OutputError:
            return drafted
        return drafted if self.is_foreign(again) else again

    def _completed(self, begun: ChunkDraft, missing: tuple[str, ...]) -> ChunkDraft:
        told = f"{prompt_text('rest')} {'; '.join(begun.own_words)}."
        try:
            text = self._answer(missing, 0, told)
        except CutAnswerError as cut:
            text = cut.text
        except OutputError:
            return begun
        return begun.with_more(begun_chunk_draft(text, self._numbers)[0])

    def _answer(self, keys: Collection[str], attempt: int, *more: str) -> str:
        return self.model.complete(
            chunk_messages(self.chunk, self.known, draft_question(self.chunk, *more)),
            schema=chunk_schema(self._numbers, keys),
            max_tokens=MAX_TOKENS,
            attempt=attempt,
            on_token=self.on_token,
        ).text

    @property
    def _numbers(self) -> list[int]:
        return [line.number for line in self.chunk.lines]


def _stand_in(chunk: Chunk, roster: Sequence[str]) -> ChunkNotes:
    draft = draft_by_rules(chunk.segments, roster=roster, language=chunk.declared)
    claims = tuple(replace(claim, flags=(*claim.flags, BY_RULES)) for claim in draft.claims)
    return ChunkNotes(claims, draft.summary, by_rules=True)


def _claims(drafted: ChunkDraft, chunk: Chunk) -> Iterator[Claim]:
    """Those of its items that are not the prompt's own, without an owner or a time that is."""
    return (claim for claim in _all_claims(drafted, chunk) if not _is_copied(claim.text, claim, chunk))


def _is_copied(text: str | None, claim: Claim, chunk: Chunk) -> bool:
    cited = (segment for segment in chunk.segments if segment.id in claim.evidence.segment_ids)
    return is_copied(text or "", cited, chunk.language)


def _all_claims(drafted: ChunkDraft, chunk: Chunk) -> Iterator[Claim]:
    lines = {line.number: line for line in chunk.lines}
    for action in drafted.actions:
        cited = cited_segments(action.lines, lines, action.quote, action.owner)
        claim = _claim("action", action.task, action.quote, cited)
        owner, when = (
            None if _is_copied(each, claim, chunk) else each for each in (action.owner, action.when)
        )
        unknown = owner is None and any(segment.speaker is None for segment in cited)
        yield replace(claim, owner=owner, due_phrase=when, flags=(UNKNOWN_SPEAKER,) if unknown else ())
    kinds: tuple[tuple[ClaimKind, list[DraftedStatement]], ...] = (
        ("decision", drafted.decisions),
        ("question", drafted.questions),
    )
    for kind, statements in kinds:
        for statement in statements:
            cited = cited_segments(statement.lines, lines, statement.quote)
            yield _claim(kind, statement.text, statement.quote, cited)


def _claim(kind: ClaimKind, text: str, quote: str, cited: Sequence[Segment]) -> Claim:
    # Ids are given when the claims of all chunks are together.
    return Claim("", kind, text, Evidence(tuple(segment.id for segment in cited), quote))
