"""The guardrails over a free answer, without a meeting behind it.

An answer is one claim without evidence: what strips a draft that was left in, what takes out a machine that
speaks of itself, and what computes the equations in it again run as in a note. A puzzle in the question goes
to the solver, and counts and JSON that it asks for ("exactly three
bullets", "fewer than 200 words") are checked in code: the model is asked once more for what fails. A count of
arrangements is marked on the tape, for nobody can compute it here. A long answer is looked at paragraph by
paragraph, since the scanners read a line of a note; program code is nobody's talk and stays as it is.

A question says much about form that is meant for a part of the answer only ("capital letters for the names").
So other requirements are left alone, and a refinement that costs most of an answer is thrown away.
"""

from __future__ import annotations

import re
import time

from guardrails.combinatorial.guard import Combinatorial
from guardrails.constraint.refine import Rewrite, refine
from guardrails.constraint.requirements import Count
from guardrails.constraint.typed import requirements_in
from guardrails.core.guardrail import Ask, Context, Guardrail
from guardrails.core.runner import Checked, Local, run_guardrails
from guardrails.core.types import Claim, Evidence, Outcome, Segment, TapeEntry
from guardrails.every import every_guardrail
from guardrails.identity.guard import LONGEST
from pipelines.evaluate.mtbench.reasoning import reasoned

_FENCE = "```"
_CODE = re.compile(r"(^```.*?(?:^```[ \t]*$|\Z))", re.MULTILINE | re.DOTALL)
_BLANK = re.compile(r"(\s*\n[ \t]*\n\s*)")
APPLY = ("self-correction", "identity", "arithmetic")
"""Guardrails that look at words alone."""
CONSTRAINT = "constraint"
LEAST_KEPT = 0.5
"""Of an answer's words: a count that was meant for a part of a story would leave nothing of the rest."""


def guarded(asked: str, answer: str, ask: Ask | None) -> tuple[str, tuple[TapeEntry, ...]]:
    """The answer as it may be shown, and what was seen and done."""
    text, seen = _scanned(answer, ask)
    text, solved = reasoned(asked, _claim(text), ask) if ask is not None else (text, ())
    text, kept = _refined(asked, _claim(text), ask)
    question = Segment("asked", None, None, None, asked)
    counted = _run((Combinatorial(),), Context((question,), (_claim(text, question.id),)), None)
    return text, (*seen, *solved, *kept, *counted.tape)


def _scanned(answer: str, ask: Ask | None) -> tuple[str, tuple[TapeEntry, ...]]:
    """What looks at words alone."""
    parts = paragraphs(answer) if len(answer) > LONGEST else [answer]
    # Decisions that cite nothing: equations are computed, other figures have no meeting to be in.
    claims = {
        number: Claim(f"answer-{number}" if len(parts) > 1 else "answer", "decision", part, Evidence((), ""))
        for number, part in enumerate(parts)
        if part.strip() and not part.startswith(_FENCE)
    }
    guardrails = tuple(guardrail for guardrail in every_guardrail() if guardrail.name in APPLY)
    checked = _run(guardrails, Context((), tuple(claims.values())), ask)
    for number, judged in zip(claims, checked.claims, strict=True):
        parts[number] = judged.claim.text
    return "".join(parts), checked.tape


def _run(guardrails: tuple[Guardrail, ...], context: Context, ask: Ask | None) -> Checked:
    return run_guardrails(guardrails, context, Local(guardrails, ask, time.monotonic))


def _claim(text: str, *cited: str) -> Claim:
    return Claim("answer", "decision", text, Evidence(cited, ""))


def paragraphs(text: str) -> list[str]:
    """`text` cut at blank lines and around blocks of code; what is between is a part of its own. Joined, the
    parts are `text` again."""
    parts: list[str] = []
    for number, block in enumerate(_CODE.split(text)):
        parts += [block] if number % 2 else _BLANK.split(block)
    return [part for part in parts if part]


def _refined(asked: str, claim: Claim, ask: Ask | None) -> tuple[str, tuple[TapeEntry, ...]]:
    wanted = [one for one in requirements_in(asked).requirements if isinstance(one, Count)]
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
