"""A sentence of the summary that says other than the item that it tells of.

The item was held against the words that were said; the sentence cites nothing. Where one of its clauses tells
nearly all of an item, it has to say it as the item does: denied or not, under its condition, with its
exception and its doubt, by its owner and its day, and only asked where it was only asked. What the
checks have refused of an item it may not state at all.
"""

from __future__ import annotations

import re

from guardrails.clauses import clauses_of
from guardrails.guardrail import Ask, Refusal, Scene
from guardrails.qualifier import FLAGS
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.tables import Language
from guardrails.summary_owner import is_doer, other_doer
from guardrails.summary_refused import why_refused
from guardrails.summary_told import ItemsTold
from guardrails.types import Claim, Verdict

_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
# "By Thursday, no, Friday": nothing is denied.
_NO = re.compile(r", no ,")
_PLAIN_NO = re.compile(r"\b(?:not|never|nicht|nie)\b|n't\b")
_QUOTED = re.compile(r"[\"“„«]")


class SummaryItems:
    """Holds each clause of a summary's sentence against the item that it tells of."""

    name = "qualifier"
    deadline_s = 1.0

    def __init__(self) -> None:
        self._read: tuple[tuple[Claim, ...], tuple[Refusal, ...], ItemsTold] | None = None

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return claim.kind == "summary" and self._difference(claim, scene) is not None

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        why = self._difference(claim, scene)
        return Verdict("unverified", why) if why else Verdict("verified", "it says what its items say")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None

    def _difference(self, claim: Claim, scene: Scene) -> str | None:
        if _QUOTED.search(claim.text):
            return None  # words as they were said
        language, sentence = tables_of(scene), claim.text.casefold()
        items = self._items(scene, language)
        for clause in clauses_of(claim.text, language.opening):
            told = items.told(clause.line, language)
            if not told:
                continue
            item = told[0]
            if refusals := items.refusals.get(item.id):
                why = why_refused(item, refusals, clause.line, sentence, language)
            else:
                why = _lost(item, clause.line, sentence, language)
                person = other_doer(item, clause.line, sentence, scene)
                if person and not any(is_doer(other, person) for other in told):
                    why = why or f'"{item.text}" is for {item.owner}'
            if why:
                return why
        return None

    def _items(self, scene: Scene, language: Language) -> ItemsTold:
        """Read once for all sentences of a summary."""
        if self._read is None or self._read[0] is not scene.claims or self._read[1] is not scene.refusals:
            self._read = scene.claims, scene.refusals, ItemsTold(scene.claims, scene.refusals, language)
        return self._read[2]


def _lost(item: Claim, line: str, sentence: str, language: Language) -> str | None:
    """What a clause, or the `sentence` around it, leaves out of `item` or says otherwise."""
    text = item.text.casefold()
    if item.kind == "question":
        settles = language.settled_text.search(line) and not language.asking_text.search(sentence)
        return f'it settles what was only asked: "{item.text}"' if settles else None
    limits, leaves_out = language.condition.words.search(text), language.exception.words.search(text)
    if not leaves_out and _is_contrary(text, _NO.sub(" ", line), language):
        return f'it says the contrary of "{item.text}"'
    if limits and not _any(sentence, language.condition.words, language.conditional_text):
        return f'it leaves out the condition of "{item.text}"'
    if leaves_out and not _any(sentence, language.exception.words, language.negated_text):
        return f'it leaves out the exception of "{item.text}"'
    doubted = FLAGS["hedge"] in item.flags or next(language.hedge.found(text), None) is not None
    if doubted and not _any(sentence, language.hedge.words, language.hedged_text):
        return f'it leaves out the doubt of "{item.text}"'
    days, told = _WEEKDAY.findall((item.due_phrase or "").casefold()), _WEEKDAY.findall(line)
    if days and told and not set(days) & set(told):
        return f'"{item.text}" is due {item.due_phrase}'
    return None


def _is_contrary(text: str, line: str, language: Language) -> bool:
    """Whether one of the two is denied; "cancel it" denies in both where the item says "do not cancel it"."""
    denied, told = ({found.group() for found in language.negated_text.finditer(one)} for one in (text, line))
    return bool(denied) != bool(told) or (
        told < denied and any(map(_PLAIN_NO.search, denied - told)) and not any(map(_PLAIN_NO.search, told))
    )


def _any(text: str, *patterns: re.Pattern[str]) -> bool:
    return any(pattern.search(text) for pattern in patterns)
