"""How many tokens the prompts take."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import pytest

from bench.prompts import main, others
from pipelines.llm import prompt


def test_what_is_asked_of_the_shortest_chunk_is_little(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert "read anew for each chunk: at most 15% of the shortest: met" in capsys.readouterr().out


def test_every_prompt_is_counted_and_a_question_of_a_check_is_short() -> None:
    counted = others()
    questions = [tokens for name, tokens in counted.items() if name.startswith("a question of the check")]
    assert len(questions) == 3, "about a doubt, a figure and a model that speaks of itself"
    assert max(questions) < 200
    assert all(tokens > 0 for tokens in counted.values())
    assert counted["system text of Ask with its example (en)"] > counted["the second opinion on one promise"]


def test_every_file_of_the_prompts_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = prompt._FILES
    read = set()

    class Seen:
        def joinpath(self, name: str) -> Traversable:
            read.add(name)
            return folder.joinpath(name)

    monkeypatch.setattr(prompt, "_FILES", Seen())
    for cached in (prompt.prompt_text, prompt.with_examples):
        cached.cache_clear()
    main()
    assert {file.name for file in folder.iterdir() if file.name.endswith(".txt")} <= read
