"""What "that" means where something is taken back: the plan that was told last.

"I'd wanted to order the novels, but skip it": a plan that shares no word with a claim, told after it, is what
was dropped, and the claim stands.
"""

from __future__ import annotations

import re

from guardrails.clauses import Clause, clauses_of
from guardrails.guardrail import Scene
from guardrails.qualifiers.carrying import carriers, claimed
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment

# Characters of a turn in which a plan is told before something is taken back.
_LEAD = 320
# A plan is told by what is done and to what.
_TOLD = 2
MARK = re.compile(r" ?[,.?!;]")
"""In the line of a clause."""


def begins_at(clause: Clause, match: re.Match[str]) -> int:
    """Where in the text of `clause` the words of `match` begin."""
    return clause.tokens[clause.line[: match.start()].count(" ")].start


def means_another(claim: Claim, place: int, begins: int, scene: Scene, language: Language) -> bool:
    """Whether a plan that shares no word with `claim` is the last thing told before the words at `begins`."""
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=place)
    wanted = claimed(claim, language)
    for between in range(last, place + 1):
        segment = scene.segments[between]
        start = _ends(claim, segment, language) if between == last else 0
        for clause in clauses_of(segment.text[: begins if between == place else _LEAD], language.opening):
            told = language.planned.search(clause.line)
            if told is None or clause.tokens[0].start < start:
                continue
            what = MARK.split(clause.line[told.end() :])[0]
            things = language.stems(what)
            if len(things) >= _TOLD and not things & wanted and not language.telling.pointing.search(what):
                return True
    return False


def _ends(claim: Claim, segment: Segment, language: Language) -> int:
    """Where in `segment` the clauses that carry `claim` end."""
    carrying = carriers(claim, [segment], language)
    return max((carrier.clause.tokens[-1].end for carrier in carrying), default=len(segment.text))
