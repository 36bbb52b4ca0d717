"""A day that is put in the place of another: "by Monday. Actually no, by Wednesday".

Whoever does the work may change its day, and so may whoever just gave it out; what anybody else proposes
holds once the owner agrees. Only a sentence that says nothing but the new day counts, soon, and before
anything else is promised, asked or dated.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from guardrails.types import Claim
from pipelines.merging.days import DAY
from pipelines.merging.joining import CHANGED
from pipelines.merging.talk import Talk, shown, told
from pipelines.rules.sentences import Sentence

# Segments after the words of a claim in which its day is changed, and in which the owner answers.
_SOON = 3
_ANSWER = 2
# Words: whoever agrees says little.
_SHORT = 8
_IN_PASSING = 3


@dataclass(frozen=True, slots=True)
class _Dated:
    """A sentence as far as it names days."""

    frame: str
    """Its words in lower case, each due phrase being `DAY`."""
    days: tuple[str, ...]


def redate(talk: Talk) -> Talk:
    """`talk` with the day that was said last for each action."""
    by_place: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(talk.meeting.sentences):
        for place in sentence.segments:
            by_place[place].append(number)
    work = [claim for claim in talk.claims if claim.kind in ("action", "decision")]
    said_in = {c.id: at for c in work if (at := _said_in(c, by_place, talk)) is not None}
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
        said = _dated(sentences[at].raw, talk)
        proof = _proof(claim, start, at, said, talk)
        if proof is not None and not _same_day(said.days[0], due, talk):
            due, quote = _inside(said.days[0], talk), sentences[at].raw
            cited |= {place for number in proof for place in sentences[number].segments}
        elif proof is None and (at in others or _is_of_something_else(sentences[at], said, claim, talk)):
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


def _dated(raw: str, talk: Talk) -> _Dated:
    said = raw.replace("’", "'")
    phrases = talk.tongue.due_phrases(said)
    frame, end = "", 0
    for phrase in phrases:
        frame, end = f"{frame}{said[end : phrase.start]}{DAY}", phrase.end
    frame = " ".join(f"{frame}{said[end:]}".casefold().split())
    return _Dated(frame, tuple(said[phrase.start : phrase.end] for phrase in phrases))


def _proof(claim: Claim, start: int, at: int, said: _Dated, talk: Talk) -> tuple[int, ...] | None:
    """The sentences that put another day in place of the claim's; None where sentence `at` does not."""
    days, sentences = talk.tongue.days, talk.meeting.sentences
    if not said.days or not days.turns.search(said.frame):
        return None
    speaker, giver = sentences[at].speaker, sentences[start].speaker
    in_one_go = all(sentence.speaker == giver for sentence in sentences[start : at + 1])
    if speaker is not None and (speaker == claim.owner or in_one_go) and not sentences[at].asks:
        return (at,) if days.corrects.fullmatch(said.frame) else None
    if claim.owner is None or speaker == claim.owner or not days.proposes.fullmatch(said.frame):
        return None
    answer = _answer(claim.owner, at, talk)
    return (at, answer) if answer is not None and _agrees(answer, said.days[0], talk) else None


def _answer(owner: str, at: int, talk: Talk) -> int | None:
    """The first sentence that `owner` says after sentence `at`."""
    sentences = talk.meeting.sentences
    for later in range(at + 1, len(sentences)):
        if sentences[later].segments[0] > sentences[at].segments[-1] + _ANSWER:
            return None
        if sentences[later].speaker == owner and sentences[later].says_something:
            return later
    return None


def _agrees(answer: int, day: str, talk: Talk) -> bool:
    sentence, days = talk.meeting.sentences[answer], talk.tongue.days
    said = _dated(sentence.raw, talk)
    if any(not _same_day(other, day, talk) for other in said.days):
        return False
    if days.settles.fullmatch(said.frame):
        return True
    agrees = talk.tongue.accepts.match(sentence.raw) is not None and not sentence.asks
    return agrees and not days.doubts.search(said.frame) and len(sentence.raw.split()) <= _SHORT


def _inside(phrase: str, talk: Talk) -> str:
    """A due phrase without the capital that it has where it opens a sentence."""
    opens = phrase.split(" ")[0].casefold() in talk.tongue.days.links
    return phrase[0].lower() + phrase[1:] if opens else phrase


def _same_day(one: str, other: str, talk: Talk) -> bool:
    return _bare(one, talk) == _bare(other, talk)


def _bare(phrase: str, talk: Talk) -> list[str]:
    words = re.findall(r"\w+", phrase.casefold())
    return [word for word in words if word not in talk.tongue.days.links]


def _is_of_something_else(sentence: Sentence, said: _Dated, claim: Claim, talk: Talk) -> bool:
    """Whether a sentence that changes no day begins another matter.

    It asks or dates something else, or another voice says more than "good, thanks".
    """
    in_passing = sentence.speaker == claim.owner or len(sentence.raw.split()) <= _IN_PASSING
    if talk.tongue.days.proposes.fullmatch(said.frame):
        return False
    if in_passing and not sentence.asks and not said.days:
        return False
    named = set(talk.tongue.stems(said.frame.replace(DAY, " ")))
    return bool(named - set(talk.tongue.stems(claim.text)))
