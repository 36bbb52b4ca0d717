"""A decision whose day is another in the end: "we ship on Monday" ... "Actually, we ship on Tuesday".

The room decides, so whoever corrects its day is believed unless somebody objects, and a day that is only
proposed holds once somebody agrees. What says nothing but the day must come soon; what says the decision
again may come at any time. Anything else that is named, denied or doubted there is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from guardrails.evidence.guard import CHANGED
from guardrails.types import Claim
from pipelines.merging.agreeing import Dated, agrees, dated, inside, same_day
from pipelines.merging.alike import DECISIVE
from pipelines.merging.days import DAY
from pipelines.merging.redating import is_of_something_else, said_in_of
from pipelines.merging.talk import Talk, shown, told

# Segments after the decision in which a day alone is its.
_SOON = 3
# Sentences in which somebody answers, and words of one that does: a longer one begins something else.
_ANSWERS = 3
_SHORT = 10


class _Read:
    """The sentences of a meeting, each read once, however many decisions come before it."""

    def __init__(self, talk: Talk) -> None:
        self.said = cache(lambda at: dated(talk.meeting.sentences[at].raw, talk))
        self.turns = cache(lambda at: bool(self.said(at).days) and _turns(at, self.said(at), talk))


def redecide(talk: Talk) -> Talk:
    """`talk` with the day that was said last for each decision that names one."""
    said_in = said_in_of([claim for claim in talk.claims if claim.kind in ("action", "decision")], talk)
    read = _Read(talk)
    for claim in talk.claims:
        if claim.kind == "decision" and claim.id in said_in:
            others = {at for other, at in said_in.items() if other != claim.id}
            talk = _redecided(claim, said_in[claim.id], others, talk, read)
    return talk


def _redecided(claim: Claim, start: int, others: set[int], talk: Talk, read: _Read) -> Talk:
    sentences, segments = talk.meeting.sentences, talk.meeting.segments
    changed, cited, quote = claim, set[int](), ""
    for at, proof, day in _changes(claim, start, others, talk, read):
        if (text := _with_day(changed.text, day, talk)) is not None:
            changed, quote = replace(changed, text=text), sentences[at].raw
            cited |= {place for number in proof for place in sentences[number].segments}
    if changed.text == claim.text:
        return talk
    changed = replace(
        changed,
        evidence=talk.cite(claim, also=[segments[p] for p in sorted(cited)], quote=claim.evidence.quote),
        flags=(*(flag for flag in claim.flags if flag != CHANGED), CHANGED),
    )
    claims = [changed if other.id == claim.id else other for other in talk.claims]
    return talk.with_claims(claims, [told(claim, shown(changed), f'another day: "{quote.strip()}"')])


def _changes(
    claim: Claim, start: int, others: set[int], talk: Talk, read: _Read
) -> Iterator[tuple[int, tuple[int, ...], str]]:
    """Where the decision's day is changed, the sentences that prove it, and the new day; in order."""
    sentences = talk.meeting.sentences
    found = talk.tongue.due_phrases(claim.text)
    if len(found) != 1:
        return  # of two days nobody can tell which is meant
    day = claim.text[found[0].start : found[0].end]
    soon, near = max(talk.last(claim), sentences[start].segments[-1]) + _SOON, True
    for at in range(start + 1, len(sentences)):
        near = near and sentences[at].segments[0] <= soon and at not in others
        if not near and not read.turns(at):
            continue
        said = read.said(at)
        new = [other for other in said.days if not same_day(other, day, talk)]
        if len(new) == 1 and at not in others:
            proof = _of_the_day(at, start, said, talk) if near else None
            proof = proof or _said_again(claim, at, start, said, talk)
            if proof is not None:
                yield at, proof, new[0]
                day, near = new[0], True
                continue
        near = near and not is_of_something_else(sentences[at], said, claim, talk)


def _of_the_day(at: int, start: int, said: Dated, talk: Talk) -> tuple[int, ...] | None:
    """The proof where a sentence says nothing but another day: "no, on Tuesday", "how about Tuesday?"."""
    days, sentences = talk.tongue.days, talk.meeting.sentences
    frame = days.recalls.sub("", said.frame)
    if not days.turns.search(frame):
        return None
    if not sentences[at].asks and days.corrects.fullmatch(frame):
        own = sentences[at].speaker is not None and sentences[at].speaker == sentences[start].speaker
        return (at,) if own or not _objected(at, said.days[0], talk) else None
    return _agreed(at, said, talk) if days.proposes.fullmatch(frame) else None


