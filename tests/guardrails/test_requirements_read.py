"""What people type, each part of its reading alone: German as English, orders for items, forms of no code."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardrails.requirements.typed_german import Read, read
from guardrails.requirements.typed_items import PATTERNS
from guardrails.requirements.typed_left import forms_in


def english(typed: str) -> str:
    return read(typed, typed.lower()).text.lower()


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("Höchstens fünf Punkte, jeder unter zwölf Wörtern", "at most five items, each under twelve words"),
        ("genau drei Sätze", "exactly three sentences"),
        ("nicht mehr als 50 Wörter", "no more than 50 words"),
        ("ohne Kommas, auf Deutsch", "without commas, in german"),
        ("nach Datum sortiert", "sorted by date"),
        ("auf Englisch, bitte", "in english, please"),
    ],
)
def test_a_german_order_is_read_as_its_english(typed: str, text: str) -> None:
    assert english(typed) == text


@pytest.mark.parametrize("typed", ["At most five bullets", "Who was in Wien?", "a hat in the bin", ""])
def test_what_is_no_german_order_stays_as_it_was_typed(typed: str) -> None:
    assert read(typed, typed.lower()).text == typed


def test_a_word_in_quotation_marks_is_no_order() -> None:
    assert '"punkte"' in english('Höchstens drei Sätze, ohne "Punkte"')


GERMAN = st.lists(
    st.sampled_from(
        "höchstens mindestens fünf Punkte Sätze jeder unter ohne Kommas auf Deutsch Budget , ; .".split()
    )
    | st.text(max_size=6),
    max_size=10,
).map(" ".join)


@given(GERMAN)
def test_every_letter_knows_what_was_typed_for_it(typed: str) -> None:
    folded = typed.lower()
    if len(folded) != len(typed):
        return
    found = read(typed, folded)
    assert len(found.places) == len(found.text)
    assert found.typed(0, len(found.text)) == typed
    assert all(one <= other for one, other in pairwise(found.places))
    assert all(0 <= start < end <= len(typed) for start, end in found.places)
    assert found.typed(0, 0) == ""


def required(typed: str) -> list[str]:
    """What the patterns about lines and items find in `typed`."""
    line = Read(typed, typed, tuple((n, n + 1) for n in range(len(typed))))
    found = []
    for pattern, make in PATTERNS:
        for match in re.finditer(rf"(?<!\w)(?:{pattern})", typed):
            if (requirement := make(match, line)) is not None:
                found.append(str(requirement))
    return found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("every line begins with a dash", ["each line begins with a dash"]),
        ("each sentence must start with a capital", ["each sentence begins with a capital letter"]),
        ('each paragraph starts with "we"', ['each paragraph begins with "we"']),
        ('each bullet starts with "we"', ['each bullet begins with "we"']),
        ("each item must have an owner.", ["an owner in each item"]),
        ("no task without an owner", ["an owner in each item"]),
        ("never list an item twice", ["no item twice"]),
        ("no dates before 1 december 2026", ["no date before 2026-12-01"]),
        ("no dates before 31 june 2026", []),
        ("sort by due date", ["sorted by date"]),
        ("ordered by assignee", ["sorted by owner"]),
        ("in alphabetical order", ["sorted by letter"]),
        ("chronologically", ["sorted by date"]),
        ("each item must have an owner who smiles", []),
        ("sorted by colour", []),
        ("the line begins with a dash", []),
    ],
)
def test_orders_for_lines_and_items_are_found_and_no_others(typed: str, found: list[str]) -> None:
    assert required(typed) == found


ORDERS = st.lists(
    st.sampled_from(
        "every each line item bullet sentence begins starts with a dash number must have an owner no twice"
        " before 2026-12-01 sorted by date name in alphabetical order".split()
    ),
    max_size=12,
).map(" ".join)


@settings(deadline=None)  # the patterns are compiled by the first
@given(ORDERS)
def test_any_words_of_orders_are_read_and_whatever_is_found_can_be_verified(typed: str) -> None:
    assert len(required(typed)) <= len(typed.split())


def forms(typed: str, left: str = "") -> list[str]:
    return [typed[start:end] for start, end in forms_in(left or typed, typed)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("in a friendly tone", ["in a friendly tone"]),
        ("explain the budget in simple terms", ["in simple terms"]),
        ("what was decided? keep it short and clear", ["keep it short and clear"]),
        ("who pays, as a table", ["as a table"]),
        ("please answer politely", ["politely"]),
        ("no jargon, for a beginner", ["no jargon", "for a beginner"]),
        ("sum up the talk like a pirate", ["like a pirate"]),
        ("who spoke in a friendly tone?", []),
        ("what did ann say about a table?", []),
        ("did we keep the short list?", []),
        ("the slides use no jargon", []),
        ("", []),
    ],
)
def test_a_form_that_no_code_verifies_is_found_where_it_is_asked_for(typed: str, found: list[str]) -> None:
    assert forms(typed) == found


@pytest.mark.parametrize("asked", ["who pays", "when is the fair", "what was said of the roof"])
@pytest.mark.parametrize("form", ["in a formal tone", "as a poem", "keep it brief", "in rhymes"])
def test_a_form_beside_a_question_is_found_and_its_matter_is_not(asked: str, form: str) -> None:
    assert forms(f"{asked}? {form}") == [form]
    assert forms(f"{asked}?") == []


TYPED = st.lists(
    st.sampled_from(
        "who when please keep it short as a table in friendly tone no jargon , ? . we said".split()
    )
    | st.text(max_size=6),
    max_size=14,
).map(" ".join)


@given(TYPED)
def test_forms_lie_within_what_is_left_one_behind_the_other(typed: str) -> None:
    spans = list(forms_in(typed, typed))
    assert all(0 <= start < end <= len(typed) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert list(forms_in(" " * len(typed), typed)) == []


@pytest.mark.parametrize("word", ["short ", "in a very ", "höchstens ", "every line ", "please, "])
def test_a_long_text_is_read_fast(word: str) -> None:
    typed = (word * 400)[:2_000]
    began = time.process_time()
    read(typed, typed.lower())
    forms(typed)
    required(typed)
    assert time.process_time() - began < 2.0
