"""The words that a claim stands on: within the segments it cites, the sentence that carries it.

A cited segment may be a speech of a thousand words. Who promises, who is asked and until when is decided by
the sentence that says what the claim says, and by its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.evidence_redated import redated
from guardrails.guardrail import Scene
from guardrails.qualifiers.finding import RESTORED
from guardrails.support import MeetingWords, Wanted
from guardrails.types import Claim, Segment
from guardrails.words import SENTENCE_END, content_stems

# Up to here cited words are read as one thought.
_SHORT = 90
# Segments between two cited ones that are still one thought.
_GAP = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a claim was said."""

    place: int
    """Of the segment that carries most of it."""
    segment: Segment
    sentence: str
    """The one of its sentences that carries most."""
    near: str
    """What its voice says in the cited segments around it, where that is short; else the sentence and its two
    neighbours."""
    cited: tuple[int, ...]
    """Places of all cited segments, in the order of the meeting."""
    redated: str = ""
    """The cited words behind it that put another day in the place of its own."""


def passage_of(claim: Claim, scene: Scene, words: MeetingWords) -> Passage | None:
    """None where no cited segment exists."""
    cited = tuple(sorted({scene.places[s.id] for s in scene.cited(claim)}))
    if not cited:
        return None
    wanted = words.wanted(_without_restored(claim))
    best = max(cited, key=lambda place: (words.support(wanted, [place]), -place))
    segment = scene.segments[best]
    sentences = SENTENCE_END.split(segment.text.strip())
    carrying = _carrying(sentences, wanted)
    near = " ".join(scene.segments[place].text for place in _together(best, cited, scene))
    if len(near.split()) > _SHORT:
        near = " ".join(sentences[max(0, carrying - 1) : carrying + 2])
    return Passage(best, segment, sentences[carrying], near, cited, redated(claim, best, cited, scene))


def _without_restored(claim: Claim) -> str:
    """The text of `claim` without the condition that a check put back, which another voice may have set."""
    said, _, condition = claim.text.rpartition(", ")
    return said if said and condition and RESTORED in claim.flags else claim.text


def _together(best: int, cited: Sequence[int], scene: Scene) -> list[int]:
    speaker = scene.segments[best].speaker
    return [p for p in cited if abs(p - best) <= _GAP and scene.segments[p].speaker == speaker]


def _carrying(sentences: Sequence[str], wanted: Wanted) -> int:
    """The sentence with most of the wanted content; the earliest of equals."""
    shares = [wanted.share(set(content_stems(sentence)) & set(wanted.weights)) for sentence in sentences]
    return shares.index(max(shares))
