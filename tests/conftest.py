"""Short counts every day, full ones under `make soak`, which writes its figures to docs/reliability.md.

A test that takes part is marked `soak`, takes its numbers from `count` and says what came of it by `figure`.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from pipelines.offline import OFFLINE
from tests.reliability import Row, measured, merge

# Read when the library is first imported, by whichever test; the other variables are for tests to set.
os.environ["ORT_DISABLE_TELEMETRY"] = OFFLINE["ORT_DISABLE_TELEMETRY"]

SOAK = os.environ.get("ROOMSCRIBE_SOAK") == "1"
# A busy machine is slow now and then; how long something takes is measured by the soak and by bench/.
settings.register_profile("untimed", deadline=None, max_examples=100 if SOAK else 40)
settings.load_profile("untimed")
SEED = int(os.environ.get("ROOMSCRIBE_SEED", "20261116"))
ALONE = {"tests/systemd": ("booted", "package"), "tests/e2e": ("room",)}
"""Session fixtures that only one process may have: booted machine, Debian package and virtual sound card."""
SLOWEST = ("tests/systemd", "tests/e2e", "tests/daemon", "tests/web", "tests/pipelines")
"""What is begun first, so that the processes end together."""
REPORT = Path(__file__).resolve().parents[1] / "docs/reliability.md"

_ALL_SYSTEM = re.compile(r"^pytestmark = (?:\[[^\]]*)?pytest\.mark\.(?:system|soak)", re.MULTILINE)

_rows: dict[str, tuple[str, list[str]]] = {}


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    if "flask" not in sys.modules:  # none of the tests serves a page
        yield
        return
    from tests.fakes.compiled import compiled_once

    with compiled_once():
        yield


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
    what = " ".join((request.function.__doc__ or request.node.name).split())
    if variant := request.node.name.partition("[")[2].rstrip("]"):
        what += f" ({variant})"
    _rows[request.node.nodeid] = (what, said)
    return said.append


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> object:
    report = yield
    if report.when == "call" and report.failed and item.nodeid in _rows:
        _rows[item.nodeid][1].append("**failed**")
    return report


def pytest_sessionfinish() -> None:
    if SOAK:
        when = measured(datetime.now(UTC).date(), SEED)
        merge(REPORT, [Row(test, "; ".join(said), when) for test, said in _rows.values() if said])


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """The name of a test goes from process to process: some parameters have a megabyte."""
    return f"{argname}-of-{len(val)}" if isinstance(val, str | bytes) and len(val) > 150 else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A file of which `make test` or `make test-system` runs nothing is not imported: that takes seconds."""
    wanted = config.option.markexpr
    if wanted not in ("system", "not system") or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    whole = collection_path.parent.name == "systemd" or bool(_ALL_SYSTEM.search(text))
    some = whole or "mark.system" in text or "mark.soak" in text
    return True if (whole if wanted == "not system" else not some) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow folders first; the tests of a file, or of what there is only once, go to one process, in order."""
    for item in items:
        folder = "/".join(item.nodeid.split("/")[:2])
        alone = next((one for one in ALONE.get(folder, ()) if one in getattr(item, "fixturenames", ())), None)
        item.add_marker(pytest.mark.xdist_group(alone or item.nodeid.split("::")[0]))
        if item.get_closest_marker("soak") or folder == "tests/systemd":
            item.add_marker(pytest.mark.system)
    items.sort(key=_begins)


def _begins(item: pytest.Item) -> tuple[int, str]:
    """Slow folders first; the tests of a group in one stretch, in their order."""
    folder = next((n for n, name in enumerate(SLOWEST) if item.nodeid.startswith(name)), len(SLOWEST))
    group = item.get_closest_marker("xdist_group")
    assert group is not None
    return folder, group.args[0]
