"""Finds what qualifies a claim in the words that carry it, and does not stand in the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from guardrails.guardrail import Scene
from guardrails.qualifiers.added import added
from guardrails.qualifiers.asked import asked
from guardrails.qualifiers.carrying import Carrier, carriers
from guardrails.qualifiers.denied import denied
from guardrails.qualifiers.finding import GRAVEST_FIRST, Finding
from guardrails.qualifiers.overtaken import is_overtaken, is_promised_behind
from guardrails.qualifiers.parts import lost, parts_of, without
from guardrails.qualifiers.repeated import denied_repeat
from guardrails.qualifiers.tables import Language
from guardrails.qualifiers.told import told_as_done
from guardrails.types import Claim
from guardrails.words import spoken_words

# Notes sum up much talk; what a clause denies or doubts that says less of the claim is something else.
_LEAST = 0.5


def findings(claim: Claim, scene: Scene, language: Language) -> list[Finding]:
    """What the words that carry `claim` say and the claim does not, the gravest first."""
    cited = sorted(scene.cited(claim), key=lambda segment: scene.places[segment.id])
    carrying = carriers(claim, scene.cited(claim), language)
    found = [
        tuple(replace(one, share=carrier.share) for one in _of_carrier(claim, carrier, scene, language))
        if carrier.share >= _LEAST
        else ()
        for carrier in carrying
    ]
    last = max((number for number, here in enumerate(found) if not here), default=-1)
    firm = carrying[last].share if last >= 0 else 0.0
    words = claim.text.split()  # "we bake": a pronoun before the verb tells nothing
    verb = language.stems(" ".join(words[:1])) or language.stems(" ".join(words[:2]))
    done = [
        carrier for carrier, here in zip(carrying, found, strict=True) if not here and verb & carrier.shared
    ]
    # What was in doubt at first, and said firmly and more fully at last, is firm.
    standing = {
        finding: None
        for number, here in enumerate(found)
        for finding in here
        # "I won't throw the pump away, I'll send it to Bob": to send it was not denied.
        if not (finding.kind == "negation" and done and not verb & carrying[number].shared)
        if not (finding.kind == "negation" and is_promised_behind(claim, carrying[number], scene, language))
        if not is_overtaken(finding, carrying[number], _firm(carrying, found, number), claim, cited, language)
        if (finding.certain and not (number < last and _is_beside(finding, carrying[number], firm)))
        or (not finding.certain and (number > last or carrying[number].share >= firm))
    }
    for segment in scene.cited(claim):
        if (said := denied_repeat(claim.text, segment.text)) is not None:
            standing[Finding("negation", said, certain=True)] = None
    if carrying:
        standing |= dict.fromkeys(added(claim, carrying[-1], scene, language))
    tells_past = language.past_text.search(claim.text.casefold()) is not None
    if claim.kind == "action" and not tells_past and (told := told_as_done(claim, scene, language)):
        standing[Finding("past", told, certain=True)] = None
    return sorted(standing, key=lambda finding: GRAVEST_FIRST.index(finding.kind))


def _firm(carrying: Sequence[Carrier], found: Sequence[Sequence[Finding]], number: int) -> list[Carrier]:
    """The carriers behind the one of that number that nothing qualifies."""
    return [carrying[later] for later in range(number + 1, len(carrying)) if not found[later]]


def _is_beside(finding: Finding, carrier: Carrier, firm: float) -> bool:
    """Whether a condition binds words beside the claim, of which another clause says as much, firmly."""
    limits = finding.kind in ("condition", "exception")
    return limits and not carrier.is_about and carrier.share <= firm


def _of_carrier(claim: Claim, carrier: Carrier, scene: Scene, language: Language) -> Iterator[Finding]:
    clause, text = carrier.clause, claim.text.casefold()
    # "Should we order it, or wait?" asks; without the mark "should we order it" would be a condition.
    is_question = (
        clause.line.rstrip().endswith("?") and language.question.words.match(clause.line) is not None
    )
    parts = [] if is_question else list(parts_of(carrier, language))
    main = without(clause, parts, language)
    if not carrier.shared & language.stems(main):
        return
    if (said := denied(main, text, carrier, language)) is not None:
        yield Finding("negation", clause.said(*said), certain=True)
    # "Ask the lawyer" asks no more than its words did.
    asks_itself = next(language.question.found(text), None) is not None
    if not asks_itself and all(match.group() in clause.line for match in language.asking_text.finditer(text)):
        yield from asked(main, claim, carrier, scene, language)
    rises = main.rstrip().endswith("?") and not language.tag.search(main)
    if claim.kind == "action" and not rises and not language.past_text.search(text):
        for match in language.past.found(main):
            yield Finding("past", clause.said(*match.span()), certain=True)
    for part in parts:
        yield from lost(part, claim, carrier, language)
    plan = None if language.negated_text.search(text) else language.once_planned.search(main)
    if plan is not None and _is_dropped(carrier, language):
        yield Finding("hedge", clause.said(*plan.span()), certain=False)
    # "Look into it" doubts no more than its words did.
    if all(
        match.group() in clause.line and not language.hedge.words.search(match.group())
        for match in language.hedged_text.finditer(text)
    ):
        words = f" {' '.join(spoken_words(text))} "  # "may" does not stand in "the mayor"
        doubts = _doubts(main, carrier, language)
        yield from (d for d in doubts if f" {' '.join(spoken_words(d.said))} " not in words)


def _is_dropped(carrier: Carrier, language: Language) -> bool:
    """ "I was going to bake the cake, but Bob does"; "..., but I'll do it today" drops nothing."""
    turn = carrier.behind.line if carrier.behind is not None else ""
    return language.turned.match(turn) is not None and not language.telling.planned.search(turn)


def _doubts(main: str, carrier: Carrier, language: Language) -> Iterator[Finding]:
    """The doubts of a clause, and those that stand alone beside it: "maybe so we want it"."""
    for match in language.hedge.found(main):
        yield Finding("hedge", carrier.clause.said(*match.span()), certain=False)
    for beside in (carrier.before, carrier.behind):
        for match in language.hedge.found(beside.line) if beside is not None else ():
            if beside is not None and not _rest(beside.line, match, language):
                yield Finding("hedge", beside.said(*match.span()), certain=False)


def _rest(line: str, match: re.Match[str], language: Language) -> frozenset[str]:
    """What a clause says beside its doubt: "though I can't promise it" says nothing else."""
    return language.stems(language.joining.sub("", line[: match.start()]) + line[match.end() :])
