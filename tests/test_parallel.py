"""The suite in several processes: what there is only once, as a booted machine, is for one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = """import os
from pathlib import Path

import pytest


@pytest.mark.xdist_group("one machine")
@pytest.mark.parametrize("number", range(12))
def test_it(number):
    with Path("workers").open("a") as workers:
        workers.write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""


def test_the_tests_of_a_group_go_to_one_process(tmp_path: Path) -> None:
    """pytest 9.2 with xdist 3.8 spreads them, and says nothing."""
    (tmp_path / "test_group.py").write_text(TESTS)
    subprocess.run(
        [sys.executable, *"-m pytest -p xdist -n 2 --dist=loadgroup test_group.py".split()],
        cwd=tmp_path, check=True, capture_output=True, timeout=120,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    workers = (tmp_path / "workers").read_text().split()
    assert len(workers) == 12
    assert len(set(workers)) == 1
