"""docs/quality.md says what is measured: its tables have their places, and the cheap one is measured here."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.quality import PAGE, TABLES, table_of, with_table
from bench.quality_tables import samples


def test_the_page_has_every_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in TABLES if not any(line.startswith("|") for line in table_of(page, name))] == []


def test_the_page_says_of_the_sample_meetings_what_is_measured() -> None:
    measured = samples(Path("unused"))
    assert measured.missed == []
    assert table_of(PAGE.read_text(encoding="utf-8"), "samples") == measured.lines


def test_a_table_is_put_into_its_place_and_read_back_without_its_stamp() -> None:
    page = "before\n<!-- mood -->\nold\n<!-- /mood -->\nafter\n"
    written = with_table(page, "mood", ["Measured today:", "", "| a |", "|---|", "| 1 \\d |"])
    assert table_of(written, "mood") == ["| a |", "|---|", "| 1 \\d |"]
    assert written.startswith("before\n<!-- mood -->\nMeasured today:\n")
    assert written.endswith("<!-- /mood -->\nafter\n")


def test_a_page_without_a_place_for_a_table_is_told() -> None:
    with pytest.raises(SystemExit, match="no place for mood"):
        with_table("nothing here", "mood", ["| a |"])
