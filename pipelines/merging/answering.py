"""Questions that were left open and answered later: "Ah, the archive. Viktor has the keys"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.numbers import figures_in
from guardrails.types import Claim
from guardrails.words import content_stems
from pipelines.due import find_due_phrases
from pipelines.merging.talk import Talk, told
from pipelines.rules.questions import defers
from pipelines.rules.sentences import Sentence

# An answer names what was asked: two of its words at least, and so much of them all. Where nothing but the
# words tells that it is one, nearly all of them.
_NAMED = 0.6
_NEARLY_ALL = 0.75
_FEWEST = 2
_ASKED = re.compile(
    r"\b(?P<who>who|whose|whom)\b|\b(?P<amount>how (?:much|many|long|big|often|far|expensive))\b"
    r"|\b(?P<time>when|what (?:time|day|date)|which (?:day|date|week))\b|\b(?P<place>where)\b"
    r"|\b(?P<other>what|which|why|how)\b",
)
_PERSON = re.compile(r"\b(?:i|i'm|i'll|i've|we|he|she|they)\b")
_PLACE = re.compile(r"\b(?:in|at|on|under|behind|beside|near|next to|here|there)\b")
# What is only planned, supposed or wished answers nothing.
_NO_ANSWER = re.compile(
    r"\b(?:could|might|maybe|perhaps|if|whether|should|would|need to|needs to|have to|has to|find out|ask|"
    r"asked|wonder|probably|i think|i guess|still open|open question|unclear|undecided|question|know)\b"
)


def close_answered(talk: Talk) -> Talk:
    """`talk` without the questions that somebody answered before the meeting was over."""
    answers = {c.id: words for c in talk.claims if c.kind == "question" and (words := _answer(c, talk))}
    if not answers:
        return talk
    entries = [told(c, "", f'answered later: "{answers[c.id]}"') for c in talk.claims if c.id in answers]
    return talk.with_claims([c for c in talk.claims if c.id not in answers], entries)


def _answer(question: Claim, talk: Talk) -> str | None:
    """The words that answer `question`, with the speaker's name; None where nobody did."""
    asked = frozenset(content_stems(question.text))
    kind = _kind(question.text)
    if kind is None:
        return _decided(question, asked, talk)
    for said in _passages(talk, talk.last(question)):
        text = " ".join(sentence.clean.text for sentence in said)
        shared = asked & frozenset(content_stems(text))
        if len(shared) < _FEWEST or len(shared) < _NAMED * len(asked) or _NO_ANSWER.search(text):
            continue
        cased = " ".join(sentence.clean.cased for sentence in said)
        if _fits(kind, text, cased, talk) or len(shared) >= _NEARLY_ALL * len(asked) > _FEWEST:
            words = " ".join(sentence.raw for sentence in said)
            return f"{said[0].speaker}: {words}" if said[0].speaker else words
    return None


def _kind(question: str) -> str | None:
    """What is asked for; None where yes or no is."""
    found = _ASKED.search(question.casefold())
    return found.lastgroup if found else None


def _fits(kind: str, text: str, cased: str, talk: Talk) -> bool:
    """Whether `text` has what was asked for."""
    if kind == "who":
        return _PERSON.search(text) is not None or any(map(talk.meeting.people.find, cased.split()))
    if kind == "amount":
        return bool(figures_in(cased))
    if kind == "time":
        return bool(find_due_phrases(cased))
    return kind == "place" and _PLACE.search(text) is not None


def _decided(question: Claim, asked: frozenset[str], talk: Talk) -> str | None:
    """The later decision that settles a question of yes or no."""
    for claim in talk.claims:
        if claim.kind != "decision" or talk.first(claim) <= talk.last(question):
            continue
        shared = asked & frozenset(content_stems(claim.text))
        if len(shared) >= _FEWEST and len(shared) >= _NAMED * len(asked):
            return claim.evidence.quote or claim.text
    return None


def _passages(talk: Talk, after: int) -> Iterator[tuple[Sentence, ...]]:
    """Statements after segment `after`: each alone, and with the one before it by the same voice."""
    before: Sentence | None = None
    for sentence in talk.meeting.sentences:
        if sentence.segments[0] <= after:
            continue
        if sentence.asks or defers(sentence.clean.text):
            before = None
            continue
        yield (sentence,)
        if before is not None and before.speaker == sentence.speaker:
            yield (before, sentence)
        before = sentence
