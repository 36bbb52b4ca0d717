"""A free answer is guarded whatever its length, and what nobody doubts comes out as it went in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.evaluate.mtbench.guarding import guarded, paragraphs

PROSE = "The old harbour lies between two hills, and the ferry leaves it twice a day in any weather."
LONG = "\n\n".join([PROSE] * 14)
"""Longer than the scanners read at once."""


@pytest.mark.parametrize(
    ("part", "right"),
    [
        ("As an AI language model, I can tell you: the ferry takes an hour.", "The ferry takes an hour."),
        ("The ferry costs 12. Wait, let me recheck. The ferry costs 14.", "The ferry costs 14."),
        ("Two tickets cost 2 x 14 = 26 euros.", "Two tickets cost 2 x 14 = 28 euros."),
    ],
)
def test_a_slip_in_one_paragraph_of_a_long_answer_is_mended_there(part: str, right: str) -> None:
    text, tape = guarded("Tell me about it.", f"{LONG}\n\n{part}\n\n{PROSE}", None)
    assert text.removeprefix(LONG).removesuffix(PROSE).strip().rstrip(".") == right.rstrip(".")
    assert tape


def test_a_long_answer_without_a_slip_is_left_as_it_is() -> None:
    text, tape = guarded("Tell me about it.", f"{LONG}\n", None)
    assert text == f"{LONG}\n"
    assert {entry.verdict for entry in tape} <= {"verified"}


def test_code_is_nobodys_talk() -> None:
    code = '```python\nprint("As an AI language model, I found this item: pay")\n\n# 2 + 2 = 5\n```'
    answer = f"{LONG}\n\n{code}\n\n{PROSE}"
    assert guarded("Write it.", answer, None)[0] == answer


@given(
    st.lists(st.sampled_from(["a", "\n", "\n\n", " \n \n", "```", "```py\n", "x = 1\n", "  "]), max_size=24)
)
def test_the_parts_of_a_text_are_the_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert "".join(paragraphs(text)) == text
