"""Work that is handed on: "actually, Sam does that", "I'll take it instead"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guardrails.evidence.guard import CHANGED
from guardrails.types import Claim, Segment
from pipelines.draft import UNKNOWN_SPEAKER
from pipelines.merging.agreeing import dated
from pipelines.merging.talk import Talk, shown, told

# Who hands work on does it soon: within so many segments.
_SOON = 5
# And whoever gets it answers at once.
_ANSWER = 2


@dataclass(frozen=True, slots=True)
class _Handing:
    place: int
    owner: str
    quote: str
    before: str
    """What stands in `quote` before the words that hand it on."""
    answer: Segment | None
    """In which the new owner takes it."""


def reassign(talk: Talk) -> Talk:
    """`talk` with the owner that each action was handed to last."""
    refused = [(task, asked.segments[0]) for task, asked, _ in talk.refusals]
    for place in range(len(talk.meeting.segments)):
        claim = _meant(talk, place, refused)
        handing = _handing(talk, place) if claim else None
        if handing is None or claim is None or claim.owner == handing.owner:
            continue
        if _is_said_before(handing, claim, talk) and not _names_another(handing, claim, talk):
            talk = _handed(talk, claim, handing)
    return talk


def _handing(talk: Talk, place: int) -> _Handing | None:
    segment = talk.meeting.segments[place]
    said = talk.tongue.clean(segment.text)
    if segment.speaker and (found := talk.tongue.taken.search(said.cased)):
        return _Handing(place, segment.speaker, segment.text, said.cased[: found.start()], None)
    for words in talk.tongue.handed:
        found = words.search(said.cased)
        if found is None or (name := _person(talk, said.cased, found)) is None:
            continue
        answers = [
            other
            for other in talk.meeting.segments[place + 1 : place + 1 + _ANSWER]
            if other.speaker == name and name != segment.speaker
        ]
        if answers and talk.tongue.refuses.search(answers[0].text[:40]):
            return None
        taken = next((answer for answer in answers if talk.tongue.accepts.match(answer.text)), None)
        return _Handing(place, name, segment.text, said.cased[: found.start()], taken)
    return None


def _person(talk: Talk, said: str, found: re.Match[str]) -> str | None:
    """Who is named: somebody of the meeting, or a stranger whose name has its capital."""
    people, who = talk.meeting.people, found["who"]
    return people.find(who) or people.find(who.split()[-1]) or talk.tongue.stranger(said[: found.end("who")])


def _meant(talk: Talk, place: int, refused: Sequence[tuple[str, int]]) -> Claim | None:
    """The action that "it" is: the last one before `place`, if that is near.

    None where something else was asked for after it, and refused: it is that which is handed on.
    """
    before = [
        claim
        for claim in talk.claims
        if claim.kind == "action" and place - _SOON <= talk.last(claim) <= place and not is_vague(claim, talk)
    ]
    latest = max(before, key=talk.last, default=None)
    if latest is not None and any(
        talk.last(latest) <= asked <= place and not is_same(task, latest.text, talk)
        for task, asked in refused
    ):
        return None
    return latest


def _is_said_before(handing: _Handing, claim: Claim, talk: Talk) -> bool:
    """Whether `claim` stands before the words that hand it on, and does not say so itself."""
    if talk.first(claim) < handing.place:
        return True
    words = set(talk.tongue.stems(claim.text))
    return 2 * len(words & set(talk.tongue.stems(handing.before))) >= max(len(words), 1)


def _names_another(handing: _Handing, claim: Claim, talk: Talk) -> bool:
    """Whether another thing is handed on by its name: "the list, that was yours, but Carl does it"."""
    named = {stem for topic in talk.tongue.topic.findall(handing.before) for stem in talk.tongue.stems(topic)}
    return bool(named) and not named & set(talk.tongue.stems(claim.text))


def is_same(task: str, other: str, talk: Talk) -> bool:
    """Whether two tasks have most of their words in common."""
    words, others = set(talk.tongue.stems(task)), set(talk.tongue.stems(other))
    return 2 * len(words & others) > len(words)


def _handed(talk: Talk, claim: Claim, handing: _Handing) -> Talk:
    segments = talk.meeting.segments
    also = [segments[handing.place], *([handing.answer] if handing.answer else [])]
    absorbed = list(_taken_up(talk, handing))
    due = _day_in(handing.answer.text, talk) if handing.answer else None
    changed = replace(
        claim,
        owner=handing.owner,
        due_phrase=due or claim.due_phrase,
        evidence=talk.cite(claim, also=also, quote=claim.evidence.quote),
        flags=(*(flag for flag in claim.flags if flag not in (CHANGED, UNKNOWN_SPEAKER)), CHANGED),
    )
    gone = {other.id for other in absorbed}
    claims = [changed if other.id == claim.id else other for other in talk.claims if other.id not in gone]
    return talk.with_claims(claims, [told(claim, shown(changed), f'handed on: "{handing.quote}"')])


def _day_in(answer: str, talk: Talk) -> str | None:
    """The day of "yes, I can do that tomorrow", or of a mere "sure, tomorrow"."""
    said = dated(answer, talk)
    if said.days and (talk.tongue.it.search(answer) or talk.tongue.days.settles.fullmatch(said.frame)):
        return said.days[0]
    return None


def _taken_up(talk: Talk, handing: _Handing) -> Iterator[Claim]:
    """Claims of the new owner that are nothing but "I'll do that"."""
    reach = range(handing.place, handing.place + _ANSWER + 1)
    for claim in talk.claims:
        if (
            claim.kind == "action"
            and claim.owner == handing.owner
            and talk.first(claim) in reach
            and is_vague(claim, talk)
        ):
            yield claim


def is_vague(claim: Claim, talk: Talk) -> bool:
    """Whether a claim is nothing but "do that"."""
    return len(talk.tongue.content(claim.text)) <= 1 and talk.tongue.it.search(claim.text) is not None
