"""A request that was refused, and that somebody takes up after all: "Cara, then?" - "Okay, I'll take it".

Whoever takes it says so in words of his own, or says yes where he was called. It is an item of his, with the
day that he names, or else the one that was asked for. Nothing is taken up once something else was promised or
asked for.
"""

from __future__ import annotations

import re

from guardrails.types import Claim, TapeEntry
from pipelines.merging.agreeing import agrees, answer_of, dated, inside
from pipelines.merging.reassigning import is_same, is_vague
from pipelines.merging.talk import NAME, Talk, shown
from pipelines.merging.tongue import Refusal
from pipelines.rules.sentences import Sentence

# Segments after the refusal.
_SOON = 4
# Words that stand beside the name of somebody who is only called: "Cara, then?".
_CALL = frozenset("and or you then maybe perhaps und oder du dann vielleicht".split())
# How the answer to an offer begins that keeps the work: "no, leave it, I'll do that".
_NO = re.compile(
    r"\W*(?:no|nah|nope|nein|nee)\b[\s,.]*"
    r"(?:(?:thanks|thank you|leave it|danke|lass(?: mal| nur)?)\b[\s,.]*)*",
    re.IGNORECASE,
)
# Words of a sentence between refusal and taking that begins nothing new.
_IN_PASSING = 5


def take_up(talk: Talk) -> Talk:
    """`talk` with an item for every refused request that somebody took up."""
    numbers = {id(sentence): number for number, sentence in enumerate(talk.meeting.sentences)}
    for refusal in talk.refusals:
        task, asked, answer = refusal
        begins, refused = numbers[id(asked)], numbers[id(answer)]
        if any(claim.kind == "action" and is_same(task, claim.text, talk) for claim in talk.claims):
            continue
        taken = _taken(refusal, begins, refused, talk)
        if taken is not None:
            talk = _with_item(refusal, taken, talk)
    return talk


def _taken(refusal: Refusal, begins: int, refused: int, talk: Talk) -> tuple[int, ...] | None:
    """The sentences in which somebody takes it up; the last one is his, and its day or the one before's."""
    sentences = talk.meeting.sentences
    _, asked, answer = refusal
    offer = _other_day(refused, asked, talk) or _offered_day(refused, asked, talk)
    if offer is not None:
        return offer
    said = answer.raw.replace("’", "'")
    kept = _NO.sub("", said, count=1)
    if answer.speaker not in (None, asked.speaker) and kept != said and talk.tongue.takes.match(kept):
        return (refused,)
    others = {
        talk.first(c) for c in talk.claims if c.kind in ("action", "decision") and not is_vague(c, talk)
    }
    for at in range(refused + 1, len(sentences)):
        here, before = sentences[at], sentences[at - 1]
        if here.segments[0] > answer.segments[-1] + _SOON or others & set(here.segments):
            return None
        if not here.asks and here.speaker is not None and not talk.tongue.refuses.search(here.clean.text):
            if talk.tongue.takes.match(here.raw.replace("’", "'")):
                return (at - 1, at) if at - 1 > refused and _called(before, talk) else (at,)
            called = at - 1 > refused and _called(before, talk) == here.speaker != asked.speaker
            if called and talk.tongue.accepts.match(here.raw):
                return at - 1, at
        long = here.asks or len(here.raw.split()) > _IN_PASSING
        if long and here.speaker != answer.speaker and not _called(here, talk):
            return None
    return None


def _other_day(refused: int, asked: Sentence, talk: Talk) -> tuple[int, ...] | None:
    """ "No, Monday"; "can't do Friday, Monday?" - "Monday is fine": a yes with another day."""
    here = talk.meeting.sentences[refused]
    said, days = dated(here.raw, talk), talk.tongue.days
    if here.speaker is None or not said.days or not days.counters.fullmatch(said.frame):
        return None
    if not here.asks:
        return (refused,)
    if asked.speaker is None or (reply := answer_of(asked.speaker, refused, talk)) is None:
        return None
    return (reply, refused) if agrees(reply, said.days[-1], talk) else None


def _offered_day(refused: int, asked: Sentence, talk: Talk) -> tuple[int, ...] | None:
    """ "Can't do Friday." - "Monday then?" - "Monday is fine": whoever asked gives another day."""
    sentences, owner = talk.meeting.sentences, talk.meeting.sentences[refused].speaker
    if owner is None or owner == asked.speaker:
        return None
    for at in range(refused + 1, min(refused + 1 + _SOON, len(sentences))):
        here = sentences[at]
        if here.speaker != asked.speaker:
            if here.speaker == owner or not here.says_something:
                continue
            return None
        said = dated(here.raw, talk)
        if not said.days:
            if len(here.raw.split()) <= _IN_PASSING and not here.asks:
                continue
            return None
        fits = talk.tongue.days.offers.fullmatch(said.frame) or talk.tongue.days.proposes.fullmatch(
            said.frame
        )
        reply = answer_of(owner, at, talk) if fits else None
        return (at, reply) if reply is not None and agrees(reply, said.days[-1], talk) else None
    return None


def _called(sentence: Sentence, talk: Talk) -> str | None:
    """Whom a sentence gives the work to, and does nothing else: "Cara, then?", "Ralf, can you do that?"."""
    people, cased = talk.meeting.people, sentence.clean.cased
    for words in talk.tongue.handed:
        if found := words.search(cased):
            return people.find(found["who"])
    named = [word for word in re.findall(r"\w+", cased) if word.casefold() not in _CALL]
    return people.find(named[0]) if sentence.asks and len(named) == 1 else None


def _with_item(refusal: Refusal, taken: tuple[int, ...], talk: Talk) -> Talk:
    sentences, segments = talk.meeting.sentences, talk.meeting.segments
    task, asked, answer = refusal
    his = sentences[taken[-1]]
    offered = dated(sentences[taken[0]].raw, talk).days if len(taken) > 1 else ()
    days = dated(his.raw, talk).days or offered
    days = days or (() if dated(answer.raw, talk).days else dated(asked.raw, talk).days)
    places = {place for one in (asked, *(sentences[number] for number in taken)) for place in one.segments}
    known = {claim.id for claim in talk.claims}
    number = next(n for n in range(1, len(known) + 2) if f"taken-{n}" not in known)
    item = Claim(
        f"taken-{number}",
        "action",
        task,
        talk.cite(also=[segments[place] for place in sorted(places)], quote=asked.raw.strip()),
        owner=his.speaker,
        due_phrase=inside(days[-1], talk) if days else None,
    )
    # "I'll take it" may be an item of its own in the draft.
    kept = [
        claim
        for claim in talk.claims
        if not (
            claim.kind == "action"
            and claim.owner == his.speaker
            and talk.first(claim) in his.segments
            and is_vague(claim, talk)
        )
    ]
    reason = f'refused ("{answer.raw.strip()}"), and taken up: "{his.raw.strip()}"'
    return talk.with_claims([*kept, item], [TapeEntry(NAME, item.id, "verified", task, shown(item), reason)])
