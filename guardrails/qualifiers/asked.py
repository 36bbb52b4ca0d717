"""Questions that stand behind a claim, and how they were answered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.clauses import Clause, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.answered import MYSELF, is_answered
from guardrails.qualifiers.carrying import Carrier
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.german.answering import ASKS_YOU, REFUSES, TAKES
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim

# Who answers a question does so within so many segments.
_ANSWERS = 3
# Who asks for a person, or whether it is done, is answered by a plan of the same.
_OF_WORK = re.compile(
    r"\b(?:who|who's|who'll|wer)\b|\b(?:did|have|has|had|hast|hat|habt|haben) \w+\b|\b(?:should|shall) i\b"
)
# "No, I'll do it": whoever turns down an offer so takes the work.
_KEEPS = re.compile(
    r"^\W*(?:no|nah|nope)\W+(?:\w+\W+){0,3}?(?:i'll|i will|i can|let me) (?:do|take|handle) (?:it|that)\b",
    re.IGNORECASE,
)
# "Monday is fine": all that need be said of a day that somebody asked for.
_SUITS = re.compile(
    r"^\W*(?:(?:yes|yeah|okay|ok|sure|ja|gut),? )?(?:\w+ ){1,3}"
    r"(?:is (?:fine|good|okay|ok|possible)|works|suits me|geht|passt|klappt|ist (?:gut|möglich))"
    r"(?: (?:for me|mir|gut|auch))*\W*$",
    re.IGNORECASE,
)
# Content words of a speech that is about something else.
_TALK = 3


def asked(main: str, claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> Iterator[Finding]:
    """A question that nobody settled, or a request that was refused or that nobody took up, where the claim
    says neither.

    `main`: the line of the carrying clause without its conditions. A question mark is written behind any
    rising voice, so the mark alone counts only where nobody agrees.
    """
    line, said = main.strip(), carrier.clause.said(0, len(carrier.clause.line))
    answer = _first_answer(carrier, scene, language)
    if language.code != "de" and ASKS_YOU.search(line):
        refused = _next_other(carrier, scene)
        if (
            refused is not None
            and REFUSES.search(refused)
            and not _taken_after_all(claim, carrier, scene, language)
        ):
            yield Finding("refusal", refused, certain=True)
        return
    settled = answer is not None and language.deferral.search(answer.line) is None
    settled = settled and answer is not None and _agrees(answer, carrier, language)
    is_plain = carrier.is_about and carrier.is_close(language) and not _is_followed(claim, carrier, scene)
    if language.request.search(line):
        if answer is not None and language.refusal_answer.search(answer.line):
            if not _taken_after_all(claim, carrier, scene, language):
                yield Finding("refusal", answer.said(0, len(answer.line)), certain=True)
        elif (
            language.asks_anybody.search(line)
            and not settled
            and not _taken_up(carrier, scene, language)
            and not _taken_after_all(claim, carrier, scene, language)
        ):
            yield Finding("question", said, certain=is_plain)
        return
    formed = next(language.question.found(line), None) is not None
    marked = line.endswith("?") and carrier.is_about
    if (not formed and (not marked or language.tag.search(line))) or settled:
        return
    if _OF_WORK.search(line) and _is_answered(claim, carrier, scene, language):
        return
    if is_answered(claim, carrier, scene, language):
        return
    deferred = answer is not None and language.deferral.search(answer.line) is not None
    is_no = answer is not None and language.refusal_answer.search(answer.line) is not None
    if answer is not None and (deferred or is_no) and _is_followed(claim, carrier, scene):
        # The claim cites the answer, too, and it is no, or open.
        yield Finding("refusal", answer.said(0, len(answer.line)), certain=True)
        return
    yield Finding("question", said, certain=is_plain and (formed or deferred))


def _is_answered(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> bool:
    """Whether what `claim` cites besides the question settles who does it."""
    if claim.owner is None or not _is_followed(claim, carrier, scene):
        return False
    return _taken_up(carrier, scene, language) or _taken_after_all(claim, carrier, scene, language)


def _taken_after_all(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> bool:
    """Whether `claim` cites words of its owner that take it: a yes after a no, or only another day."""
    asked_for, day = carrier.segment.text, claim.due_phrase
    for segment in scene.cited(claim):
        later = scene.places[segment.id] > scene.places[carrier.segment.id]
        if not later or claim.owner is None or segment.speaker != claim.owner:
            continue
        if day and day in segment.text and day not in asked_for:
            rest = segment.text.replace(day, " ")
            if language.stems(rest) <= language.stems(asked_for) | language.stems(
                "can't do make manage sorry works"
            ):
                return True
        if (day and day in segment.text and _SUITS.search(segment.text)) or TAKES.match(segment.text):
            return True
        if _KEEPS.match(segment.text.replace("\u2019", "'")):
            return True
        for clause in first_clauses(segment.text, language.opening, 1):
            takes = language.consent.match(clause.line) or MYSELF.match(clause.line)
            if takes and not language.refusal_answer.search(clause.line):
                return True
    return False


def _is_followed(claim: Claim, carrier: Carrier, scene: Scene) -> bool:
    """Whether `claim` also cites what another voice said afterwards: what was asked may be settled there."""
    place, speaker = scene.places[carrier.segment.id], carrier.segment.speaker
    return any(scene.places[s.id] > place and s.speaker != speaker for s in scene.cited(claim))


def _taken_up(carrier: Carrier, scene: Scene, language: Language) -> bool:
    """Whether the next other voice plans something of what was asked: "I'll give the pharmacy a ring"."""
    answer = _next_other(carrier, scene) or ""
    for clause in first_clauses(answer, language.opening, 2):
        told = language.planned.search(clause.line)
        if told is not None and not clause.line.endswith("?"):
            return bool(language.stems(clause.line[told.end() :]) & language.stems(carrier.clause.line))
    return False


def _agrees(answer: Clause, carrier: Carrier, language: Language) -> bool:
    """Whether `answer` is a yes, and not an "okay" before something else."""
    yes = language.consent.match(answer.line)
    if yes is None:
        return False
    rest = answer.line[yes.end() :].strip(" ,.?!;")
    return (
        language.stems(rest) <= language.stems(carrier.clause.line)
        or language.goes_on.match(rest) is not None
    )


def _first_answer(carrier: Carrier, scene: Scene, language: Language) -> Clause | None:
    """What somebody else says to it, if that agrees, refuses or puts off; nothing where the talk goes on."""
    answers = (language.refusal_answer, language.deferral, language.consent)
    place = scene.places[carrier.segment.id] + 1
    for segment in scene.segments[place : place + _ANSWERS]:
        if segment.speaker is not None and segment.speaker == carrier.segment.speaker:
            continue
        for clause in first_clauses(segment.text, language.opening, 1):
            if any(kind.search(clause.line) for kind in answers):
                return clause
        if len(language.stems(segment.text)) >= _TALK:
            return None
    return None


def _next_other(carrier: Carrier, scene: Scene) -> str | None:
    """What the next other voice says after the segment, soon enough to be an answer."""
    place = scene.places[carrier.segment.id] + 1
    after = scene.segments[place : place + _ANSWERS]
    return next((s.text for s in after if s.speaker is None or s.speaker != carrier.segment.speaker), None)
