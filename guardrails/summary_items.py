"""A sentence of the summary that says other than the item that it tells of.

The item was held against the words that were said; the sentence cites nothing. Where one of its clauses tells
nearly all of an item, it has to say it as the item does: denied or not, under its condition, by its day.
"""

from __future__ import annotations

import re
from dataclasses import replace

from guardrails.clauses import clauses_of
from guardrails.guardrail import Ask, Scene
from guardrails.qualifiers.carrying import claimed
from guardrails.qualifiers.english import ENGLISH
from guardrails.qualifiers.tables import Language
from guardrails.types import Claim, Verdict

_LEAST_SHARED = 2
_NEARLY_ALL = 0.75
_CONDITION = re.compile(
    r"\b(?:if|unless|provided|providing|only (?:when|once|after)|as long as|subject to|except|apart from)\b"
)
_WEEKDAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b")
# "By Thursday, no, Friday": nothing is denied.
_NO = re.compile(r", no ,")
_QUOTED = re.compile(r"[\"“„«]")


class SummaryItems:
    """Holds each clause of a summary's sentence against the item that it tells of."""

    name = "qualifier"
    deadline_s = 1.0

    def __init__(self, language: Language = ENGLISH) -> None:
        self._language = language

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
        sentence = claim.text.casefold()
        for clause in clauses_of(claim.text, self._language.opening):
            item = _told(clause.line, scene, self._language)
            if item is None:
                continue
            text = item.text.casefold()
            denies = self._language.negated_text.search
            if bool(denies(text)) != bool(denies(_NO.sub(" ", clause.line))):
                return f'it says the contrary of "{item.text}"'
            limits = _CONDITION.search(sentence) or self._language.conditional_text.search(sentence)
            if _CONDITION.search(text) and not limits:
                return f'it leaves out the condition of "{item.text}"'
            days, told = _WEEKDAY.findall((item.due_phrase or "").casefold()), _WEEKDAY.findall(clause.line)
            if days and told and not set(days) & set(told):
                return f'"{item.text}" is due {item.due_phrase}'
        return None


def _told(line: str, scene: Scene, language: Language) -> Claim | None:
    """The item nearly all of whose words are in `line`; of several the one with most of them."""
    stems = language.stems(line)
    best, most = None, 0
    for item in scene.claims:
        if item.kind not in ("action", "decision"):
            continue
        # Where the condition was left out there is only the rest to know the item by.
        wanted = claimed(replace(item, text=_CONDITION.split(item.text)[0]), language)
        shared = len(wanted & stems)
        if shared >= max(_LEAST_SHARED, _NEARLY_ALL * len(wanted)) and shared > most:
            best, most = item, shared
    return best
