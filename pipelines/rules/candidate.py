"""A clause that may make an action item, with what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass

from pipelines.rules.acceptance import Answer
from pipelines.rules.cues import Cue
from pipelines.rules.ownership import Owner
from pipelines.rules.scoring import Feature, confidence
from pipelines.rules.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Candidate:
    index: int
    """Of its sentence in the meeting."""
    sentence: Sentence
    cue: Cue
    start: int
    end: int
    """The clause, as offsets in the sentence's cleaned text."""
    task: str
    owner: Owner
    due: str | None
    """As said, stumbles included."""
    answer: Answer | None
    features: frozenset[Feature]
    promise: Candidate | None = None
    """Of the one who takes it: "I'll do that tomorrow"."""
    answered_in: int | None = None
    """The sentence of the answer without which the item does not stand: it says who takes what was asked of
    all, or of a name that nobody has, or gives the day ("Will do, by Monday"), or is of a voice without a
    name, which owns it."""
    dated_in: int | None = None
    """The sentence that gives the day when somebody asks for it: "By when?" - "End of next week"."""

    named_by: int | None = None
    """The sentence of the question that names what the promise calls "it"."""

    @property
    def is_refused(self) -> bool:
        return self.answer is not None and self.answer.kind == "refused"

    @property
    def confidence(self) -> float:
        return confidence(self.cue.strength, self.features)

    @property
    def cited(self) -> tuple[int, ...]:
        """Indices of the segments that hold the clause."""
        return self.sentence.segments_of(*self.sentence.clean.original(self.start, self.end))