def _said_again(claim: Claim, at: int, start: int, said: Dated, talk: Talk) -> tuple[int, ...] | None:
    """The proof where a sentence says the decision again, with another day, and that it is a change."""
    sentence, tongue = talk.meeting.sentences[at], talk.tongue
    if not _turns(at, said, talk, after=start):
        return None
    rest = tongue.days.instead.sub(" ", said.frame).replace(DAY, " ")
    wanted = set(tongue.stems(claim.text)) - set(tongue.stems(" ".join(said.days)))
    named = set(tongue.stems(rest)) - set(tongue.stems(tongue.days.announces))
    if not named or not named <= wanted or DECISIVE.search(rest) or tongue.days.others.search(rest):
        return None
    if _is_shared(claim, named, talk):
        return None
    if sentence.asks or tongue.proposes.search(sentence.clean.text):
        return _agreed(at, said, talk)
    return None if tongue.no_answer.search(sentence.clean.text) else (at,)


def _turns(at: int, said: Dated, talk: Talk, *, after: int = -1) -> bool:
    """Whether a sentence, or the one before it by the same voice, says that something is changed.

    `after`: the decision's own sentence, which may tell of an earlier change: "we postponed it to Monday".
    """
    sentences, tongue = talk.meeting.sentences, talk.tongue
    near = [
        one for one in sentences[max(at - 1, after + 1, 0) : at + 1] if one.speaker == sentences[at].speaker
    ]
    return tongue.days.turns.search(said.frame) is not None or any(
        tongue.revises.search(one.raw) for one in near
    )


def _is_shared(claim: Claim, named: set[str], talk: Talk) -> bool:
    """Whether another decision or action has all of `named`, too: nobody can tell which is meant."""
    return any(
        other.id != claim.id
        and other.kind in ("action", "decision")
        and named <= set(talk.tongue.stems(other.text))
        for other in talk.claims
    )


def _agreed(at: int, said: Dated, talk: Talk) -> tuple[int, ...] | None:
    """The sentence and the answer of another voice that agrees to its day."""
    for answer in _answers(at, talk):
        if not agrees(answer, said.days[0], talk):
            return None
        # Who says the day again proves it better than whoever asks for it.
        return (answer,) if dated(talk.meeting.sentences[answer].raw, talk).days else (at, answer)
    return None


def _objected(at: int, day: str, talk: Talk) -> bool:
    """Whether another voice does not take a corrected day: it doubts, asks, refuses or names another one."""
    for answer in _answers(at, talk):
        sentence = talk.meeting.sentences[answer]
        said = dated(sentence.raw, talk)
        if talk.tongue.days.confirms.match(sentence.raw) and not sentence.asks:
            return False
        other = any(not same_day(one, day, talk) for one in said.days)
        doubted = talk.tongue.days.doubts.search(said.frame) or talk.tongue.refuses.search(said.frame)
        return bool(other or doubted) and len(sentence.raw.split()) <= _SHORT
    return False


def _answers(at: int, talk: Talk) -> Iterator[int]:
    """The next sentences of other voices."""
    sentences = talk.meeting.sentences
    for later in range(at + 1, min(at + 1 + _ANSWERS, len(sentences))):
        if sentences[later].speaker != sentences[at].speaker and sentences[later].says_something:
            yield later


def _with_day(text: str, day: str, talk: Talk) -> str | None:
    """`text` with `day` in place of its own, under the old one's "on" or "by" where the new one has none."""
    found = talk.tongue.due_phrases(text)
    if len(found) != 1:
        return None
    old, new, links = text[found[0].start : found[0].end], inside(day, talk), talk.tongue.days.links
    link = old.split(" ")[0]
    if link.casefold() in links and re.match(r"(?:the )?\d|[A-ZÄÖÜ]", new):
        new = f"{link} {new}"
    return f"{text[: found[0].start]}{new}{text[found[0].end :]}"
