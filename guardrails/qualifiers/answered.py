"""How a question was answered in the words that a claim cites with it.

"Who feeds the fish?" is no item, "Me, on Saturday" is none alone: a claim that cites both was made from both.
Only what settles the question counts: the person, the day or the value that was asked for, a promise of the
same work, or a yes behind a word or two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.clauses import Clause, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.carrying import Carrier, claimed
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment
from guardrails.words import spoken_words

# Who answers a question does so within so many segments, and so many clauses of a turn.
_ANSWERS = 4
_CLAUSES = 3
_WHO = re.compile(r"\bwho(?:'s|'ll|'d)?\b")
_WHEN = re.compile(r"\b(?:when|(?:what|which) (?:time|day|date|week|month)|how soon)\b")
# A value is asked for; "what about ..." and "what if ..." propose.
_VALUE = re.compile(
    r"(?:^|, |\b(?:so|and|but|well|okay) )(?:when|where|what(?! (?:about|if)\b)|which|whose|"
    r"how (?:many|much|long|often|far|big|high|late|soon))\b"
)
MYSELF = re.compile(
    r"(?:(?:oh|well|um|yes|yeah|that's|that'd be|it's|okay)(?: ,)? )*"
    r"(?:me|myself|mine|i|i (?:do|am|will|can)|i'(?:ll|m|ve got (?:it|that|this)))(?: [.,!]|$)"
)
"""Somebody says that it is he."""
# "Half eight, yes": behind a word or two of the question.
_YES = re.compile(r" , (?:yes|yeah|yep|yup|aye|correct|exactly|right|that's right|sure)(?= ?[.,!]|$)")


def is_answered(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> bool:
    """Whether `claim` cites, behind the question of `carrier`, what settles it as the claim has it."""
    line = carrier.clause.line
    for segment, clause in _behind(claim, carrier, scene, language):
        is_other = segment.speaker is None or segment.speaker != carrier.segment.speaker
        if is_other and (
            _is_taken(claim, segment, clause, line, language) or _says_yes(clause, line, language)
        ):
            return True
        said = clause.line
        if _WHEN.search(line) and claim.due_phrase is not None and _has(claim.due_phrase, said):
            return True
        told = (language.stems(said) - language.stems(line)) & claimed(claim, language)
        if claim.kind != "action" and told and _VALUE.search(line):
            return True
    return False


def _behind(
    claim: Claim, carrier: Carrier, scene: Scene, language: Language
) -> Iterator[tuple[Segment, Clause]]:
    """What the claim cites behind the question, as far as it neither asks, doubts, refuses nor puts off."""
    asked_at = scene.places[carrier.segment.id]
    for segment in scene.cited(claim):
        if not asked_at < scene.places[segment.id] <= asked_at + _ANSWERS:
            continue
        for clause in first_clauses(segment.text, language.opening, _CLAUSES):
            open_ = (language.deferral, language.refusal_answer)
            if any(kind.search(clause.line) for kind in open_):
                return
            cues = (language.hedge, language.condition, language.question)
            if not clause.line.endswith("?") and not any(next(cue.found(clause.line), None) for cue in cues):
                yield segment, clause


def _is_taken(claim: Claim, segment: Segment, clause: Clause, line: str, language: Language) -> bool:
    """Whether the owner takes it on: "me" to who does it, or a promise of the same work."""
    if claim.kind != "action" or claim.owner is None or claim.owner != segment.speaker:
        return False
    if _WHO.search(line) and MYSELF.match(clause.line):
        return True
    told = language.planned.search(clause.line)
    verb = language.stems(" ".join(claim.text.split()[:1]))
    return told is not None and bool(verb & language.stems(clause.line[told.end() :]))


def _says_yes(clause: Clause, line: str, language: Language) -> bool:
    said = clause.line
    yes = _YES.search(said)
    if yes is not None and language.stems(said[: yes.start()]) <= language.stems(line):
        return True
    agrees = language.consent.match(said)
    return agrees is not None and language.stems(said[agrees.end() :]) <= language.stems(f"sorry {line}")


def _has(phrase: str, line: str) -> bool:
    return f" {' '.join(spoken_words(phrase))} " in f" {' '.join(spoken_words(line))} "
