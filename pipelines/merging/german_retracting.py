"""Was a claim taken back in German after it was said? As `guardrails.retraction` finds it in English.

What names nothing ("vergesst das") takes back the item before it, unless somebody promised or asked for
something else in between; what names the thing ("den Teppich nehmen wir doch nicht") may come later.
"""

from __future__ import annotations

import re

from guardrails.guardrail import Scene
from guardrails.types import Claim
from pipelines.rules.german.cues import CANCELS, TAKES_BACK
from pipelines.rules.german.words import stems_of

# Segments after the words of a claim: who means it without a name does so at once.
_SOON = 6
_NAMED = 40
# Who takes back what somebody said does it first.
_FIRST_SENTENCES = 3
_CLAUSE = re.compile(r"[,;:]")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_ANOTHER = re.compile(
    r"\b(?:kannst|könntest|würdest|magst) du\b|\b(?:ich werde|werde ich)\b|\bwer (?:kann|macht|kümmert)\b",
    re.IGNORECASE,
)


def taking_back(claim: Claim, scene: Scene) -> tuple[int, str] | None:
    """The place of the segment that takes `claim` back, and its words as they were said."""
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=0)
    wanted = set(stems_of(claim.text))
    for place in range(last, min(last + 1 + _NAMED, len(scene.segments))):
        sentences = _SENTENCE.findall(scene.segments[place].text) if scene.segments else []
        if place == last:
            # Of the claim's own segment only what comes behind it.
            said_in = max(
                range(len(sentences)), key=lambda at: len(wanted & set(stems_of(sentences[at]))), default=0
            )
            sentences = sentences[said_in + 1 :]
        for said in sentences[:_FIRST_SENTENCES]:
            soon = place - last <= _SOON
            if soon and _names_nothing_else(said, wanted) and _means_it(claim, last, place, scene):
                return place, said.strip()
            named = set(stems_of(CANCELS.sub(" ", said)))
            shared = named & wanted
            if CANCELS.search(said) and len(shared) >= min(2, len(wanted)) and 2 * len(shared) >= len(named):
                return place, said.strip()
    return None


def _names_nothing_else(said: str, wanted: set[str]) -> bool:
    """Whether a clause of `said` takes back "that"."""
    clauses = (clause for clause in _CLAUSE.split(said) if TAKES_BACK.search(clause))
    return any(set(stems_of(TAKES_BACK.sub(" ", clause))) <= wanted for clause in clauses)


def _means_it(claim: Claim, last: int, place: int, scene: Scene) -> bool:
    """Whether nothing else that could be taken back lies between the claim and the words at `place`."""
    if any(_ANOTHER.search(segment.text) for segment in scene.segments[last + 1 : place]):
        return False
    for other in scene.claims:
        if other.id == claim.id or other.kind not in ("action", "decision"):
            continue
        if any(last < scene.places[segment.id] <= place for segment in scene.cited(other)):
            return False
    return True
