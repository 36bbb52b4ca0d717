"""Right claims to plant in, drawn with one seed: the same seed gives the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from bench.planted.annotated import annotated, as_annotated, by_role, content
from bench.planted.carried import carried, with_names
from bench.planted.case import Base
from bench.planted.spoken import Commitment, commitments, figure_statements
from pipelines.evaluate.dataset import GoldMeeting

LEAST_TURNS = 30
"""A shorter meeting has no "elsewhere"."""


@dataclass
class Supply:
    """Meetings and the right claims in them."""

    random: Random
    named: list[GoldMeeting]
    """With names for voices."""
    annotated: list[Base]
    spoken: list[Base]
    """Without a negation or a condition."""
    qualified: list[Base]
    """Real commitments with a negation or a condition, rightly kept in the claim."""
    figures: list[Base]
    """Real sentences with one figure."""
    unfiltered: list[Base]
    """All that annotators wrote about words that they linked."""
    sample: list[Base] = field(default_factory=list)

    def real(self) -> Base:
        """A claim about words that really were said."""
        return self.random.choice(self.annotated + self.spoken + self.sample)

    def own_words(self) -> Base:
        """A claim in the words of its sentence."""
        return self.random.choice(self.spoken + self.sample) if self.random.random() < 0.5 else self.carried()

    def carried(self, *, due: bool = False, kind: str | None = None) -> Base:
        chosen = kind or self.random.choice(("promise", "promise", "order", "told", "decision"))
        while True:
            base = carried(self.random.choice(self.named), self.random, due=due, kind=chosen)
            if base is not None:
                return base

    def any(self) -> Base:
        return self.real() if self.random.random() < 0.7 else self.carried()


def supply(meetings: Sequence[GoldMeeting], sample: Sequence[Base], seed: int) -> Supply:
    """Everything right that `meetings` and the `sample` hold."""
    random = Random(seed)
    long = [meeting for meeting in meetings if len(meeting.segments) >= LEAST_TURNS]
    named = [with_names(meeting) for meeting in long]
    roles = [by_role(meeting, codes=random.random() < 0.5) if meeting.roles else meeting for meeting in long]
    found = [(meeting, said) for meeting in named for said in commitments(meeting.segments)]
    return Supply(
        random=random,
        named=named,
        annotated=[base for meeting in roles for base in annotated(meeting)],
        unfiltered=[base for meeting in roles for base in as_annotated(meeting)],
        spoken=[_base(meeting, said) for meeting, said in found if not said.qualified],
        qualified=[_base(meeting, said) for meeting, said in found if said.qualified],
        figures=[_base(m, said) for m in named for said in figure_statements(m.segments)],
        sample=list(sample),
    )


def _base(meeting: GoldMeeting, said: Commitment) -> Base:
    return Base(
        meeting.id,
        meeting.segments,
        said.claim,
        said.sentence,
        said.segment.id,
        "spoken",
        meeting.held_on,
        said.promise,
    )


def is_singled_out(base: Base) -> bool:
    """Whether its words tell the evidence of a claim from the rest of the meeting.

    The sentence holds at least three content words of the claim, and no other segment as many.
    """
    wanted = content(base.claim.text)
    cited = set(base.claim.evidence.segment_ids)
    held = max(len(wanted & content(s.text)) for s in base.segments if s.id in cited)
    return held >= 3 and all(len(wanted & content(s.text)) < held for s in base.segments if s.id not in cited)
