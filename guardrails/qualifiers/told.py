"""Work that the words of a claim tell as done: "I sent the invoices last week" promises nothing.

Looked for is the verb of the claim's own task in a past tense or a perfect, with what the task is done to. It
counts only where nothing plans the same work, before or behind it: "I sent the draft, the rest goes out on
Monday" is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from guardrails.clauses import Clause, clauses_of, first_clauses
from guardrails.guardrail import Scene
from guardrails.qualifiers.tables import Language
from guardrails.qualifiers.telling import Telling
from guardrails.types import Claim, Segment

# Who was asked for work that is done says so at once.
_ANSWER = 2
# A plan for the same work may stand behind a story of what was done.
_AHEAD = 12
# One word of it may be said of anything.
_NAMED = 2
_MARK = re.compile(r" [,;] ")


def told_as_done(claim: Claim, scene: Scene, language: Language) -> str | None:
    """The words that tell the work of `claim` as done; None where none do, or some plan it."""
    telling = language.telling
    verb, thing = telling.parts(claim.text)
    if not verb or not thing:
        return None
    stems = language.stems
    people = frozenset(part.casefold() for person in scene.people for part in person.split())
    found, named = None, False
    planners: set[str | None] = set()
    for segment, clause in _clauses(claim, scene, language):
        said = stems(clause.line)
        names = bool(thing & said)
        if names or verb in said or (named and telling.pointing.search(clause.line)):
            asks = clause.line.endswith("?") or language.request.search(clause.line) is not None
            if not asks and telling.planned.search(clause.line):
                planners.add(segment.speaker)
                found = None
            elif segment.speaker not in planners:
                done = _is_done(clause.line, verb, people, telling, anything=named or names)
                if done and _is_same(clause.line, verb, thing, claim, language, named=named):
                    found = clause.said(0, len(clause.line))
        named = named or names
    return None if found is None or _is_planned_later(claim, thing, scene, language) else found


def _clauses(claim: Claim, scene: Scene, language: Language) -> Iterator[tuple[Segment, Clause]]:
    """What `claim` cites, in the order of speech, and how it was answered where it was only asked for."""
    cited = sorted(scene.cited(claim), key=lambda segment: scene.places[segment.id])
    asks = False
    for segment in cited:
        for clause in clauses_of(segment.text, language.opening):
            asks = clause.line.endswith("?") or language.request.search(clause.line) is not None
            yield segment, clause
    if not asks:
        return
    place = scene.places[cited[-1].id] + 1
    for segment in scene.segments[place : place + _ANSWER]:
        if segment.speaker is None or segment.speaker != cited[-1].speaker:
            yield from ((segment, clause) for clause in first_clauses(segment.text, language.opening, 3))
            return


def _is_done(line: str, verb: str, people: frozenset[str], telling: Telling, *, anything: bool) -> bool:
    """Whether a clause says outright that the work is done, all of it.

    `anything`: what it was done to was named, so that "that's done" is about it.
    """
    if line.endswith("?") or telling.unsettled.search(line):
        return False
    settled = telling.settled.search(line) if anything else None
    if settled is not None and _is_outright(line, settled, telling):
        return True
    for way in telling.ways:
        for match in way.finditer(line):
            who = match.groupdict().get("who")
            if who is not None and who not in telling.subjects and who not in people:
                continue
            said = next((word for word in match["said"].split() if telling.verb_of(word) == verb), None)
            if said is None or (said in telling.unchanged and not telling.past_time.search(line)):
                continue
            if _is_outright(line, match, telling):
                return True
    return False


def _is_outright(line: str, match: re.Match[str], telling: Telling) -> bool:
    return telling.subordinate.search(_MARK.split(line[: match.start()])[-1]) is None


def _is_same(
    line: str, verb: str, thing: frozenset[str], claim: Claim, language: Language, *, named: bool
) -> bool:
    """Whether `line` tells of the task's own thing: "the first draft" is not the second."""
    telling, stems = language.telling, language.stems
    if not thing & stems(line):
        return named and telling.pointing.search(line) is not None
    known = stems(claim.text) | telling.beside | {verb}
    words = line.split()
    heads = (place for place, word in enumerate(words) if place and stems(word) & thing)
    return thing <= stems(line) or all(stems(words[place - 1]) <= known for place in heads)


def _is_planned_later(claim: Claim, thing: frozenset[str], scene: Scene, language: Language) -> bool:
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=0)
    wanted = language.stems(claim.text)
    return any(
        thing & (said := language.stems(segment.text))
        and len(wanted & said) >= min(_NAMED, len(wanted))
        and language.telling.planned.search(segment.text.casefold()) is not None
        for segment in scene.segments[last + 1 : last + 1 + _AHEAD]
    )
