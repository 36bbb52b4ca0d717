"""`roomscribe dev eval mtbench`, `grade-sheet` and `grades`: from questions to scores."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from daemon.cli.main import roomscribe
from daemon.cli.main import run as run_command
from tests.fakes.gguf_weights import write_gguf

QUESTIONS = [
    {"question_id": 1, "category": "math", "turns": ["Add 2 and 2.", "And 3?"]},
    {"question_id": 2, "category": "writing", "turns": ["Write a line.", "Shorter."]},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> int:
    return run_command(roomscribe, ["dev", "eval", *map(str, arguments)])


@pytest.mark.models
def test_questions_become_scores_by_way_of_a_blind_sheet(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, out, key = write_gguf(tmp_path / "tiny.gguf"), tmp_path / "run", tmp_path / "key.json"
    options = ("--model", weights, "--out", out, "--max-tokens", "40", "--threads", "1")

    assert run("mtbench", questions, *options) == 0
    told = capsys.readouterr()
    assert "8 turns" in told.out
    assert "1 math turn 1 raw: " in told.err
    tape = [json.loads(line) for line in (out / "tape.jsonl").read_text("utf-8").splitlines()]
    assert len(tape) == 8
    assert all(turn["seconds"] > 0 and turn["output_tokens"] > 0 for turn in tape)
    assert {turn["model"] for turn in tape} == {"tiny gemma4"}

    before = (out / "tape.jsonl").read_bytes()
    assert run("mtbench", questions, *options) == 0  # everything is there already
    assert (out / "tape.jsonl").read_bytes() == before

    assert run("grade-sheet", out, "--key", key) == 0
    grades = out / "grades.csv"
    rows = list(csv.DictReader(grades.read_text("utf-8").splitlines()))
    lines = ["question,turn,label,grade"]
    lines += [f"{row['question']},{row['turn']},{row['label']},{6 + int(row['question'])}" for row in rows]
    grades.write_text("\n".join(lines) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert run("grades", out, "--key", key) == 0
    shown = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in shown] == ["category", "math", "writing", "all"]
    assert shown[3][1:3] == ["2", "7.50"]
    assert run("grades", out, "--key", key, "--json") == 0
    assert json.loads(capsys.readouterr().out)["math"]["raw"]["mean"] == 7


@pytest.mark.models
def test_answers_of_two_models_are_not_mixed(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, out = write_gguf(tmp_path / "tiny.gguf"), tmp_path / "run"
    options = ("--model", weights, "--out", out, "--max-tokens", "8", "--threads", "1", "--first", "1")
    assert run("mtbench", questions, *options) == 0
    tape = out / "tape.jsonl"
    tape.write_text(tape.read_text("utf-8").replace("tiny gemma4", "another"), "utf-8")

    assert run("mtbench", questions, *options) == 2
    assert "use another folder" in capsys.readouterr().err


def test_the_key_must_lie_apart_and_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / "tape.jsonl").write_text("", encoding="utf-8")

    assert run("grade-sheet", out, "--key", out / "key.json") == 2
    assert "not blind" in capsys.readouterr().err
    assert run("grade-sheet", out, "--key", tmp_path / "key.json") == 0
    (out / "grades.csv").write_text("hours of work", encoding="utf-8")
    assert run("grade-sheet", out, "--key", tmp_path / "other.json") == 2
    assert (out / "grades.csv").read_text("utf-8") == "hours of work"
