"""Which promises a later meeting says are kept.

Three things must come together within a few turns: the matter of the item, words that it is done and not
merely wanted, planned or nearly done, and a speaker who can say so. "The report" alone is matter enough where
the verb is that of the item, nothing else is named beside it, and no other open item could be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guardrails.types import Segment
from guardrails.words import SENTENCE_END, is_everyday
from pipelines.followup.english import ENGLISH
from pipelines.followup.german import GERMAN
from pipelines.followup.tongue import Promise, Tongue

ANSWERS_WITHIN = 2
"""Turns after a question in which its answer is looked for."""
COVERED = 0.67
"""Share of the words of an item's matter that have to be said."""
_SHORTEST_THING = 3
"""Letters of the stem of a word that tells one thing from others."""
_TONGUES = {"en": ENGLISH, "de": GERMAN}
_WORD = re.compile(r"\w+")
_OPENED = re.compile(
    r"(?:^|[.,;:?!])\s*(?:(?:and|so|but|okay|ok|well|now|oh|um|uh|right|und|also|dann|gut|na|äh)\s+)*$"
)
"""What stands before words that open a sentence; the little words of all languages that are read."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A promise that was kept, as far as a later meeting's words go."""

    promise: Promise
    segment_ids: tuple[str, ...]
    """Where it was said: the mention, and the answer where it was asked."""
    quote: str
    line: int
    """Place of the quote in the later meeting, from 1."""


def kept_promises(
    promises: Sequence[Promise], segments: Sequence[Segment], language: str = "en"
) -> Iterator[Kept]:
    """The `promises` that somebody in a later meeting, held in `language`, says are kept; each once, where
    first said."""
    tongue = _TONGUES.get(language)
    if tongue is None:
        return
    spoken = [_Line(segment, n, tongue) for n, segment in enumerate(segments, 1) if segment.text.strip()]
    matters = [_Matter(promise, tongue) for promise in promises]
    for matter in matters:
        for place in range(len(spoken)):
            kept = _kept(matter, spoken, place)
            if kept is not None and (
                matter.is_in(spoken[place]) or _is_alone(matter, matters, spoken, place)
            ):
                yield kept
                break


class _Line:
    """A segment, or a sentence of one, as it is compared."""

    def __init__(self, segment: Segment, number: int, tongue: Tongue) -> None:
        self.segment = segment
        self.number = number
        self.said = " ".join(segment.text.lower().replace("’", "'").split())
        self.stems = frozenset(tongue.stems(segment.text))
        self.is_question = self.said.endswith("?")

    def sentences(self, tongue: Tongue) -> Iterator[_Line]:
        for sentence in SENTENCE_END.split(self.segment.text.strip()):
            yield _Line(replace(self.segment, text=sentence), self.number, tongue)


