"""What answers a question or a request: somebody takes it on, refuses it, says it is done, or leaves it open.

The rules and merging hold each sentence against those behind it; a check knows what it looks for (a claim),
and holds clauses against lines. What counts as an answer is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from guardrails.language.phrases import line_of
from guardrails.language.reading import Clause

Answer = Literal["promised", "accepted", "refused", "done", "open", "told"]
"""`told`: something that is none of the others."""
TAKEN: tuple[Answer, ...] = ("promised", "accepted")
_STRONGEST_FIRST: tuple[tuple[Answer, ...], ...] = (("promised",), ("accepted", "done"), ("told",))
"""Of equals, what is said first: "I did it yesterday. Right?" takes on nothing."""
_BESIDE = 2
"""Lemmas that "I did that on Monday, by the way" may have beside what was asked for."""
_OPENING = 2
"""Clauses of a line in which it is left open."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer is looked for."""

    clause: Clause
    speaker: str | None
    addressee: str | None = None
    """Who alone can answer, besides voices without a name."""
    about: frozenset[str] | None = None
    """Lemmas of what is asked for, where somebody knows them: then what names something else answers nothing.
    None hears out whoever speaks next: few say again what they were asked for."""
    day: str | None = None
    """Until when: a no to another day refuses nothing."""


def answer_to(
    asked: Asked, behind: Iterable[tuple[str | None, Sequence[Clause]]]
) -> tuple[int, Answer] | None:
    """The first of the lines `behind`, each with its speaker, that answers, and how.

    Who asks for something goes on speaking, and does not answer himself. Of a question whose answer can be
    recognised (`about`) he does: "Do we need it? We do."
    """
    own = asked.speaker if asked.about is None or asked.clause.act == "request" else None
    for number, (speaker, clauses) in enumerate(behind):
        if own is not None and speaker == own:
            asks = any(clause.act == "ask" for clause in clauses)
            if asked.about is None and asks and any(clause.content for clause in clauses):
                return None  # he asks something else, and who speaks next may answer that
        elif asked.addressee is not None and speaker not in (None, asked.addressee):
            continue
        elif (found := answer_in(clauses, asked)) is not None:
            return number, found
    return None


def answer_in(clauses: Sequence[Clause], asked: Asked) -> Answer | None:
    """How a line answers; None for what only takes time ("hmm"), or is about something else."""
    begins = line_of(token.text for clause in clauses[:_OPENING] for token in clause.tokens)
    if begins in asked.clause.language.phrases("open_answer"):
        return "open"
    found = [_answer(clause, asked) for clause in clauses]
    if "refused" in found:
        return "promised" if any(_is_taken(clause, asked) for clause in clauses) else "refused"
    return next((kind for kinds in _STRONGEST_FIRST for kind in found if kind in kinds), None)


def _is_taken(clause: Clause, asked: Asked) -> bool:
    """ "No, I'll do it", "not yet, I'll send it tonight"."""
    names_it = asked.about is not None and not asked.about.isdisjoint(clause.content)
    return clause.act == "promise" and (names_it or clause.has("anaphor"))


def _answer(clause: Clause, asked: Asked) -> Answer | None:
    about = asked.about
    if clause.act == "refuse" or (not clause.asks and (clause.refuses or clause.has("busy"))):
        is_other_day = clause.days and not clause.topic and (asked.day or "\n") not in clause.text
        return None if is_other_day else "refused"  # "can't do Friday" refuses the day alone
    if about is not None and clause.past is not None and len(clause.topic - about) <= _BESIDE:
        return "done"
    repeats, is_yes = about is None or bool(about & clause.content), clause.begins("accept")
    if clause.act in ("promise", "offer") and (repeats or not clause.topic or clause.has("takes_over")):
        return "promised"
    if about is None:
        return "accepted" if is_yes else "told" if clause.content else None
    if asked.clause.has("choice") and asked.clause.asks:
        is_yes = repeats  # "order or wait?" - "okay" chooses nothing
    elif clause.act == "state" and repeats and not is_yes:
        return "refused" if clause.denied is not None else "accepted"
    return "accepted" if is_yes else None
