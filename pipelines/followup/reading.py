"""Which promises a later meeting says are kept.

Three things must come together: the matter of the item, words that it is done and not merely wanted, planned
or nearly done, and a speaker who can say so. A few words of it ("I sent the report") are matter enough where
nothing else is named beside them, and no other open item could be meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from guardrails.core.types import Segment
from guardrails.evidence.people import is_named
from guardrails.language import (
    FALLBACK,
    Clause,
    Language,
    Reading,
    codes,
    content_of,
    language,
    read,
    tokens_of,
)
from pipelines.transcript import as_read

ANSWERS_WITHIN = 2
"""Turns after a question in which its answer is looked for."""
COVERED = 0.67
"""Share of the words of an item's matter that have to be said, where others are said beside them."""
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Promise:
    """An open action item of an earlier meeting."""

    note_id: str
    item_id: str
    task: str
    owner: str | None


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
    promises: Sequence[Promise], segments: Sequence[Segment], code: str = FALLBACK
) -> Iterator[Kept]:
    """The `promises` that somebody in a later meeting, held in the language of `code`, says are kept; each
    once, where first said. None of a meeting in a language that is not read."""
    if code not in codes():
        return
    segments = as_read(segments)
    lines = [_Line(n, one, read(one.text, code)) for n, one in enumerate(segments, 1) if one.text.strip()]
    matters = [_Matter(promise, language(code)) for promise in promises]
    for matter in matters:
        for place, line in enumerate(lines):
            kept = _kept(matter, lines, place)
            short = matter.short_in(line)
            if kept is None or (short and _may_be_another(matter, matters, short, segments[kept.line - 1])):
                continue
            yield kept
            break


def _may_be_another(
    matter: _Matter, matters: Sequence[_Matter], short: frozenset[str], said: Segment
) -> bool:
    """Whether the few words that were said fit another open item of who says so."""
    return any(
        other.key != matter.key and short <= other.rest and other.may_say(said.speaker) for other in matters
    )


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    segment: Segment
    reading: Reading

    @property
    def is_settled(self) -> bool:
        """Whether nothing in it is denied, doubted, bound to a condition, or still to be done."""
        return not any(
            clause.denied
            or clause.hedged
            or clause.limits
            or clause.has("still_open")
            or clause.has("not_yet")
            for clause in self.reading.clauses
        )


@dataclass(frozen=True)
class _Matter:
    """What a promise is about."""

    promise: Promise
    tables: Language

    @cached_property
    def words(self) -> Sequence[str]:
        found = [token for token in tokens_of(self.promise.task, self.tables) if not token.is_mark]
        return [token.lemma for token in found if token.text not in self.tables.words("function")]

    @property
    def verb(self) -> str:
        """The first word of a task, in some languages the last."""
        return self.words[-1 if self.tables.settings.get("verb_of_a_task") == "last" else 0]

    @cached_property
    def rest(self) -> frozenset[str]:
        return frozenset(self.words) - {self.verb}

    @property
    def key(self) -> tuple[frozenset[str], str | None]:
        return frozenset(self.words), self.promise.owner

    def found(self, clause: Clause) -> frozenset[str]:
        """Words of the matter that are said; of a compound its last part is enough, where a language has
        them."""
        ends = self.tables.settings.get("compounds") == "yes"
        return frozenset(
            word
            for word in self.rest
            if any(word == said or (ends and len(said) > 3 and word.endswith(said)) for said in clause.topic)
        )

    def beside(self, clause: Clause) -> frozenset[str]:
        """What else a clause names."""
        own = content_of(tokens_of(self.promise.owner or "", self.tables), self.tables)
        said = clause.topic & clause.content_beside("settled")
        return frozenset(
            word for word in said - set(self.words) - own if not any(one.endswith(word) for one in self.rest)
        )

    def is_in(self, clause: Clause) -> bool:
        """Most of it is said, with nothing beside it but what is said of it; or a part, with its verb."""
        found = self.found(clause)
        if not found:
            return False
        says_verb = self.verb in clause.topic
        if self._is_most(found):
            return says_verb or clause.has("settled") or not self.beside(clause)
        return says_verb and not self.beside(clause) and not clause.has("of_another")

    def short_in(self, line: _Line) -> frozenset[str]:
        """The words of it that a line says, if they are only a part."""
        found = max((self.found(clause) for clause in line.reading.clauses), key=len, default=frozenset())
        return frozenset() if self._is_most(found) else found

    def _is_most(self, found: frozenset[str]) -> bool:
        return len(found) >= max(_FEWEST, COVERED * len(self.rest))

    def has_verb_done(self, clause: Clause) -> bool:
        """Whether its verb is said in a form of the past."""
        said = [token.text for token in clause.words if token.lemma == self.verb]
        past = self.tables.phrases("past_form")
        return bool(said) and (clause.has("perfect") or any(f" {word} " in past for word in said))

    def may_say(self, speaker: str | None) -> bool:
        """Whether `speaker`, who says "I did", is whoever promised; unknown voices may be anybody."""
        owner = self.promise.owner
        return owner is None or speaker is None or speaker.casefold() == owner.casefold()


def _kept(matter: _Matter, lines: Sequence[_Line], place: int) -> Kept | None:
    line = lines[place]
    for clause in line.reading.clauses:
        if matter.words and matter.is_in(clause):
            if clause.asks or clause.begins("asks_done"):
                asks = clause.has("asks_done") and not clause.has("not_yet")
                return _answered(matter, lines, place) if asks else None
            if line.is_settled and _tells(matter, clause, line.segment.speaker):
                return Kept(matter.promise, (line.segment.id,), line.segment.text, line.number)
    return None


def _tells(matter: _Matter, clause: Clause, speaker: str | None) -> bool:
    """Whether a clause says that the work is done, by somebody who can say so."""
    if not matter.has_verb_done(clause) and not clause.has("settled"):
        return False
    if clause.has("speaker"):
        return matter.may_say(speaker)
    named = matter.promise.owner is not None and is_named(matter.promise.owner, clause.said_whole)
    return named or not matter.beside(clause)


def _answered(matter: _Matter, lines: Sequence[_Line], place: int) -> Kept | None:
    asked = lines[place].segment
    for answer in lines[place + 1 : place + 1 + ANSWERS_WITHIN]:
        speaker = answer.segment.speaker
        if speaker is not None and speaker == asked.speaker:
            continue
        clauses = answer.reading.clauses
        if not clauses:
            continue
        first, opens = clauses[0], any(clause.act in ("promise", "offer", "ask") for clause in clauses)
        if opens or not answer.is_settled or answer.reading.refuses:
            return None
        if (first.begins("accept") or first.has("settled") or first.past) and matter.may_say(speaker):
            said = (asked.id, answer.segment.id)
            return Kept(matter.promise, said, answer.segment.text, answer.number)
    return None
