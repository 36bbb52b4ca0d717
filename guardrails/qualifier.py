"""A claim keeps what its words were qualified with.

Chain-of-Verification (Dhuliawala et al. 2023) on the qualified claims only: where the words that carry a
claim deny it, bind it to a condition, leave something out, doubt it, ask for it, or were taken back
afterwards, and the claim does not say so, one question is put for each, to the model where the rules are not
sure, and the claim is mended or shown as not confirmed.
"""

from __future__ import annotations

from dataclasses import replace

from guardrails.guardrail import Ask, Scene
from guardrails.qualifiers.finding import RESTORED, Finding, Kind
from guardrails.qualifiers.restoring import restored
from guardrails.qualifiers.searching import findings
from guardrails.qualifiers.spoken import tables_of
from guardrails.qualifiers.unsaid import unsaid
from guardrails.qualifiers.verifying import is_cleared
from guardrails.retraction import taken_back
from guardrails.types import Claim, Verdict

# What a claim bears when its text does not say it; the page shows the flag beside the item.
FLAGS: dict[Kind, str] = {
    "condition": "conditional",
    "exception": "has-exception",
    "hedge": "hedged",
    "question": "asked",
}
CLEARED = "qualifier-cleared"

_REASONS: dict[Kind, str] = {
    "negation": 'the words it cites say the opposite: "{}"',
    "refusal": 'it was asked for and refused: "{}"',
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
            or taken_back(claim, scene, tables_of(scene)) is not None
        )

    def check(self, claim: Claim, scene: Scene) -> Verdict:
        if claim.kind not in ("action", "decision"):
            return Verdict("verified", "it asserts nothing that could be qualified")
        if (words := taken_back(claim, scene, tables_of(scene))) is not None:
            return Verdict("unverified", f'it was taken back afterwards: "{words}"')
        if (words := unsaid(claim, scene)) is not None:
            return Verdict("unverified", f'it says "{words}", and nothing said there can mean that')
        for finding in self._open(claim, scene):
            return Verdict("unverified", _REASONS[finding.kind].format(finding.said))
        return Verdict("verified", "nothing that qualifies it is missing")

    def repair(self, claim: Claim, scene: Scene, verdict: Verdict, ask: Ask | None) -> Claim | None:
        if unsaid(claim, scene) is not None or taken_back(claim, scene, tables_of(scene)) is not None:
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

    def _open(self, claim: Claim, scene: Scene) -> list[Finding]:
        """What is missing in text and flags of `claim`."""
        if CLEARED in claim.flags:
            return []
        found = findings(claim, scene, tables_of(scene))
        return [finding for finding in found if FLAGS.get(finding.kind) not in claim.flags]


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
