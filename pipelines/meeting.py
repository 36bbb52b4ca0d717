"""A meeting, read once: its sentences, its people, where each line is, and what is rare in it.

The picker of the rules, merging, the summary, the title and the checks all ask the same things of what was
said. They are handed one `Meeting`, which finds each answer when it is first asked for and keeps it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from guardrails.evidence.guard import CHANGED
from guardrails.evidence.index import MeetingIndex
from guardrails.language import Clause, Language, language, topic_of
from guardrails.language.answers import Answer, Asked, answer_to
from pipelines.languages import spoken_language
from pipelines.people import People, people_of
from pipelines.sentences import Sentence, meeting_sentences
from pipelines.transcript import TYPED

_SHORT_S = 600
"""A meeting so short, a stand-up, is all items: nothing has to be left out for its reader."""
_CHARACTERS_A_SECOND = 14
"""Of talk, where a transcript has no times."""
_SOON = 4
"""Sentences in which "that" means what was just said."""
_NEARLY = 2 / 3
_BESIDE = 2
"""Content words with which somebody begins another matter."""
_ANSWERED = 5
"""Sentences in which an answer comes."""


@dataclass(frozen=True, slots=True)
class Following:
    """A clause behind an item."""

    sentence: Sentence
    clause: Clause
    near: bool
    """So soon, and before anything else was begun, that "that" is the item."""
    at_once: bool
    """Near, and in the same breath: nobody else spoke in between."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a request or a question."""

    kind: Answer | Literal["none"]
    said: tuple[Sentence, ...] = ()
    """Its sentence, and the next of the same voice where it promises that again: "Sure. I'll do it today"."""


