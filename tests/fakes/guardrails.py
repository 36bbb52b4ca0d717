"""Guardrails for tests: one that does what it is told, and those that misbehave at a word."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from guardrails.core.guardrail import Answer, Ask, Context, Guardrail
from guardrails.core.types import Claim, Verdict

POISON = "poison"
DEADLINE_S = 4.0

FINE = Verdict("verified", "nothing is wrong")
WRONG = Verdict("unverified", "it is wrong")

Repair = Callable[[Claim, Context, Ask | None], Claim | None]


@dataclass
class ToldGuardrail:
    """Looks at claims in whose text `looks_for` stands, and finds those wrong in which `finds` stands."""

    name: str = "told"
    looks_for: str = ""
    finds: str = POISON
    mends: Repair = lambda claim, context, ask: None
    deadline_s: float = DEADLINE_S
    repairs: list[str] = field(default_factory=list)
    """Texts of the claims that it was asked to repair."""

    def triggers(self, claim: Claim, context: Context) -> bool:
        return self.looks_for in claim.text

    def check(self, claim: Claim, context: Context) -> Verdict:
        return WRONG if self.finds in claim.text else FINE

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        self.repairs.append(claim.text)
        return self.mends(claim, context, ask)


@dataclass(frozen=True)
class Hostile:
    """Does something terrible to its process at a poisoned claim."""

    deed: Callable[[], None]
    name: str = "hostile"
    deadline_s: float = DEADLINE_S

    def triggers(self, claim: Claim, context: Context) -> bool:
        return True

    def check(self, claim: Claim, context: Context) -> Verdict:
        if POISON in claim.text:
            self.deed()
        return FINE

    def repair(self, claim: Claim, context: Context, verdict: Verdict, ask: Ask | None) -> Claim | None:
        return None


OTHER = ToldGuardrail("other", finds="horse")
"""What a guardrail that misbehaves must not keep from its work."""


def _raise() -> None:
    raise ValueError("no such thing")


def _hang() -> None:
    re.match(r"(a+)+$", "a" * 60 + "b")


def _eat(bite: int = 10**8) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(bite))


def _die() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def _leave() -> None:
    raise SystemExit(3)


def raising() -> tuple[Guardrail, ...]:
    return (Hostile(_raise), OTHER)


def hanging() -> tuple[Guardrail, ...]:
    return (Hostile(_hang), OTHER)


def eating() -> tuple[Guardrail, ...]:
    return (Hostile(_eat), OTHER)


def eating_in_peace() -> tuple[Guardrail, ...]:
    """In bites small enough to fill real memory, with time to reach the limit on a busy machine."""
    return (Hostile(lambda: _eat(10**7), deadline_s=60.0),)


def dying() -> tuple[Guardrail, ...]:
    return (Hostile(_die), OTHER)


def leaving() -> tuple[Guardrail, ...]:
    return (Hostile(_leave), OTHER)


def printing() -> tuple[Guardrail, ...]:
    """Writes to standard output while it looks."""

    class Printing(ToldGuardrail):
        def check(self, claim: Claim, context: Context) -> Verdict:
            os.write(1, b'{"step": null}\n')
            return super().check(claim, context)

    return (Printing(),)


def asking() -> tuple[Guardrail, ...]:
    """Mends what is wrong by what a model says."""

    def mend(claim: Claim, context: Context, ask: Ask | None) -> Claim | None:
        if ask is None:
            return None
        answer = ask(claim, f"What should {claim.text!r} be?", {"type": "object"})
        return Claim(claim.id, claim.kind, answer.text, claim.evidence, claim.owner)

    return (ToldGuardrail(mends=mend),)


class AnsweringModel:
    """Answers each question of a check with `answer`, or fails with it, and keeps the questions."""

    def __init__(self, answer: str | Exception, tokens: int = 30) -> None:
        self.questions: list[str] = []
        self._answer, self._tokens = answer, tokens

    def __call__(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        self.questions.append(question)
        if isinstance(self._answer, Exception):
            raise self._answer
        return Answer(self._answer, self._tokens)
