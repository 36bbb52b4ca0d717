"""What was taken back afterwards: "scratch that", or a no to the same thing later.

Words that name nothing ("scratch that") take back what was just said, unless somebody promised or asked for
something else in between. What names the thing may come later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim
from guardrails.language import Clause, Language, content_of, read, topic_of
from guardrails.qualifier.carriers import FULL, carriers_of

_SOON, _LATER = 4, 40
"""Lines in which "scratch that" means what was said before, and in which something is taken back by its
name."""
_BESIDE = 1
"""Lemmas of other things beside a day."""
_LEAD_IN = 2
"""Lemmas beside the name in "coming back to the badges: we drop that"."""
_NEARLY_ALL = 0.75


@dataclass(frozen=True, slots=True)
class Retraction:
    """Words that end a claim."""

    place: int
    """Of their line in the meeting."""
    words: str
    heir: str | None = None
    """Who gets the work instead: it goes on."""


def retraction_of(claim: Claim, context: Context) -> Retraction | None:
    """What takes `claim` back, or None."""
    wanted = topic_of(claim.text, context.language, claim.owner, limited=True)
    denies = any(clause.denied for clause in read(claim.text, context.language).clauses)
    near = True
    behind = list(_behind(claim, context))
    for number, (place, soon, clause) in enumerate(behind):
        following = [one for at, _, one in behind[number + 1 : number + 2] if at == place]
        near = near and soon
        if clause.asks or any(limit.kind == "condition" for limit in clause.limits):
            near = near and not _is_another(clause, wanted)
            continue
        if near and claim.kind == "action" and (heir := _heir(clause, claim, context)) is not None:
            return Retraction(place, clause.said_whole, heir)
        if clause.taken_back is not None and not _is_denied(clause):
            beside = _beside(clause)
            if _is_day(clause, beside) or (not beside and any(_is_day(one, one.topic) for one in following)):
                continue  # "actually no, by Wednesday" takes only the day back
            before = _before(clause)
            named = bool((before | beside) & wanted) and len(before - wanted) <= _LEAD_IN and not denies
            if len(beside - wanted) <= named and (named or (near and not before)):
                return Retraction(place, clause.said_whole)
        elif clause.denied is not None and not denies and _denies(clause, wanted):
            return Retraction(place, clause.said_in_main(clause.denied))
        else:
            near = near and not _is_another(clause, wanted)
    return None


def _is_denied(clause: Clause) -> bool:
    """ "I don't want to forget that": a no comes before the words that take something back."""
    first, _ = clause.taken_back or (0, 0)
    return clause.denied is not None and 0 < clause.denied[0] < first


def _before(clause: Clause) -> frozenset[str]:
    """What is said before the words that take something back, without "oh wait" and "nah"."""
    first, _ = clause.taken_back or (0, 0)
    idle = clause.language.words("opener") | clause.language.words("refuse")
    said = [token for token in clause.main[:first] if token.text not in idle]
    return content_of(said, clause.language) & clause.topic


def _beside(clause: Clause) -> frozenset[str]:
    """What else is said between the same marks: what comes before them names it, what follows is the
    reason."""
    first, last = clause.taken_back or (0, 0)
    marks = [place for place, token in enumerate(clause.main) if token.is_mark]
    start = max((place + 1 for place in marks if place < first), default=0)
    end = min((place for place in marks if place >= last), default=len(clause.main))
    beside = content_of(clause.main[start:first] + clause.main[last:end], clause.language)
    return beside & clause.topic


def _is_day(clause: Clause, content: frozenset[str]) -> bool:
    """Whether it says a day, and nobody who does anything then."""
    return bool(clause.days) and not clause.has("speaker") and len(content) <= _BESIDE


def _denies(clause: Clause, wanted: frozenset[str]) -> bool:
    """Whether it says the contrary of nearly all that is wanted, and nothing else."""
    said = clause.denied_content & wanted
    return len(said) >= max(2, _NEARLY_ALL * len(wanted)) and len(clause.topic - wanted) <= _BESIDE


def _behind(claim: Claim, context: Context) -> Iterator[tuple[int, bool, Clause]]:
    """The clauses behind what `claim` was made from, each with its line and whether that is near."""
    full = [carrier for carrier in carriers_of(claim, context) if carrier.share >= FULL]
    if not full:
        return
    start = max(context.places[segment.id] for segment in context.cited(claim))
    if context.places[full[-1].segment.id] == start:
        yield from ((start, True, clause) for clause in full[-1].following)
    for place in range(start + 1, min(start + 1 + _LATER, len(context.segments))):
        for clause in read(context.segments[place].text, context.language).clauses:
            yield place, place - start <= _SOON, clause


def _is_another(clause: Clause, wanted: frozenset[str]) -> bool:
    """Whether somebody promises or asks for something else."""
    return clause.act in ("promise", "request", "offer") and not clause.topic <= wanted


def _heir(clause: Clause, claim: Claim, context: Context) -> str | None:
    """ "No, Tom does that": who gets it instead of its owner, and nothing else is said of him."""
    for first, last in clause.language.phrases("handed_over").find(clause.main_line):
        said = {token.text for token in clause.main[first:last]}
        found = [
            person
            for person in context.people
            if person != claim.owner and said & _parts(person, clause.language)
        ]
        rest = clause.main[last:]
        end = next((place for place, token in enumerate(rest) if token.is_mark), len(rest))
        more = content_of(rest[:end], clause.language) & clause.content_beside("changed")
        if len(found) == 1 and not more:
            return found[0]
    return None


def _parts(name: str, language: Language) -> set[str]:
    """The words of a name that are no others: nobody is called by a single letter, or "Will" in passing."""
    return {part for part in name.casefold().split() if len(part) > 1} - language.words("function")
