"""An item of one line, and what the check of its format makes of it."""

from __future__ import annotations

from guardrails.constraint.guard import FLAG, Constraint
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment

SCENE = Context(
    (
        Segment("s1", 0.0, 4.0, "Ann Smith", "I'll send the report to legal by Friday, the team needs it."),
        Segment("s2", 4.0, 8.0, "Bob", "Carla and Dan, you will book the room. The budget is TBD."),
        Segment("12", 8.0, 9.0, "Bob", "Both of you, please."),
    ),
    people=("Ann Smith", "Bob", "Carla", "Dan", "Research and Development"),
)


CLAIM = Claim("a1", "action", "Send the report to legal", Evidence(("s1",), ""), "Ann Smith", "by Friday")


def outcome(claim: Claim) -> tuple[str, Claim | None]:
    guardrail = Constraint()
    verdict = guardrail.check(claim, SCENE)
    assert guardrail.triggers(claim, SCENE) == (verdict.outcome == "unverified")
    if verdict.outcome == "verified":
        return "clean", None
    mended = guardrail.repair(claim, SCENE, verdict, None)
    if mended is None or guardrail.check(mended, SCENE).outcome == "unverified":
        return verdict.reason, None
    assert mended.flags == (FLAG,)
    return "mended", mended