class _Matter:
    """What a promise is about, and how its being kept is said."""

    def __init__(self, promise: Promise, tongue: Tongue) -> None:
        self.promise = promise
        self.tongue = tongue
        self.owner = (promise.owner or "").lower()
        parts = tongue.parts(promise.task)
        self.verb, self.thing, self.rest = parts.verb, parts.thing, parts.rest
        self.key = (self.verb, self.rest, self.owner)
        self._beside = self.rest | tongue.beside | frozenset(tongue.stems(promise.owner or ""))

    def is_in(self, line: _Line) -> bool:
        """Whether enough of the matter is there: two words at least, not all of them everyday ones."""
        found = self.rest & line.stems
        return len(found) >= 2 and len(found) >= COVERED * len(self.rest) and not all(map(is_everyday, found))

    def short_in(self, line: _Line) -> _Line | None:
        """The sentence that names the thing and the verb, and nothing that the promise did not name."""
        thing, verb = self.thing, self.verb
        if not thing or not verb or len(thing) < _SHORTEST_THING or is_everyday(thing):
            return None
        if not any(self.tongue.is_short_for(stem, thing) for stem in line.stems):
            return None
        for sentence in line.sentences(self.tongue):
            if self._is_short_for(sentence) and not (
                self.tongue.of_another.search(sentence.said)
                or (not sentence.is_question and self.tongue.not_yet.search(line.said))
            ):
                return sentence
        return None

    def _is_short_for(self, sentence: _Line) -> bool:
        has_thing = has_verb = False
        for word in _WORD.findall(sentence.said):
            for stem in self.tongue.stems(word):
                is_thing = self.thing is not None and self.tongue.is_short_for(stem, self.thing)
                is_verb = self.verb in (stem, self.tongue.verb_of(word))
                if not (is_thing or is_verb or stem in self._beside):
                    return False
                has_thing, has_verb = has_thing or is_thing, has_verb or is_verb
        return has_thing and has_verb

    def is_done_by(self, verb: str) -> bool:
        """Whether a past verb tells that the work is over: the verb of the promise, or one for any work."""
        return verb in self.tongue.settled or (bool(self.verb) and self.tongue.verb_of(verb) == self.verb)

    def is_state(self, word: str) -> bool:
        """The same of what stands behind "is"."""
        return word in self.tongue.states or self.is_done_by(word)

    def may_say(self, speaker: str | None) -> bool:
        """Whether `speaker`, who says "I did", is whoever promised; unknown voices may be anybody."""
        return not self.owner or speaker is None or speaker.lower() == self.owner


def _kept(matter: _Matter, spoken: Sequence[_Line], place: int) -> Kept | None:
    line = spoken[place] if matter.is_in(spoken[place]) else matter.short_in(spoken[place])
    if line is None:
        return None
    asks = _asks(matter.tongue, line)
    if line.is_question or (asks and not _tells(matter, line)):
        return _answered(matter, spoken, place) if asks else None
    if _tells(matter, line):
        said = spoken[place].segment
        return Kept(matter.promise, (said.id,), said.text, line.number)
    return None


def _asks(tongue: Tongue, line: _Line) -> bool:
    """Whether the line asks if work is done; where no mark says that it asks, in the words that open it."""
    if tongue.asks_for_will.search(line.said):
        return False
    asked = tongue.asked.finditer(line.said)
    return any(line.is_question or _OPENED.search(line.said[: found.start()]) for found in asked)


def _is_alone(matter: _Matter, matters: Sequence[_Matter], spoken: Sequence[_Line], place: int) -> bool:
    """Whether the words at `place` fit no other promise; the same one, made twice, is no other."""
    return all(other.key == matter.key or _kept(other, spoken, place) is None for other in matters)


def _answered(matter: _Matter, spoken: Sequence[_Line], place: int) -> Kept | None:
    asked, tongue = spoken[place], matter.tongue
    for answer in spoken[place + 1 : place + 1 + ANSWERS_WITHIN]:
        if answer.segment.speaker is not None and answer.segment.speaker == asked.segment.speaker:
            continue
        if answer.is_question or tongue.not_yet.search(answer.said):
            return None
        if (tongue.yes.search(answer.said) or _tells(matter, answer)) and matter.may_say(
            answer.segment.speaker
        ):
            said = (asked.segment.id, answer.segment.id)
            return Kept(matter.promise, said, answer.segment.text, answer.number)
    return None


def _tells(matter: _Matter, line: _Line) -> bool:
    """Whether the line itself says that the work is done."""
    tongue = matter.tongue
    if line.is_question or tongue.not_yet.search(line.said):
        return False
    for found in tongue.is_state.finditer(line.said):
        if any(map(matter.is_state, found["said"].split())):
            return True
    for found in (found for pattern in tongue.did for found in pattern.finditer(line.said)):
        who = found["who"]
        is_right = who in tongue.first_person and matter.may_say(line.segment.speaker)
        is_named = bool(matter.owner) and who in matter.owner.split()
        if (is_right or is_named) and any(map(matter.is_done_by, found["said"].split())):
            return True
    return False
