"""Cases through the guardrails as a replayed draft goes, without a model.

They run in this process: a thousand drafts need no protection from each other, and what hangs is to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.planted.case import Case, Shown
from guardrails.guardrail import Guardrail
from pipelines.checking import Checker
from pipelines.draft import Draft


class ThroughGuardrails:
    """What the note would show of a case's claims."""

    def __init__(self, guardrails: Sequence[Guardrail] | None = None) -> None:
        """`guardrails`: None takes those of every note."""
        # Time stands still: on a busy machine a step that comes late would count as a check that failed.
        self._checker = Checker(start=None, clock=lambda: 0.0, guardrails=guardrails)

    def __call__(self, case: Case) -> Sequence[Shown]:
        claims = tuple(claim for claim in case.claims if claim.kind != "summary")
        sentences = [claim for claim in case.claims if claim.kind == "summary"]
        draft = Draft(claims, " ".join(claim.text for claim in sentences), "", len(case.segments))
        checked = self._checker.check(draft, case.segments, (), case.said_on)
        kept = [Shown(claim, "verified") for claim in sentences if claim.text in checked.summary]
        return [*(Shown(judged.claim, judged.outcome) for judged in checked.claims), *kept]
