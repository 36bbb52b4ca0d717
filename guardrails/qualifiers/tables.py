"""What the checks of qualifiers know of a language: one value for each, so that a language is data.

Every pattern is searched in the line of a clause (see guardrails.clauses): lower case, no pauses, marks as
words of their own. A cue says "maybe"; where its `idle` pattern also matches, the same words say something
else ("if possible", "why don't we").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from guardrails.qualifiers.telling import Telling


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that qualify, and the surroundings in which they do not."""

    words: re.Pattern[str]
    idle: re.Pattern[str] | None = None
    """A use that says nothing; it begins before or at the cue and ends in or behind it."""

    def found(self, line: str) -> Iterator[re.Match[str]]:
        """The matches that qualify, in order."""
        idle = [] if self.idle is None else [match.span() for match in self.idle.finditer(line)]
        for match in self.words.finditer(line):
            if not any(start <= match.start() < end for start, end in idle):
                yield match


@dataclass(frozen=True, slots=True, eq=False)  # one value for each language, quickly looked up
class Language:
    """The tables of one language."""

    code: str
    """ISO 639-1."""
    stems: Callable[[str], frozenset[str]]
    """What a text is about: the stems of its words that tell something."""
    opening: re.Pattern[str]
    """What begins a clause of its own inside a sentence."""
    main: re.Pattern[str]
    """Where, after a condition that comes first, the main clause begins without a comma."""
    named_main: re.Pattern[str]
    """The same with any subject of one word."""
    negation: Cue
    """The verb or the object behind it is denied."""
    refused: re.Pattern[str]
    """The negations that refuse work, rather than tell how things are; matched at a cue or around it."""
    instead: re.Pattern[str]
    """What follows is given up for what stands beside it."""
    contrast: re.Pattern[str]
    """Where the reach of a negation ends: "not a square but a circle"."""
    condition: Cue
    plain_condition: re.Pattern[str]
    """The conditions that are also said of nothing in particular ("if"); matched at their beginning."""
    vague_condition: re.Pattern[str]
    """Those of them that speak to the listener or about the talk: "if you look at the price"."""
    noun_condition: re.Pattern[str]
    """Those that a noun is enough for: "barring objections"."""
    afterthought: re.Pattern[str]
    """What is said behind a condition or an exception, after a mark, and belongs to it: ", that is"."""
    concession: re.Pattern[str]
    """What a clause says in spite of ("even if"): no part of what is claimed."""
    whole: re.Pattern[str]
    """A word for all of something, which an exception takes part of."""
    articles: frozenset[str]
    """Words that nothing ends with."""
    predicate: re.Pattern[str]
    """The verb that follows a subject: where an exception to the subject ends."""
    fragment: re.Pattern[str]
    """How a sentence begins that is nothing but a condition on the one before it."""
    joining: re.Pattern[str]
    """What joins a condition of its own to the sentence before it, and is no part of the condition."""
    added_condition: re.Pattern[str]
    """How the next turn begins that is nothing but a condition on what was just said."""
    added_exception: re.Pattern[str]
    exception: Cue
    passed_over: re.Pattern[str]
    """The exceptions that may also tell how something is done ("without the key"): marked, not put back."""
    hedge: Cue
    past: Cue
    telling: Telling
    question: Cue
    """How a question begins that asks whether something shall be done, or what."""
    request: re.Pattern[str]
    """A question by its form only: it asks somebody to do something."""
    asks_anybody: re.Pattern[str]
    """Requests to nobody in particular: what nobody takes up is open."""
    goes_on: re.Pattern[str]
    """How what follows a yes still answers; else the yes only opens another matter."""
    tag: re.Pattern[str]
    """"..., okay?": a mark of interrogation behind a statement."""
    consent: re.Pattern[str]
    """How an answer begins that takes up a request or settles a question."""
    refusal_answer: re.Pattern[str]
    """An answer that takes a request or a proposal back to its sender."""
    deferral: re.Pattern[str]
    """An answer that leaves a question open."""
    negated_text: re.Pattern[str]
    """A claim that says itself that something is not, or is left out."""
    conditional_text: re.Pattern[str]
    hedged_text: re.Pattern[str]
    asking_text: re.Pattern[str]
    past_text: re.Pattern[str]
    settled_text: re.Pattern[str]
    """Tells in a summary that something is agreed or planned."""
    taken_back: Cue
    """Takes back what was said just before, whatever it was."""
    another: re.Pattern[str]
    """Somebody takes something on, or asks for it; searched in a whole segment, as it was said."""
    once_planned: re.Pattern[str]
    """Tells of a plan that was; it is none any more where the next clause turns."""
    turned: re.Pattern[str]
    unasserted: re.Pattern[str]
    """What stands before such words where nobody takes anything back by them: "if we drop that"."""
    supposed: re.Pattern[str]
    """What stands before words that are only supposed; what is named there by name may be proposed."""
    depending: re.Pattern[str]
    """How a sentence begins whose rest holds only under a condition."""
    planned: re.Pattern[str]
    """Tells of a plan, a wish, an offer or a proposal, up to what is planned."""
    going_on: re.Pattern[str]
    """How the next sentence begins behind such words, where there are no stops."""
    turning: re.Pattern[str]
    """Shows that a no turns against what was said, where that was a no itself."""
    dismissed: re.Pattern[str]
    """Ends what was said, a no or a yes, and denies nothing by itself."""
    refusal: re.Pattern[str]
    """Takes back the thing that it names, if it names much of it: "we won't send the contract"."""
    cancelled: re.Pattern[str]
    """The same, said so plainly that one word is enough: "forget about the contract"."""
    topic: re.Pattern[str]
    """A clause that only names what the next one is about."""
    redated: re.Pattern[str]
    """Matched behind words that take something back, marks and all: only another day, up to a mark."""
    reassigned: re.Pattern[str]
    """Gives the work to somebody else; one of its groups is that person."""


def pattern(*alternatives: str) -> re.Pattern[str]:
    """Any of `alternatives`, as whole words."""
    return re.compile(rf"(?<![\w'])(?:{'|'.join(alternatives)})(?![\w'])")
