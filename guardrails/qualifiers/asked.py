"""Questions that stand behind a claim, and how they were answered."""

from __future__ import annotations

from collections.abc import Iterator

from guardrails.clauses import Clause, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers import german
from guardrails.qualifiers.carrying import Carrier
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.tables import Language

# Who answers a question does so within so many segments.
_ANSWERS = 3


def asked(main: str, carrier: Carrier, scene: Scene, language: Language) -> Iterator[Finding]:
    """A question that nobody settled, or a request that somebody refused, where the claim says neither.

    `main`: the line of the carrying clause without its conditions. A question mark is written behind any
    rising voice, so the mark alone counts only where nobody agrees.
    """
    line, said = main.strip(), carrier.clause.said(0, len(carrier.clause.line))
    answer = _first_answer(carrier, scene, language)
    if german.REQUEST.search(line):
        refused = _next_other(carrier, scene)
        if refused is not None and german.REFUSAL.search(refused):
            yield Finding("refusal", refused, certain=True)
        return
    if language.request.search(line):
        if answer is not None and language.refusal_answer.search(answer.line):
            yield Finding("refusal", answer.said(0, len(answer.line)), certain=True)
        return
    formed = next(language.question.found(line), None) is not None
    marked = line.endswith("?") and carrier.is_about
    if not formed and (not marked or language.tag.search(line)):
        return
    deferred = answer is not None and language.deferral.search(answer.line) is not None
    settled = answer is not None and not deferred and language.consent.match(answer.line) is not None
    if formed or not settled:
        proposed = language.proposal.match(line) is not None
        yield Finding("question", said, certain=carrier.is_about and (deferred or (proposed and not settled)))


def _first_answer(carrier: Carrier, scene: Scene, language: Language) -> Clause | None:
    """What somebody else says first after the segment, if it agrees, refuses or puts off."""
    answers = (language.refusal_answer, language.deferral, language.consent)
    place = scene.places[carrier.segment.id] + 1
    for segment in scene.segments[place : place + _ANSWERS]:
        if segment.speaker is not None and segment.speaker == carrier.segment.speaker:
            continue
        for clause in first_clauses(segment.text, language.opening, 1):
            if any(kind.search(clause.line) for kind in answers):
                return clause
    return None


def _next_other(carrier: Carrier, scene: Scene) -> str | None:
    """What the next other voice says after the segment, soon enough to be an answer."""
    place = scene.places[carrier.segment.id] + 1
    after = scene.segments[place : place + _ANSWERS]
    return next((s.text for s in after if s.speaker is None or s.speaker != carrier.segment.speaker), None)