@dataclass(frozen=True, eq=False)
class Meeting:
    """Get one by `read_meeting`; two are the same where they are the same object."""

    segments: tuple[Segment, ...]
    code: str
    """ISO 639-1, of the language that is spoken; it need not be one that can be read."""
    roster: tuple[str, ...] = ()
    """Who may be meant without speaking."""

    @cached_property
    def tables(self) -> Language:
        return language(self.code)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        return meeting_sentences(self.segments, self.code)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Speakers, in the order in which they first speak, and roster."""
        return tuple(dict.fromkeys([*(s.speaker for s in self.segments if s.speaker), *self.roster]))

    @cached_property
    def known(self) -> People:
        """Who is meant by a part of a name."""
        return people_of(self.segments, self.roster, self.sentences)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each segment, from 0, by its id."""
        return {segment.id: place for place, segment in enumerate(self.segments)}

    @cached_property
    def index(self) -> MeetingIndex:
        """Where each content word was said."""
        return MeetingIndex(self.segments, self.code)

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """Inverse document frequency of lemmas, over the sentences of this meeting."""
        held = Counter(lemma for sentence in self.sentences for lemma in sentence.reading.content)
        return {lemma: math.log((1 + len(self.sentences)) / (1 + count)) for lemma, count in held.items()}

    @cached_property
    def _said(self) -> Counter[str | None]:
        """Characters, by speaker."""
        said: Counter[str | None] = Counter()
        for sentence in self.sentences:
            said[sentence.speaker] += len(sentence.text)
        return said

    @cached_property
    def shares(self) -> Mapping[str | None, float]:
        """Of all that was said, by speaker."""
        total = self._said.total() or 1
        return {speaker: count / total for speaker, count in self._said.items()}

    @cached_property
    def times_s(self) -> Sequence[float]:
        """When each sentence was said; estimated where the transcript does not say."""
        characters = self._said.total() or 1
        starts = (self.segments[sentence.segments[0]].start_s for sentence in self.sentences)
        times = (
            sentence.position * characters / _CHARACTERS_A_SECOND if start is None else start
            for sentence, start in zip(self.sentences, starts, strict=True)
        )
        return [*accumulate(times, max)]

    @cached_property
    def duration_s(self) -> float:
        return self.times_s[-1] - self.times_s[0] if self.times_s else 0.0

    @property
    def is_short(self) -> bool:
        return self.duration_s <= _SHORT_S

    def weight(self, lemmas: frozenset[str]) -> float:
        """How rare they are in this meeting, together."""
        return sum(self.rarity.get(lemma, 0.0) for lemma in sorted(lemmas))

    def is_typed(self, index: int) -> bool:
        """Whether somebody wrote a sentence, and did not say it."""
        return any(self.segments[each].id.startswith(TYPED) for each in self.sentences[index].segments)

    def near(self, index: int, before: int, after: int) -> Sequence[Sentence]:
        """Sentences around one, without itself."""
        said = self.sentences
        return (*said[max(index - before, 0) : index], *said[index + 1 : index + 1 + after])

    def ids_of(self, sentences: Iterable[Sentence]) -> tuple[str, ...]:
        """Of the segments that they touch, in the order of speech."""
        places = {place for sentence in sentences for place in sentence.segments}
        return tuple(self.segments[place].id for place in sorted(places))

    @cached_property
    def _sentences_of(self) -> Mapping[int, Sequence[int]]:
        """Sentences by the segments that they touch."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for sentence in self.sentences:
            for place in sentence.segments:
                found[place].append(sentence.index)
        return found

    def sentences_in(self, place: int) -> Sequence[Sentence]:
        """Those that touch a segment and say something: an "um" that stands alone is none."""
        touching = (self.sentences[index] for index in self._sentences_of.get(place, ()))
        return [sentence for sentence in touching if sentence.reading.clauses]

    def topic(self, claim: Claim) -> frozenset[str]:
        """Lemmas of what it is about."""
        return topic_of(claim.text, self.code, claim.owner)

    def first(self, claim: Claim) -> int:
        """The place of the first segment that it cites."""
        return min(self.places[segment_id] for segment_id in claim.evidence.segment_ids)

    def last(self, claim: Claim) -> int:
        return max(self.places[segment_id] for segment_id in claim.evidence.segment_ids)

    def said_in(self, claim: Claim) -> Sentence | None:
        """The cited sentence that shares most with `claim`; of several that share nearly as much the last."""
        wanted = self.topic(claim)
        cited = {at for i in claim.evidence.segment_ids for at in self._sentences_of.get(self.places[i], ())}
        shared = {at: len(wanted & self.sentences[at].reading.content) for at in cited}
        most = max(shared.values(), default=0)
        return self.sentences[max(at for at in cited if shared[at] >= _NEARLY * most)] if cited else None

    def speaker_of(self, claim: Claim) -> str | None:
        start = self.said_in(claim)
        return start.speaker if start is not None else None

    def behind(self, claim: Claim, begun: Collection[int]) -> Iterator[Following]:
        """What is said behind `claim`. `begun`: sentences in which other items begin."""
        start = self.said_in(claim)
        if start is None:
            return
        wanted, near, at_once = self.topic(claim), True, True
        for sentence in self.sentences[start.index + 1 :]:
            near = near and sentence.index - start.index <= _SOON and sentence.index not in begun
            at_once = near and at_once and sentence.speaker == start.speaker
            for clause in sentence.reading.clauses:
                yield Following(sentence, clause, near, at_once)
                begins = clause.act in ("promise", "request", "offer", "ask")
                near = near and not (begins and len(clause.topic - wanted) >= _BESIDE)

    def answer_to(self, asked: Sentence, addressee: str | None = None) -> Answered:
        """The first answer to `asked` of another voice, or of whom it calls by name; of any voice where
        voices are unknown."""
        behind = self.near(asked.index, 0, _ANSWERED)
        found = answer_to(
            Asked(asked.reading.clauses[-1], asked.speaker, addressee),
            ((each.speaker, each.reading.clauses) for each in behind),
        )
        if found is None:
            return Answered("none")
        place, kind = found
        said = behind[place]
        further = self.near(said.index, 0, 1) if kind == "accepted" else ()
        promised = (
            each
            for each in further
            if each.speaker == said.speaker
            if any(c.act in ("promise", "offer") and c.has("anaphor") for c in each.reading.clauses)
        )
        return Answered(kind, (said, *promised))

    def citing(self, claim: Claim, ids: Iterable[str], *, is_changed: bool = True) -> Claim:
        """`claim` with those segments among its evidence, in the order of speech."""
        cited = sorted({*claim.evidence.segment_ids, *ids}, key=self.places.__getitem__)
        flags = (*claim.flags, CHANGED) if is_changed else claim.flags
        return replace(
            claim,
            evidence=Evidence(tuple(cited), claim.evidence.quote),
            flags=tuple(dict.fromkeys(flags)),
        )

    @cached_property
    def context(self) -> Context:
        """What guardrails see of it, still without claims."""
        return Context(self.segments, people=self.people, language=self.code)


def read_meeting(
    segments: Sequence[Segment], language: str | None = None, roster: Sequence[str] = ()
) -> Meeting:
    """The same object for the same words. `language`: ISO 639-1 code; None finds it in the words.

    Time and memory of what it finds are linear in the words.
    """
    return _read(tuple(segments), spoken_language(segments, language), tuple(roster))


@lru_cache(maxsize=1)  # a draft by the rules and its note are made one after the other
def _read(segments: tuple[Segment, ...], code: str, roster: tuple[str, ...]) -> Meeting:
    return Meeting(segments, code, roster)
