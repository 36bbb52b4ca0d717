"""How many tokens the prompts take."""

from __future__ import annotations

import pytest

from bench.prompts import main, others


def test_what_is_asked_of_the_shortest_chunk_is_little(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert "read anew for each chunk: at most 15% of the shortest: met" in capsys.readouterr().out


def test_every_prompt_is_counted_and_a_question_of_a_check_is_short() -> None:
    counted = others()
    questions = [tokens for name, tokens in counted.items() if name.startswith("a question of the check")]
    assert len(questions) == 2, "about a doubt and about a figure"
    assert max(questions) < 200
    assert all(tokens > 0 for tokens in counted.values())
    assert counted["system text of Ask with its example"] > counted["the second opinion on one promise"]
