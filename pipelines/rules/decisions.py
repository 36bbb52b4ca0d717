"""Decisions: whole sentences that say what was chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.core.types import Claim
from guardrails.language import Clause, Language, Token, content_of
from guardrails.language.phrases import line_of
from pipelines.meeting import Meeting
from pipelines.rules.features import Features, features_of
from pipelines.rules.passage import QUOTE_WORDS, evidence_of, length_of
from pipelines.rules.task import looks_back, trimmed, words_of
from pipelines.sentences import Sentence

_SAID = ("decided", "chosen")
"""Lists of what calls a decision one."""
_STOPS = ".?!"
_LEAST = 2
"""Lemmas of an option that can be understood."""
_CLEAR = 4
"""Lemmas of a sentence that can be understood by itself."""
_BACK = 8
"""Sentences in which a question or a proposal says what is meant by one that cannot."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate."""

    said: tuple[Sentence, ...]
    """Its sentence, what explains it, and the consent of somebody else where it needs one."""
    text: str
    is_said: bool
    """Whether it was called decided, or chosen, in so many words."""
    is_agreed: bool = False

    @property
    def said_in(self) -> Sentence:
        return self.said[0]

    @property
    def index(self) -> int:
        return self.said_in.index

    @property
    def matter(self) -> frozenset[str]:
        own = self.said_in.reading.content
        return own or frozenset().union(*(part.reading.content for part in self.said))

    def is_shown(self, *, all_of_them: bool) -> bool:
        """Whether it may be an item; where all are shown, only what was said to be one."""
        return self.is_said or not all_of_them

    def claim(self, meeting: Meeting, confidence: float) -> Claim:
        """In a stand-up its text is the option alone; in longer talk the words that were said."""
        first = min(self.said, key=lambda sentence: sentence.index)
        evidence = evidence_of(meeting, self.said, first)
        text = self.text if meeting.is_short else evidence.quote
        return Claim("", "decision", text, evidence, confidence=confidence)

    def features(self, meeting: Meeting) -> Features:
        found = features_of(meeting, self.said_in, self.said_in.reading.clauses)
        clauses = self.said_in.reading.clauses
        said = {
            f"list {name}": float(any(clause.has(name) for clause in clauses))
            for name in (*_SAID, "proposes")
        }
        return {
            **found,
            **said,
            "said as decision": float(self.is_said),
            "agreed": float(self.is_agreed),
            "option": math.log1p(len(self.text.split())),
        }


def decisions_of(meeting: Meeting) -> list[Decision]:
    """All candidates, in the order of speech: what is said, or proposed and agreed to, and not doubted or
    taken back."""
    found = (_decision(meeting, sentence) for sentence in meeting.sentences)
    return [decision for decision in found if decision is not None]


def _decision(meeting: Meeting, sentence: Sentence) -> Decision | None:
    clauses = sentence.reading.clauses
    if any(clause.has("small_talk") for clause in clauses):
        return None
    if any(
        clause.act == "request" or (clause.taken_back and not clause.has("decided")) for clause in clauses
    ):
        return None
    asks = any(each.act == "ask" or each.asks for each in clauses)
    clause = next((each for each in clauses if any(map(each.has, (*_SAID, "proposes")))), None)
    if clause is None and len(sentence.reading.content) < _LEAST:
        return None
    if clause is not None and (clause.limits or (clause.denied and not clause.has("decided"))):
        return None
    if clause is not None and looks_back(clause):
        return None  # "last week we decided"
    consent: tuple[Sentence, ...] = ()
    is_said = clause is not None and any(map(clause.has, _SAID)) and not (asks or clause.hedged)
    if clause is not None and not is_said and not clause.has("manages"):
        answer = meeting.answer_to(sentence)
        is_said, consent = answer.kind == "accepted", answer.said
    if clause is not None and is_said and meeting.is_short:
        option = _option(sentence, clause)
        return Decision((sentence, *consent), option, True, bool(consent)) if option else None
    return None if asks and not is_said else _complete(meeting, sentence, consent if is_said else (), is_said)


def _complete(
    meeting: Meeting, sentence: Sentence, consent: tuple[Sentence, ...], is_said: bool
) -> Decision | None:
    """With the rest of a sentence that a pause cut; of one that says too little ("yes, let's do that"), with
    the question or proposal before it."""
    said = _uncut(meeting, sentence)
    lemmas = frozenset().union(*(part.reading.content for part in said))
    if len(lemmas) < _CLEAR:
        before = meeting.near(said[0].index, _BACK, 0)
        meant = next((each for each in reversed(before) if _proposes(each)), None)
        if meant is not None and length_of((meant, *said)) <= QUOTE_WORDS:
            said = (meant, *said)
        elif len(lemmas) < _LEAST:
            return None
    others = tuple(part for part in said if part is not sentence)
    text = " ".join(part.text for part in said)
    return Decision((sentence, *others, *consent), text, is_said, bool(consent))


def _uncut(meeting: Meeting, sentence: Sentence) -> tuple[Sentence, ...]:
    """With the lines before and behind that are the same sentence by its marks, if that is not too long."""
    at, all_of_them = sentence.index, meeting.sentences
    first = at - (at > 0 and _goes_on(all_of_them[at - 1], sentence) and sentence.text[:1].islower())
    last = at + (at + 1 < len(all_of_them) and _goes_on(sentence, all_of_them[at + 1]))
    whole = tuple(all_of_them[first : last + 1])
    return whole if length_of(whole) <= QUOTE_WORDS else (sentence,)


def _goes_on(one: Sentence, other: Sentence) -> bool:
    is_broken_off = one.text.rstrip()[-1:] not in _STOPS
    is_read = bool(one.reading.clauses and other.reading.clauses)
    return is_broken_off and is_read and one.speaker == other.speaker


def _proposes(sentence: Sentence) -> bool:
    clauses = sentence.reading.clauses
    asks = any(each.act in ("ask", "offer") or each.has("proposes") for each in clauses)
    return asks and len(sentence.reading.content) >= _CLEAR


def _option(sentence: Sentence, said: Clause) -> str:
    """What follows "we agreed that", or from "go with" on: what was chosen, if it says that.

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
