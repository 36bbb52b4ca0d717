"""What a claim is about, as a set of lemmas in which everyday synonyms are one word, and whether it denies
it.

Two drafts of one promise differ in verbs and wrapping ("forward the report", "make sure that the report is
sent"), hardly in what the work is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from guardrails.core.types import Claim
from guardrails.language import FALLBACK, Clause, Language, Token, read
from guardrails.language.words import spoken_words

_LONGEST = 2_000
"""Characters that are read; an item is shorter, and hostile text is cut."""
_SAME = 0.8
"""Of all the content words of both; below, AMI has different tasks of different people."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What a text is about, without the order and the wrapping of its words."""

    stems: frozenset[str]
    is_denied: bool
    subject: frozenset[str] = frozenset()
    """Who is to do it, where the text of an action says so; not among the stems."""

    def is_like(self, other: Matter) -> bool:
        shared, every = len(self.stems & other.stems), len(self.stems | other.stems)
        return shared > 0 and shared >= _SAME * every


def matter_of(claim: Claim, code: str) -> Matter:
    """Without owner and due phrase, which may differ."""
    text = claim.text.replace(claim.due_phrase, " ") if claim.due_phrase else claim.text
    return matter_in(text.removeprefix(claim.owner or "").strip(), claim.kind == "action", code)


@lru_cache(maxsize=4096)  # each claim is compared with each other
def matter_in(text: str, subject_apart: bool = False, code: str = FALLBACK) -> Matter:
    """The matter of `text`; `subject_apart`: it is an action, and its subject says who, not what."""
    clauses = read(text[:_LONGEST], code).clauses
    if not clauses:
        return Matter(frozenset(), False)
    who = _subject(clauses[0]) if subject_apart else 0
    subject, opening = clauses[0].tokens[:who], clauses[0].tokens[who:]
    tokens = [*opening, *(token for clause in clauses[1:] for token in clause.tokens)]
    denied = any(clause.denied is not None for clause in clauses)
    tables = clauses[0].language
    return Matter(_stems(tokens, tables), denied, _stems(subject, tables))


def _subject(clause: Clause) -> int:
    """How many tokens the clause has before the words with which somebody takes it on."""
    found = clause.language.phrases("takes_on").first(clause.line)
    return found[0] if found else 0


def owners_differ(one: Claim, other: Claim) -> bool:
    """Whether two are named, neither of them by a part of the other's name."""
    names, others = (set(spoken_words(claim.owner or "")) for claim in (one, other))
    return bool(names and others) and not (names <= others or others <= names)


def are_opposite(one: Claim, other: Claim, code: str) -> bool:
    left, right = matter_of(one, code), matter_of(other, code)
    return left.is_denied != right.is_denied and left.is_like(right)


def is_same_matter(one: Claim, other: Claim, code: str) -> bool:
    left, right = matter_of(one, code), matter_of(other, code)
    return left.is_denied == right.is_denied and left.is_like(right)


def _stems(tokens: Sequence[Token], language: Language) -> frozenset[str]:
    empty = language.words("function") | language.words("wrapping")
    return frozenset(
        language.alike.get(token.lemma, token.lemma)
        for token in tokens
        if not token.is_mark and (token.text not in empty or token.text in language.numbers)
    )
