"""Which figures can stand for one another: for all or for one of many, in one unit or in two.."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic_copies import fitting, is_in_place, is_of_same, no_part, unlike_price
from guardrails.arithmetic_rates import is_plain_rate, is_rate, of_prices, rates
from guardrails.figures_joined import joined, parts_of
from guardrails.figures_said import Said, said_in
from guardrails.numbers import figures_in


def one(text: str) -> Said:
    return said_in(text)[0]


def all_of(*turns: str) -> list[Said]:
    return [said for turn in turns for said in said_in(turn)]


@pytest.mark.parametrize(
    ("text", "plain", "rate"),
    [
        ("20 euros per guest", True, True),
        ("20 euros a guest", True, True),
        ("Everyone pays 20 euros", True, True),
        ("Each of us pays 20 euros", False, True),
        ("The tent costs 20 euros", False, False),
        ("20 percent per year", True, False),
    ],
)
def test_a_figure_is_for_one_of_many_by_its_own_words(text: str, plain: bool, rate: bool) -> None:
    assert (is_plain_rate(one(text)), is_rate(one(text))) == (plain, rate)


def test_one_of_many_is_an_amount_over_the_one_count() -> None:
    said = all_of("The bus costs 600 euros.", "We are 30 guests.")
    (reading,) = rates(one("20 euros per guest"), said)
    assert (reading.value, reading.is_sure) == (20, True)
    assert list(rates(one("20 euros per guest"), said[:1])) == []


def test_all_together_over_the_count_is_sure_only_where_it_is_said_so() -> None:
    said = all_of("The bus costs 600 euros.", "The food costs 300 euros.", "We are 30 guests.")
    found = {reading.value: reading.is_sure for reading in rates(one("together 30 euros per guest"), said)}
    assert found == {20: False, 10: False, 30: True}
    assert not any(reading.is_sure for reading in rates(one("30 euros per guest"), said))


def test_two_prices_have_a_difference() -> None:
    said = all_of("The hall costs 40 euros per day.", "The barn costs 25 euros per day.")
    reading = of_prices(one("15 euros per day").figure, said)
    assert reading is not None
    assert reading.value == 15
    assert of_prices(one("15 euros per day").figure, all_of("40 euros", "25 euros")) is None


@pytest.mark.parametrize(
    ("said", "claimed", "fits"),
    [
        ("It took 9 hours.", "It took 8 hours", True),
        ("We open at nine.", "It took 8 hours", False),
        ("It costs 30 euros per guest.", "It costs 20 euros per guest", True),
        ("It costs 30 euros.", "It costs 20 euros per guest", False),
        ("It took 3 hours.", "It took 2 hours and 45 minutes", False),
        ("It took 3 hours and 45 minutes.", "It took 2 hours and 45 minutes", True),
    ],
)
def test_a_figure_fits_where_it_is_of_the_same_kind(said: str, claimed: str, fits: bool) -> None:
    assert fitting(one(said), one(claimed)) == (one(said) if fits else None)
    assert fitting(None, one(claimed)) is None


def test_a_price_for_one_is_no_price_for_all() -> None:
    price, whole = one("It costs 30 euros per guest."), one("The tent costs 20 euros")
    assert unlike_price(price, whole) is None
    assert unlike_price(price, one("It costs 20 euros per guest")) == price
    assert unlike_price(None, whole) is None


def test_one_of_several_amounts_is_no_total_that_is_more_than_each() -> None:
    said = all_of("The tent is 120 euros.", "The bus is 300 euros.")
    total = one("It comes to 500 euros")
    assert no_part(said[0], total, said) is None
    assert no_part(said[0], total, said[:1]) == said[0]
    assert no_part(said[0], one("The tent is 210 euros"), said) == said[0]
    assert no_part(None, total, said) is None


def test_what_counts_the_same_thing_is_a_copy() -> None:
    assert is_of_same(one("80 chairs"), one("We have 90 chairs."))
    assert not is_of_same(one("80 chairs"), one("We have 90 tables."))
    assert is_of_same(one("20 euros per guest"), one("30 euros per guest"))
    assert is_in_place(one("20 euros for rent"), one("30 euros for rent"))
    assert not is_in_place(one("20 euros for rent"), one("30 hours of it"))


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("2 hours and 45 minutes", [(165, "minute")]),
        ("2 hours 45 minutes", [(165, "minute")]),
        ("an hour and a half", [(Decimal("1.5"), "hour")]),
        ("3 hours and half of the team", [(3, "hour"), (Decimal("0.5"), "")]),
        ("2 hours for 45 minutes", [(2, "hour"), (45, "minute")]),
        ("45 minutes and 2 hours", [(45, "minute"), (2, "hour")]),
        ("nothing", []),
    ],
)
def test_hours_and_their_minutes_are_one_figure(text: str, figures: list[tuple[object, str]]) -> None:
    assert [(it.value, it.unit) for it in joined(text, figures_in(text))] == figures


@given(st.integers(1, 20), st.integers(1, 59))
def test_a_time_in_two_units_has_two_parts_and_any_other_none(hours: int, minutes: int) -> None:
    text = f"{hours} hours and {minutes} minutes"
    (figure,) = joined(text, figures_in(text))
    assert (figure.value, figure.start, figure.end) == (60 * hours + minutes, 0, len(text))
    assert [it.value for it in parts_of(text)] == [hours, minutes]
    assert parts_of(f"{minutes} minutes") == parts_of(f"{hours} euros and {minutes} cents") == ()


LINES = st.text(max_size=40) | st.lists(
    st.sampled_from("20 30 euros per guest hours and a half minutes each 600 at nine total".split()),
    max_size=8,
).map(" ".join)


@given(LINES, LINES)
def test_any_figures_are_compared_and_what_fits_is_one_of_them(claimed: str, turn: str) -> None:
    figures = joined(turn, figures_in(turn))
    assert all(0 <= it.start <= it.end <= len(turn) for it in figures)
    assert len(figures) <= len(figures_in(turn))
    said = all_of(turn)
    for it in said_in(claimed):
        assert is_rate(it) or not is_plain_rate(it) or it.figure.unit == "%"
        assert all(reading.how for reading in rates(it, said))
        for other in said:
            assert fitting(other, it) in (other, None)
            assert unlike_price(other, it) in (other, None)
            assert no_part(other, it, said) in (other, None)
