"""Deciding a problem: Z3 in a child process, else no answer.

Z3 is native code over input that a model wrote: it may take any time or memory, or crash. It therefore runs
in a process of its own with a deadline and a memory limit; what goes wrong there is a missing answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from guardrails.logic.problem import Problem, ProblemError
from guardrails.logic.reading import problem_from_json
from guardrails.logic.result import Result, in_words

Patience = tuple[float, float]
"""Seconds for Z3 itself, and for the interpreter and the import of Z3 besides."""
# People wait for "Ask"; what Z3 has not decided by then it rarely decides later. A busy Raspberry Pi takes
# seconds to read the library from its card.
PATIENT = 5.0, 5.0

# Within one step of a guardrail, with room for the rest of it: a Raspberry Pi 5 starts Z3 in 0.3 s.
HURRIED = 0.3, 0.7

Run = Callable[[Sequence[str], bytes, float], bytes]
"""Runs a command with that input and gives its output within so many seconds, or ends it.

OSError where it does not start or fails, TimeoutError where it takes longer.
"""


def solve(text: str, run: Run | None, patience: Patience = PATIENT) -> tuple[Problem, Result | None]:
    """The problem that `text` states, and what it allows; None where nobody could decide it.

    Raises `ProblemError` where `text` states none. Without `run` nobody decides it.
    """
    problem = problem_from_json(text)
    return problem, _by_z3(text, problem, run, patience) if run is not None else None


def cores_of(problem: Mapping[str, Any], run: Run | None) -> Sequence[Sequence[int]]:
    """Places of constraints that cannot hold together, for a check that has no second to wait."""
    try:
        _, result = solve(json.dumps(problem), run, HURRIED)
    except ProblemError:  # a name of any length, or more conditions than a problem may have
        return ()
    return result.cores if result else ()


def answer(text: str, run: Run | None) -> str | None:
    """What a puzzle comes to, in words; None where the plain answer of the model has to do."""
    try:
        problem, result = solve(text, run)
    except ProblemError:
        return None
    return None if result is None else in_words(problem, result)


def _by_z3(text: str, problem: Problem, run: Run, patience: Patience) -> Result | None:
    solver_s, start_s = patience
    command = (sys.executable, "-P", "-m", "guardrails.logic.child", str(solver_s))
    try:
        found = json.loads(run(command, text.encode(), solver_s + start_s))
        if cores := found.get("cores"):
            return Result(tuple(_core(core, len(problem.constraints)) for core in cores))
        values = {int(place): tuple(int(n) for n in numbers) for place, numbers in found["values"].items()}
    except (OSError, TimeoutError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return Result(values=values) if set(values) == set(problem.asked) else None


def _core(places: list[int], many: int) -> tuple[int, ...]:
    """ValueError or TypeError for what are no places of conditions."""
    if not places or not all(isinstance(place, int) and 0 <= place < many for place in places):
        raise ValueError
    return tuple(places)
