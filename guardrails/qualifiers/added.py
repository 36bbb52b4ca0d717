"""A condition or an exception that the next turn puts on what was just said: "Only if finance signs off"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from guardrails.clauses import first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.carrying import Carrier
from guardrails.qualifiers.finding import Finding
from guardrails.qualifiers.parts import Part, lost, parts_in, without
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment

# A word of consent may stand between.
_TURNS = 3
_LITTLE = 2
# "Yes, fine. Only if finance signs off.": clauses that are read, and blanks in one that only says yes.
_CLAUSES = 3
_A_YES = 4
# Blanks in what is left out behind "everyone": more than that has a verb.
_LEFT_OUT = 4
_SENTENCE = re.compile(r"[^.?!]+[.!]")


def added(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> Iterator[Finding]:
    """What limits `claim` in the turns behind its last carrying clause, and says nothing besides."""
    if carrier.behind is not None:
        return
    place = scene.places[carrier.segment.id]
    cited = {segment.id for segment in scene.cited(claim)}
    near = True
    for segment in scene.segments[place + 1 : place + 1 + _TURNS]:
        if near or segment.id in cited:
            yield from _added(claim, carrier, segment, language)
        near = near and len(language.stems(segment.text)) <= _LITTLE


def _added(claim: Claim, carrier: Carrier, segment: Segment, language: Language) -> Iterator[Finding]:
    # Only a whole sentence is about what was just said; a broken one may begin another matter.
    if _SENTENCE.match(segment.text) is None:
        return
    for clause in first_clauses(segment.text, language.opening, _CLAUSES):
        for part in parts_in(clause, language):
            begins = language.added_condition if part.kind == "condition" else language.added_exception
            opened = begins.match(clause.line)
            if opened is not None and not _says_more(part, opened.end(), language):
                found = lost(part, claim, carrier, language)
                yield from (replace(finding, segment_id=segment.id) for finding in found)
        if language.consent.match(clause.line) is None or clause.line.count(" ") > _A_YES:
            return


def _says_more(part: Part, opened: int, language: Language) -> bool:
    """Whether it is a sentence of its own: "everyone except the divers enters by the north gate"."""
    if part.kind == "condition":
        rest = without(part.clause, [part], language)[opened:]
        return bool(language.stems(rest) - language.stems("though then right sure obviously"))
    said = part.clause.line[part.start : part.end]
    left_out = language.exception.words.search(said)
    verb = language.predicate.search(said, left_out.end() if left_out else 0)
    return part.start > 0 and (verb is not None or said.count(" ") > _LEFT_OUT)
