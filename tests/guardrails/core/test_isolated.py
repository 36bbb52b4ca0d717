"""Guardrails that misbehave, in a process of their own: what it costs, and whom."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from guardrails.core.child import computed_s
from guardrails.core.errors import NoAnswerError
from guardrails.core.guardrail import Ask, Context, Guardrail
from guardrails.core.isolated import PATIENCE, Child, ChildGoneError, Isolated
from guardrails.core.runner import Checked, Local, run_guardrails
from guardrails.core.types import Claim, Evidence, Segment
from pipelines.checker import CheckerProcess, note_guardrails
from tests.fakes import guardrails as fakes
from tests.fakes.guardrails import DEADLINE_S, FINE, POISON, AnsweringModel, ToldGuardrail

ROOT = Path(__file__).resolve().parents[3]
WORDS = "I'll send the lease to the lawyers by Friday."
SEGMENTS = (Segment("s1", 0.0, 4.0, "Ann", WORDS),)
GOOD = "send the lease to the lawyers"


def context(*texts: str) -> Context:
    claims = tuple(
        Claim(f"a{number}", "action", text, Evidence(("s1",), GOOD), "Ann")
        for number, text in enumerate(texts, 1)
    )
    return Context(SEGMENTS, claims, ("Ann",))


def started(name: str) -> Callable[[], Child]:
    return lambda: CheckerProcess(f"tests.fakes.guardrails:{name}", {"PYTHONPATH": str(ROOT)})


def run(name: str, *texts: str, ask: Ask | None = None) -> Checked:
    guardrails: tuple[Guardrail, ...] = getattr(fakes, name)()
    here = Local((), None, time.monotonic)  # whatever is not done in the child fails here
    with closing(Isolated(started(name), time.monotonic)) as isolated:
        isolated.begin(here, ask)
        return run_guardrails(guardrails, context(*texts), isolated)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raising", "it failed (ValueError: no such thing)"),
        ("hanging", "it was not done in time"),
        ("eating", "it failed (MemoryError)"),
        ("dying", f"its process ended (signal {signal.SIGSEGV.value})"),
        ("leaving", "it failed (SystemExit: 3)"),
    ],
)
def test_a_guardrail_that_misbehaves_costs_less_than_its_deadline_and_no_other_check(
    name: str, why: str
) -> None:
    before_s = computed_s()
    checked = run(name, GOOD, f"{GOOD}, {POISON}", GOOD)
    assert computed_s() - before_s < DEADLINE_S
    hostile = [entry for entry in checked.tape if entry.guardrail == "hostile"]
    assert [(entry.claim, entry.verdict) for entry in hostile] == [
        ("a1", "verified"),
        ("a2", "unverified"),
        ("a3", "verified"),
    ]
    assert hostile[1].reason == f"this could not be checked: {why}"
    others = [entry.claim for entry in checked.tape if entry.guardrail == "other"]
    assert others == ["a1", "a2", "a3"]
    assert [judged.claim.text for judged in checked.claims] == [GOOD, f"{GOOD}, {POISON}", GOOD]
    assert checked.claims[0].outcome == checked.claims[2].outcome == "verified"


def test_steps_in_a_child_give_what_they_give_here() -> None:
    texts = (GOOD, "buy a horse", "send the lease by Monday")
    guardrails = note_guardrails()
    here = run_guardrails(guardrails, context(*texts), Local(guardrails, None, time.monotonic))
    with closing(Isolated(CheckerProcess, time.monotonic)) as isolated:
        isolated.begin(Local((), None, time.monotonic), None)
        there = run_guardrails(guardrails, context(*texts), isolated)
    assert there.claims == here.claims
    assert [(e.guardrail, e.claim, e.reason) for e in there.tape] == [
        (e.guardrail, e.claim, e.reason) for e in here.tape
    ]


def test_questions_of_the_child_are_answered_by_the_model_here() -> None:
    model = AnsweringModel("send the lease")
    checked = run("asking", POISON, ask=model)
    assert model.questions == [f"What should '{POISON}' be?"]
    assert (checked.claims[0].claim.text, checked.claims[0].outcome) == ("send the lease", "verified")
    assert checked.tape[0].tokens == 30


def test_a_question_without_an_answer_leaves_the_claim_as_it_is() -> None:
    checked = run("asking", POISON, ask=AnsweringModel(NoAnswerError("it loops")))
    assert (checked.claims[0].claim.text, checked.claims[0].outcome) == (POISON, "unverified")


def test_work_that_is_interrupted_while_the_model_answers_ends_the_checks_and_the_child() -> None:
    class Interrupted(Exception):
        pass

    with pytest.raises(Interrupted):
        run("asking", POISON, ask=AnsweringModel(Interrupted()))


class ScriptedChild:
    """Writes what it is told; time passes only while somebody waits for it."""

    def __init__(self, clock: Clock, *lines: bytes | None) -> None:
        self._clock = clock
        self._lines = iter((b'{"ready": true}', *lines))
        self.killed = False

    def send(self, line: bytes) -> None:
        json.loads(line)

    def receive(self, timeout_s: float) -> bytes | None:
        line = next(self._lines, None)
        if line is None:
            self._clock.now_s += timeout_s
        if line == b"":
            raise ChildGoneError("its process ended (exit code 1)")
        return line

    def kill(self) -> None:
        self.killed = True


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (None, "it was not done in time"),
        (b"", "its process ended (exit code 1)"),
        (b"what", "its process wrote what nobody understands"),
        (b"7", "its process wrote what nobody understands"),
        (b'{"step": {"claim": 1}}', "its process wrote what nobody understands"),
        (b'{"ask": {"question": 1}}', "its process wrote what nobody understands"),
    ],
)
def test_whatever_a_lost_child_wrote_the_next_step_gets_a_fresh_one(line: bytes | None, why: str) -> None:
    clock = Clock()
    children = [ScriptedChild(clock, line), ScriptedChild(clock, b'{"step": null}', b'{"step": null}')]
    waiting: Iterator[ScriptedChild] = iter(children)
    with closing(Isolated(lambda: next(waiting), clock)) as isolated:
        isolated.begin(Local((), None, clock), None)
        checked = run_guardrails((ToldGuardrail(),), context("one", "two", "three"), isolated)
        assert [child.killed for child in children] == [True, False]
    (entry,) = checked.tape
    assert entry.claim == "a1"
    assert entry.reason.startswith(f"this could not be checked: {why}")
    assert clock.now_s < DEADLINE_S * PATIENCE


@pytest.mark.parametrize("error", [OSError("no more processes"), ChildGoneError("it ended"), None])
def test_without_a_child_everything_is_checked_here(error: Exception | None) -> None:
    clock = Clock()

    class Mute(ScriptedChild):
        def receive(self, timeout_s: float) -> bytes | None:
            if error:
                raise error
            return None

    def start() -> Child:
        if isinstance(error, OSError):
            raise error
        return Mute(clock)

    guardrails = (ToldGuardrail(),)
    isolated = Isolated(start, clock)
    isolated.begin(Local(guardrails, None, clock), None)
    checked = run_guardrails(guardrails, context("one", POISON), isolated)
    assert [judged.outcome for judged in checked.claims] == ["verified", "unverified"]


def test_the_child_ends_when_whoever_started_it_is_gone() -> None:
    child = CheckerProcess()
    assert child.receive(20.0) is not None
    child._requests.close()
    assert os.waitid(os.P_PID, child._process.pid, os.WEXITED) is not None
    child.kill()


def test_a_child_that_hangs_ends_itself_when_nobody_is_left_to_end_it() -> None:
    child = started("hanging")()
    assert isinstance(child, CheckerProcess)
    assert child.receive(20.0) is not None
    with closing(Isolated(lambda: child, time.monotonic)) as isolated:
        isolated._sent = None
        isolated._send_context(child, context(POISON))
    # `closing` has killed nothing: the child was never taken into service.
    child.send(b'{"step": [0, 0, 0.1, true, false]}\n')
    code = os.waitid(os.P_PID, child._process.pid, os.WEXITED | os.WNOWAIT)
    assert code is not None
    assert code.si_status == signal.SIGPROF
    child.kill()


def test_what_a_guardrail_prints_does_not_get_between_the_replies() -> None:
    checked = run("printing", GOOD)
    assert checked.claims[0].outcome == "verified"
    assert FINE.reason in {entry.reason for entry in checked.tape}
