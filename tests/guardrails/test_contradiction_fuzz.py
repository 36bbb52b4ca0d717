"""No claims make the builder of conditions crash, hang or grow."""

from __future__ import annotations

import json
import random
import resource
from collections.abc import Callable
from functools import lru_cache
from time import process_time

import pytest

from guardrails.contradiction_days import Days
from guardrails.contradiction_solver import conditions_of, linked, problem_of
from guardrails.guardrail import Scene
from guardrails.logic.reading import problem_from_json
from guardrails.types import Claim, Evidence, Segment
from pipelines.due import resolve_due
from tests.guardrails.test_contradiction import SAID_ON

_PHRASES = (
    "Ann", "Bob is away", "only one of us goes", "both", "all tasks", "everything", "by the 20th","on Friday",
    "send the lease", "sign the contract", "the lease", "after the contract is signed", "before the lease",
    "once the 24th", "not before Monday", "at most 500 euros", "for 300 euros", "on the party", "next week",
    "until the 31st", "goes", "each", ".", ",", "\x00", "\u2019s", "999999999999", "1e99", "the " * 30,
)  # fmt: skip


def _text(chance: random.Random) -> str:
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(300)).decode("utf-8", "replace")
    many = 400 if chance.random() < 0.01 else chance.randrange(8)
    return " ".join(chance.choices(_PHRASES, k=many))


@pytest.mark.soak
def test_no_claims_crash_the_builder_of_conditions_or_hold_it_up(
    count: Callable[[int, int], int], chance: random.Random, figure: Callable[[str], None]
) -> None:
    """Claims of random bytes and of words that state conditions, made into problems that the solver reads"""
    tries = count(2_000, 100_000)
    stated_at_all, longest_s = 0, 0.0
    days = Days(lru_cache(maxsize=1024)(resolve_due), SAID_ON)
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(tries):
        texts = [_text(chance) for _ in range(chance.randrange(1, 5))]
        claims = tuple(
            Claim(
                f"c{n}",
                chance.choice(("action", "decision")),
                text,
                Evidence(("0",), chance.choice(texts)),
                chance.choice((None, "Ann", "Bob")),
                chance.choice((None, "by Friday", chance.choice(texts)[:40])),
            )
            for n, text in enumerate(texts)
        )
        scene = Scene(
            (Segment("0", None, None, "Ann", chance.choice(texts)),), claims, ("Ann", "Bob"), SAID_ON
        )
        took_s, stated = _timed(scene, days)
        if took_s > 0.05:  # once more: what the collector or the machine did then is not the input's fault
            took_s = min(took_s, _timed(scene, days)[0])
        stated_at_all += stated
        longest_s = max(longest_s, took_s)
    grown_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) / 1024
    figure(
        f"{tries:,} drafts, {stated_at_all:,} stated a problem; longest {1000 * longest_s:.0f} ms, "
        f"process grown by {grown_mb:.0f} MB"
    )
    assert stated_at_all
    assert longest_s < 0.1
    assert grown_mb < 50


def _timed(scene: Scene, days: Days) -> tuple[float, bool]:
    started_s = process_time()
    stated = linked(conditions_of(scene, days))
    if stated:
        problem_from_json(json.dumps(problem_of(stated, SAID_ON)))
    return process_time() - started_s, bool(stated)
