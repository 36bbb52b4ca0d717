"""Speech is cut into clauses without losing a word of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.clauses import clauses_of
from guardrails.qualifiers.english import ENGLISH


def lines(text: str) -> list[str]:
    return [clause.line for clause in clauses_of(text, ENGLISH.opening)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I can't come, so I'll send the slides.", ["i can't come ,", "so i'll send the slides ."]),
        ("Send it. Then call me!", ["send it .", "then call me !"]),
        ("Um, I, uh, I'll wri- write the the report", ["i", "i'll write the report"]),
        ("Alex G. will draft the letter.", ["alex g . will draft the letter ."]),
        ("The price is 12.50 at 10:30", ["the price is 12.50 at 10:30"]),
        ("Everyone but Bob comes", ["everyone but bob comes"]),
        ("Not a square but a circle", ["not a square but a circle"]),
        ("I asked but the answer is open", ["i asked", "but the answer is open"]),
        ("", []),
        ("Um.", ["."]),
        ("No, no, the shop stays.", ["no , the shop stays ."]),
    ],
)
def test_a_clause_ends_where_a_new_subject_begins(text: str, expected: list[str]) -> None:
    assert lines(text) == expected


def test_the_words_come_back_as_they_were_said() -> None:
    text = "I'll send it, if,  um, the Legal\nteam objects."
    (clause,) = clauses_of(text, ENGLISH.opening)
    start = clause.line.index("if")
    assert clause.said(start, len(clause.line)) == "if the Legal team objects"


@given(st.text(max_size=300))
def test_clauses_follow_each_other_through_the_text(text: str) -> None:
    ends = 0
    for clause in clauses_of(text, ENGLISH.opening):
        assert clause.tokens
        for token in clause.tokens:
            assert ends <= token.start < token.end <= len(text)
            ends = token.end


@given(st.lists(st.sampled_from("i will send the report but if not , . ? bob".split()), max_size=40))
def test_every_part_of_a_line_can_be_said_in_its_own_words(words: list[str]) -> None:
    for clause in clauses_of(" ".join(words), ENGLISH.opening):
        whole = clause.said(0, len(clause.line))
        for start in range(len(clause.line)):
            assert whole.endswith(clause.said(start, len(clause.line)))
