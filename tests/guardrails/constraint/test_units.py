"""Sentences end where people end them."""

from __future__ import annotations

import pytest

from guardrails.constraint.units import units


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n ", 0),
        ("No end", 1),
        ("One. Two! Three? Four", 4),
        ("one. two. three.", 3),
        ("Mr. Smith met Dr. Lee.", 1),
        ("It costs 3.50 euros.", 1),
        ("We met at 5 p.m. yesterday. Then we left.", 2),
        ("I saw J. R. Smith there.", 1),
        ("He came, e.g. on Monday, i.e. early.", 1),
        ("Paper, pens, etc. and glue.", 1),
        ("Wait... The end.", 2),
        ('He said "Stop." She left.', 2),
        ("Really?! Yes.", 2),
        ("See www.example.org for it.", 1),
        ("**Done.** Next.", 2),
        ("1. Buy milk. 2. Pay.", 4),
        ("So did I. We left.", 2),
    ],
)
def test_sentences_are_counted_as_people_do(text: str, count: int) -> None:
    assert len(units(text, "sentence")) == count
