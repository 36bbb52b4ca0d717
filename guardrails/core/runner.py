"""Runs guardrails over the claims of a draft, and writes down all that they saw and did.

The order is guardrail by guardrail, each over all claims: what compares claims with each other then sees them
as the guardrails before left them. A claim is verified when some guardrail verified it and none objects. What
a guardrail changed is new to those before it, so they check it once more, without repairing.

Fail open: a guardrail that raises, hangs or dies leaves the claim as it was, and the tape says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from guardrails.core.guardrail import Ask, Context, Guardrail, Refusal
from guardrails.core.step import NOTABLE_S, Clock, Step, take_step
from guardrails.core.types import Claim, Outcome, Tape, TapeEntry, Verdict

MOST_LOSSES = 3
"""So often may one guardrail cost its time in one draft; then it rests. It rests sooner where time is up."""
LEAST_S = 0.05
"""A step that gets less is not worth its try: a busy machine may leave a process waiting for so long."""
CLAIMS = 60
"""A deadline is that of a note with so many claims, or fewer: about an hour of talk. A longer note has more
to check, in more talk, and gets so many times longer."""


class Take(Protocol):
    """Takes one step; here (`Local`), or where it can do no harm (`guardrails.core.isolated`)."""

    def __call__(
        self, guardrail: int, claim: int, context: Context, *, limit_s: float, repairs: bool
    ) -> Step | None:
        """As `take_step`, for the guardrail and the claim (of `context.claims`) at these places."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim after all guardrails."""

    claim: Claim
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Checked:
    """What the guardrails left of a draft's claims, in their order, and the tape of how."""

    claims: tuple[Judged, ...]
    tape: Tape
    unfinished: tuple[str, ...] = ()
    """Guardrails that could not finish with every claim, by name."""


class Local:
    """Takes steps in this process: what hangs is not stopped, what comes late is not believed."""

    def __init__(self, guardrails: Sequence[Guardrail], ask: Ask | None, clock: Clock) -> None:
        self._guardrails = guardrails
        self._ask = ask
        self._clock = clock

    def __call__(
        self, guardrail: int, claim: int, context: Context, *, limit_s: float, repairs: bool
    ) -> Step | None:
        return take_step(
            self._guardrails[guardrail],
            context.claims[claim],
            context,
            ask=self._ask,
            clock=self._clock,
            limit_s=limit_s,
            repairs=repairs,
        )


def run_guardrails(guardrails: Sequence[Guardrail], context: Context, take: Take) -> Checked:
    """All of `guardrails` over all claims of `context`. Raises only what an `Ask` raises to stop the work."""
    run = _Run(guardrails, context, take)
    for place in range(len(guardrails)):
        run.tell()
        for claim in range(len(context.claims)):
            run.look(place, claim, repairs=True)
    for claim, place in run.repaired.items():
        for earlier in range(place):
            run.look(earlier, claim, repairs=False)
    return run.result()


@dataclass(slots=True)
class _Run:
    """One pass; changes as it goes on."""

    guardrails: Sequence[Guardrail]
    context: Context
    take: Take
    verdicts: dict[tuple[int, int], Verdict] = field(default_factory=dict)
    """By claim and guardrail, the latest."""
    repaired: dict[int, int] = field(default_factory=dict)
    """By claim, the last guardrail that changed it."""
    losses: Counter[int] = field(default_factory=Counter)
    """By guardrail, how often it had to be waited for in vain."""
    spent_s: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    """By guardrail, what all of its steps took."""
    unfinished: dict[str, None] = field(default_factory=dict)
    tape: list[TapeEntry] = field(default_factory=list)

    def tell(self) -> None:
        """Let the next guardrail know what those before have found."""
        refusals = tuple(
            Refusal(self.context.claims[of].id, self.guardrails[place].name, verdict.reason)
            for (of, place), verdict in self.verdicts.items()
            if verdict.outcome == "unverified"
        )
        if refusals != self.context.refusals:
            self.context = replace(self.context, refusals=refusals)

    def look(self, place: int, number: int, *, repairs: bool) -> None:
        guardrail = self.guardrails[place]
        before = self.context.claims[number]
        step = self._step(place, number, repairs)
        if step is None or not step.looked:
            self.verdicts.pop((number, place), None)  # what it objected to is gone
            return
        if step.problem is not None:
            if before.id not in self.context.offered:
                self.unfinished[guardrail.name] = None
        else:
            assert step.verdict is not None
            self.verdicts[number, place] = step.verdict
        if step.claim != before:
            self.repaired[number] = place
            claims = list(self.context.claims)
            claims[number] = step.claim
            self.context = self.context.with_claims(tuple(claims))
        self.tape.append(_entry(guardrail.name, before, step))

    def _step(self, place: int, number: int, repairs: bool) -> Step | None:
        losses = self.losses[place]
        left_s = self._deadline_s(place) - self.spent_s[place]
        # Half of what is left each time: one claim that it cannot digest leaves time for the others.
        limit_s = left_s / 2
        if limit_s < LEAST_S or losses == MOST_LOSSES:
            why = f"failed {_times(losses)}" if losses else "used up its time"
            return Step(self.context.claims[number], None, f"it rests, having {why}")
        step = self.take(place, number, self.context, limit_s=limit_s, repairs=repairs)
        self.spent_s[place] += NOTABLE_S if step is None else step.ms / 1000
        if step is not None and step.was_slow:
            self.losses[place] += 1
        return step

    def _deadline_s(self, place: int) -> float:
        return self.guardrails[place].deadline_s * max(1.0, len(self.context.claims) / CLAIMS)

    def result(self) -> Checked:
        judged = []
        outcomes: defaultdict[int, set[Outcome]] = defaultdict(set)
        for (of, _), verdict in self.verdicts.items():
            outcomes[of].add(verdict.outcome)
        for number, claim in enumerate(self.context.claims):
            found = outcomes[number]
            # Nobody vouches for a claim that no guardrail could look at. A summary cites nothing.
            is_fine = found == {"verified"} or (not found and claim.kind == "summary")
            judged.append(Judged(claim, "verified" if is_fine else "unverified"))
        return Checked(tuple(judged), tuple(self.tape), tuple(self.unfinished))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _entry(name: str, before: Claim, step: Step) -> TapeEntry:
    verdict = step.verdict or Verdict("unverified", f"this could not be checked: {step.problem}")
    was, became = _shown(before, step.claim)
    return TapeEntry(
        name, before.id, verdict.outcome, was, became, verdict.reason, step.tokens, round(step.ms, 3)
    )


def _shown(before: Claim, after: Claim) -> tuple[str, str]:
    """The texts, and whatever else of the claim was changed."""
    was, became = [before.text], [after.text]
    for label, one, other in (
        ("kind", before.kind, after.kind),
        ("owner", before.owner, after.owner),
        ("due", before.due_phrase, after.due_phrase),
        ("evidence", ", ".join(before.evidence.segment_ids), ", ".join(after.evidence.segment_ids)),
    ):
        if one != other:
            was.append(f"{label}: {one or 'none'}")
            became.append(f"{label}: {other or 'none'}")
    return " · ".join(was), " · ".join(became)
