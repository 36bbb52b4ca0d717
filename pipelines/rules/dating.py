"""The day of an item that stands in the turns after it: answered, asked for, or set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipelines.due import find_due_phrases
from pipelines.rules.acceptance import answer_to
from pipelines.rules.candidate import Candidate
from pipelines.rules.sentences import Sentence

# Words of an answer that is hardly more than a day.
_DAY_ALONE = 7
# Sentences from whoever takes it to the question for its day.
_ASKED_SOON = 3
_BY_WHEN = re.compile(
    r"^(?:(?:and|so|okay|great|good|thanks|cool|perfect)[,.]? )*(?:by when|until when|when(?: by)?\?|how soon"
    r"|when (?:can|could|would|will|do|might|should) (?:you|we|i|that|it|they)\b|what's the deadline"
    r"|any deadline)"
)
_IS_A_DAY_GOOD = re.compile(
    r"^(?:(?:and|so|okay|thanks)[,.]? )*(?:is|would|does|can you do|could you do|(?:how|what) about|say)"
    r" (?:by )?[\w' ]+?(?: (?:realistic|possible|okay|ok|doable|fine|work|enough|early enough))? ?\?$"
)
# "By Thursday please, so that we have a day left."
_SETS_A_DAY = re.compile(
    r"^(?:(?:and|okay|great|thanks|thank you|perfect)[,.]? )*(?:but )?(?:by|before|until) "
)


def dated(candidate: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """`candidate` with the day that the talk after it gives, if it has none itself."""
    return _asked_for(_in_its_answer(candidate, sentences), sentences)


def _in_its_answer(candidate: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """The request with the day that its answer names: "Will do, by Monday"; "I can do that. By Monday." """
    if candidate.due is not None or candidate.cue.act not in ("request", "assign"):
        return candidate
    answer = candidate.answer or answer_to(sentences, candidate.index, candidate.owner.name)
    if answer.index is None or answer.kind not in ("promised", "accepted"):
        return candidate
    for at in range(answer.index, min(answer.index + 2, len(sentences))):
        sentence = sentences[at]
        if sentence.speaker != answer.speaker or len(sentence.raw.split()) > _DAY_ALONE:
            break
        phrases = find_due_phrases(sentence.raw)
        if phrases:
            return replace(candidate, due=phrases[0].phrase, answered_in=at)
    return candidate


def _asked_for(candidate: Candidate, sentences: Sequence[Sentence]) -> Candidate:
    """The item with the day that its owner names right after, asked for it: "By when?" - "Tuesday"."""
    if candidate.due is not None or candidate.owner.name is None:
        return candidate
    answer = candidate.answer.index if candidate.answer else None
    taken = max(at for at in (candidate.index, candidate.answered_in, answer) if at is not None)
    if candidate.promise is not None:
        taken = max(taken, candidate.promise.index)
    for at in range(taken + 1, min(taken + 1 + _ASKED_SOON, len(sentences) - 1)):
        asked, told = sentences[at], sentences[at + 1]
        if asked.speaker == candidate.owner.name:
            continue
        proposed = (
            find_due_phrases(asked.raw) if asked.asks and _IS_A_DAY_GOOD.match(asked.clean.text) else ()
        )
        if proposed or _BY_WHEN.match(asked.clean.text):
            phrases = find_due_phrases(told.raw) if told.speaker == candidate.owner.name else ()
            if phrases and len(told.raw.split()) <= _DAY_ALONE:
                return replace(candidate, due=phrases[0].phrase, dated_in=at + 1)
            if proposed and answer_to(sentences, at, candidate.owner.name).kind in ("accepted", "promised"):
                return replace(candidate, due=proposed[0].phrase, dated_in=at)
        elif _SETS_A_DAY.match(asked.clean.text):
            phrases = find_due_phrases(asked.raw)
            if phrases and answer_to(sentences, at, candidate.owner.name).kind in ("accepted", "promised"):
                return replace(candidate, due=phrases[0].phrase, dated_in=at)
    return candidate
