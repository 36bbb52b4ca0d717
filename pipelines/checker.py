"""The process that guardrails run in, and the guardrails of every note.

Only what the child itself needs is imported here: it starts in 0.2 s, and again whenever it was lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from guardrails.core.guardrail import Guardrail
from guardrails.every import every_guardrail
from pipelines.child import ChildProcess
from pipelines.conventions import Conventions
from pipelines.due import resolve_due
from pipelines.solver import run_solver

OURS = "pipelines.checker:note_guardrails"


def note_guardrails(conventions: str = "{}") -> tuple[Guardrail, ...]:
    """The guardrails of every note; `conventions` is JSON with those by which the house reads days."""
    resolve = partial(resolve_due, conventions=Conventions(**json.loads(conventions)))
    # Each claim's phrases are compared with those of every other claim: 3,300 times in an hour of talk.
    return every_guardrail(resolve=lru_cache(maxsize=4096)(resolve), run=run_solver)


class CheckerProcess(ChildProcess):
    """`guardrails.core.child` with the guardrails that a function makes."""

    def __init__(
        self,
        guardrails: str = OURS,
        environment: Mapping[str, str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        """OSError where there can be no process.

        `guardrails`: MODULE:FUNCTION that makes them of `arguments`. `environment` is added to this process'
        own.
        """
        super().__init__("guardrails.core.child", (guardrails, *arguments), environment)
