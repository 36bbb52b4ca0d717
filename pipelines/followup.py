"""What a later meeting says about an earlier promise: "Did you send the report?" "Yes, yesterday."

It only suggests: a person confirms that an item is done. So it would rather miss one than disturb with a
wrong one. Three things must come together within a few turns: the matter of the item, words that it is done
and not merely wanted, planned or nearly done, and a speaker who can say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from guardrails.types import Segment
from guardrails.words import content_stems

ANSWERS_WITHIN = 2
"""Turns after a question in which its answer is looked for."""
COVERED = 0.67
"""Share of the words of an item's matter that have to be said."""

_PAST = {
    past: base
    for base, pasts in {
        "send": "sent", "write": "wrote written", "make": "made", "do": "did done", "buy": "bought",
        "find": "found", "give": "gave given", "take": "took taken", "tell": "told", "meet": "met",
        "pay": "paid", "bring": "brought", "speak": "spoke spoken", "draw": "drew drawn", "get": "got gotten",
        "build": "built", "set": "set", "put": "put", "choose": "chose chosen", "hold": "held", "see": "saw",
    }.items()
    for past in pasts.split()
}  # fmt: skip
_SETTLED = frozenset("done did finished completed sorted handled settled wrapped closed".split())
"""Say of any work that it is over."""
_STATES = _SETTLED | frozenset("out ready live sent signed in".split())

_IS_STATE = re.compile(
    r"\b(?:is|are|was|were|'s|has been|have been|'s been|been|got)\s+(?:already\s+|now\s+|finally\s+|all\s+)*"
    r"(?P<state>\w+)\b"
)
_DID = re.compile(
    r"\b(?P<who>i|we|[a-z]+)(?:\s+(?:have|has|already|just|finally|did)|'ve|'s)*\s+(?P<verb>\w+)\b"
)
_ASKED = re.compile(
    r"\b(?:did|have|has)\s+(?:you|we|anyone|anybody|somebody|someone|\w+)\b"
    r"|\b(?:what|how) about\b|\bwhere are we (?:with|on)\b|\bany (?:news|update|progress)\b|\bstatus of\b"
    r"|\b(?:is|are|was|were)\s+(?:the|that|those|our|your)\b"
)
_YES = re.compile(
    r"^(?:(?:um|uh|oh|ah|well|so|and|okay|ok|actually|hi|right),?\s+)*"
    r"(?:yes|yeah|yep|yup|sure|done|already|absolutely|of course|i (?:have|did)|we (?:have|did)|it's done|"
    r"it is done|that's done|all done|indeed)\b"
)
_NOT_YET = re.compile(
    r"\b(?:not|no|never|nobody|almost|nearly|halfway|partly|half|still|yet|will|'ll|going to|gonna|tomorrow|"
    r"should|would|could|must|may|might|maybe|if|unless|until|need|needs|have to|has to|trying|try|hope|"
    r"hoping|plan|planning|want|wants|supposed|except|but|wish|soon|next|later)\b|n't\b"
)


@dataclass(frozen=True, slots=True)
class Promise:
    """An open action item of an earlier meeting."""

    note_id: str
    item_id: str
    task: str
    owner: str | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A promise that was kept, as far as a later meeting's words go."""

    promise: Promise
    segment_ids: tuple[str, ...]
    """Where it was said: the mention, and the answer where it was asked."""
    quote: str
    line: int
    """Place of the quote in the later meeting, from 1."""


def kept_promises(promises: Sequence[Promise], segments: Sequence[Segment]) -> Iterator[Kept]:
    """The `promises` that somebody in a later meeting says are kept; each once, where first said."""
    spoken = [_Line(segment, number) for number, segment in enumerate(segments, 1) if segment.text.strip()]
    for promise in promises:
        matter = _Matter(promise)
        for place, line in enumerate(spoken):
            if matter.is_in(line.stems) and (kept := _kept(matter, spoken, place)) is not None:
                yield kept
                break


class _Line:
    """A segment as it is compared."""

    def __init__(self, segment: Segment, number: int) -> None:
        self.segment = segment
        self.number = number
        self.said = " ".join(segment.text.casefold().replace("’", "'").split())
        self.stems = frozenset(content_stems(segment.text))
        self.is_question = self.said.endswith("?")


class _Matter:
    """What a promise is about: the verb, and the rest."""

    def __init__(self, promise: Promise) -> None:
        self.promise = promise
        stems = content_stems(promise.task)
        # The task begins with its verb; what follows is the matter.
        self.verb = stems[0] if stems else ""
        self.rest = frozenset(stems[1:])
        self.owner = (promise.owner or "").casefold()

    def is_in(self, stems: frozenset[str]) -> bool:
        """Whether enough of the matter is there; a matter of one word needs its verb beside it."""
        found = self.rest & stems
        if len(self.rest) < 2:
            return bool(found) and (self.verb in stems or len(next(iter(found))) > 3)
        return len(found) >= 2 and len(found) >= COVERED * len(self.rest)

    def is_done_by(self, verb: str) -> bool:
        """Whether a past verb tells that the work is over: the verb of the promise, or one for any work."""
        if verb in _SETTLED:
            return True
        base = _PAST.get(verb) or (verb if verb.endswith("ed") else None)
        return base is not None and content_stems(base)[:1] == (self.verb,)

    def may_say(self, speaker: str | None) -> bool:
        """Whether `speaker`, who says "I did", is whoever promised; unknown voices may be anybody."""
        return not self.owner or speaker is None or speaker.casefold() == self.owner


def _kept(matter: _Matter, spoken: Sequence[_Line], place: int) -> Kept | None:
    line = spoken[place]
    if line.is_question or (_ASKED.search(line.said) and not _tells(matter, line)):
        return _answered(matter, spoken, place) if _ASKED.search(line.said) else None
    if _tells(matter, line):
        return Kept(matter.promise, (line.segment.id,), line.segment.text, line.number)
    return None


def _answered(matter: _Matter, spoken: Sequence[_Line], place: int) -> Kept | None:
    asked = spoken[place]
    for answer in spoken[place + 1 : place + 1 + ANSWERS_WITHIN]:
        if answer.segment.speaker is not None and answer.segment.speaker == asked.segment.speaker:
            continue
        if answer.is_question or _NOT_YET.search(answer.said):
            return None
        if (_YES.search(answer.said) or _tells(matter, answer)) and matter.may_say(answer.segment.speaker):
            said = (asked.segment.id, answer.segment.id)
            return Kept(matter.promise, said, answer.segment.text, answer.number)
    return None


def _tells(matter: _Matter, line: _Line) -> bool:
    """Whether the line itself says that the work is done."""
    if line.is_question or _NOT_YET.search(line.said):
        return False
    if any(_is_state_of(matter, found["state"]) for found in _IS_STATE.finditer(line.said)):
        return True
    for found in _DID.finditer(line.said):
        who = found["who"]
        is_right = who in ("i", "we") and matter.may_say(line.segment.speaker)
        is_named = bool(matter.owner) and who in matter.owner.split()
        if (is_right or is_named) and matter.is_done_by(found["verb"]):
            return True
    return False


def _is_state_of(matter: _Matter, state: str) -> bool:
    return state in _STATES - {"in"} or matter.is_done_by(state)
