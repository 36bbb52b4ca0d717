"""What each test costs: `pytest -p tests.times` writes a JSON line a test into the file in ROOMSCRIBE_TIMES.

`python -m bench.suite FILE` makes docs/testing.md's tables of it. Processor seconds count this process and
its children that have ended; what is left of a test's wall time is waiting.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_MARKERS = ("browser", "models", "system", "soak")
_tests: dict[str, dict[str, Any]] = {}


def _spent_s() -> float:
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def _write(row: dict[str, Any]) -> None:
    with Path(os.environ["ROOMSCRIBE_TIMES"]).open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def _measured(item: pytest.Item, phase: str) -> Generator[None, object, object]:
    fixtures = list(getattr(item, "fixturenames", ()))
    row = _tests.setdefault(item.nodeid, {"test": item.nodeid, "fixtures": fixtures})
    row["markers"] = [name for name in _MARKERS if item.get_closest_marker(name)]
    began_s, spent_s = time.monotonic(), _spent_s()
    try:
        return (yield)
    finally:
        row[phase] = {"wall_s": time.monotonic() - began_s, "processor_s": _spent_s() - spent_s}
        if phase == "teardown":
            _write(_tests.pop(item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item, "setup"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item, "call"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _measured(item, "teardown"))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    began_s, spent_s = time.monotonic(), _spent_s()
    result = yield
    cost = {"wall_s": time.monotonic() - began_s, "processor_s": _spent_s() - spent_s}
    _write({"test": "collection", "fixtures": [], "markers": [], "setup": cost})
    return result
