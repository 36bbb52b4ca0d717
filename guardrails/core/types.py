"""Claims about a meeting and the words that prove them.

Times are seconds from the start of the meeting; None where the source gave none, never a guess. A speaker of
None is a voice that nobody has named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

ClaimKind = Literal["action", "decision", "question", "number", "summary"]
"""`summary`: one sentence of the summary; it cites what it was made from, or nothing."""
MarkKind = Literal["figure", "words", "name", "date", "owner", "due", "unanswered", "qualifier"]
Outcome = Literal["verified", "unverified"]
HARD_TO_HEAR = 0.55
"""Confidence of the recogniser below which most words of a line are wrong: 69 %, of other lines 17 %.
With noise 15 dB below the speech there is none (Whisper base, 204 lines of LibriSpeech, noise down to -5
dB)."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of speech, as a rule by one voice: the unit that evidence points to."""

    # Files that hold segments are read by pydantic, which looks here; no import is needed for it.
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    id: str
    start_s: float | None
    end_s: float | None
    speaker: str | None
    text: str
    confidence: float | None = None
    """0..1 from the recogniser; None for an imported transcript."""
    also: str | None = None
    """Who else speaks in it, at the same time or one after the other; `speaker` has most of it."""

    @property
    def is_hard_to_hear(self) -> bool:
        """Whether so much of it may be wrong that it proves nothing."""
        return self.confidence is not None and self.confidence < HARD_TO_HEAR

    @property
    def speakers(self) -> tuple[str, ...]:
        # A page of a long meeting asks for it thousands of times; a generator takes twice as long.
        also = () if self.also is None else (self.also,)
        return also if self.speaker is None else (self.speaker, *also)

    @property
    def said_by(self) -> str | None:
        """For readers: "Ann", "Ann and Voice 2"."""
        return " and ".join(self.speakers) or None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a claim was said: ids of segments, and the words themselves."""

    segment_ids: tuple[str, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a claim, or of its owner or due date, that the meeting does not carry as they are."""

    words: str
    """As they stand in the claim, if it is not an owner or a due phrase that was taken out."""
    kind: MarkKind
    reason: str
    """For the reader: "“#4747” was not heard"."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a draft says about the meeting; true only as far as its evidence carries it."""

    id: str
    kind: ClaimKind
    text: str
    evidence: Evidence
    owner: str | None = None
    due_phrase: str | None = None
    """The due date as it was said ("by Friday"); code resolves it, never the drafting engine."""
    flags: tuple[str, ...] = ()
    confidence: float = 1.0
    """0..1, how sure the drafting engine is."""
    marks: tuple[Mark, ...] = ()
    """What was not heard, or was said with a qualifier, at the very words."""

    @property
    def is_quote(self) -> bool:
        return self.text == self.evidence.quote


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found, and why, in words for the reader of the note."""

    outcome: Outcome
    reason: str
    marks: tuple[Mark, ...] = ()
    """Of what is unverified: a claim that nothing repairs is shown with these instead of being refused."""


class Check(Protocol):
    """Compares one claim with the whole meeting; it never changes either."""

    name: str

    def __call__(self, claim: Claim, segments: dict[str, Segment]) -> Verdict: ...


@dataclass(frozen=True, slots=True)
class TapeEntry:
    """One thing a guardrail saw or did, kept so that a reader can ask why."""

    guardrail: str
    claim: str
    """Id of the claim."""
    verdict: Outcome
    before: str
    after: str
    reason: str
    tokens: int = 0
    """What a model evaluated and wrote for it."""
    ms: float = 0.0
    """Milliseconds of code; what a model takes is not in it."""


Tape = tuple[TapeEntry, ...]
