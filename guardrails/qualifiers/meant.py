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
# What also tells that work is done, and the work just reported, not what was only asked or heard.
_DONE = re.compile(
    r"off the list|done with|been (?:done|seen to|sorted|handled|dealt with|taken care of)|already \w+"
)
_WORK = re.compile(
    r"\b(?:i|we)(?:'ve| have)?(?: (?:already|just|finally|also|even))* "
    r"(?P<verb>(?!asked|told|talked|called|checked|looked|heard|decided|wanted|noticed|needed)[\w-]+)"
    r" (?:the|a|an|my|our|all|both|those|these|that|this)\b"
)
# "The green one" is told by its colour, and turns back to nothing.
_SOME_ONE = re.compile(r"\b(?:the|an?) \w+ ones?\b")
MARK = re.compile(r" ?[,.?!;]")
"""In the line of a clause."""


def begins_at(clause: Clause, match: re.Match[str]) -> int:
    """Where in the text of `clause` the words of `match` begin."""
    return clause.tokens[clause.line[: match.start()].count(" ")].start


def tells_of_another(
    claim: Claim, place: int, clause: Clause, match: re.Match[str], scene: Scene, language: Language
) -> bool:
    """Whether what `match` takes back, in `clause` of the segment at `place`, is other work than `claim`."""
    begins = begins_at(clause, match)
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=place)
    return (
        _is_done_beside(claim, clause, match, language)
        or (place == last and _is_other_work(claim, clause, begins, language))
        or means_another(claim, place, begins, scene, language)
    )


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
            what = _SOME_ONE.sub(" ", MARK.split(clause.line[told.end() :])[0])
            things = language.stems(what)
            if len(things) >= _TOLD and not things & wanted and not language.telling.pointing.search(what):
                return True
    return False


def is_as_claimed(claim: Claim, clause: Clause, language: Language) -> bool:
    """Whether `clause` drops what was planned before it in its turn, as `claim`, which says no, has it: "I
    wanted to rewrite it, but never mind" is what "it is not rewritten" was made from."""
    wanted = claimed(claim, language)
    begins = clause.tokens[0].start
    for plan in clauses_of(clause.raw[max(0, begins - _LEAD) : begins].rstrip(), language.opening):
        told = language.planned.search(plan.line)
        if (
            told is not None
            and wanted & language.stems(plan.line[told.end() :])
            and next(language.negation.found(plan.line), None) is None
        ):
            return True
    return False


def _is_done_beside(claim: Claim, clause: Clause, match: re.Match[str], language: Language) -> bool:
    """Whether "that's off the list" tells of work just reported: "I cleaned the fryer, so that's off"."""
    if _DONE.search(match.group()) is None:
        return False
    before = clauses_of(clause.raw[: begins_at(clause, match)].rstrip(), language.opening)
    lines = [other.line for other in before if other.tokens[0].start < clause.tokens[0].start]
    work = _WORK.search(lines[-1]) if lines else None
    if work is None or not language.telling.verb_of(work["verb"]):
        return False
    return not language.stems(lines[-1]) & claimed(claim, language)


def _is_other_work(claim: Claim, clause: Clause, begins: int, language: Language) -> bool:
    """Whether other work on the claim's thing was planned, and the claim was told against it: "I'd planned to
    weed the shelf. Bev wants it kept, so I've dropped the idea" leaves "the shelf is kept"."""
    wanted = claimed(claim, language)
    before = clauses_of(clause.raw[:begins].rstrip(), language.opening)
    for number, plan in enumerate(before):
        told = language.planned.search(plan.line)
        if told is None:
            continue
        what = MARK.split(plan.line[told.end() :])[0].split()
        if not what or language.stems(what[0]) & wanted:
            continue
        left = wanted - language.stems(plan.line)
        turning = [] if plan.tokens[0].start == clause.tokens[0].start else [clause]
        if any(left & language.stems(against.line) for against in (*before[number + 1 :], *turning)):
            return True
    return False


def _ends(claim: Claim, segment: Segment, language: Language) -> int:
    """Where in `segment` the clauses that carry `claim` end."""
    carrying = carriers(claim, [segment], language)
    return max((carrier.clause.tokens[-1].end for carrier in carrying), default=len(segment.text))
