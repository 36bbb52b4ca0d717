"""What a line says, read once and shared: its clauses, and what each of them does.

A clause has an act (it states, asks, requests, offers, promises, accepts or refuses) and may be denied,
bound to a condition, limited by an exception, hedged, or past. The reading is shallow: phrases of the
language's tables over normalised words, and the order of marks. It is right for the common forms of speech
and says nothing where it sees none; what is built on it falls back to leaving things as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

from guardrails.language.days import day_spans
from guardrails.language.figures import Figure, figures_in
from guardrails.language.phrases import Span, line_of
from guardrails.language.sentences import sentences_of
from guardrails.language.tables import Language, language
from guardrails.language.tokens import Token, tokens_of

Act = Literal["state", "ask", "request", "offer", "promise", "accept", "refuse"]
Limit = Literal["condition", "exception"]
_LONGEST_LIMIT = 25
"""Tokens of the longest condition that people say in one breath."""
_LONGEST_ANSWER = 6
"""Words behind a yes or no that still only answer; more begins something new."""


@dataclass(frozen=True, slots=True)
class Limited:
    """A condition or an exception, as tokens of its clause."""

    kind: Limit
    first: int
    last: int


@dataclass(frozen=True)
class Clause:
    """One clause of a line; numbers of tokens count from its first one."""

    text: str
    """The whole line it is part of."""
    tokens: tuple[Token, ...]
    language: Language
    asks: bool
    """Its sentence ends with a question mark, and not with ", right?"."""

    @cached_property
    def line(self) -> str:
        return line_of(token.text for token in self.tokens)

    @cached_property
    def words(self) -> tuple[Token, ...]:
        return tuple(token for token in self.tokens if not token.is_mark)

    @cached_property
    def content(self) -> frozenset[str]:
        """Lemmas of the words that tell what it is about."""
        return content_of(self.tokens, self.language)

    @cached_property
    def limits(self) -> tuple[Limited, ...]:
        """The conditions and exceptions in it, each up to a mark."""
        return tuple(self._limits())

    @cached_property
    def main(self) -> tuple[Token, ...]:
        """Without its limits."""
        inside = {place for limit in self.limits for place in range(limit.first, limit.last)}
        return tuple(token for place, token in enumerate(self.tokens) if place not in inside)

    @cached_property
    def main_line(self) -> str:
        return line_of(token.text for token in self.main)

    @cached_property
    def denied(self) -> Span | None:
        """What a no denies, as numbers of `main`: from it to the end or a contrast, or the clause whose
        verb it follows."""
        found = self._said("negation", but="no_negation")
        if found is None:
            return None
        line = line_of(token.text for token in self.main[found[1] :])
        contrast = self.language.phrases("contrast").first(line)
        if contrast is not None:  # "not A, but B": only A is denied
            return found[0], found[1] + contrast[0]
        whole = found in self.language.phrases("negates_clause").find(self.main_line)
        return 0 if whole else found[0], len(self.main)

    @property
    def denied_content(self) -> frozenset[str]:
        """Content that a no reaches, and that is not affirmed beside it: "the blue one rather than the red
        one"."""
        first, last = self.denied or (0, 0)
        return content_of(self.main[first:last], self.language) - self._outside((first, last))

    @cached_property
    def topic(self) -> frozenset[str]:
        """Content outside its limits, hedges and day phrases: what it adds."""
        line = self.main_line
        spans = [*day_spans(self.main, self.text, self.language), *self.language.phrases("hedge").find(line)]
        return self._outside(*spans)

    def content_beside(self, name: str) -> frozenset[str]:
        """Content outside its limits and the phrases of a list."""
        return self._outside(*self.language.phrases(name).find(self.main_line))

    def _outside(self, *spans: Span) -> frozenset[str]:
        inside = {place for first, last in spans for place in range(first, last)}
        return content_of(
            [token for place, token in enumerate(self.main) if place not in inside], self.language
        )

    @cached_property
    def hedged(self) -> Span | None:
        return self._said("hedge", but="no_hedge")

    @cached_property
    def past(self) -> Span | None:
        """Told as done, and nothing in it as still to be done."""
        return None if self.has("still_open") else self._said("done", but="not_done")

    @cached_property
    def taken_back(self) -> Span | None:
        """Takes back what was said before: "scratch that"."""
        return self._said("taken_back", but="not_taken_back")

    @cached_property
    def act(self) -> Act:
        """What is done by saying it."""
        if self.has("request"):
            return "request"
        if self.has("offer") and not self.refuses:
            return "offer"
        if self.asks or self.begins("question"):
            return "ask"
        if self._said("promise", but="no_promise") is not None:
            # "No, I'll do it" keeps the work.
            return "refuse" if self.denied is not None else "promise"
        if self.refuses:
            return "refuse"
        if self.begins("accept") and len(self.words) <= _LONGEST_ANSWER:
            return "accept"
        return "state"

    @cached_property
    def refuses(self) -> bool:
        """Whether it begins with a no: "no, sorry", but not "no problem"."""
        return self.begins("refuse") and not self.begins("no_refuse")

    @property
    def asks_for_decision(self) -> bool:
        """Whether it stays open unless somebody says yes: "shall we?", "can anybody?", but not "can you?"."""
        if self.act == "request":
            return self.has("asks_anybody")
        return self.act == "ask" or (self.act == "offer" and self.asks)

    def has(self, name: str) -> bool:
        """Whether a phrase of the list is in its main part."""
        return self.main_line in self.language.phrases(name)

    def begins(self, name: str) -> bool:
        """Whether its main part begins with a phrase of the list."""
        return self.language.phrases(name).begins(self.main_line)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(one for one in figures_in(self.said_whole, self.language.code) if one.firm)

    @cached_property
    def days(self) -> tuple[str, ...]:
        """The day phrases in it, as they were said."""
        return tuple(self.said(*span) for span in day_spans(self.tokens, self.text, self.language))

    @property
    def said_whole(self) -> str:
        return self.said(0, len(self.tokens))

    def said(self, first: int, last: int) -> str:
        """The words of the line from one token up to another."""
        return self._cut(self.tokens[first:last])

    def said_in_main(self, span: Span) -> str:
        return self._cut(self.main[span[0] : span[1]])

    def _cut(self, tokens: Sequence[Token]) -> str:
        words = [token for token in tokens if not token.is_mark]
        return self.text[words[0].start : words[-1].end] if words else ""

    def _said(self, name: str, but: str) -> Span | None:
        """The first phrase of a list in the main part, unless it is part of an innocent one."""
        innocent = list(self.language.phrases(but).find(self.main_line))
        for first, last in self.language.phrases(name).find(self.main_line):
            if not any(start < last and first < end for start, end in innocent):
                return first, last
        return None

    def _limits(self) -> Iterator[Limited]:
        end = 0
        kinds: tuple[Limit, ...] = ("condition", "exception")
        innocent = [span for kind in kinds for span in self.language.phrases(f"no_{kind}").find(self.line)]
        found = [(span, kind) for kind in kinds for span in self.language.phrases(kind).find(self.line)]
        for (first, opened), kind in sorted(found, key=lambda each: (each[0][0], -each[0][1])):
            if first < end or any(start <= first < stop for start, stop in innocent):
                continue
            end = self._end_of_limit(kind, first, opened)
            if end > opened:
                yield Limited(kind, first, end)

    def _end_of_limit(self, kind: Limit, first: int, opened: int) -> int:
        """At a mark; an exception also before a verb, a condition that opens the clause before the main
        part."""
        most = min(len(self.tokens), opened + _LONGEST_LIMIT)
        end = next((n for n in range(opened, most) if self.tokens[n].is_mark), most)
        behind = line_of(token.text for token in self.tokens[opened:end])
        if kind == "exception":
            verb = self.language.phrases("predicate").first(behind)
            if verb is not None and verb[0] > 0:
                return opened + verb[0]
            return end if first > 0 else self._end_of_name(opened, end)
        if first == 0 and all(token.is_mark for token in self.tokens[end:]):
            for start, _ in self.language.phrases("main_clause").find(behind):
                if start >= 2:
                    return opened + start
        return end

    def _end_of_name(self, first: int, end: int) -> int:
        """One past the first content word: an exception opens the clause whose verb is in no list."""
        function = self.language.words("function")
        return next((n + 1 for n in range(first, end) if self.tokens[n].text not in function), end)


