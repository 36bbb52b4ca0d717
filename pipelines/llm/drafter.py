"""The draft of a note by a language model, chunk by chunk, with the rules engine behind it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Segment, Tape
from guardrails.language import FALLBACK
from pipelines.checking import Checker
from pipelines.draft import ITEMS_BY_RULES, SUMMARY_BY_RULES, UNKNOWN_SPEAKER, Asked, Draft
from pipelines.errors import OutputError
from pipelines.llm.chunks import CHUNK_CHARACTERS, Chunk, chunks_of
from pipelines.llm.copies import without_copies
from pipelines.llm.merge import merge_claims
from pipelines.llm.model import LanguageModel, OnToken, Usage
from pipelines.llm.notes import BY_RULES, ChunkNotes, is_drafted, notes_of
from pipelines.llm.opinion import is_same_work, with_second_opinion
from pipelines.llm.prompt import Known, chunk_messages, prompts_hash
from pipelines.llm.questions import ChunkQuestions
from pipelines.llm.refining import SummaryQuestion, refined_summary
from pipelines.llm.schema import MeetingSummary
from pipelines.llm.summary import RunningSummary, size_for, summarise_with
from pipelines.meeting import read_meeting
from pipelines.note import Engine
from pipelines.progress import DRAFTING, Progress, silent
from pipelines.rules import actions_by_rules, draft_by_rules
from pipelines.summary.shown import trace
from pipelines.templates import GENERAL, Template

TITLE_WORDS = 8
# A written token takes as long as five that are read; an ordinary chunk has 1,000 to read, 200 to write.
OUTPUT_COST = 5
TYPICAL_COST = 1_000 + OUTPUT_COST * 200
# So many unusable chunks one after the other mean that the weights are at fault, and hours would be lost.
GIVE_UP_AFTER = 3


class ModelDrafter:
    """Drafts notes with a model; `engine` names it and, after a draft, holds that draft's tokens."""

    def __init__(
        self,
        model: LanguageModel | Callable[[], LanguageModel],
        weights: Engine | None = None,
        *,
        chunk_characters: int = CHUNK_CHARACTERS,
        checker: Callable[[], AbstractContextManager[Checker]] = Checker,
        template: Template = GENERAL,
        words: Sequence[str] = (),
        drafted: Callable[[float], None] = lambda talk_s: None,
        ends: Collection[str] = (),
        end_early: Callable[[str], None] | None = None,
    ) -> None:
        """`model`: loaded, or how to load it once a draft needs it. `weights`: name, revision and hash.

        `checker`: the checks whose questions are asked while the model has a chunk in mind. `words`: the
        house's vocabulary. `drafted` hears of each chunk that is complete: seconds of talk. `ends`: ids of
        the segments with which chunks ended early; `end_early` adds one for `read_ahead`, or is None where
        chunks end when they are full.
        """
        self._model = model
        self._checker = checker
        self._drafted = drafted
        self._template = template
        self._words = words
        self._chunk_characters = chunk_characters
        self._ends = ends
        self._end_early = end_early
        self.engine = weights or Engine(name="language model")

    def draft(
        self,
        segments: Sequence[Segment],
        roster: Sequence[str],
        progress: Progress = silent,
        language: str | None = None,
        *,
        is_over: bool = True,
    ) -> Draft:
        """Every segment is read, by the model or, where its answer is unusable twice, by the rules.
        `language`: as who transcribed it declares it. `is_over`: nothing more is said; the last two chunks
        may then be drafted as one.

        Raises DeadlineError or another EngineError where the model as a whole is no use on this machine.
        """
        progress("loading the language model", 0, None)
        known = Known(roster, self._words)
        model = self._loaded()
        before = model.usage
        try:
            with self._checker() as checker:
                meeting = self._meeting(model, checker, segments, known, progress, language)
                chunks = self._chunks(segments, language)
                return meeting.draft(self._with_rest(chunks, known) if is_over else chunks)
        finally:
            self._count(before, model.usage)

    def items(self, segments: Sequence[Segment]) -> Draft:
        """As `draft`, without a summary of the whole: for trying a model."""
        model, known = self._loaded(), Known()
        with self._checker() as checker:
            meeting = self._meeting(model, checker, segments, known, silent)
            chunks = self._chunks(segments)
            meeting.read(chunks, len(chunks))
            return meeting.items()

    def read_ahead(
        self,
        segments: Sequence[Segment],
        roster: Sequence[str],
        progress: Progress = silent,
        after: Chunk | None = None,
        language: str | None = None,
    ) -> Chunk | None:
        """Draft and check the next complete chunk of a meeting that goes on. With none left, the open one
        ends early where that is wanted and it is long enough; else its lines are read into the model's cache.
        Returns the last chunk that is drafted; nothing is to be done up to the one that it returned before,
        `after`.

        Worth while with a model that remembers its answers: `draft` then gets these for nothing, because more
        segments leave the chunks before them as they are. What the checks say is made again (docs/adr/0138).
        EngineError as in `draft`.
        """
        known = Known(roster, self._words)
        chunks = self._chunks(segments, language)
        complete = [chunk for chunk in chunks if chunk.is_complete]
        model = self._loaded()
        done = complete.index(after) + 1 if after in complete else 0
        while done < len(complete) and is_drafted(model, complete[done], known):
            done += 1
        if done == len(chunks) - 1 and self._ends_early(chunks[-1]):
            return self.read_ahead(segments, roster, progress, after, language)
        upcoming = complete[: done + 1]
        if upcoming and upcoming[-1] != after:
            with self._checker() as checker:
                meeting = self._meeting(model, checker, segments, known, progress, language)
                meeting.read(upcoming, len(upcoming))
                meeting.make_room()
        if len(upcoming) == len(complete):
            for chunk in chunks[len(complete) :]:
                model.prepare(
                    chunk_messages(chunk, known, ""), on_token=lambda *_: progress(DRAFTING, 0, None)
                )
        return upcoming[-1] if upcoming else None

    def waiting_s(
        self, segments: Sequence[Segment], roster: Sequence[str], language: str | None = None
    ) -> float:
        """Seconds of talk in the chunks of these that the model has not drafted yet."""
        known, model = Known(roster, self._words), self._loaded()
        chunks = self._chunks(segments, language)
        return sum(each.talk_s for each in chunks if not is_drafted(model, each, known))

    def _meeting(
        self,
        model: LanguageModel,
        checker: Checker,
        segments: Sequence[Segment],
        known: Known,
        progress: Progress,
        language: str | None = None,
    ) -> _Meeting:
        return _Meeting(model, checker, segments, known, progress, language, self._template, self._drafted)

    def _chunks(self, segments: Sequence[Segment], language: str | None = None) -> list[Chunk]:
        return list(
            chunks_of(segments, characters=self._chunk_characters, declared=language, ends=self._ends)
        )

    def _with_rest(self, chunks: list[Chunk], known: Known) -> list[Chunk]:
        """What is left after the last complete chunk, drafted with it where that was not drafted yet: each
        has words around it that cost as much as its own."""
        if len(chunks) < 2 or is_drafted(self._loaded(), chunks[-2], known):
            return chunks
        last = chunks[-2].with_rest(chunks[-1], self._chunk_characters)
        return [*chunks[:-2], last] if last else chunks

    def _ends_early(self, chunk: Chunk) -> bool:
        """Whether the open chunk does now."""
        end = chunk.early_end(self._chunk_characters) if self._end_early and not chunk.is_complete else None
        if end is None or self._end_early is None:
            return False
        self._end_early(end)
        self._ends = (*self._ends, end)
        return True

    def _loaded(self) -> LanguageModel:
        if callable(self._model):
            self._model = self._model()
        return self._model

    def _count(self, before: Usage, after: Usage) -> None:
        self.engine = self.engine.model_copy(
            update={
                "prompts": prompts_hash(),
                "prompt_tokens": after.prompt_tokens - before.prompt_tokens,
                "output_tokens": after.output_tokens - before.output_tokens,
            }
        )


