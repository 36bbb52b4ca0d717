"""Decisions that are a question and its answer: "shall we go for the repair?" - "agreed"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.language import read
from pipelines.rules.questions import defers
from pipelines.rules.sentences import Sentence
from pipelines.rules.tasks import end_of_task
from pipelines.rules.verbs import MEETING_TALK, is_idle, is_known, main_verb

_OPENERS = r"^(?:(?:and|so|then|okay|ok|well|right|but|now|yes|yeah|good|great|alright|all right),? )*"
_PROPOSES = re.compile(
    rf"{_OPENERS}(?:shall we|should we|do we want to|can we agree (?:to|on)|how about we|what if we|"
    r"why don't we|are we (?:all )?(?:agreed|happy|okay) (?:to|with))"
    r" (?:(?:just|then|all|maybe|also|still) )*(?P<text>[a-z])"
)
_AGREES = re.compile(
    rf"{_OPENERS}(?:agreed|let's(?: do (?:it|that))?(?=[.,!]|$)|definitely|absolutely|deal|good idea|"
    r"(?:yes|yeah|sure),? (?:let's|please|definitely|absolutely)|sounds good|(?:fine|good) (?:with|by) me|"
    r"works for me|i agree|i'm (?:happy|fine|good) with that|i'm (?:all )?for (?:it|that)|"
    r"(?:i'm|all) in favou?r|aye|no objections?|yes to that)\b"
)
# "No, let's cancel it": the thing is the one that was asked about.
_COUNTERS = re.compile(
    r"^(?:no|nope|nah),? (?:actually )?(?:let's|we should|we'll|i'd) (?:just )?"
    r"(?P<verb>[a-z]+) (?:it|that|them)\b"
)
# What the people in the room do next.
_PAUSE = re.compile(r"\b(?:ourselves|lunch|break|coffee)\b")
_CHOICE = re.compile(r"\bor\b")
_CHOOSES = re.compile(r"(?:go|stick|stay) (?:ahead )?(?:with|for)\b|have (?:the|an?|our) ")
# A proposal is answered within so many sentences.
_ANSWERS = 4


@dataclass(frozen=True, slots=True)
class Agreed:
    """What `sentence` proposes, as the room took it up."""

    text: str
    """In the words that were said."""
    answers: tuple[int, ...]
    """Sentences that carry it beside the question, the last one agrees."""


def agreed(sentences: Sequence[Sentence], index: int) -> Agreed | None:
    """What the question `index` and its answers decide; None where nobody agrees plainly, or one does not."""
    asked = sentences[index]
    proposal = _PROPOSES.match(asked.clean.text) if asked.asks else None
    if proposal is None or _CHOICE.search(asked.clean.text):
        return None
    begin = proposal.start("text")
    task = asked.clean.cased[begin : end_of_task(asked.clean.text, begin)].strip(" ?.,")
    if not _settles(task.lower()):
        return None
    counter: int | None = None
    for at in range(index + 1, min(index + 1 + _ANSWERS, len(sentences))):
        answer = sentences[at]
        if (
            counter is None
            and (other := _COUNTERS.match(answer.clean.text))
            and answer.speaker != asked.speaker
        ):
            thing = task.partition(" ")[2]
            if not thing:
                return None
            counter, task = at, f"{other['verb']} {thing}"
        elif read(answer.clean.text, "en").refuses or defers(answer.clean.text):
            return None
        elif _AGREES.match(answer.clean.text) and answer.speaker != sentences[counter or index].speaker:
            return Agreed(task, (at,) if counter is None else (counter, at))
    return None


def _settles(task: str) -> bool:
    verb = main_verb(task)
    if MEETING_TALK.match(task) or _PAUSE.search(task) or len(task.split()) < 2:
        return False
    return _CHOOSES.match(task) is not None or (is_known(verb) and not is_idle(verb, task))
