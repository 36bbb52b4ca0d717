from __future__ import annotations

from decimal import Decimal
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.language.figures import figures_in, same


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("it was two hundred and forty-five dollars", "245", "usd"),
        ("about .2k", "200", ""),
        ("three and a half days", "3.5", "day"),
        ("a dozen", "12", ""),
        ("half a dozen", "6", ""),
        ("20 percent", "20", "%"),
        ("thirty per cent", "30", "%"),
        ("half an hour", "0.5", "hour"),
        ("half past two", "2.30", "clock"),
        ("quarter to three", "2.45", "clock"),
        ("at 2:30 pm", "2.30", "pm"),
        ("at 3 p.m. sharp", "3", "pm"),
        ("€1,200.50", "1200.50", "eur"),
        ("$2.5 million", "2500000", "usd"),
        ("twelve Euros and fifty cents", "12.50", "eur"),
        ("12,50", "12.50", ""),
        ("15 hundred", "1500", ""),
        ("a hundred and twenty people", "120", ""),
        ("seventy-five thousand two hundred", "75200", ""),
        ("fifty million Euros", "50000000", "eur"),
        ("minus five", "-5", ""),
        ("it fell by -0.5", "-0.5", ""),
        ("EIP-1559", "1559", ""),
        ("YOLOv3", "3", "label"),
        ("April 29th", "29", "th"),
        ("the twenty ninth of April", "29", "th"),
        ("a two-week sprint", "2", "week"),
        ("twelve point five", "12.5", ""),
        ("six one seven five", "6175", ""),
    ],
)
def test_a_figure_is_read_with_its_unit(text: str, value: str, unit: str) -> None:
    [figure] = figures_in(text)
    assert (figure.value, figure.unit, figure.firm) == (Decimal(value), unit, True)


@pytest.mark.parametrize("text", ["this one is fine", "a second thought", "half of them", "the third of us"])
def test_a_word_that_may_be_no_number_is_not_firm(text: str) -> None:
    assert [figure.firm for figure in figures_in(text)] == [False]


@pytest.mark.parametrize("text", ["", "a couple of days", "tend to often", "someone", "and a point"])
def test_no_figure_is_read_where_none_is(text: str) -> None:
    assert figures_in(text) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("twelve fifty", "12.50"),
        ("fifteen fifty-nine", "1559"),
        ("twenty twenty-six", "2026"),
        ("three thirty", "3:30"),
        ("15:00", "3 pm"),
        ("two weeks", "14 days"),
        ("half an hour", "30 minutes"),
        ("50 cents", "€0.50"),
        ("half", "50 percent"),
        ("$245", "two hundred forty five"),
        ("2k", "two thousand"),
        ("version 3", "v3"),
        ("1.5 million", "1,500,000"),
    ],
)
def test_figures_in_different_clothes_are_the_same(one: str, other: str) -> None:
    [left], [right] = figures_in(one), figures_in(other)
    assert same(left, right)
    assert same(right, left)


@pytest.mark.parametrize(
    ("one", "other"),
    [("15", "50"), ("245", "254"), ("3 pm", "2 pm"), ("5 euros", "5 weeks"), ("2 days", "2 weeks")],
)
def test_different_figures_are_not_the_same(one: str, other: str) -> None:
    [left], [right] = figures_in(one), figures_in(other)
    assert not same(left, right)


def test_a_range_and_a_sum_have_two_figures_each() -> None:
    assert [figure.value for figure in figures_in("16-40, then forty five and thirty")] == [16, 40, 45, 30]


@given(st.text(max_size=200))
def test_any_text_is_read_and_places_are_inside_it(text: str) -> None:
    end = 0
    for figure in figures_in(text):
        assert end <= figure.start < figure.end <= len(text)
        end = figure.end


@given(
    st.lists(
        st.sampled_from(
            "a and half hundred twenty five one point quarter to past $ 1 2,000 .5 - : pm k million per cent"
            " dozen euros fifty cents th first of may an hour minus".split()
        ),
        max_size=14,
    ).map(" ".join)
)
def test_number_words_in_any_order_are_read(text: str) -> None:
    for figure in figures_in(text):
        assert same(figure, figure)
        assert text[figure.start : figure.end].strip()


@pytest.mark.parametrize(
    ("code", "said", "same_span", "other_span"),
    [
        ("en", "within three weeks", "21 days", "three days"),
        ("de", "in drei Wochen", "3 Wochen", "3 Tage"),
        ("fr", "dans trois semaines", "3 semaines", "trois jours"),
    ],
)
def test_a_span_of_time_has_its_unit_in_each_language(
    code: str, said: str, same_span: str, other_span: str
) -> None:
    [figure], [alike], [unlike] = (figures_in(text, code) for text in (said, same_span, other_span))
    assert same(figure, alike)
    assert not same(figure, unlike)


@given(st.integers(0, 10**9))
def test_a_number_in_digits_keeps_its_value(number: int) -> None:
    for text in (str(number), f"{number:,}"):
        assert number in [value for figure in figures_in(text) for value in figure.readings]


def test_a_long_row_of_digits_or_number_words_takes_no_time() -> None:
    hostile = (
        "9" * 100_000,
        "one " * 20_000,
        "a hundred and " * 10_000,
        "twenty-" * 20_000,
        "1,000" * 20_000,
    )
    started_s = process_time()
    for text in hostile:
        figures_in(text)
    assert process_time() - started_s < 10  # under one second where nothing else runs
