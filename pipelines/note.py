"""The note, as files, the page and `--json` see it.

Every model is frozen and refuses unknown fields: what is read back is what was written.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AliasChoices, ConfigDict, Field

from guardrails.core.types import Claim, Mark, Outcome, Tape, TapeEntry
from pipelines.conventions import USUAL, Conventions
from pipelines.draft import Asked
from pipelines.model import Model, UtcDatetime
from pipelines.sentence import Sentence
from pipelines.transcript import Lines, Transcript

SentimentLabel = Literal["positive", "neutral", "negative", "mixed"]
ItemStatus = Literal["open", "done"]
ItemKind = Literal["action", "decision", "question"]
SectionName = Literal["summary", "actions", "decisions", "questions", "mood"]
SECTIONS: tuple[SectionName, ...] = ("summary", "actions", "decisions", "questions", "mood")
"""All parts of a note, in their usual order."""


def _each_once(sections: tuple[SectionName, ...]) -> tuple[SectionName, ...]:
    if not sections or len(set(sections)) < len(sections):
        raise ValueError(f"must name at least one of {', '.join(SECTIONS)}, and none twice")
    return sections


class Engine(Model):
    """Which engine did a step, and exactly which: the hash pins the weights."""

    name: str
    version: str | None = None
    """Release of the rules, or the revision of the weights."""
    sha256: str | None = None
    prompts: str | None = None
    """Version of the prompts that a language model got; see `pipelines.llm.prompt`."""
    prompt_tokens: int | None = None
    """Tokens evaluated, prefix reuse already subtracted."""
    output_tokens: int | None = None


class Engines(Model):
    asr: Engine | None = None
    llm: Engine | None = None
    rules: Engine | None = None


class Due(Model):
    """A due date: the words as said, and the day they mean (None when they cannot be resolved)."""

    phrase: str
    date: date | None


class ActionItem(Model):
    id: str
    task: str
    owner: str | None
    voices: tuple[str, ...] = Field(default=(), exclude_if=lambda voices: not voices)
    """Without an owner: those who speak in the line in which one of them took it on."""
    due: Due | None
    status: ItemStatus = "open"
    evidence: tuple[str, ...]
    """Of a voice without a name, the line last in which it took the work on."""
    quote: str
    sentiment: SentimentLabel
    verdict: Outcome
    flags: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class Statement(Model):
    """A decision, or an open question."""

    id: str
    text: str
    evidence: tuple[str, ...]
    quote: str
    verdict: Outcome
    flags: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


Item = ActionItem | Statement


class Topic(Model):
    """A stretch of the meeting: what it was about, and what came of it."""

    title: str
    """A few words that were said."""
    start_s: float | None
    begins: str
    """Id of its first segment."""
    said: str = ""
    """A sentence that was said in it; empty where none can be understood alone."""
    evidence: tuple[str, ...] = ()
    """Where that was said."""
    items: tuple[str, ...] = ()
    """Ids of what was decided in it, and of its dated action items."""


def text_of(item: Item) -> str:
    """What it says, whichever kind it is."""
    return item.task if isinstance(item, ActionItem) else item.text


def is_verbatim(item: Item) -> bool:
    """Whether what it says is its quote, which need not be shown twice then."""
    return text_of(item) == item.quote


class SentimentSpan(Model):
    start_s: float
    end_s: float
    score: float = Field(ge=-1, le=1)


class Sentiment(Model):
    label: SentimentLabel
    score: float = Field(ge=-1, le=1)
    timeline: tuple[SentimentSpan, ...] = ()
    """Empty where the transcript has no times."""
    speakers: dict[str, float] = Field(default_factory=dict)
    passages: tuple[str, ...] = ()
    """Ids of the segments that carry the label; none for a neutral meeting."""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """How far lexicon and language model agree where either sees a mood; None where only one was asked."""


class Coverage(Model):
    """How much of the meeting was read; anything below total is named in the note's warnings."""

    segments_read: int
    segments_total: int


class NoteTemplate(Model):
    """The form in which a note is shown, see `pipelines.templates`."""

    name: str = Field(default="general", pattern=r"^[\w][\w.-]{0,39}$")
    sections: Annotated[tuple[SectionName, ...], AfterValidator(_each_once)] = SECTIONS
    """What is shown, in this order; the rest is in the note all the same."""


class NoteTranscript(Model):
    segments: Lines = ()


class Imported(Model):
    """What the source said besides the words, or lost of them on the way in: see `Transcript`."""

    title: str | None = None
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class SummaryForm(Model):
    """What a template asks of the summary, see `pipelines.templates`."""

    sentences: int
    requirements: str = ""


