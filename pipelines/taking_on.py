"""The line in which somebody takes work on, where nobody knows whose voice it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from guardrails.clauses import clauses_of
from guardrails.guardrail import Scene
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Evidence, Segment
from pipelines.draft import UNKNOWN_SPEAKER

# "Shall I bring it?": who offers has it, and not who says yes.
_OFFERS = re.compile(r"\b(?:shall|should) i\b|\bsoll(?:te)? ich\b")
_PROMISES = re.compile(
    r"\b(?:i'll|i will|i can|i could|i'm|i am|i don't mind|i'd be|let me|"
    r"leave (?:it|that) (?:to|with) me|ich)\b"
)
# Words: who says more to a request may be speaking of something else.
_SHORT = 8


def with_promise_last(claim: Claim, scene: Scene) -> Claim:
    """`claim` with the line last in its evidence in which a voice without a name took the work on.

    Whoever gives that voice a name makes it the owner. A line that only asks for the work never stands there:
    where every cited one does so, the yes right behind them is cited too, and without one the claim waits for
    no voice.
    """
    if UNKNOWN_SPEAKER not in claim.flags:
        return claim
    cited = scene.cited(claim)
    unnamed = [segment for segment in cited if segment.speaker is None]
    if not unnamed:
        return claim
    tables = tables_of(scene)
    ways: Sequence[Callable[[str, Language], bool]] = (_promises, _agrees, _tells)
    for way in ways:
        for segment in reversed(unnamed):
            if any(way(clause.line, tables) for clause in clauses_of(segment.text, tables.opening)):
                return _citing_last(claim, segment)
    behind = max(scene.places[segment.id] for segment in cited) + 1
    answer = scene.segments[behind] if behind < len(scene.segments) else None
    if answer is not None and answer.speaker is None and _is_yes(answer, tables):
        return _citing_last(claim, answer)
    return replace(claim, flags=tuple(flag for flag in claim.flags if flag != UNKNOWN_SPEAKER))


def _citing_last(claim: Claim, segment: Segment) -> Claim:
    before = [segment_id for segment_id in claim.evidence.segment_ids if segment_id != segment.id]
    return replace(claim, evidence=Evidence((*before, segment.id), claim.evidence.quote))


def _is_yes(segment: Segment, language: Language) -> bool:
    said = clauses_of(segment.text, language.opening)
    if not said or len(segment.text.split()) > _SHORT:
        return False
    refuses = any(language.refusal_answer.search(clause.line) for clause in said)
    return not refuses and _agrees(said[0].line, language)


def _promises(line: str, language: Language) -> bool:
    return bool(_OFFERS.search(line) or (_PROMISES.search(line) and _tells(line, language)))


def _agrees(line: str, language: Language) -> bool:
    return bool(language.consent.match(line)) and _tells(line, language)


def _tells(line: str, language: Language) -> bool:
    asks = line.endswith("?") and not language.tag.search(line)
    return not asks and not language.request.search(line)
