"""Sentences that could stand in a summary, and how much each deserves it by its own form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from guardrails.types import Segment
from pipelines.rules.sentences import Sentence, sentences_of
from pipelines.summary.display import readable
from pipelines.summary.words import terms_of

MOST: Final = 400
"""Sentences that are compared with each other: the comparison grows with their square."""
_FEWEST_WORDS, _FEWEST_GOOD, _MOST_GOOD, _MOST_WORDS = 7, 10, 30, 42
_FEWEST_TERMS: Final = 3

_MANAGEMENT: Final = re.compile(
    r"""\b(?:can\ (?:you|everyone|everybody|people|anyone)\ (?:hear|see)|share\ (?:my|your|the)\ screen|
        on\ mute|unmute|welcome\ (?:to|everyone|everybody|back)|good\ (?:morning|afternoon|evening)|
        next\ (?:slide|item|topic)|let's\ (?:move\ on|get\ started|start|wait)|move\ on\ to|
        before\ we\ start|thanks?\ (?:you|everyone|everybody|for|a\ lot|so\ much)|see\ you|
        have\ a\ (?:good|great|nice)|any\ (?:other\ )?(?:questions|comments|thoughts)|anything\ else|
        go\ ahead|hand\ (?:is\ )?(?:up|raised)|raise\ your\ hand|recording|in\ the\ chat|
        (?:i|we)\ (?:only\ )?have\ (?:\w+\ )?minutes|who\ wants\ to|over\ to\ you|your\ turn|
        my\ name\ is|agenda|wait\ for\ (?:another|a))\b""",
    re.VERBOSE | re.IGNORECASE,
)
"""Talk about the meeting itself."""
_ASKS: Final = re.compile(
    r"^(?:(?:do|does|did|is|are|can|could|would|will|should|have|has|what|how|why|where|when|who)"
    r"(?:n't)?\s+(?:i|we|you|he|she|they|it|the|that|this|there|anyone|anybody|about)\b)"
    r"|\b(?:do|don't|would|did) you (?:think|want|know|guys|mean|see)\b",
    re.IGNORECASE,
)
"""A question that lost its mark."""
_WEIGHTY: Final = re.compile(
    r"""\b(?:decid\w+|agree\w*|propos\w+|plan\w*|goal|target|deadline|budget|should|must|need(?:s|ed)?\ to|
        ha(?:ve|s)\ to|will|we'll|going\ to|important|main|problem|issue|risk|because|result\w*|means|
        conclu\w+|priorit\w+|recommend\w*|require\w*|release\w*|ship\w*|launch\w*|cost\w*|ready|
        blocked|finish\w*)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_RESTART: Final = re.compile(
    r"[a-z] (?:We|We'll|Is|So|The|It|And|But|They|There|You|He|She|This|That)\b"
    r"|\b(\w+(?: \w+)?) (?:\w+ ){0,3}\1\b|\b(?:is|are|was|be) (?:is|are|was|be|the each|a the)\b"
)
"""A sentence begun again in its middle: "the problem is if we are if a customer"."""
_ENDED: Final = re.compile(r"[.!?][\"')\u201d\u2019]*\s*$")
"""Where no sentence has its stop, all of them count alike."""
_DEPENDENT: Final = frozenset(
    "it it's its that that's this they they're he he's she she's these those which there there's them him "
    "one ones then also who what where when how why if".split()
)
"""A sentence that opens with one of these leans on the one before it."""
_VAGUE: Final = re.compile(
    r"\b(?:something|somehow|somewhere|whatever|things?|stuff|blah|dunno)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Candidate:
    place: int
    """Order in the meeting."""
    position: float
    """0..1, where in the meeting."""
    speaker: str | None
    text: str
    terms: tuple[str, ...]
    form: float
    """A factor around 1 for how well it reads alone."""


def _form(text: str, sentence: Sentence, words: int) -> float:
    """How well a sentence stands alone: weighty words for it, dependence, hedges and stumbles against it."""
    factor = 1.0
    if text.split()[0].lower().strip(",") in _DEPENDENT:
        factor *= 0.7
    if _WEIGHTY.search(text):
        factor *= 1.25
    factor *= 0.85 ** min(3, len(_VAGUE.findall(text)))
    if _RESTART.search(text):
        factor *= 0.6
    if not _ENDED.search(sentence.raw):
        factor *= 0.6
    said = len(sentence.raw.split())
    factor *= min(1.0, 0.4 + words / max(said, 1))  # half of it was stumbling
    if not _FEWEST_GOOD <= words <= _MOST_GOOD:
        factor *= 0.8
    return factor


def candidates_of(segments: Sequence[Segment]) -> list[Candidate]:
    """At most `MOST` sentences in the order in which they were said; time is linear in the meeting."""
    found: list[Candidate] = []
    for place, sentence in enumerate(sentences_of(segments)):
        text = readable(sentence.clean.cased)
        if sentence.asks or _MANAGEMENT.search(text) or _ASKS.search(text):
            continue
        words = len(text.split())
        if not _FEWEST_WORDS <= words <= _MOST_WORDS:
            continue
        terms = tuple(terms_of(text))
        if len(set(terms)) >= _FEWEST_TERMS:
            form = _form(text, sentence, words)
            found.append(Candidate(place, sentence.position, sentence.speaker, text, terms, form))
    if len(found) <= MOST:
        return found
    count = Counter(term for candidate in found for term in set(candidate.terms))
    best = sorted(found, key=lambda item: item.form * sum(count[t] for t in set(item.terms)), reverse=True)
    return sorted(best[:MOST], key=lambda item: item.place)
