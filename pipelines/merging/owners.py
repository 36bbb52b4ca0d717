"""Whose an action is, said in one way for every engine.

First person is who speaks, second person who is spoken to, a name is looked up among the people of the
meeting, and nobody stays nobody. A model's owners are brought into this form; where it left one out that the
words give, the words' owner is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from guardrails.core.types import Claim
from guardrails.evidence.people import is_named, owners_of, same_person
from guardrails.language import Clause, read
from guardrails.language.answers import TAKEN
from pipelines.draft import SEVERAL_OWNERS, UNKNOWN_SPEAKER
from pipelines.meeting import Meeting
from pipelines.sentences import Sentence


def own(claims: Sequence[Claim], meeting: Meeting) -> tuple[Claim, ...]:
    """`claims` with the owners of actions as the meeting's people are called; an unknown voice is flagged."""
    return tuple(_owned(claim, meeting) if claim.kind == "action" else claim for claim in claims)


def _owned(claim: Claim, meeting: Meeting) -> Claim:
    if claim.owner in meeting.people or (claim.owner is None and claim.flags):
        return claim
    owner = " ".join((claim.owner or "").split()).strip(" .,:;")
    words, tables = set(owner.casefold().split()), meeting.tables
    if owner and words <= tables.words("nobody"):
        return replace(claim, owner=None)
    if words - tables.words("function") <= tables.words("first_person") | tables.words("second_person"):
        return _by_the_words(claim, meeting)
    if _is_several(owner, meeting):
        first, *rest = owner.split(" ")
        first = first.lower() if first.lower() in tables.words("function") else first
        who = "" if owner.casefold() in claim.text.casefold() else f" ({' '.join((first, *rest))})"
        flags = tuple(dict.fromkeys((*claim.flags, SEVERAL_OWNERS)))
        return replace(claim, owner=None, text=f"{claim.text.rstrip(' .')}{who}", flags=flags)
    return replace(claim, owner=_person(owner, meeting) or owner)


def _person(name: str, meeting: Meeting) -> str | None:
    """The one person of the meeting that `name` may be."""
    found = [person for person in meeting.people if same_person(name, person)]
    return found[0] if len(found) == 1 else None


def _is_several(owner: str, meeting: Meeting) -> bool:
    """Whether it names several, none of whom has the work alone: "all except Ann", "Ann and Bob"."""
    if any(clause.limits for clause in read(owner, meeting.code).clauses):
        return True
    names = owners_of(owner, meeting.tables)
    return len(names) > 1 and all(_person(name, meeting) for name in names)


def _by_the_words(claim: Claim, meeting: Meeting) -> Claim:
    """Who takes it on in the words that `claim` cites, or is asked there and does not refuse."""
    sentence = meeting.said_in(claim)
    clause = _best_clause(claim, sentence, meeting) if sentence is not None else None
    if sentence is None or clause is None:
        return replace(claim, owner=None)
    words = {token.text for token in clause.tokens}
    if clause.act in ("promise", "offer") and words & meeting.tables.words("first_person"):
        unknown = () if sentence.speaker else (UNKNOWN_SPEAKER,)
        flags = tuple(dict.fromkeys((*claim.flags, *unknown)))
        return replace(claim, owner=sentence.speaker, flags=flags)
    return replace(claim, owner=_asked(sentence, meeting) if clause.act == "request" else None)


def _asked(sentence: Sentence, meeting: Meeting) -> str | None:
    named = [one for one in meeting.people if one != sentence.speaker and is_named(one, sentence.text)]
    answers = [meeting.answer_to(sentence, addressee) for addressee in named or (None,)]
    takes = next((answer.said[0].speaker for answer in answers if answer.kind in TAKEN), None)
    if takes is not None or len(named) != 1:
        return takes
    return named[0] if answers[0].kind != "refused" else None


def _best_clause(claim: Claim, sentence: Sentence, meeting: Meeting) -> Clause | None:
    wanted = meeting.topic(claim)
    clauses = sentence.reading.clauses
    best = max(clauses, key=lambda clause: len(wanted & clause.content), default=None)
    return best if best is not None and 2 * len(wanted & best.content) >= len(wanted) else None
