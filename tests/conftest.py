"""Short counts every day, full ones under `make soak`, which writes its figures to docs/reliability.md.

A test that takes part is marked `soak`, takes its numbers from `count` and says what came of it by `figure`.
"""

from __future__ import annotations

import os
import platform
import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from pipelines.offline import OFFLINE

# A busy machine is slow now and then; how long something takes is measured by the soak and by bench/.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Read when the library is first imported, by whichever test; the other variables are for tests to set.
os.environ["ORT_DISABLE_TELEMETRY"] = OFFLINE["ORT_DISABLE_TELEMETRY"]

SOAK = os.environ.get("ROOMSCRIBE_SOAK") == "1"
SEED = int(os.environ.get("ROOMSCRIBE_SEED", "20261116"))
REPORT = Path(__file__).resolve().parents[1] / "docs/reliability.md"

_HEAD = """# Reliability

Made by `make soak` on {day} in {minutes} minutes, seed {seed}: {machine}.

| what was done | what came of it |
|---|---|
"""
_rows: dict[str, tuple[str, list[str]]] = {}
_started_s = time.monotonic()


@pytest.fixture
def count() -> Callable[[int, int], int]:
    """`count(short, full)`: how often, today."""
    return lambda short, full: full if SOAK else short


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Random moments that can be had again: by ROOMSCRIBE_SEED, other ones in each test."""
    return random.Random(f"{SEED} {request.node.name}")


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Say what came of this test, for the report; the test's docstring says what was done."""
    said: list[str] = []
    _rows[request.node.nodeid] = (" ".join((request.function.__doc__ or request.node.name).split()), said)
    return said.append


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> object:
    report = yield
    if report.when == "call" and report.failed and item.nodeid in _rows:
        _rows[item.nodeid][1].append("**failed**")
    return report


def pytest_sessionfinish() -> None:
    rows = [f"| {what} | {'; '.join(said)} |\n" for what, said in _rows.values() if said]
    if not SOAK or not rows:
        return
    head = _HEAD.format(
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        minutes=round((time.monotonic() - _started_s) / 60),
        seed=SEED,
        machine=f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}",
    )
    REPORT.write_text(head + "".join(rows), "utf-8")