class NoteDraft(Model):
    """What the note was made from, so that it can be checked again (`roomscribe dev replay --note`).

    Claims and summary are the engine's own: what was taken back or said twice is still among them.
    """

    model_config = ConfigDict(extra="ignore")  # notes that are stored have fields that nobody needs any more

    claims: tuple[Claim, ...]
    summary: str
    title: str = ""
    """The engine's own; older versions kept none."""
    extracted: bool = False
    """Whether the summary is lines of speech that the rules chose, from which the note's own is made."""
    answers: tuple[Asked, ...] = ()
    """What the model said when checks asked it."""
    moods: tuple[tuple[str, int], ...] = ()
    """Segments that a model has read, with the mood it heard: 1, 0 or -1."""
    tape: Tape = ()
    """What was done to it while it was made."""
    said_on: date
    """The local day of the meeting."""
    roster: tuple[str, ...] = ()
    corrected: Lines = Field(default=(), validation_alias=AliasChoices("corrected", "mended"))
    """Lines as people had corrected or named them by then; the transcript has them as heard."""
    conventions: Conventions = USUAL
    """The house's, by which due phrases were read."""
    form: SummaryForm | None = None
    """None where nothing is asked of the summary, and in notes of versions that did not keep it."""
    imported: Imported = Field(default=Imported(), validation_alias=AliasChoices("imported", "told"))
    """For a note that is made again from its transcript."""


class FromRoom(Model):
    """Which other room a note came from; that room alone changes it."""

    name: str
    key: str
    """The same whatever the room is called."""
    note: str
    """Its id there."""
    revision: int
    """By the room's own count."""


class Note(Model):
    id: str
    title: str
    started_at: UtcDatetime
    duration_s: float | None
    language: str | None
    source: str
    """Name of the file that the meeting came from."""
    taken_for: str | None = Field(default=None, exclude_if=lambda shape: shape is None)
    """What a transcript's file was recognised as: "Teams transcript"."""
    continues: str | None = None
    """Id of the note of the part before, where its length or a restart made two recordings of a meeting."""
    attendees: tuple[str, ...] = ()
    """Who was invited, by the calendar; not all need to have come or spoken."""
    planned_s: float | None = None
    """How long the calendar had for it."""
    series: str | None = None
    """A word that all meetings of one calendar entry have in common; None without one."""
    tags: tuple[str, ...] = ()
    """Given by the house's rules, and by people."""
    engines: Engines
    summary: str
    summary_sources: tuple[Sentence, ...] = ()
    """Its sentences with the segments that they were made from; those of older notes have none."""
    topics: tuple[Topic, ...] = ()
    """In order; none where the meeting had one, and in older notes."""
    action_items: tuple[ActionItem, ...]
    decisions: tuple[Statement, ...]
    questions: tuple[Statement, ...]
    possible_items: tuple[ActionItem | Statement, ...] = ()
    """What may be action items and decisions too, the likeliest first: offered to people, counted nowhere."""
    sentiment: Sentiment
    coverage: Coverage
    template: NoteTemplate = NoteTemplate()
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    transcript: NoteTranscript
    tape: tuple[TapeEntry, ...] = ()
    draft: NoteDraft | None = Field(default=None, exclude_if=lambda draft: draft is None)
    """None in notes of versions that did not keep it, and in `to_json`."""
    room: FromRoom | None = Field(default=None, exclude_if=lambda room: room is None)
    """None for a meeting of this room."""

    def to_json(self, *, indent: int | None = None) -> str:
        """The note as people and programs get it: what it was made from stays in the store."""
        return self.model_dump_json(indent=indent, exclude={"draft"})

    def heard(self, started_at: datetime | None = None) -> Transcript:
        """The transcript that the note is made again from."""
        imported = self.draft.imported if self.draft else Imported()
        return Transcript(
            started_at=started_at,
            title=imported.title,
            language=self.language,
            segments=self.transcript.segments,
            recorded_s=self.duration_s,
            flags=imported.flags,
            warnings=imported.warnings,
            taken_for=self.taken_for,
        )

    def shown_in(self, section: SectionName) -> tuple[ActionItem | Statement, ...]:
        """The items that a section of the note holds; none in those that hold text."""
        kinds: dict[SectionName, ItemKind] = {
            "actions": "action", "decisions": "decision", "questions": "question"
        }  # fmt: skip
        return self.items(kinds[section]) if section in kinds else ()

    def shown_items(self) -> tuple[ActionItem | Statement, ...]:
        """The items of all sections, in their order."""
        return tuple(item for section in self.template.sections for item in self.shown_in(section))

    def items(self, kind: ItemKind) -> tuple[ActionItem | Statement, ...]:
        """The items of one kind, in the order in which they are shown."""
        of_kind: dict[ItemKind, tuple[ActionItem | Statement, ...]] = {
            "action": self.action_items,
            "decision": self.decisions,
            "question": self.questions,
        }
        return of_kind[kind]
