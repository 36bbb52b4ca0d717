"""One guardrail at one claim: trigger, check, at most one repair, and the same check again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Ask, Context, Guardrail
from guardrails.core.types import Claim, Verdict

Clock = Callable[[], float]
"""Seconds that never jump."""
LATE = "it was not done in time"
NOTABLE_S = 0.001
"""A trigger that takes longer is reported, even with nothing to look at; any other counts as so long."""


@dataclass(frozen=True, slots=True)
class Step:
    """What became of a claim at one guardrail."""

    claim: Claim
    """Repaired, or as it was."""
    verdict: Verdict | None
    """None where the guardrail did not get to one; `problem` then says why."""
    problem: str | None = None
    was_slow: bool = False
    """It cost time that the note has to wait for: it hung, or took its process down."""
    tokens: int = 0
    ms: float = 0.0
    """Without what a model took."""

    @property
    def looked(self) -> bool:
        """Whether there was anything to look at; if not, the step tells how long it took to see that."""
        return self.verdict is not None or self.problem is not None


class _TooLongError(Exception):
    """The time of this step is up."""


class Asking:
    """An `Ask` that counts what answers cost, in tokens and in time that is not the guardrail's."""

    def __init__(self, ask: Ask, clock: Clock) -> None:
        self._ask = ask
        self._clock = clock
        self.tokens = 0
        self.seconds = 0.0
        self.interruption: Exception | None = None
        """Something else than a missing answer: it concerns whoever runs the checks, not a guardrail."""

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        started = self._clock()
        try:
            answer = self._ask(claim, question, schema)
        except NoAnswerError:
            raise
        except Exception as error:
            self.interruption = error
            raise
        finally:
            self.seconds += self._clock() - started
        self.tokens += answer.tokens
        return answer


def take_step(
    guardrail: Guardrail,
    claim: Claim,
    context: Context,
    *,
    ask: Ask | None,
    clock: Clock,
    limit_s: float,
    repairs: bool = True,
) -> Step | None:
    """None where it could be seen at once that there was nothing to look at.

    Raises nothing but what `ask` raises besides NoAnswerError.

    A step that comes to its end after `limit_s` changes nothing: its claim counts as not looked at. Without
    `repairs` it is a check and no more.
    """
    asking = Asking(ask, clock) if ask else None
    started = clock()

    def spent_s() -> float:
        return clock() - started - (asking.seconds if asking else 0.0)

    def in_time() -> None:
        if spent_s() > limit_s:
            raise _TooLongError

    problem: str | None = None
    was_slow = False
    found: tuple[Claim, Verdict | None] = (claim, None)
    try:
        triggered = guardrail.triggers(claim, context)
        in_time()
        if not triggered:
            took_s = spent_s()
            return Step(claim, None, ms=took_s * 1000) if took_s > NOTABLE_S else None
        found = _checked(guardrail, claim, context, asking, in_time, repairs)
    except _TooLongError:
        problem, was_slow = LATE, True
    except (Exception, SystemExit) as error:  # a check that ends the interpreter is a broken check, too
        if asking and asking.interruption:
            raise asking.interruption from None
        was_slow = isinstance(error, MemoryError)  # to fill the memory takes its time
        problem = (
            f"it failed ({type(error).__name__}: {error})"
            if str(error)
            else f"it failed ({type(error).__name__})"
        )
    return Step(found[0], found[1], problem, was_slow, asking.tokens if asking else 0, spent_s() * 1000)


def _checked(
    guardrail: Guardrail,
    claim: Claim,
    context: Context,
    ask: Ask | None,
    in_time: Callable[[], None],
    repairs: bool,
) -> tuple[Claim, Verdict]:
    verdict = guardrail.check(claim, context)
    in_time()
    if verdict.outcome == "verified":
        return claim, verdict
    if not repairs:
        return _marked(claim, verdict)
    repaired = guardrail.repair(claim, context, verdict, ask)
    in_time()
    if repaired is None or repaired == claim:
        return _marked(claim, verdict)
    changed = context.with_claims(tuple(repaired if each is claim else each for each in context.claims))
    again = guardrail.check(repaired, changed)
    in_time()
    if again.outcome == "unverified":
        return _marked(repaired, again) if again.marks else _marked(claim, verdict)
    # The tape tells why it was repaired, not that nothing is wrong any more.
    return repaired, Verdict("verified", verdict.reason)


def _marked(claim: Claim, verdict: Verdict) -> tuple[Claim, Verdict]:
    """`claim` with the marks of a verdict that has some: it is shown, with what is doubtful."""
    if not verdict.marks:
        return claim, verdict
    known = [mark.words for mark in claim.marks]
    new = (mark for mark in verdict.marks if not any(mark.words in one or one in mark.words for one in known))
    marks = (*claim.marks, *new)
    return replace(claim, marks=marks), Verdict("verified", verdict.reason)
