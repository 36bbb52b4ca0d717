"""Conflicts that take a solver: of due days and orders; and what is left without it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.consistency.conflicts import conditions_of, problem_of
from guardrails.consistency.contradiction import Contradiction
from guardrails.consistency.days import Days
from guardrails.core.guardrail import Context
from guardrails.core.types import Claim, ClaimKind, Evidence, Segment
from guardrails.logic.problem import MAX_THINGS
from guardrails.logic.reading import problem_from_json
from guardrails.logic.solver import HURRIED, Run, cores_of
from pipelines.due import resolve_due
from pipelines.solver import run_solver
from tests.guardrails.consistency.test_contradiction import SAID_ON


def context(*claims: Claim, said: str = "") -> Context:
    return Context((Segment("0", None, None, "Ann", said),), claims, ("Ann", "Bob", "Cem"), SAID_ON)


def todo(n: int, text: str, owner: str | None = None, due: str | None = None, quote: str = "") -> Claim:
    return _claim(n, "action", text, owner, due, quote)


def decided(n: int, text: str) -> Claim:
    return _claim(n, "decision", text, None, None, "")


def _claim(n: int, kind: ClaimKind, text: str, owner: str | None, due: str | None, quote: str) -> Claim:
    return Claim(f"c{n}", kind, text, Evidence(("0",), quote), owner, due)


def flagged(where: Context, run: Run | None = run_solver) -> dict[str, str]:
    """By id of each claim that the check flags, why."""
    guard = Contradiction(resolve_due, partial(cores_of, run=run))
    return {
        claim.id: guard.check(claim, where).reason for claim in where.claims if guard.triggers(claim, where)
    }


LEASE = todo(1, "Send the lease to the notary", "Ann", "on Friday")
LADDERS = (
    todo(1, "Pay the builders after the inspection of the roof", "Ann", "by Wednesday"),
    todo(2, "Do the inspection of the roof once the ladder is delivered", "Bob"),
    todo(3, "Deliver the ladder", "Cem", "by Friday"),
)
CONFLICTS = [
    (context(*LADDERS), {"c1", "c2", "c3"}),
    (context(decided(1, "The audit takes place before the board meeting"),
           decided(2, "The board meeting comes before the launch"),
           decided(3, "The launch comes before the audit")), {"c1", "c2", "c3"}),
    (context(decided(1, "The audit takes place before the board meeting"),
           decided(2, "The board meeting takes place before the audit")), {"c1", "c2"}),
    (context(todo(1, "Pay the builders after the inspection of the roof", "Ann", "by Tuesday"),
           todo(2, "Do the inspection of the roof", "Bob", "on Friday")), {"c1", "c2"}),
]  # fmt: skip


@pytest.mark.parametrize(("where", "ids"), CONFLICTS)
def test_every_claim_of_a_conflict_is_flagged_and_no_other(where: Context, ids: set[str]) -> None:
    assert set(flagged(where)) == ids


def test_the_reason_names_all_claims_with_what_each_says() -> None:
    (reason,) = set(flagged(context(*LADDERS)).values())
    assert reason == (
        'these cannot all hold: "Pay the builders after the inspection of the roof" (due "by Wednesday", '
        'after the inspection of the roof); "Do the inspection of the roof once the ladder is delivered" '
        '(once the ladder is delivered); "Deliver the ladder" (due "by Friday")'
    )


@pytest.mark.parametrize(
    "where",
    [
        context(todo(1, "Pay the builders after the inspection of the roof", "Ann", "on Friday"), LADDERS[1],
              LADDERS[2]),
        context(decided(1, "The audit takes place before the board meeting"),
              decided(2, "The board meeting comes before the launch")),
        context(todo(1, "Send the minutes after Monday's meeting", "Ann", "on Monday")),
        context(todo(1, "Send the minutes after the meeting", "Ann", "on Tuesday"),
              todo(2, "Prepare the slides of the team for the meeting", "Bob", "on Thursday")),
        context(todo(1, "Call Ann before Friday", "Bob", "by Thursday")),
    ],
)  # fmt: skip
def test_claims_that_can_all_hold_are_left_alone(where: Context) -> None:
    assert flagged(where) == {}


def _must_not_start(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    raise AssertionError("a process was started")


@pytest.mark.parametrize(
    "claims",
    [
        (LEASE, todo(2, "Sign the contract", "Bob", "by Monday"), decided(3, "We keep the logo")),
        (LADDERS[0],),
        (LADDERS[1], todo(2, "Deliver the ladder", "Cem")),
    ],
)
def test_most_drafts_start_no_process(claims: tuple[Claim, ...]) -> None:
    assert flagged(context(*claims, said="Cem is away on Friday."), _must_not_start) == {}


def test_the_process_is_started_once_for_a_draft_whatever_flags_its_claims_get() -> None:
    started = []

    def counting(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
        started.append(sent)
        return run_solver(command, sent, limit_s)

    guard, where = Contradiction(resolve_due, partial(cores_of, run=counting)), context(*LADDERS)
    for place, claim in enumerate(LADDERS):
        mended = guard.repair(claim, where, guard.check(claim, where), None)
        assert mended is not None
        claims = list(where.claims)
        claims[place] = mended
        where = where.with_claims(tuple(claims))
    assert len(started) == 1


def _hangs(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return run_solver((sys.executable, "-c", "import time; time.sleep(60)"), sent, limit_s)


def _is_killed(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return run_solver((sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"), sent, limit_s)


def _is_not_there(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return run_solver(("/no/such/python",), sent, limit_s)


def _talks_nonsense(command: Sequence[str], sent: bytes, limit_s: float) -> bytes:
    return b'{"cores": [[99]]}'


@pytest.mark.parametrize("run", [_hangs, _is_killed, _is_not_there, _talks_nonsense])
def test_without_the_solver_the_pairs_are_found_in_time(run: Run) -> None:
    began = time.monotonic()
    found = flagged(context(*LADDERS, todo(4, "Book the boat", "Ann"), todo(5, "Book the boat", "Bob")), run)
    assert set(found) == {"c4", "c5"}
    assert "cannot both be the one" in found["c4"]
    # Half of the deadline is for one step; the machine may be busy with other tests.
    assert time.monotonic() - began < sum(HURRIED) + 2.0


_WORDS = st.lists(
    st.sampled_from(
        "Ann Bob only one of us goes both all by the 10th after before Friday 500 euros at most party is away"
        " next week not until lease contract 300 5 and".split()
    ),
    max_size=14,
).map(" ".join)


@settings(deadline=None)  # the first one compiles the patterns
@given(st.lists(_WORDS | st.text(max_size=60), max_size=6), _WORDS, st.sampled_from(["by Friday", None]))
def test_whatever_claims_say_is_a_problem_in_the_form_that_the_solver_reads(
    texts: list[str], said: str, due: str | None
) -> None:
    claims = [todo(n, text, "Ann", due) for n, text in enumerate(texts)]
    where = context(*claims, *(decided(n + 9, text) for n, text in enumerate(texts)), said=said)
    stated = conditions_of(where.claims, Days(resolve_due, SAID_ON))
    if stated and len({thing for one in stated for thing in one.things}) <= MAX_THINGS:
        read = problem_from_json(json.dumps(problem_of(stated, SAID_ON)))
        assert len(read.constraints) == len(stated)
    assert set(flagged(where, None)) <= {claim.id for claim in where.claims}
