"""Which clauses carry a claim: the ones that share its content words.

People qualify what they say all the time; what counts is the clause that the claim was made from. A
qualifier in another clause of the same speech is none of the claim's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from guardrails.clauses import Clause, clauses_of
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Segment
from guardrails.words import spoken_words

HALF = 0.5
"""A clause that says half of a claim is about it; one that says less may be about something beside it."""
# A clause carries a claim when it shares nearly as many words as the one that shares most.
_NEAR_BEST = 0.6
# Words and marks of a sentence in which nothing else is said, as a rule.
_CLOSE = 18
# So much of a clause is in a claim that takes it over whole.
_WITHIN = 0.75
# So many words of a clause are no accident in a claim, though most of them are said everywhere.
_QUOTED = 5


@dataclass(frozen=True, slots=True)
class Carrier:
    """A clause, where it was said, and how much of the claim it says."""

    segment: Segment
    clause: Clause
    before: Clause | None
    """Its neighbours in the segment."""
    behind: Clause | None
    shared: frozenset[str]
    """Stems of the claim that the clause has."""
    share: float
    """0..1 of the claim's stems."""
    is_about: bool
    """Says enough of the claim for a change of the claim by it."""

    def is_close(self, language: Language, line: str = "") -> bool:
        """Whether `line`, or the whole clause, says little else: a speech may be one clause without stops."""
        line = line or self.clause.line
        return len(line.split()) <= _CLOSE or 2 * len(self.shared) >= len(language.stems(line))


def _unlimited(clause: Clause, language: Language) -> str:
    """What the clause says before any condition or exception."""
    limits = (cue.words.search(clause.line, 1) for cue in (language.condition, language.exception))
    return clause.line[: min((limit.start() for limit in limits if limit), default=None)]


def _is_quoted(clause: Clause, line: str, language: Language) -> bool:
    """Whether the claim, whose words are `line`, has what the clause says word for word."""
    words = spoken_words(_unlimited(clause, language))
    return len(words) >= _QUOTED and f" {' '.join(words)} " in line


def _is_within(shared: frozenset[str], clause: Clause, language: Language) -> bool:
    """Whether the claim takes over all that the clause says, among other things."""
    said = language.stems(_unlimited(clause, language))
    return len(shared) >= 2 and len(shared & said) >= _WITHIN * len(said)


def claimed(claim: Claim, language: Language) -> frozenset[str]:
    """The stems that tell what is claimed, without its owner's name."""
    stems = language.stems(claim.text)
    return stems - language.stems(claim.owner or "") or stems


def carriers(claim: Claim, segments: Sequence[Segment], language: Language) -> tuple[Carrier, ...]:
    """The clauses of `segments` that carry `claim`, the best ones only, in the order of speech."""
    wanted, line = claimed(claim, language), f" {' '.join(spoken_words(claim.text))} "
    found = [
        (segment, clauses, place, wanted & language.stems(clause.line))
        for segment in segments
        for clauses in (clauses_of(segment.text, language.opening),)
        for place, clause in enumerate(clauses)
    ]
    most = max((len(shared) for *_, shared in found), default=0)
    if not most:
        return ()
    return tuple(
        Carrier(
            segment=segment,
            clause=clauses[place],
            before=clauses[place - 1] if place else None,
            behind=clauses[place + 1] if place + 1 < len(clauses) else None,
            shared=shared,
            share=len(shared) / len(wanted),
            is_about=is_quoted
            or (len(shared) >= HALF * len(wanted) and (len(shared) >= 2 or shared == wanted)),
        )
        for segment, clauses, place, shared in found
        for is_quoted in (_is_quoted(clauses[place], line, language),)
        if is_quoted or len(shared) >= _NEAR_BEST * most or _is_within(shared, clauses[place], language)
    )
