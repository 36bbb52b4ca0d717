"""How many tokens the prompts take."""

from __future__ import annotations

import pytest

from bench.prompts import main


def test_what_is_asked_of_the_shortest_chunk_is_little(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    assert "read anew for each chunk: at most 15% of the shortest: met" in capsys.readouterr().out
