"""A sentence of the summary that says other than the item that it tells of.

The item was held against the words that were said; the sentence cites nothing. Where one of its clauses tells
nearly all of an item, it has to say it as the item does: denied or not, under its condition, with its
exception and its doubt, by its day, and only asked where it was only asked.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.clauses import clauses_of
from guardrails.guardrail import Ask, Scene
from guardrails.qualifiers.carrying import claimed
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Verdict

_LEAST_SHARED = 2
_NEARLY_ALL = 0.75
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
# "By Thursday, no, Friday": nothing is denied.
_NO = re.compile(r", no ,")
_QUOTED = re.compile(r"[\"“„«]")


class SummaryItems:
    """Holds each clause of a summary's sentence against the item that it tells of."""

    name = "qualifier"
    deadline_s = 1.0

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
        language = tables_of(scene)
        for clause in clauses_of(claim.text, language.opening):
            item = _told(clause.line, scene, language)
            if item is not None and (why := _lost(item, clause.line, claim.text.casefold(), language)):
                return why
        return None


def _lost(item: Claim, line: str, sentence: str, language: Language) -> str | None:
    """What a clause, or the `sentence` around it, leaves out of `item` or says otherwise."""
    text = item.text.casefold()
    if item.kind == "question":
        settles = language.settled_text.search(line) and not language.asking_text.search(sentence)
        return f'it settles what was only asked: "{item.text}"' if settles else None
    denies = language.negated_text.search
    limits, leaves_out = language.condition.words.search(text), language.exception.words.search(text)
    if not leaves_out and bool(denies(text)) != bool(denies(_NO.sub(" ", line))):
        return f'it says the contrary of "{item.text}"'
    if limits and not _any(sentence, language.condition.words, language.conditional_text):
        return f'it leaves out the condition of "{item.text}"'
    if leaves_out and not _any(sentence, language.exception.words, language.negated_text):
        return f'it leaves out the exception of "{item.text}"'
    doubted = next(language.hedge.found(text), None) is not None
    if doubted and not _any(sentence, language.hedge.words, language.hedged_text):
        return f'it leaves out the doubt of "{item.text}"'
    days, told = _WEEKDAY.findall((item.due_phrase or "").casefold()), _WEEKDAY.findall(line)
    if days and told and not set(days) & set(told):
        return f'"{item.text}" is due {item.due_phrase}'
    return None


def _told(line: str, scene: Scene, language: Language) -> Claim | None:
    """The item nearly all of whose words are in `line`; of several the one with most of them, and of
    equal ones the one that was not only asked."""
    stems = language.stems(line)
    best, most = None, (0, False)
    for item in scene.claims:
        if item.kind not in ("action", "decision", "question"):
            continue
        wanted = claimed(replace(item, text=_unlimited(item.text.casefold(), language)), language)
        shared = len(wanted & stems)
        rank = (shared, item.kind != "question")
        if shared >= max(_LEAST_SHARED, _NEARLY_ALL * len(wanted)) and rank > most:
            best, most = item, rank
    return best


def _unlimited(text: str, language: Language) -> str:
    """Where the condition or the doubt was left out, there is only the rest to know an item by."""
    for cue in (language.condition.words, language.exception.words):
        if (limit := cue.search(text)) is not None:
            before, behind = text[: limit.start()], text[limit.end() :].partition(",")[2]
            text = before if language.stems(before) else behind or text
    return language.hedge.words.sub(" ", text)


def _any(text: str, *patterns: re.Pattern[str]) -> bool:
    return any(pattern.search(text) for pattern in patterns)
