"""A share in words is the one of the numbers that were said, or it is not confirmed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic_fractions import right_share, share_in, share_like
from guardrails.figures_said import said_in
from tests.guardrails.test_arithmetic import mended


@pytest.mark.parametrize(
    ("text", "said", "right"),
    [
        (
            "A third of the mice got the high dose",
            "Of the sixty mice fifteen got the high dose.",
            "A quarter of the mice got the high dose",
        ),
        ("Half of the seats are taken", "30 of 40 seats are taken.", "Three quarters of the seats are taken"),
        (
            "Two thirds of the forms are back",
            "We have 20 of the 40 forms back.",
            "Half of the forms are back",
        ),
        ("A quarter of the flyers are gone", "Out of 70 flyers 37 are gone.", "?"),
    ],
)
def test_another_share_is_mended_where_it_has_a_name(text: str, said: str, right: str) -> None:
    assert mended(text, said) == right


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A quarter of the mice got the high dose", "Of the sixty mice fifteen got the high dose."),
        ("A third of the seats are taken", "Of 40 seats 13 are taken."),  # about a third
        ("Half of the flyers are gone", "Of 80 flyers 20 are left, half of them went to schools."),
        ("Half of the flyers are gone", "We print 80 flyers and 20 posters."),
        ("Half of the flyers are gone", "Of 80 flyers 20 are in Leeds and 20 in York."),
    ],
)
def test_a_share_that_may_be_right_is_left_alone(text: str, said: str) -> None:
    assert mended(text, said) is None


@pytest.mark.parametrize(
    "text", ["The third of the talks is off", "Meet at half past nine", "Half of it is a third of that"]
)
def test_other_words_are_no_share(text: str) -> None:
    assert share_in(text) is None


@given(st.integers(2, 400), st.integers(1, 399))
def test_of_two_counts_the_share_is_their_ratio(whole: int, part: int) -> None:
    share = share_in("Half of the seats are taken")
    assert share is not None
    right = right_share(share, said_in(f"Of the {whole} seats {part} are taken."))
    if part < whole and abs(2 * part - whole) > whole * Fraction(2, 25):
        assert right == Fraction(part, whole)
    else:
        assert right is None


@given(st.text(max_size=60))
def test_any_words_have_a_share_or_none(text: str) -> None:
    share = share_in(text)
    assert share is None or 0 < share.value < 1


@given(st.integers(2, 12), st.integers(1, 11))
def test_the_name_of_a_share_is_read_back_as_that_share(parts: int, times: int) -> None:
    name = share_like("Half", Fraction(min(times, parts - 1), parts))
    share = share_in(f"{name} of the seats") if name else None
    assert name is None or share is not None
    if share is not None:
        assert abs(Fraction(share.value) - Fraction(min(times, parts - 1), parts)) < Fraction(1, 1000)
