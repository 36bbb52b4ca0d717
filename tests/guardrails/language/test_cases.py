"""Each language is read as its file of cases says: one line, what it does, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from guardrails.language import codes, read

_CASES = Path(__file__).parent / "cases"


def cases() -> Iterator[tuple[str, str]]:
    for path in sorted(_CASES.glob("*.txt")):
        for row in path.read_text("utf-8").splitlines():
            if row and not row.startswith("#"):
                yield path.stem, row


@pytest.mark.parametrize(("code", "row"), list(cases()))
def test_a_line_is_read_as_its_case_says(code: str, row: str) -> None:
    line, act, denied, condition, figures, days = (cell.strip() for cell in row.split("|"))
    clause = read(line, code).clauses[0]
    conditions = [limit for limit in clause.limits if limit.kind == "condition"]
    assert clause.act == act
    assert (clause.said_in_main(clause.denied) if clause.denied else "") == denied
    assert ", ".join(clause.said(limit.first, limit.last) for limit in conditions) == condition
    assert ", ".join(f"{float(figure.value):g}" for figure in clause.figures) == figures
    assert ", ".join(clause.days) == days


def test_every_language_has_cases() -> None:
    assert set(codes()) == {path.stem for path in _CASES.glob("*.txt")}


def test_a_language_without_a_file_is_read_without_acts() -> None:
    reading = read("Lähetän sopimuksen 3 päivässä.", "fi")
    assert [clause.act for clause in reading.clauses] == ["state"]
    assert [figure.value for figure in reading.clauses[0].figures] == [3]
