"""Was a claim taken back in German after it was said? As `guardrails.retraction` finds it in English.

What names nothing ("vergesst das") takes back the item before it, unless somebody promised or asked for
something else in between; what names the thing ("den Teppich nehmen wir doch nicht") may come later. Who
promised it may also take it back ("gut, dann bestelle ich es nicht").
"""

from __future__ import annotations

import re

from guardrails.german_words import stems_of
from guardrails.guardrail import Scene
from guardrails.types import Claim
from pipelines.rules.german.cues import CANCELS, FIRST, TAKES_BACK, UNSURE
from pipelines.rules.german.verbs import FIRST_PERSON

# Segments after the words of a claim: who means it without a name does so at once.
_SOON = 6
_NAMED = 40
# Who takes back what somebody said does it first.
_FIRST_SENTENCES = 3
_CLAUSE = re.compile(r"[,;:]")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_ANOTHER = re.compile(
    r"\b(?:kannst|könntest|würdest|magst) du\b|\b(?:ich werde|werde ich)\b|\bwer (?:kann|macht|kümmert)\b",
    re.IGNORECASE,
)
# Another matter where it names one: "sollen wir das wirklich?" asks about the same.
_ASKED = re.compile(
    r"\b(?:(?:sollen|sollten|können|könnten) wir|(?:soll|sollte) ich|wer [^\W\d_]+)\b", re.IGNORECASE
)
# Only what was to be got or made is given up with these: who clears away the tent agrees with them.
_NEEDLESS = re.compile(
    r"\b(?:(?:brauchen|benötigen|nehmen|machen) wir|wir (?:brauchen|benötigen|nehmen|machen))\b",
    re.IGNORECASE,
)
_GETS = frozenset(
    """
    ausdrucken ausleihen backen basteln bauen beantragen besorgen bestellen buchen drucken entwerfen erstellen
    holen kaufen leihen machen mieten mitbringen organisieren reservieren schreiben verfassen zeichnen
    """.split()
)
# "Im Zelt machen wir nicht mehr weiter" gives up the place, "die Stühle hier" are other ones.
_PLACED = re.compile(
    r"\b(?:als|am|an|auf|aus|bei|beim|da|dort|für|hier|im|in|mit|ohne|über|unter|vom|von|zum|zur)\b",
    re.IGNORECASE,
)
_GIVES_UP = re.compile(
    rf"\bdann (?:lass|lasse) ich (?:das|es)(?: lieber| doch)?(?: sein| bleiben)?[.!]*$"
    rf"|\bdann (?P<verb>{FIRST}) ich (?:das|es|ihn|sie) (?:\w+ )?nicht(?: (?P<prefix>[^\W\d_]+))?[.!]*$",
    re.IGNORECASE,
)


def taking_back(claim: Claim, scene: Scene) -> tuple[int, str] | None:
    """The place of the segment that takes `claim` back, and its words as they were said."""
    last = max((scene.places[segment.id] for segment in scene.cited(claim)), default=0)
    wanted = set(stems_of(claim.text))
    between: list[str] = []
    for place in range(last, min(last + 1 + _NAMED, len(scene.segments))):
        sentences = _SENTENCE.findall(scene.segments[place].text) if scene.segments else []
        if place == last:
            # Of the claim's own segment only what comes behind it.
            said_in = max(
                range(len(sentences)), key=lambda at: len(wanted & set(stems_of(sentences[at]))), default=0
            )
            sentences = sentences[said_in + 1 :]
        for at, said in enumerate(sentences[:_FIRST_SENTENCES]):
            means_that = _names_nothing_else(said, wanted) or _gives_up(claim, said, place, last, scene)
            if means_that and place - last <= _SOON:
                before = [*between, *sentences[:at]]
                if not _is_other_matter(before, wanted) and not _lies_between(claim, last, place, scene):
                    return place, said.strip()
            named = set(stems_of(CANCELS.sub(" ", said)))
            shared = named & wanted
            much = len(shared) >= min(2, len(wanted)) and 2 * len(shared) >= len(named)
            if CANCELS.search(said) and (much or _makes_needless(claim, said, wanted)):
                return place, said.strip()
        between += sentences
    return None


def _names_nothing_else(said: str, wanted: set[str]) -> bool:
    """Whether a clause of `said` takes back "that"."""
    clauses = (clause for clause in _CLAUSE.split(said) if TAKES_BACK.search(clause))
    return any(set(stems_of(TAKES_BACK.sub(" ", clause))) <= wanted for clause in clauses)


def _makes_needless(claim: Claim, said: str, wanted: set[str]) -> bool:
    """Whether `said` gives up the one thing that the claim is to get: "das Zelt brauchen wir nicht mehr"."""
    verb = claim.text.split()[-1]
    if verb not in _GETS or not _NEEDLESS.search(said) or said.rstrip().endswith("?"):
        return False
    if UNSURE.search(said.casefold()) or _PLACED.search(said):
        return False
    # All of it: "die Stühle" may be the old ones where new ones are to be bought.
    thing = wanted - set(stems_of(verb))
    named = set(stems_of(_NEEDLESS.sub(" ", CANCELS.sub(" ", said)))) - set(stems_of(claim.owner or ""))
    return bool(thing) and thing <= named <= wanted


def _gives_up(claim: Claim, said: str, place: int, last: int, scene: Scene) -> bool:
    """Whether who promised it says later, and under no condition, that they will not."""
    found = _GIVES_UP.search(said.strip())
    promised = claim.owner is not None and claim.owner == scene.segments[place].speaker
    if found is None or place == last or not promised:
        return False
    # "Und wenn Paul eines hat?" - "Dann bestelle ich es nicht."
    if any(UNSURE.search(segment.text.casefold()) for segment in scene.segments[place - 1 : place + 1]):
        return False
    if found["verb"] is None:
        return True
    verb = (found["prefix"] or "") + FIRST_PERSON[found["verb"].casefold()]
    return verb in ("machen", claim.text.split()[-1])


def _is_other_matter(sentences: list[str], wanted: set[str]) -> bool:
    """Whether somebody asked for or about something else in `sentences`."""
    return any(
        _ANOTHER.search(said) or (_ASKED.search(said) and not set(stems_of(_ASKED.sub(" ", said))) <= wanted)
        for said in sentences
    )


def _lies_between(claim: Claim, last: int, place: int, scene: Scene) -> bool:
    """Whether another item that could be taken back lies between the claim and the words at `place`."""
    return any(
        last < scene.places[segment.id] <= place
        for other in scene.claims
        if other.id != claim.id and other.kind in ("action", "decision")
        for segment in scene.cited(other)
    )
