"""A judge for the benches: it asks a model about each claim of a draft, and has some of them refined."""

from __future__ import annotations

from dataclasses import replace

from guardrails.core.guardrail import Ask, Context, Guardrail
from guardrails.core.types import Claim, Verdict
from pipelines.checker import note_guardrails

FAILS_ONE_IN = 5
JUDGED = "judged"
"""Flag of a claim that the model was asked about and stands by."""
YES_NO = {"enum": ["yes", "no"]}
TEXT = {
    "type": "object",
    "properties": {"text": {"type": "string", "maxLength": 160}},
    "required": ["text"],
    "additionalProperties": False,
}


class Judge:
    """A guardrail that asks the model about every claim, and has one in five put in other words."""

    name = "judge"
    deadline_s = 60.0

    def __init__(self) -> None:
        self.judged: dict[str, bool] = {}
        """Texts of claims, and whether they failed."""

    def triggers(self, claim: Claim, context: Context) -> bool:
        # The whole note, which has a day, is held against what was said when its parts were drafted.
        return claim.kind != "summary" and context.said_on is None

    def check(self, claim: Claim, context: Context) -> Verdict:
        if JUDGED in claim.flags:
            return Verdict("verified", "the model stands by it")
        return Verdict("unverified", "the model has not been asked")

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        if ask is None:
            return None
        ask(claim, f'Do these lines prove "{claim.text}"? Answer "yes" or "no".', YES_NO)
        fails = self.judged.setdefault(claim.text, len(self.judged) % FAILS_ONE_IN == FAILS_ONE_IN - 1)
        if fails:
            ask(claim, f'"{claim.text}" is not proven. Say it as the lines say it.', TEXT)
            return None
        return replace(claim, flags=(*claim.flags, JUDGED))


def judging() -> tuple[Guardrail, ...]:
    """The guardrails of every note, and a judge: also for the checks' process."""
    return (*note_guardrails(), Judge())
