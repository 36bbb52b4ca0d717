"""A sentence of the summary that says other than the item that it is about.

The item was compared with the words that were said; the sentence cites nothing. Where one of its clauses
has nearly all words of an item, it has to say it as the item does: denied or not, with its condition,
exception and doubt, by its owner, and only asked where it was only asked. What the checks have refused of
an item it may not state at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from guardrails.core.guardrail import Ask, Context, Refusal
from guardrails.core.types import Claim, Verdict
from guardrails.language import Clause, Reading, content_of, language, read, tokens_of, topic_of
from guardrails.qualifier.comparing import kinds_of
from guardrails.qualifier.guard import FLAGS

_LEAST_SHARED, _NEARLY_ALL = 2, 0.75
_REFUSING = frozenset(("evidence", "qualifier", "contradiction"))
"""Who refuses what a claim says; the others refuse its form, or another item that says the same."""
_WEAKER = frozenset(("condition", "hedge", "asked"))
_QUOTED = re.compile(r"[\"“„«]")


class SummaryItems:
    """Compares each clause of a summary's sentence with the item that it is about."""

    name = "qualifier"
    deadline_s = 1.0

    def __init__(self) -> None:
        self._items: tuple[tuple[Claim, ...], list[tuple[Claim, frozenset[str]]]] | None = None

    def triggers(self, claim: Claim, context: Context) -> bool:
        return claim.kind == "summary" and self._difference(claim, context) is not None

    def check(self, claim: Claim, context: Context) -> Verdict:
        why = self._difference(claim, context)
        return Verdict("unverified", why) if why else Verdict("verified", "it says what its items say")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _difference(self, claim: Claim, context: Context) -> str | None:
        if _QUOTED.search(claim.text):
            return None  # words as they were said
        refused, sentence = _refused(context.refusals), read(claim.text, context.language)
        for clause in sentence.clauses:
            about = self._about(clause, claim, context)
            standing = [item for item, whole in about if whole and item.id not in refused]
            item = next(iter(standing or [item for item, _ in about]), None)
            if item is None:
                continue
            if item.id in refused:
                why = _stated(item, refused[item.id], clause, sentence, context.language)
            else:
                why = _lost(item, clause, sentence, context)
                why = why or _other_owner([one for one, _ in about], item, sentence, context)
            if why:
                return why
        return None

    def _about(self, clause: Clause, sentence: Claim, context: Context) -> Sequence[tuple[Claim, bool]]:
        """The items that the clause has nearly all words of, the one with the most first, and whether it
        has all."""
        claims = context.beside(sentence)
        if self._items is None or self._items[0] is not claims:  # once for all sentences of a summary
            items = [claim for claim in claims if claim.kind in ("action", "decision", "question")]
            self._items = (
                claims,
                [(item, topic_of(item.text, context.language, item.owner)) for item in items],
            )
        shared = [(len(wanted & clause.content), len(wanted), item) for item, wanted in self._items[1]]
        found = [one for one in shared if one[0] >= max(_LEAST_SHARED, _NEARLY_ALL * one[1])]
        found.sort(key=lambda one: (-one[0], one[2].kind == "question"))
        return [(item, count == every) for count, every, item in found]


def _words(text: str | None, code: str) -> frozenset[str]:
    tables = language(code)
    return content_of(tokens_of(text or "", tables), tables)


def _refused(refusals: Sequence[Refusal]) -> dict[str, str]:
    """By id, why items were refused for what they say, and not for their form alone."""
    return {refusal.claim: refusal.reason for refusal in refusals if refusal.guardrail in _REFUSING}


def _stated(item: Claim, reason: str, clause: Clause, sentence: Reading, code: str) -> str | None:
    """Why the clause may not stand: it states what was refused, and neither denies nor limits it."""
    said, written = _kinds(read(item.text, code)), _kinds(sentence)
    is_denied = clause.denied is not None
    if is_denied != ("denied" in said) or clause.past is not None or written & _WEAKER - said:
        return None
    return f'"{item.text}" did not stand: {reason}'


def _lost(item: Claim, clause: Clause, sentence: Reading, context: Context) -> str | None:
    """What a clause, or the sentence around it, leaves out of `item` or says otherwise."""
    said, written = _kinds(read(item.text, context.language)), _kinds(sentence)
    if item.kind == "question":
        settles = not written & {"asked", "hedge", "condition"} and clause.has("settles")
        return f'it settles what was only asked: "{item.text}"' if settles else None
    if "exception" not in said and ("denied" in said) != (clause.denied is not None):
        return f'it says the contrary of "{item.text}"'
    if FLAGS["hedge"] in item.flags:
        said |= {"hedge"}
    for kind, name, also in (
        ("condition", "condition", set()),
        ("exception", "exception", {"denied"}),
        ("hedge", "doubt", {"asked"}),
    ):
        if kind in said and not written & {kind, *also}:
            return f'it leaves out the {name} of "{item.text}"'
    return None


def _kinds(reading: Reading) -> set[str]:
    """What qualifies anything in a text."""
    is_asked = any(clause.has("asks_whether") for clause in reading.clauses)
    return {*kinds_of(reading), *(["asked"] if is_asked else [])}


def _other_owner(about: Sequence[Claim], item: Claim, sentence: Reading, context: Context) -> str | None:
    """Whether the sentence gives the work to a known person other than its owner."""
    owners = frozenset().union(*(_words(one.owner, context.language) for one in about))
    if item.kind != "action" or not item.owner or owners & sentence.content:
        return None
    besides = owners | _words(item.text, context.language)
    for clause in sentence.clauses:
        for name in _known(context, besides):
            _, named, behind = clause.line.partition(f" {name} ")
            if named and clause.language.phrases("takes_on").begins(f" {behind}"):
                return f'"{item.text}" is for {item.owner}'
    return None


def _known(context: Context, besides: frozenset[str]) -> Iterator[str]:
    """The names of people, none of whose words is among `besides`."""
    for person in context.people:
        if not besides & _words(person, context.language):
            yield from dict.fromkeys((*person.casefold().split(), person.casefold()))