class _Meeting:
    """One meeting being read."""

    def __init__(
        self,
        model: LanguageModel,
        checker: Checker,
        segments: Sequence[Segment],
        known: Known,
        progress: Progress,
        declared: str | None,
        template: Template,
        drafted: Callable[[float], None],
    ) -> None:
        self._model = model
        self._checker = checker
        self._drafted = drafted
        self._template = template
        self._meeting = read_meeting(segments, declared, known.people)
        self._known = known
        self._roster = known.people
        self._progress = progress
        self._language = FALLBACK
        """Spoken in the last part that was read."""
        self._running = RunningSummary(
            summarise_with(model, known, template.wishes, lambda: self._language), size_for(model)
        )
        self._claims: list[Claim] = []
        self._moods: list[tuple[str, int]] = []
        self._answers: list[Asked] = []
        self._read: set[str] = set()
        self._people = dict.fromkeys(known.people)
        """Roster, and who has spoken so far."""
        self._parts = self._by_rules = self._failed_in_a_row = 0
        self._has_items = False
        """Whether anything was found that stood the checks, or by the rules in the model's stead."""

    def draft(self, chunks: Sequence[Chunk]) -> Draft:
        steps = len(chunks) + 1
        self.read(chunks, steps)
        items = self._with_floor(self.items())
        self._progress(DRAFTING, len(chunks), steps)
        summary, title, flags = self._summary(self._running.finish())
        tape: Tape = ()
        if not flags:
            summary, tape = self._in_form(summary, self._ticker(len(chunks), steps))
        self._progress(DRAFTING, steps, steps)
        return replace(items, summary=summary, title=title, flags=items.flags + flags, tape=tape)

    def items(self) -> Draft:
        """What was found in the chunks that were read. OutputError where none of them gave anything."""
        if self._by_rules == self._parts:
            raise _no_use(self._parts)
        return Draft(
            claims=merge_claims(self._claims, self._meeting.places, self._meeting.code),
            summary="",
            title="",
            segments_read=len(self._read),
            flags=(BY_RULES,) if self._by_rules else (),
            warnings=tuple(self._warnings()),
            answers=tuple(self._answers),
            moods=tuple(self._moods),
        )

    def _with_floor(self, draft: Draft) -> Draft:
        """`draft` with what the rules see: to choose from where the model has not noted it, or as the note's
        items where nothing that the model noted was said."""
        if self._has_items or not (ruled := self._ruled.claims):
            found = actions_by_rules(self._meeting.segments, roster=self._roster, language=self._meeting.code)
            missed = (
                claim
                for claim in found
                if (claim.owner or UNKNOWN_SPEAKER in claim.flags)
                and not any(is_same_work(other, claim) for other in draft.claims)
            )
            return replace(draft, possible=tuple(missed))
        claims = [*draft.claims, *(replace(claim, flags=(*claim.flags, BY_RULES)) for claim in ruled)]
        return replace(
            draft,
            claims=merge_claims(claims, self._meeting.places, self._meeting.code),
            possible=self._ruled.possible,
            flags=(*draft.flags, ITEMS_BY_RULES),
            warnings=(
                *draft.warnings,
                "The language model noted nothing that was said: the items are those of the rules engine.",
            ),
        )

    @cached_property
    def _ruled(self) -> Draft:
        """By the rules alone."""
        return draft_by_rules(
            self._meeting.segments,
            roster=self._roster,
            summary_sentences=self._template.summary_sentences,
            language=self._meeting.code,
        )

    def read(self, chunks: Sequence[Chunk], steps: int) -> None:
        """Take the notes of `chunks`, which are so many of `steps` of the work."""
        for index, chunk in enumerate(chunks):
            if index:
                self.make_room()
            self._progress(DRAFTING, index, steps)
            ticker = self._ticker(index, steps)
            self._language = chunk.language
            for part, notes in notes_of(self._model, chunk, self._known, ticker):
                self._take(part, notes if notes.by_rules else self._checked(part, notes, ticker))
                if part is not chunk:
                    self.make_room()
            self._drafted(chunk.talk_s)

    def make_room(self) -> None:
        """For the summary of one chunk more."""
        self._running.make_room()

    def _checked(self, chunk: Chunk, notes: ChunkNotes, on_token: OnToken) -> ChunkNotes:
        """`notes` with the rules' second opinion. Also asks what checks want to know of the model about the
        claims; what else they find serves the running summary, and is found again when the whole is checked.

        Nothing that is said later may count here, or a meeting that goes on would be asked other questions
        than one that is over: checks see this part and the one before.
        """
        questions = ChunkQuestions(self._model, chunk, self._known, on_token)
        claims = with_second_opinion(notes.claims, chunk.segments, self._roster, self._language, questions)
        self._people |= dict.fromkeys(s.speaker for s in chunk.segments if s.speaker)
        shown = tuple({segment.id: segment for segment in (*chunk.before, *chunk.segments)}.values())
        language, people = self._language, tuple(self._people)
        merged = merge_claims(claims, self._meeting.places, language)
        context = Context(shown, merged, people, language=language)
        judged = self._checker.run(context, questions).claims
        self._answers += questions.asked
        verified = tuple(each.claim for each in judged if each.outcome == "verified")
        return replace(notes, claims=claims, verified=verified)

    def _warnings(self) -> Iterator[str]:
        if self._by_rules:
            yield (
                f"The rules engine read {self._by_rules} of {self._parts} parts of the meeting, "
                "where the language model gave no usable answer."
            )
        if unread := [segment.id for segment in self._meeting.segments if segment.id not in self._read]:
            yield f"Not read: {', '.join(unread)}."

    def _take(self, part: Chunk, notes: ChunkNotes) -> None:
        self._claims += notes.claims
        self._has_items |= bool(notes.verified or (notes.by_rules and notes.claims))
        self._moods += notes.moods
        self._running.add(notes.summary, notes.verified, self._language)
        self._read.update(segment.id for segment in part.segments)
        self._parts += 1
        self._by_rules += notes.by_rules
        self._failed_in_a_row = self._failed_in_a_row + 1 if notes.by_rules else 0
        if self._failed_in_a_row == GIVE_UP_AFTER:
            raise _no_use(GIVE_UP_AFTER)

    def _summary(self, whole: MeetingSummary | None) -> tuple[str, str, tuple[str, ...]]:
        """Summary, title and flags; the rules' own, and flagged, where the model has none."""
        if whole is not None:
            said, code = self._meeting.segments, self._meeting.code
            title, summary = (without_copies(each, said, code) for each in (whole.title, whole.summary))
            if title and summary:
                return summary, " ".join(title.split()[:TITLE_WORDS]), ()
        return self._ruled.summary, self._ruled.title, (SUMMARY_BY_RULES,)

    def _in_form(self, summary: str, on_token: OnToken) -> tuple[str, Tape]:
        """The model's own summary as its template wants it, as far as the model can bring it there."""
        required = self._template.required(tuple(self._people))
        question = SummaryQuestion(self._model, self._known, self._language, on_token)
        return refined_summary(summary, required, question, self._lost)

    def _lost(self, summary: str) -> int:
        """Sentences of `summary` that the note would leave out."""
        draft = Draft((), summary, title="", segments_read=0)
        checked = self._checker.check(draft, self._meeting, None)
        _, strays = trace(checked.summary, self._meeting)
        return checked.left_out + len(strays)

    def _ticker(self, index: int, total: int) -> OnToken:
        """Moves the bar within a chunk by the work done; a second attempt does not move it back."""
        furthest = 0.0

        def tick(evaluated: int, written: int) -> None:
            nonlocal furthest
            furthest = max(furthest, min(1.0, (evaluated + OUTPUT_COST * written) / TYPICAL_COST))
            self._progress(DRAFTING, index + furthest, total)

        return tick


def _no_use(parts: int) -> OutputError:
    return OutputError(
        f"the language model's answers to {parts} parts of the meeting were unusable; "
        "check it with `roomscribe models verify`, or choose other weights in [models] llm"
    )
