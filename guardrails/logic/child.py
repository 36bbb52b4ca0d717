"""The process that Z3 runs in: one problem in, one result out, and gone.

`python -m guardrails.logic.child SECONDS` reads a problem as JSON from its input and writes
{"cores": [[...]]}, {"values": {...}} or {"unknown": reason}. It bounds its own memory and time, so that a
solver that runs away ends here, whatever becomes of whoever started it.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections.abc import Sequence
from typing import Any

from guardrails.logic.problem import ProblemError
from guardrails.logic.reading import MAX_CHARS, problem_from_json
from guardrails.logic.terms import decide

# Address space: interpreter, library and a small puzzle take 82 MB of it.
MEMORY_BYTES = 512 * 2**20
# So long after the solver's own limit the process ends by itself: a busy machine takes seconds to load Z3,
# and whoever started it stops it sooner.
_LATE_S = 20.0


def main(arguments: Sequence[str]) -> None:
    limit_s = float(arguments[0])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core would hold what was said
    signal.setitimer(signal.ITIMER_REAL, limit_s + _LATE_S)
    sys.stdout.write(json.dumps(answer(sys.stdin.read(MAX_CHARS + 1), limit_s)))


def answer(text: str, limit_s: float) -> dict[str, Any]:
    """The result for the problem that `text` states, as it is written."""
    try:
        result = decide(problem_from_json(text), limit_s)
    except (ProblemError, ImportError, MemoryError) as error:
        return {"unknown": str(error)}
    if result is None:
        return {"unknown": f"not decided within {limit_s:.1f} s"}
    return {"cores": result.cores} if result.cores else {"values": dict(result.values)}


if __name__ == "__main__":
    main(sys.argv[1:])
