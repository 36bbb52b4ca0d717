"""A draft: what an engine, the rules or a model, believes was said. Nothing in it is checked yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from guardrails.core.types import Claim, Tape

MODEL_FAILED = "model-failed"
"""Flag of a draft by rules, where a language model is installed and has failed."""
SUMMARY_BY_RULES = "summary-by-rules"
"""Flag of a draft that a model wrote, but for its summary."""
ITEMS_BY_RULES = "items-by-rules"
"""Flag of a draft of whose items by a model none was carried by the meeting."""
UNKNOWN_SPEAKER = "speaker-unknown"
"""Flag of a claim that a voice without a name owns."""
SEVERAL_OWNERS = "several-owners"
"""Flag of a claim that several people own; the task says who, as far as it was said."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a check put to the model, kept so that the same draft gives the same note again."""

    about: str
    """Id of the segment that the claim's evidence begins with: it tells the chunk."""
    question: str
    answer: str | None
    """None where the model had none that could be used."""
    tokens: int = 0
    """Evaluated and written for it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Claims in the order in which they were said, and the free text around them."""

    claims: tuple[Claim, ...]
    summary: str
    title: str
    """At most eight words; empty only in a draft of items alone."""
    segments_read: int
    possible: tuple[Claim, ...] = ()
    """What may be items too, the likeliest first: offered to people, never shown as items."""
    flags: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What a reader of the note has to know about the engine's work, in sentences."""
    answers: tuple[Asked, ...] = ()
    """What the model said when checks asked about claims."""
    moods: tuple[tuple[str, int], ...] = ()
    """Segments that a model has read, with the mood it heard: 1 (gladly), -1 (in worry or anger) or 0."""
    tape: Tape = ()
    """What was done to it while it was made."""

    def instead_of_model(self, reason: Exception) -> Draft:
        """Of the rules, saying why no language model wrote it."""
        warning = f"The language model failed ({reason}); the rules engine wrote this note."
        return replace(self, flags=(*self.flags, MODEL_FAILED), warnings=(*self.warnings, warning))
