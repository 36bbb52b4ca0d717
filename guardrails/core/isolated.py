"""Guardrails at arm's length: each step is taken in a child process, which is killed when its time is up.

A thread is no help against a regular expression that never ends, for that holds the interpreter, nor against
what eats the memory or crashes a native library. A child costs 0.2 s to start and some 0.1 ms for each step.
One that is lost costs the step that it was lost in; the next step gets a fresh one. Where no child can be had
the steps are taken here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Protocol

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Ask, Context
from guardrails.core.runner import Take
from guardrails.core.step import LATE, Clock, Step
from guardrails.core.types import Claim
from guardrails.core.wire import Json, claim_from_json, context_to_json, step_from_json

START_S = 20.0
"""A busy Raspberry Pi reads the modules from an SD card in 2 s."""
PATIENCE = 5
"""So many times its limit a step may take by the wall clock: the limit is computing time, and the machine may
be busy. What computes for too long ends its own process before that; this ends what only waits."""


class ChildGoneError(Exception):
    """The child has ended, or does not keep to the form; the message says how."""

    def __init__(self, message: str, *, crashed: bool = False) -> None:
        """`crashed`: whether a signal ended it, as opposed to itself."""
        super().__init__(message)
        self.crashed = crashed


class Child(Protocol):
    """A running `guardrails.core.child`."""

    def send(self, line: bytes) -> None:
        """One line; ChildGoneError."""

    def receive(self, timeout_s: float) -> bytes | None:
        """The next line, or None when there was none in time; ChildGoneError."""

    def kill(self) -> None:
        """End it, and whatever it started; nothing is left when this returns."""


class Isolated:
    """Takes steps in a child that lives from draft to draft; `close` it at the end."""

    def __init__(self, start: Callable[[], Child], clock: Clock) -> None:
        """`start` raises OSError where there can be no child."""
        self._start = start
        self._clock = clock
        self._child: Child | None = None
        self._sent: Context | None = None
        self._tokens = 0
        self._is_alone = False

    def begin(self, here: Take, ask: Ask | None) -> None:
        """A new draft. `here` takes the steps where there is no child, `ask` its questions where there is."""
        self._here = here
        self._ask = ask
        self._is_alone = False

    def __call__(
        self, guardrail: int, claim: int, context: Context, *, limit_s: float, repairs: bool
    ) -> Step | None:
        child = self._ready()
        if child is None:
            return self._here(guardrail, claim, context, limit_s=limit_s, repairs=repairs)
        self._tokens = 0
        try:
            self._send_context(child, context)
            _send(child, {"step": [guardrail, claim, limit_s, repairs, self._ask is not None]})
            return self._await_step(child, limit_s)
        except ChildGoneError as error:
            self.close()
            return Step(context.claims[claim], None, str(error), True, self._tokens, limit_s * 1000)
        except BaseException:
            self.close()  # it is in the middle of something that nobody waits for any more
            raise

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _ready(self) -> Child | None:
        """A child that is waiting for work; None where there is none to be had for this draft."""
        if self._child is not None or self._is_alone:
            return self._child
        try:
            self._child = self._start()
            self._sent = None
            if self._child.receive(START_S) is not None:
                return self._child
        except (OSError, ChildGoneError):
            pass
        self.close()
        self._is_alone = True
        return None

    def _send_context(self, child: Child, context: Context) -> None:
        """What the child does not know: all of it, or other claims."""
        known = self._sent
        if known is None or _meeting(known) != _meeting(context):
            _send(child, {"context": context_to_json(context)})
        elif (known.claims, known.offered) != (context.claims, context.offered):
            claims = [asdict(claim) for claim in context.claims]
            _send(child, {"claims": claims, "offered": sorted(context.offered)})
        if known is not None and known.refusals != context.refusals:
            _send(child, {"refusals": [asdict(refusal) for refusal in context.refusals]})
        self._sent = context

    def _await_step(self, child: Child, limit_s: float) -> Step | None:
        spent_s = 0.0
        while True:
            began = self._clock()
            line = child.receive(max(0.0, limit_s * PATIENCE - spent_s))
            spent_s += self._clock() - began
            if line is None:
                raise ChildGoneError(LATE)
            try:
                reply = json.loads(line)
                if "step" in reply:
                    return step_from_json(reply["step"]) if reply["step"] else None
                asked = reply["ask"]
                claim, question, schema = claim_from_json(asked["claim"]), asked["question"], asked["schema"]
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise ChildGoneError(f"its process wrote what nobody understands ({error})") from None
            _send(child, {"answer": self._answer(claim, question, schema)})

    def _answer(self, claim: Claim, question: str, schema: Json) -> Json | None:
        if self._ask is None:
            return None
        try:
            answer = self._ask(claim, question, schema)
        except NoAnswerError:
            return None
        self._tokens += answer.tokens
        return asdict(answer)


def _meeting(context: Context) -> Context:
    """What stays the same while claims are checked."""
    return replace(context, claims=(), refusals=(), offered=frozenset())


def _send(child: Child, message: Json) -> None:
    child.send(json.dumps(message).encode("ascii") + b"\n")
