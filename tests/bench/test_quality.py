"""docs/quality.md has every figure that the notes are held to, with its target; the values are measured."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bench import quality_figures
from bench.quality import PAGE, main, row, rows_of, with_rows
from bench.quality_figures import GROUPS, Figure, judged, size, written

EVERY = {figure.name: figure for figures, _ in GROUPS.values() for figure in figures}


def test_the_page_has_every_figure_with_its_target() -> None:
    rows = rows_of(PAGE.read_text(encoding="utf-8"))
    assert list(rows) == list(EVERY)
    for name, figure in EVERY.items():
        _, _, before, _, target, verdict, _ = (cell.strip() for cell in rows[name].split("|"))
        assert (before, target) == (written(figure.before), figure.target), name
        assert verdict in ("met", "missed")


@pytest.mark.parametrize(
    ("figure", "value", "line"),
    [
        (Figure("k", "shown", 0.519, least=0.92), 0.92, "| shown | 0.519 | 0.92 | ≥ 0.92 | met |"),
        (Figure("k", "shown", 0.519, least=0.92), 0.9199, "| shown | 0.519 | 0.92 | ≥ 0.92 | missed |"),
        (Figure("k", "size", None, most=60_000), 111_083, "| size | - | 111,083 | ≤ 60,000 | missed |"),
        (Figure("k", "changed", 0, most=0), 0, "| changed | 0 | 0 | ≤ 0 | met |"),
    ],
)
def test_a_row_says_whether_its_target_is_met(figure: Figure, value: float, line: str) -> None:
    assert row(figure, value) == line


def test_what_is_measured_now_takes_its_place_and_the_rest_stays() -> None:
    page = PAGE.read_text(encoding="utf-8")
    name = "sentiment: macro F1, GoEmotions"
    written_page = with_rows(page, {name: "| " + name + " | new |"})
    after, before = rows_of(written_page), rows_of(page)
    assert after.pop(name).endswith("| new |")
    before.pop(name)
    assert after == before


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(SystemExit, match="no place for the table"):
        rows_of("nothing here")


def test_the_judges_are_read_by_kind_and_by_package(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {
        "real_drafts.py": "verbose\n" + json.dumps({"right": {"n": 2, "shown": 0.5, "plain": 0.25}}),
        "size.py": "guardrails: 1 files, 2 lines, 30 tokens, 4 characters in strings\n"
        "pipelines: 1 files, 2 lines, 50 tokens, 6 characters in strings\n",
    }
    monkeypatch.setattr(quality_figures, "_tool", lambda data, name, *arguments: said[name])
    assert judged(Path("data"))["right shown"] == 0.5
    assert size(Path("data"))["both tokens"] == 80
    assert size(Path("data"))["guardrails characters"] == 4


def test_a_group_that_cannot_be_measured_counts_as_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(data: Path) -> dict[str, float]:
        raise subprocess.CalledProcessError(1, "judge", stderr="no such file")

    monkeypatch.setitem(GROUPS, "size", ((), fails))  # type: ignore[misc]
    assert main(["--only", "size"]) == 1
    assert "size could not be measured: no such file" in capsys.readouterr().err
