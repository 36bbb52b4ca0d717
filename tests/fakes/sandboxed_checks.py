"""Run in a sandbox: guardrails that misbehave, and what the tape says of them, one line of JSON each."""

from __future__ import annotations

import json
import sys

from guardrails.core.types import Claim, Evidence, Segment
from pipelines.checker import CheckerProcess
from pipelines.checking import Checker
from pipelines.draft import Draft
from pipelines.meeting import read_meeting
from tests.fakes import guardrails as fakes

SEGMENTS = (Segment("s1", 0.0, 4.0, "Ann", "I'll send the lease to the lawyers by Friday."),)
CLAIM = Claim("a1", "action", f"send the lease, {fakes.POISON}", Evidence(("s1",), "send the lease"), "Ann")


def main() -> None:
    for name in ("hanging", "eating", "dying"):

        def start(which: str = f"tests.fakes.guardrails:{name}") -> CheckerProcess:
            return CheckerProcess(which)

        with Checker(start, guardrails=getattr(fakes, name)()) as checker:
            checked = checker.check(Draft((CLAIM,), "", "", 1), read_meeting(SEGMENTS, "en"), None)
        line = {"name": name, "reason": checked.tape[0].reason}
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