@dataclass(frozen=True)
class Reading:
    """A line, read."""

    text: str
    clauses: tuple[Clause, ...]

    @cached_property
    def content(self) -> frozenset[str]:
        return frozenset().union(*(clause.content for clause in self.clauses))


def content_of(tokens: Sequence[Token], language: Language) -> frozenset[str]:
    """Lemmas of the words outside the language's function words."""
    function = language.words("function")
    return frozenset(token.lemma for token in tokens if not token.is_mark and token.text not in function)


def topic_of(text: str, code: str, owner: str | None = None, *, limited: bool = False) -> frozenset[str]:
    """Lemmas of what a text is about, without the name of its owner.

    `limited`: with its conditions, doubts and days. They are no part of what is to be done, and so tell no
    two items apart; they are part of what one clause says, which is compared with another one.
    """
    tables = language(code)
    topic = (
        content_of(tokens_of(text, tables), tables)
        if limited
        else frozenset[str]().union(*(clause.topic for clause in read(text, code).clauses))
    )
    return topic - content_of(tokens_of(owner or "", tables), tables) or topic


def read(text: str, code: str) -> Reading:
    """The reading of a line in the language with that ISO 639-1 code."""
    return _read(text, language(code))


@lru_cache(maxsize=8192)  # the lines of several hours; each is read by every check, and by rules and summary
def _read(text: str, language: Language) -> Reading:
    clauses: list[Clause] = []
    for sentence in sentences_of(text, language):
        asks = sentence[-1].text == "?" and line_of(t.text for t in sentence) not in language.phrases("tag")
        clauses += [Clause(text, part, language, asks) for part in _parts(sentence, language)]
    return Reading(text, tuple(clauses))


def _parts(sentence: tuple[Token, ...], language: Language) -> Iterator[tuple[Token, ...]]:
    """Cut before each word that opens a clause of its own, and behind semicolons and dashes."""
    line = line_of(token.text for token in sentence)
    opened = (start for start, _ in language.phrases("opens_clause").find(line))
    cuts = [start + sentence[start].is_mark for start in opened]
    cuts += [place + 1 for place, token in enumerate(sentence) if token.text in ";–—"]
    edges = sorted({0, len(sentence), *cuts})
    for start, end in pairwise(edges):
        if any(not token.is_mark for token in sentence[start:end]):
            yield sentence[start:end]
