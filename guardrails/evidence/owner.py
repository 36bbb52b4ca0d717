"""Do the lines of an item give it to its owner? He takes it on there, says most of it, or is named.

Who takes something on speaks in the lines, and more often than not in the first person ("I'll"). How much
each of this counts is fitted to published notes with named owners by `python -m bench.train_support`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Segment
from guardrails.evidence.index import MeetingIndex
from guardrails.evidence.passage import Passage
from guardrails.evidence.people import is_group, is_named, is_opaque, owners_of, parts_of, same_person
from guardrails.evidence.support import fitted, log_odds
from guardrails.language import language, read

FEATURES = ("takes it on", "share of what the lines carry", "share of the talk around")
AROUND = 100
"""Content words of the window that counts as the talk around."""
_FIRST_NAME = re.compile(r"\W*(?P<name>\w[\w'’-]+(?: [A-Z][\w'’-]+)?)\s*(?::|to |will |is to |and )")
# So soon behind the lines an answer takes the work on.
_ANSWER = 3
# Words of an answer that is nothing else.
_SHORT = 12
# Who cites so few lines has chosen them: a short one behind the first is the answer.
_FEW = 3


def features(owner: str, text: str, passage: Passage, index: MeetingIndex, code: str) -> tuple[float, ...]:
    """Of one person as the owner of what `text` says, in the order of FEATURES.

    `code`: ISO 639-1, of the language that is spoken.
    """
    wanted, segments = index.wanted(text), index.segments
    own = [place for place in passage.cited if _speaks(owner, segments[place].speaker)]
    takes_on = any(_takes_on(segments[place].text, code) for place in own)
    carried = wanted.within(passage.cited)
    hits = wanted.best(AROUND).hits
    around = segments[max(0, hits[0].place - 1) : hits[-1].place + 2] if hits else ()
    words = sum(len(segment.text.split()) for segment in around)
    said = sum(len(segment.text.split()) for segment in around if _speaks(owner, segment.speaker))
    return (
        float(takes_on),
        wanted.within(own) / carried if carried else 0.0,
        said / max(1, words),
    )


def owner_fault(claim: Claim, passage: Passage, context: Context, index: MeetingIndex) -> str | None:
    """Why the lines do not give `claim` to its owner; None where they do, or where nobody can tell."""
    tables = language(context.language)
    owners = owners_of(claim.owner or "", tables)
    for owner in owners:
        subject = _subject(claim, context)
        if subject is not None and not same_person(subject, owner) and len(owners) == 1:
            return f"its text gives it to {subject}, not to {owner}"
        if not is_group(owner, tables) and not _is_given(owner, claim, passage, context, index):
            return f"the words it cites do not give it to {owner}"
    return None


def is_unanswered(claim: Claim, passage: Passage, context: Context) -> bool:
    """Whether the work is given to somebody who says nothing there: a chair dictated it, or wished it."""
    tables = language(context.language)
    if claim.owner is None or is_group(claim.owner, tables):
        return False
    last = passage.cited[-1]
    turns = (*passage.cited, *range(last + 1, min(last + 1 + _ANSWER, len(context.segments))))
    voices = {context.segments[place].speaker for place in turns}
    if all(map(is_opaque, voices)):
        return False
    return not any(_speaks(owner, voice) for owner in owners_of(claim.owner, tables) for voice in voices)


def takes_it_on(claim: Claim, passage: Passage, code: str) -> bool:
    """Whether the owner himself says in the carrying segment that he does it."""
    owners = owners_of(claim.owner or "", language(code))
    spoken = any(_speaks(owner, passage.segment.speaker) for owner in owners)
    return spoken and _takes_on(passage.segment.text, code)


def _takes_on(text: str, code: str) -> bool:
    """Also inside a request: "please put down that I'll pay"."""
    return any(
        clause.act in ("promise", "offer") or (clause.act == "request" and clause.has("promise"))
        for clause in read(text, code).clauses
    )


def _is_given(owner: str, claim: Claim, passage: Passage, context: Context, index: MeetingIndex) -> bool:
    if _is_promised_by_another(owner, claim, passage, context.language):
        return _is_called(owner, passage.segment.text)
    if _is_called(owner, passage.text if len(passage.cited) <= _FEW else passage.segment.text):
        return True
    if any(_speaks(owner, answer.speaker) for answer in _short_answers(passage, context)):
        return True
    voices = {context.segments[place].speaker for place in passage.cited}
    if all(map(is_opaque, voices)) and not any(_speaks(owner, voice) for voice in voices):
        # Of voices without names nobody can tell whose they are; somebody must have said the name.
        known = any(_speaks(owner, segment.speaker) for segment in context.segments)
        return not is_opaque(owner) and not known and any(is_named(owner, s.text) for s in context.segments)
    values = features(owner, claim.text, passage, index, context.language)
    return log_odds(fitted()["owner"], FEATURES, values) >= 0


def _is_promised_by_another(owner: str, claim: Claim, passage: Passage, code: str) -> bool:
    """Whether somebody else promises most of it himself: "I'll send the keys"."""
    speaker = passage.segment.speaker
    if is_opaque(speaker) or _speaks(owner, speaker):
        return False
    wanted = read(claim.text, code).content
    clauses = read(passage.sentence, code).clauses
    return any(
        clause.act == "promise" and 2 * len(clause.content & wanted) > len(wanted) for clause in clauses
    )


def _short_answers(passage: Passage, context: Context) -> Iterator[Segment]:
    """Short answers, said at once to a cited question or cited on purpose behind the first line."""
    for place in passage.cited:
        answer = context.segments[place + 1] if place + 1 < len(context.segments) else None
        asks = context.segments[place].text.rstrip().endswith("?")
        if answer is not None and asks and len(answer.text.split()) <= _SHORT:
            yield answer
    if len(passage.cited) <= _FEW:
        later = (context.segments[place] for place in passage.cited[1:])
        yield from (answer for answer in later if len(answer.text.split()) <= _SHORT)


def _subject(claim: Claim, context: Context) -> str | None:
    """Who the text itself says does it, if he is somebody of this meeting."""
    found = _FIRST_NAME.match(claim.text)
    if found is None or claim.is_quote:
        return None
    return next(
        (one for one in context.people if not is_opaque(one) and same_person(found["name"], one)), None
    )


def _is_called(owner: str, text: str) -> bool:
    """Whether the very name is said; nobody is called by a single letter."""
    if len(parts_of(owner)) > 2 or owner.isupper() or owner.islower():
        return is_named(owner, text)
    spoken = re.findall(r"[^\W\d_]+", text.casefold())
    return any(len(part) > 1 and part in spoken for part in parts_of(owner)) or is_named(owner, text)


def _speaks(owner: str, speaker: str | None) -> bool:
    return speaker is not None and same_person(owner, speaker)
