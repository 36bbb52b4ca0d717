"""One guardrail over one promise of Ann's, without a model."""

from __future__ import annotations

from guardrails.core.guardrail import Context, Guardrail
from guardrails.core.types import Claim, Evidence, Segment


def mended(guardrail: Guardrail, text: str, said: str) -> str:
    """What it makes of the text; the text itself where it finds nothing, "" where it can mend nothing."""
    claim = Claim("a1", "action", text, Evidence(("s1",), ""), "Ann")
    context = Context((Segment("s1", 0.0, 4.0, "Ann", said),), (claim,), ("Ann", "Bob"))
    verdict = guardrail.check(claim, context)
    if not guardrail.triggers(claim, context) or verdict.outcome == "verified":
        return text
    repaired = guardrail.repair(claim, context, verdict, None)
    return "" if repaired is None else repaired.text
