"""Decisions: whole sentences that say what was chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim
from guardrails.language import Clause, Language, Token, content_of
from guardrails.language.phrases import line_of
from pipelines.rules.answers import answer_to
from pipelines.rules.context import Context
from pipelines.rules.features import Features, features_of
from pipelines.rules.passage import evidence_of
from pipelines.rules.task import looks_back, trimmed, words_of
from pipelines.sentences import Sentence

_SAID = ("decided", "chosen")
"""Lists of what calls a decision one."""
_LEAST = 2
"""Lemmas of an option that can be understood."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate."""

    said: tuple[Sentence, ...]
    """Its sentence, and the consent of somebody else where it needs one."""
    text: str
    is_said: bool
    """Whether it was called decided, or chosen, in so many words."""

    @property
    def said_in(self) -> Sentence:
        return self.said[0]

    @property
    def index(self) -> int:
        return self.said_in.index

    @property
    def matter(self) -> frozenset[str]:
        return self.said_in.reading.content

    def is_shown(self, *, all_of_them: bool) -> bool:
        """Whether it may be an item; where all are shown, only what was said to be one."""
        return self.is_said or not all_of_them

    def claim(self, context: Context, confidence: float) -> Claim:
        return Claim("", "decision", self.text, evidence_of(context, self.said), confidence=confidence)

    def features(self, context: Context) -> Features:
        found = features_of(context, self.said_in, self.said_in.reading.clauses)
        clauses = self.said_in.reading.clauses
        said = {
            f"list {name}": float(any(clause.has(name) for clause in clauses))
            for name in (*_SAID, "proposes")
        }
        return {
            **found,
            **said,
            "said as decision": float(self.is_said),
            "agreed": float(len(self.said) > 1),
            "option": math.log1p(len(self.text.split())),
        }


def decisions_of(context: Context) -> list[Decision]:
    """All candidates, in the order of speech: what is said, or proposed and agreed to, and not doubted or
    taken back."""
    found = (_decision(context, sentence) for sentence in context.sentences)
    return [decision for decision in found if decision is not None]


def _decision(context: Context, sentence: Sentence) -> Decision | None:
    clauses = sentence.reading.clauses
    if len(sentence.reading.content) < _LEAST or any(clause.has("small_talk") for clause in clauses):
        return None
    if any(
        clause.act == "request" or (clause.taken_back and not clause.has("decided")) for clause in clauses
    ):
        return None
    asks = any(each.act == "ask" or each.asks for each in clauses)
    clause = next((each for each in clauses if any(map(each.has, (*_SAID, "proposes")))), None)
    if clause is not None and (clause.limits or (clause.denied and not clause.has("decided"))):
        return None
    if clause is not None and looks_back(clause):
        return None  # "last week we decided"
    if clause is not None and any(map(clause.has, _SAID)) and not (asks or clause.hedged):
        return _chosen(sentence, clause, ())
    if clause is not None and not clause.has("manages"):
        answer = answer_to(context, sentence.index)
        if answer.kind == "accepted":
            return _chosen(sentence, clause, answer.said)
    return None if asks else Decision((sentence,), _whole(sentence), is_said=False)


def _chosen(sentence: Sentence, clause: Clause, consent: tuple[Sentence, ...]) -> Decision | None:
    option = _option(sentence, clause)
    return Decision((sentence, *consent), option, is_said=True) if option else None


def _option(sentence: Sentence, said: Clause) -> str:
    """What stands behind "we agreed that", or from "go with" on: what was chosen, if it says that.

    Where a language changes the order of words behind "that", the whole sentence is kept.
    """
    spoken = said.language
    for tokens in (said.tokens, [token for clause in sentence.reading.clauses for token in clause.tokens]):
        option = _behind(tokens, spoken)
        if option and option[0].text in spoken.words("verb_last"):
            return _whole(sentence)
        if len(content_of(option, spoken)) >= _LEAST:
            return words_of(sentence.text, option)
    return ""


def _behind(tokens: Sequence[Token], spoken: Language) -> list[Token]:
    line = line_of(token.text for token in tokens)
    behind = [span for name in ("decided", "proposes") if (span := spoken.phrases(name).first(line))]
    chosen = spoken.phrases("chosen").first(line)
    first = behind[0][1] if behind else chosen[0] if chosen is not None else 0
    option = trimmed(tokens[first:], spoken.words("opener"))
    for place, token in enumerate(option[:-1]):  # "rent the hall, it costs 1,500"
        goes_on = token.is_mark and option[place + 1].text in spoken.words("subject")
        if goes_on and len(content_of(option[:place], spoken)) >= _LEAST:
            return option[:place]
    return option


def _whole(sentence: Sentence) -> str:
    clauses = sentence.reading.clauses
    tokens = [token for clause in clauses for token in clause.tokens]
    return words_of(sentence.text, trimmed(tokens, clauses[0].language.words("opener")))
