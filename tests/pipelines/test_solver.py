from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from datetime import date

import pytest

from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, Evidence, Segment
from pipelines.checker import CheckerProcess
from pipelines.checking import Checker
from pipelines.solver import run_solver


def test_a_command_gets_its_input_and_gives_its_output() -> None:
    echo = "import sys; sys.stdout.write(sys.stdin.read()[::-1])"
    assert run_solver((sys.executable, "-c", echo), b"abc", 20.0) == b"cba"


def test_what_takes_too_long_is_dead_when_its_time_is_up() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        run_solver((sys.executable, "-c", "import time; time.sleep(60)"), b"", 0.2)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_what_does_not_start_or_fails_is_an_os_error(command: tuple[str, ...]) -> None:
    with pytest.raises(OSError, match=r"No such file|ended with 3"):
        run_solver(command, b"", 20.0)


PROBLEM = json.dumps({"things": [{"name": "a", "from": 0, "to": 9}], "constraints": []})
# What `guardrails.core.child` limits itself to, and whatever it starts with it.
IN_THE_CHECKS = """
import resource, runpy, sys
from guardrails.core.child import MEMORY_BYTES
resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
sys.argv[1:] = ["5.0"]
runpy.run_module("guardrails.logic.child", run_name="__main__")
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]
print(); print(peak)
"""


def test_z3_decides_within_the_memory_of_the_checks() -> None:
    said = run_solver((sys.executable, "-P", "-c", IN_THE_CHECKS), PROBLEM.encode(), 60.0)
    answer, peak_kb = said.splitlines()
    assert list(json.loads(answer)) == ["values"]
    assert int(peak_kb) < 100 * 1024


def test_a_conflict_of_three_items_is_found_by_the_checks_of_a_note() -> None:
    texts = (
        "The audit takes place before the board meeting",
        "The board meeting comes before the launch",
        "The launch comes before the audit",
    )
    segments = tuple(Segment(f"s{n}", None, None, "Ann", f"So {text}.") for n, text in enumerate(texts))
    claims = tuple(
        Claim(f"c{n}", "decision", text, Evidence((f"s{n}",), f"So {text}.")) for n, text in enumerate(texts)
    )
    with Checker() as checker:
        checked = checker.run(Context(segments, claims, ("Ann",), date(2026, 11, 16)), None)
    assert [judged.claim.flags for judged in checked.claims] == [("contradiction",)] * 3
    assert [judged.claim.text for judged in checked.claims] == list(texts)


def test_a_solver_does_not_outlive_the_checks_that_started_it() -> None:
    process = CheckerProcess("tests.pipelines.test_solver:never_ending")
    try:
        assert process.receive(30.0) is not None
        claim = {"id": "c", "kind": "action", "text": "", "evidence": {"segment_ids": [], "quote": ""}}
        claim |= {"flags": [], "marks": []}
        context = {"segments": [], "claims": [claim], "people": [], "said_on": None, "language": "en"}
        context |= {"refusals": [], "offered": []}
        process.send(json.dumps({"context": context}).encode() + b"\n")
        process.send(json.dumps({"step": [0, 0, 30.0, True, False]}).encode() + b"\n")
        assert process.receive(2.0) is None
    finally:
        process.kill()
    listed = subprocess.run(("ps", "-eo", "args"), capture_output=True, text=True, check=True).stdout
    assert f"sleep {_SLEEP_S + os.getpid()}" not in listed


_SLEEP_S = 7_000_000


class _Starts:
    """A check whose solver hangs for longer than anybody waits."""

    name = "starts"
    deadline_s = 60.0

    def triggers(self, claim: Claim, context: Context) -> bool:
        run_solver(("sleep", str(_SLEEP_S + os.getppid())), b"", 3600.0)
        return False


def never_ending() -> tuple[_Starts, ...]:
    return (_Starts(),)
