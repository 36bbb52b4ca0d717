"""One guardrail over one promise of Ann's, without a model."""

from __future__ import annotations

from guardrails.guardrail import Guardrail, Scene
from guardrails.types import Claim, Evidence, Segment


def mended(guardrail: Guardrail, text: str, said: str) -> str:
    """What it makes of the text; the text itself where it finds nothing, "" where it can mend nothing."""
    claim = Claim("a1", "action", text, Evidence(("s1",), ""), "Ann")
    scene = Scene((Segment("s1", 0.0, 4.0, "Ann", said),), (claim,), ("Ann", "Bob"))
    verdict = guardrail.check(claim, scene)
    if not guardrail.triggers(claim, scene) or verdict.outcome == "verified":
        return text
    repaired = guardrail.repair(claim, scene, verdict, None)
    return "" if repaired is None else repaired.text
