"""A day that is put in the place of another: "by Monday. Actually no, by Wednesday".

Whoever does the work may change its day, and so may whoever just gave it out; what anybody else proposes
holds once the owner agrees. Only a sentence that says nothing but the new day counts, soon, and before
anything else is promised, asked or dated.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from guardrails.evidence.guard import CHANGED
from guardrails.types import Claim
from pipelines.merging.agreeing import Dated, agrees, answer_of, dated, inside, same_day, with_time
from pipelines.merging.days import DAY
from pipelines.merging.talk import Talk, shown, told
from pipelines.rules.sentences import Sentence

# Segments after the words of a claim in which its day is changed.
_SOON = 3
_NOT_THEN = re.compile(r"(?:not|nicht) (?:on |by |am |bis )?(?P<day>[^\W\d_]+)")
# Words of another voice that begin nothing new.
_IN_PASSING = 3


def redate(talk: Talk) -> Talk:
    """`talk` with the day that was said last for each action."""
    said_in = said_in_of([claim for claim in talk.claims if claim.kind in ("action", "decision")], talk)
    for claim in talk.claims:
        if claim.kind != "action" or not claim.due_phrase or claim.id not in said_in:
            continue
        start = said_in[claim.id]
        others = {at for other, at in said_in.items() if other != claim.id}
        # Of two items in one sentence nobody can tell which is meant.
        if start not in others:
            talk = _redated(claim, start, others, talk)
    return talk


def _redated(claim: Claim, start: int, others: set[int], talk: Talk) -> Talk:
    sentences, due = talk.meeting.sentences, claim.due_phrase or ""
    cited: set[int] = set()
    quote = ""
    reach = max(talk.last(claim), sentences[start].segments[-1]) + _SOON
    for at in range(start + 1, len(sentences)):
        if sentences[at].segments[0] > reach:
            break
        said, turned = _without_rejected(dated(sentences[at].raw, talk, times=True), due, talk)
        proof = _proof(claim, start, at, said, talk, turned=turned)
        if proof is not None and not same_day(said.days[0], due, talk):
            due, quote = with_time(due, inside(said.days[0], talk), talk), sentences[at].raw
            cited |= {place for number in proof for place in sentences[number].segments}
        elif turned and not said.days:
            continue  # what follows may give another day
        elif proof is None and (at in others or is_of_something_else(sentences[at], said, claim, talk)):
            break
    if not quote:
        return talk
    changed = replace(
        claim,
        due_phrase=due,
        evidence=talk.cite(
            claim, also=[talk.meeting.segments[p] for p in sorted(cited)], quote=claim.evidence.quote
        ),
        flags=(*(flag for flag in claim.flags if flag != CHANGED), CHANGED),
    )
    claims = [changed if other.id == claim.id else other for other in talk.claims]
    return talk.with_claims(claims, [told(claim, shown(changed), f'another day: "{quote.strip()}"')])


def said_in_of(claims: Sequence[Claim], talk: Talk) -> dict[str, int]:
    """The sentence that says each of `claims`, by its id; without those that none says."""
    by_place: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(talk.meeting.sentences):
        for place in sentence.segments:
            by_place[place].append(number)
    return {c.id: at for c in claims if (at := _said_in(c, by_place, talk)) is not None}


def _said_in(claim: Claim, by_place: Mapping[int, Sequence[int]], talk: Talk) -> int | None:
    """The sentence that says `claim`: it has its day, if there is one, and most of its words."""
    wanted = set(talk.tongue.stems(claim.text))
    places = {talk.scene.places[segment_id] for segment_id in claim.evidence.segment_ids}
    best: tuple[int, int] | None = None
    for at in sorted({at for place in places for at in by_place[place]}):
        raw = talk.meeting.sentences[at].raw
        shared = len(wanted & set(talk.tongue.stems(raw)))
        has_day = (claim.due_phrase or "").casefold() in raw.casefold()
        if has_day and shared and (best is None or shared > best[0]):
            best = shared, at
    return best[1] if best else None


def _without_rejected(said: Dated, due: str, talk: Talk) -> tuple[Dated, bool]:
    """`said` behind the words that turn the day `due` down, and whether it begins with them."""
    found = talk.tongue.days.rejects.match(said.frame)
    if found is None or not same_day(said.days[0], due, talk):
        return said, False
    return Dated(said.frame[found.end() :], said.days[1:]), True


def _proof(
    claim: Claim, start: int, at: int, said: Dated, talk: Talk, *, turned: bool
) -> tuple[int, ...] | None:
    """The sentences that put another day in place of the claim's; None where sentence `at` does not.

    `turned`: it turned the claim's day down in the same breath.
    """
    days, sentences = talk.tongue.days, talk.meeting.sentences
    if not said.days or not (turned or days.turns.search(said.frame)):
        return None
    speaker, giver = sentences[at].speaker, sentences[start].speaker
    in_one_go = all(sentence.speaker == giver for sentence in sentences[start : at + 1])
    if speaker is not None and (speaker == claim.owner or in_one_go) and not sentences[at].asks:
        return (at,) if days.corrects.fullmatch(said.frame) else None
    if claim.owner is None or speaker == claim.owner or not days.proposes.fullmatch(said.frame):
        return None
    answer = answer_of(claim.owner, at, talk)
    return (at, answer) if answer is not None and agrees(answer, said.days[0], talk) else None


def _turns_its_day_down(said: Dated, claim: Claim) -> bool:
    """Whether it is the claim's own day that does not suit somebody: "not tomorrow, I'm away"."""
    denied = _NOT_THEN.match(said.frame)
    return denied is not None and denied["day"] in (claim.due_phrase or "").casefold().split()


def is_of_something_else(sentence: Sentence, said: Dated, claim: Claim, talk: Talk) -> bool:
    """Whether a sentence that changes no day begins another matter.

    It asks or dates something else, or another voice says more than "good, thanks".
    """
    in_passing = sentence.speaker == claim.owner or len(sentence.raw.split()) <= _IN_PASSING
    if talk.tongue.days.proposes.fullmatch(said.frame) or _turns_its_day_down(said, claim):
        return False
    if in_passing and not sentence.asks and not said.days:
        return False
    named = set(talk.tongue.stems(said.frame.replace(DAY, " ")))
    return bool(named - set(talk.tongue.stems(claim.text)))
