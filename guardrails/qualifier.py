"""A claim keeps what its words were qualified with.

Chain-of-Verification (Dhuliawala et al. 2023) on the qualified claims only: where the words that carry a
claim deny it, bind it to a condition, leave something out, doubt it, ask for it, or were taken back
afterwards, and the claim does not say so, one question is put for each, to the model where the rules are not
sure, and the claim is mended or shown as not confirmed.
"""

from __future__ import annotations

from dataclasses import replace

from guardrails.guardrail import Ask, Scene
from guardrails.qualifiers.carrying import carriers
from guardrails.qualifiers.finding import RESTORED, Finding, Kind
from guardrails.qualifiers.restoring import restored
from guardrails.qualifiers.searching import findings
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.unsaid import unsaid
from guardrails.qualifiers.verifying import is_cleared
from guardrails.retraction import taken_back
from guardrails.types import Claim, Mark, Verdict

# What a claim bears when its text does not say it; the page shows the flag beside the item.
FLAGS: dict[Kind, str] = {
    "condition": "conditional",
    "exception": "has-exception",
    "hedge": "hedged",
    "question": "asked",
}
CLEARED = "qualifier-cleared"
CONTRARY = 0.5
"""A clause that says so much of a claim carries it: what it denies is not confirmed. Elsewhere it is a
mark.
"""
_CONTRARY: frozenset[Kind] = frozenset(("negation", "refusal", "question"))

_REASONS: dict[Kind, str] = {
    "negation": 'the words it cites say the opposite: "{}"',
    "refusal": 'it was asked, and the answer was no, or open: "{}"',
    "question": 'it was asked, not settled: "{}"',
    "past": 'the words it cites tell it as done: "{}"',
    "condition": 'it was said under a condition that is missing here: "{}"',
    "exception": 'it was said with an exception that is missing here: "{}"',
    "hedge": 'it was said with a doubt that is missing here: "{}"',
}


class Qualifier:
    """Negation, condition, exception, hedge, question, past and retraction of actions and decisions."""

    name = "qualifier"
    # Reading a few segments takes milliseconds; a slow machine may take some of them twice.
    deadline_s = 1.0

    def triggers(self, claim: Claim, scene: Scene) -> bool:
        return claim.kind in ("action", "decision") and (
            bool(self._open(claim, scene))
            or unsaid(claim, scene) is not None
            or self._taken_back(claim, scene) is not None
        )

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if claim.kind not in ("action", "decision"):
            return Verdict("verified", "it asserts nothing that could be qualified")
        if (words := self._taken_back(claim, scene)) is not None:
            reason = f'it was taken back afterwards: "{words}"'
            return Verdict("unverified", reason)
        if (words := unsaid(claim, scene)) is not None:
            return Verdict("unverified", f'it says "{words}", and nothing said there can mean that')
        for finding in self._open(claim, scene):
            reason = _REASONS[finding.kind].format(finding.said)
            is_contrary = finding.kind in _CONTRARY and finding.share >= CONTRARY
            marks = () if is_contrary else (Mark(finding.said, "qualifier", reason),)
            return Verdict("unverified", reason, marks)
        return Verdict("verified", "nothing that qualifies it is missing")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        if unsaid(claim, scene) is not None or self._taken_back(claim, scene) is not None:
            return None
        cleared = False
        for finding in self._open(claim, scene):
            if ask is not None and not finding.certain and is_cleared(claim, finding, scene, ask):
                cleared = True
                continue
            mended = _mended(claim, finding)
            if mended is None:
                return None
            claim = mended
        return replace(claim, flags=_with(claim.flags, CLEARED)) if cleared else claim

    def _taken_back(self, claim: Claim, scene: Scene) -> str | None:
        """The words that take back a clause that carries the claim."""
        words = taken_back(claim, scene, tables_of(scene))
        if words is None:
            return None
        carrying = carriers(claim, scene.cited(claim), tables_of(scene))
        return words if max((one.share for one in carrying), default=0.0) >= CONTRARY else None

    def _open(self, claim: Claim, scene: Scene) -> list[Finding]:
        """What is missing in text and flags of `claim`."""
        if CLEARED in claim.flags:
            return []
        marked = {mark.words for mark in claim.marks}
        found = findings(claim, scene, tables_of(scene))
        return [one for one in found if FLAGS.get(one.kind) not in claim.flags and one.said not in marked]


def _mended(claim: Claim, finding: Finding) -> Claim | None:
    if finding.kind in ("condition", "exception") and finding.certain:
        ids = claim.evidence.segment_ids
        if finding.segment_id and finding.segment_id not in ids:
            claim = replace(claim, evidence=replace(claim.evidence, segment_ids=(*ids, finding.segment_id)))
        return replace(claim, text=restored(claim.text, finding), flags=_with(claim.flags, RESTORED))
    if finding.kind == "question" and finding.certain:
        # Whose it would be, and until when, was asked with it.
        flags = _with(claim.flags, FLAGS["question"])
        return replace(claim, kind="question", owner=None, due_phrase=None, flags=flags)
    if (flag := FLAGS.get(finding.kind)) is not None:
        return replace(claim, flags=_with(claim.flags, flag))
    return None


def _with(flags: tuple[str, ...], flag: str) -> tuple[str, ...]:
    return flags if flag in flags else (*flags, flag)
