"""Where an item was said, and what was said behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from guardrails.core.types import Claim, Evidence, Segment
from guardrails.evidence.guard import CHANGED
from guardrails.language import Clause, Language, language
from pipelines.merging.alike import topic_of
from pipelines.sentences import Sentence, meeting_sentences

_SOON = 4
"""Sentences in which "that" means what was just said."""
_ANSWERS = 2
_NEARLY = 2 / 3
_BESIDE = 2
"""Content words with which somebody begins another matter."""


@dataclass(frozen=True, slots=True)
class Following:
    """A clause behind an item."""

    sentence: Sentence
    clause: Clause
    near: bool
    """So soon, and before anything else was begun, that "that" is the item."""
    at_once: bool
    """Near, and in the same breath: nobody else spoke in between."""


@dataclass(frozen=True)
class Meeting:
    segments: tuple[Segment, ...]
    people: tuple[str, ...]
    """Speakers and roster."""
    code: str
    """ISO 639-1, of the language."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        return meeting_sentences(self.segments, self.code)

    @cached_property
    def places(self) -> Mapping[str, int]:
        return {segment.id: place for place, segment in enumerate(self.segments)}

    @cached_property
    def _sentences_of(self) -> Mapping[int, Sequence[int]]:
        """Sentences by the segments that they touch."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        for sentence in self.sentences:
            for place in sentence.segments:
                found[place].append(sentence.index)
        return found

    @cached_property
    def tables(self) -> Language:
        return language(self.code)

    def first(self, claim: Claim) -> int:
        """The place of the first segment that it cites."""
        return min(self.places[segment_id] for segment_id in claim.evidence.segment_ids)

    def last(self, claim: Claim) -> int:
        return max(self.places[segment_id] for segment_id in claim.evidence.segment_ids)

    def said_in(self, claim: Claim) -> Sentence | None:
        """The cited sentence that shares most with `claim`; of several that share nearly as much the last."""
        wanted = topic_of(claim, self.code)
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
        wanted, near, at_once = topic_of(claim, self.code), True, True
        for sentence in self.sentences[start.index + 1 :]:
            near = near and sentence.index - start.index <= _SOON and sentence.index not in begun
            at_once = near and at_once and sentence.speaker == start.speaker
            for clause in sentence.reading.clauses:
                yield Following(sentence, clause, near, at_once)
                begins = clause.act in ("promise", "request", "offer", "ask")
                near = near and not (begins and len(clause.topic - wanted) >= _BESIDE)

    def answers(self, sentence: Sentence) -> Iterator[Sentence]:
        """The next sentences of other voices."""
        for answer in self.sentences[sentence.index + 1 : sentence.index + 1 + _ANSWERS]:
            if answer.speaker != sentence.speaker:
                yield answer

    def citing(self, claim: Claim, ids: Iterable[str], *, is_changed: bool = True) -> Claim:
        """`claim` with those segments among its evidence, in the order of speech."""
        cited = sorted({*claim.evidence.segment_ids, *ids}, key=self.places.__getitem__)
        flags = (*claim.flags, CHANGED) if is_changed else claim.flags
        return replace(
            claim,
            evidence=Evidence(tuple(cited), claim.evidence.quote),
            flags=tuple(dict.fromkeys(flags)),
        )
