"""No table knows the words of one corpus: what is tuned to its scenario measures nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OF_A_SCENARIO = (
    "hat herder", "remote control", "industrial designer", "marketing expert", "teletext",
    "scroll wheel", "smartkom", "real reaction", "aurora", "glamsterdam", "devnet", "fusaka",
)  # fmt: skip
"""AMI's project of a remote control, ICSI's projects, the forks and devnets of Ethereum's calls."""


def literals(package: str) -> Iterator[tuple[Path, str]]:
    """The strings of all modules without their docstrings, and all data files."""
    for path in sorted((ROOT / package).rglob("*")):
        if "evaluate" in path.parts or path.suffix not in (".py", ".toml", ".json", ".txt", ".csv"):
            continue  # what measures knows the corpora that it measures on
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            yield path, text
            continue
        tree = ast.parse(text)
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                yield path, node.value


@pytest.mark.parametrize("package", ["guardrails", "pipelines", "daemon", "web"])
def test_no_table_has_the_words_of_one_corpus(package: str) -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), word)
        for path, text in literals(package)
        for word in OF_A_SCENARIO
        if word in text.casefold()
    ]
    assert found == []
