"""Questions that were left open and answered later: "Ah, the archive. Viktor has the keys"."""

from __future__ import annotations

from collections.abc import Iterator

from guardrails.numbers import figures_in
from guardrails.types import Claim
from pipelines.merging.talk import Talk, told
from pipelines.rules.sentences import Sentence

# An answer names what was asked: two of its words at least, and so much of them all. Where nothing but the
# words tells that it is one, nearly all of them.
_NAMED = 0.6
_NEARLY_ALL = 0.75
_FEWEST = 2


def close_answered(talk: Talk) -> Talk:
    """`talk` without the questions that somebody answered before the meeting was over."""
    answers = {c.id: words for c in talk.claims if c.kind == "question" and (words := _answer(c, talk))}
    if not answers:
        return talk
    entries = [told(c, "", f'answered later: "{answers[c.id]}"') for c in talk.claims if c.id in answers]
    return talk.with_claims([c for c in talk.claims if c.id not in answers], entries)


def _answer(question: Claim, talk: Talk) -> str | None:
    """The words that answer `question`, with the speaker's name; None where nobody did."""
    asked = frozenset(talk.tongue.stems(question.text))
    kind = _kind(question.text, talk)
    if kind is None:
        return _decided(question, asked, talk)
    for said in _passages(talk, talk.last(question)):
        text = " ".join(sentence.clean.text for sentence in said)
        cased = " ".join(sentence.clean.cased for sentence in said)
        shared = asked & frozenset(talk.tongue.stems(cased))
        if len(shared) < _FEWEST or len(shared) < _NAMED * len(asked) or talk.tongue.no_answer.search(text):
            continue
        if _fits(kind, text, cased, talk) or len(shared) >= _NEARLY_ALL * len(asked) > _FEWEST:
            words = " ".join(sentence.raw for sentence in said)
            return f"{said[0].speaker}: {words}" if said[0].speaker else words
    return None


def _kind(question: str, talk: Talk) -> str | None:
    """What is asked for; None where yes or no is."""
    found = talk.tongue.asked.search(question.casefold())
    return found.lastgroup if found else None


def _fits(kind: str, text: str, cased: str, talk: Talk) -> bool:
    """Whether `text` has what was asked for."""
    if kind == "who":
        return talk.tongue.person.search(text) is not None or any(
            map(talk.meeting.people.find, cased.split())
        )
    if kind == "amount":
        return bool(figures_in(cased))
    if kind == "time":
        return bool(talk.tongue.due_phrases(cased))
    return kind == "place" and talk.tongue.place.search(text) is not None


def _decided(question: Claim, asked: frozenset[str], talk: Talk) -> str | None:
    """The later decision that settles a question of yes or no."""
    for claim in talk.claims:
        if claim.kind != "decision" or talk.first(claim) <= talk.last(question):
            continue
        shared = asked & frozenset(talk.tongue.stems(claim.text))
        if len(shared) >= _FEWEST and len(shared) >= _NAMED * len(asked):
            return claim.evidence.quote or claim.text
    return None


def _passages(talk: Talk, after: int) -> Iterator[tuple[Sentence, ...]]:
    """Statements after segment `after`: each alone, and with the one before it by the same voice."""
    before: Sentence | None = None
    for sentence in talk.meeting.sentences:
        if sentence.segments[0] <= after:
            continue
        if sentence.asks or talk.tongue.defers(sentence.clean.text):
            before = None
            continue
        yield (sentence,)
        if before is not None and before.speaker == sentence.speaker:
            yield (before, sentence)
        before = sentence
