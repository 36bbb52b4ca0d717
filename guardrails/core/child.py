"""The process that guardrails run in, so that one that hangs, eats memory or crashes takes only this down.

`python -m guardrails.core.child MODULE:FUNCTION [ARGUMENT...]` gets its guardrails from that function and
then serves one line of JSON after the other:

    {"context": ...}                                       what the steps are about, until the next one
    {"claims": [...], "offered": [...]}                  other claims about the same meeting
    {"refusals": [...]}                                  what the guardrails before have found
    {"step": [guardrail, claim, limit_s, repairs, may_ask]}   answered by {"step": ...}, or null in it

During a step it may write {"ask": ...}, which is answered by {"answer": ...}, or null in it. It ends when its
input does, which is when whoever started it is gone.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from importlib import import_module
from typing import Any, TextIO

from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Answer, Context, Guardrail
from guardrails.core.step import take_step
from guardrails.core.types import Claim
from guardrails.core.wire import Json, claim_from_json, context_from_json, refusals_from_json

MEMORY_BYTES = 256 * 2**20
"""Five times what an hour's meeting takes, and no trouble for a machine of 1 GB."""
LATE_S = 0.05
"""So long after its time a step ends its process: it could not end by itself."""


class Served:
    """One end of the pipe, the context, and the guardrails."""

    def __init__(self, guardrails: Sequence[Guardrail], requests: TextIO, replies: TextIO) -> None:
        self._guardrails = guardrails
        self._requests = requests
        self._replies = replies
        self._context = Context(())

    def run(self) -> None:
        self._write({"ready": True})
        for line in self._requests:
            self._obey(json.loads(line))

    def _obey(self, request: Json) -> None:
        if "context" in request:
            self._context = context_from_json(request["context"])
        elif "claims" in request:
            claims = tuple(claim_from_json(claim) for claim in request["claims"])
            self._context = replace(self._context, claims=claims, offered=frozenset(request["offered"]))
        elif "refusals" in request:
            self._context = replace(self._context, refusals=refusals_from_json(request["refusals"]))
        else:
            self._step(*request["step"])

    def _step(self, guardrail: int, claim: int, limit_s: float, repairs: bool, may_ask: bool) -> None:
        _end_after(limit_s + LATE_S)
        step = take_step(
            self._guardrails[guardrail],
            self._context.claims[claim],
            self._context,
            ask=self._ask if may_ask else None,
            clock=computed_s,
            limit_s=limit_s,
            repairs=repairs,
        )
        _end_after(0)
        self._write({"step": asdict(step) if step else None})

    def _ask(self, claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        self._write({"ask": {"claim": asdict(claim), "question": question, "schema": schema}})
        answer = json.loads(self._requests.readline())["answer"]
        if answer is None:
            raise NoAnswerError("the model gave no answer")
        return Answer(**answer)

    def _write(self, reply: Json) -> None:
        self._replies.write(json.dumps(reply) + "\n")
        self._replies.flush()


def _limit_itself() -> None:
    """Let allocations fail beyond the limit, and leave no core: it would hold what was said."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def computed_s() -> float:
    """Processor time of this process and of those that it has waited for: a busy machine is no slow check."""
    usages = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _end_after(seconds: float) -> None:
    """SIGPROF ends the process after that much computing, whatever the interpreter does; 0 takes it back."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def main(arguments: Sequence[str]) -> None:
    """Serve until the input ends."""
    module, _, function = arguments[0].partition(":")
    # Replies have an exit of their own: what a guardrail or a library prints must not get between them.
    replies = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    _limit_itself()
    guardrails: Sequence[Guardrail] = getattr(import_module(module), function)(*arguments[1:])
    with replies:
        Served(guardrails, sys.stdin, replies).run()


if __name__ == "__main__":
    main(sys.argv[1:])
