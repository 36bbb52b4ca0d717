"""Where a claim was said: the segments it cites, the one among them that carries most, and its sentence
there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Segment
from guardrails.evidence.index import MeetingIndex
from guardrails.language import language, split_sentences


@dataclass(frozen=True, slots=True)
class Passage:
    cited: tuple[int, ...]
    """Places of the cited segments, in the order of the meeting."""
    place: int
    """Of the segment that carries most of the claim."""
    segment: Segment
    sentences: Sequence[str]
    """Those of this segment."""
    carrying: int
    """Which of them carries most."""
    text: str
    """All cited words."""

    @property
    def sentence(self) -> str:
        return self.sentences[self.carrying]


def passage_of(claim: Claim, context: Context, index: MeetingIndex) -> Passage | None:
    """None where no cited segment exists."""
    cited = tuple(sorted({context.places[segment.id] for segment in context.cited(claim)}))
    if not cited:
        return None
    wanted = index.wanted(claim.text)
    place = max(cited, key=lambda each: (wanted.within([each]), -each))
    segment = context.segments[place]
    sentences = split_sentences(segment.text, language(context.language)) or [segment.text]
    shares = [wanted.share(set(index.stems(one)) & wanted.weights.keys()) for one in sentences]
    text = " ".join(context.segments[each].text for each in cited)
    return Passage(cited, place, segment, sentences, shares.index(max(shares)), text)
