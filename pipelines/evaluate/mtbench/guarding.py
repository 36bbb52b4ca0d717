"""The guardrails that need no meeting, over a free answer.

An answer is one claim without evidence: what strips a draft that was left in, what takes out a machine that
speaks of itself, and what computes the equations in it again run as in a note. Counts and JSON that a
question asks for ("exactly three bullets", "fewer than 200 words") are checked in code, and the model is
asked once more for the parts that fail.

A question says much about form that is meant for a part of the answer only ("capital letters for the names").
So other requirements are left alone, and a refinement that costs most of an answer is thrown away.
"""

from __future__ import annotations

import time

from guardrails.every import every_guardrail
from guardrails.guardrail import Ask, Scene
from guardrails.requirements.counts import Count
from guardrails.requirements.refine import Rewrite, refine
from guardrails.requirements.schema import Json
from guardrails.requirements.typed import requirements_in
from guardrails.runner import Local, run_guardrails
from guardrails.types import Claim, Evidence, Outcome, TapeEntry

APPLY = ("self-correction", "identity", "arithmetic")
"""Guardrails that look at words alone."""
CONSTRAINT = "constraint"
LEAST_KEPT = 0.5
"""Of an answer's words: a count that was meant for a part of a story would leave nothing of the rest."""


def guarded(asked: str, answer: str, ask: Ask | None) -> tuple[str, tuple[TapeEntry, ...]]:
    """The answer as it may be shown, and what was seen and done."""
    # A decision that cites nothing: its equations are computed, its other figures have no meeting to be in.
    claim = Claim("answer", "decision", answer, Evidence((), ""))
    guardrails = [guardrail for guardrail in every_guardrail() if guardrail.name in APPLY]
    checked = run_guardrails(guardrails, Scene((), (claim,)), Local(guardrails, ask, time.monotonic))
    refined, entries = _refined(asked, checked.claims[0].claim, ask)
    return refined, (*checked.tape, *entries)


def _refined(asked: str, claim: Claim, ask: Ask | None) -> tuple[str, tuple[TapeEntry, ...]]:
    wanted = [one for one in requirements_in(asked).requirements if isinstance(one, Count | Json)]
    broken = [one for one in wanted if one.failures(claim.text)]
    if not broken:
        return claim.text, ()
    rewrite: Rewrite | None = None if ask is None else lambda question, schema: ask(claim, question, schema)
    began = time.monotonic()
    refined = refine(claim.text, wanted, rewrite)
    ms = (time.monotonic() - began) * 1000
    kept = len(refined.text.split()) >= LEAST_KEPT * len(claim.text.split())
    reason = f"asked for: {'; '.join(map(str, broken))}" + ("" if kept else "; too much would have been lost")
    text = refined.text if kept else claim.text
    outcome: Outcome = "unverified" if refined.failed or not kept else "verified"
    entry = TapeEntry(CONSTRAINT, claim.id, outcome, claim.text, text, reason, refined.tokens, round(ms, 3))
    return text, (entry,)
