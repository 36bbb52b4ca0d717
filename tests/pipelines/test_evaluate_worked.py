"""Worked solutions of GSM8K through the guardrails of free answers: right ones stay, slips are mended."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from pipelines.evaluate.mtbench.guarding import guarded

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "gsm8k.dev.jsonl"
CALCULATED = re.compile(r"<<[^<>]*=([\d.]+)>>\1")
"""An equation of the annotators, and its result as the text has it."""

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the evaluation data is not beside the project")


@pytest.fixture(scope="module")
def problems() -> list[tuple[str, str]]:
    """Each with its worked solution."""
    rows = map(json.loads, DATA.read_text("utf-8").splitlines())
    return [(row["question"], row["answer"].split("####")[0].strip()) for row in rows]


def plain(solution: str) -> str:
    return re.sub(r"<<.*?>>", "", solution)


def with_a_slip(solution: str, random: Random) -> str | None:
    """One result replaced by a number nearby; None where nothing was calculated."""
    found = list(CALCULATED.finditer(solution))
    if not found:
        return None
    slip = random.choice(found)
    wrong = str(int(float(slip[1])) + random.choice((1, 10, -1)))
    return solution[: slip.start()] + wrong + solution[slip.end() :]


def test_a_right_solution_is_left_as_it_is(problems: list[tuple[str, str]]) -> None:
    right = [(asked, plain(solution)) for asked, solution in problems]
    changed = [text for asked, text in right if guarded(asked, text, None)[0] != text]

    assert len(problems) == 300
    assert changed == []


def test_three_slips_in_four_are_put_right_without_a_model(problems: list[tuple[str, str]]) -> None:
    random = Random(1)
    slips = [(q, plain(s), plain(w)) for q, s in problems if (w := with_a_slip(s, random)) is not None]
    mended = [right for asked, right, wrong in slips if guarded(asked, wrong, None)[0] == right]

    assert len(slips) > 250
    assert len(mended) >= 0.75 * len(slips)
