"""Two values of which only one can hold, and two that both may."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.contradiction_values import differ_in_one_value, excludes
from guardrails.types import Claim
from tests.guardrails.test_contradiction import claim


def decided(text: str) -> Claim:
    return claim(1, text, kind="decision")


@pytest.mark.parametrize(
    ("only", "other", "values"),
    [
        ("Only Anna goes to the conference", "Mr Rye goes to the conference", ("Anna", "Mr Rye")),
        ("Send the appeal by post only", "Send the appeal by e-mail", ("post", "e-mail")),
        ("We only print the leaflet in black", "We print the leaflet in colour", ("black", "colour")),
        ("The lift is exclusively for goods", "The lift is for visitors", ("goods", "visitors")),
    ],
)
def test_what_is_allowed_only_excludes_anything_else(only: str, other: str, values: tuple[str, str]) -> None:
    assert excludes(decided(only), decided(other)) == values
    assert excludes(decided(other), decided(only)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Only Anna goes to the conference", "Anna goes to the conference"),
        ("Only one of us goes to the conference", "Anna goes to the conference"),
        ("Send the appeal only if Kim agrees", "Send the appeal by e-mail"),
        ("Send the appeal by post only", "Do not send the appeal by e-mail"),
        ("Only Anna goes to the conference", "Mr Rye books the hotel"),
        ("Only the flyers are printed in black", "The posters and the big banners are printed in black"),
    ],
)
def test_what_fits_beside_it_does_not(one: str, other: str) -> None:
    assert excludes(decided(one), decided(other)) is None


def test_of_decisions_another_day_or_colour_is_another_value() -> None:
    one, other = decided("The shop opens on Monday"), decided("The shop opens on Friday")
    assert differ_in_one_value(one, other) == ("Monday", "Friday")
    assert differ_in_one_value(claim(1, "Book it for Monday"), claim(2, "Book it for Friday")) is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_are_compared(one: str, other: str) -> None:
    assert excludes(decided(one), decided(one)) is None
    assert differ_in_one_value(decided(one), decided(one)) is None
    there, back = (
        differ_in_one_value(decided(one), decided(other)),
        differ_in_one_value(decided(other), decided(one)),
    )
    assert there == (back and back[::-1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The fee goes up 4 per cent", "The fee goes up 5 per cent"),
        ("The rehearsal is on the ninth of May", "The rehearsal is on the tenth of May"),
        ("Opening day is the twelfth", "Opening day is the thirteenth"),
        ("Choir moves to Mondays", "Choir moves to Thursdays"),
    ],
)
def test_a_rise_and_a_day_are_one(one: str, other: str) -> None:
    assert differ_in_one_value(decided(one), decided(other)) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The library opens on Mondays", "The library opens on Thursdays"),
        ("The prize is the first", "The prize is the second"),
        ("We hire the first of the boats", "We hire the second of the boats"),
    ],
)
def test_days_that_recur_and_places_in_a_row_may_be_two(one: str, other: str) -> None:
    assert differ_in_one_value(decided(one), decided(other)) is None
