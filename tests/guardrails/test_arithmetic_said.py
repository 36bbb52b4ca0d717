"""What was computed rightly passes all checks, though nobody said the result."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic_explained import explains
from guardrails.arithmetic_readings import is_computed, readings
from guardrails.arithmetic_said import is_worked_out
from guardrails.arithmetic_templates import total
from guardrails.every import every_guardrail
from guardrails.figures_rival import beside, is_slip, rival
from guardrails.figures_said import is_said, said_by, said_in
from guardrails.guardrail import Scene
from guardrails.runner import Local, run_guardrails
from guardrails.types import Claim, Evidence, Segment

TALK = (
    "So how was the weekend for everybody?",
    "Next point is the logo and the colours of it.",
    "Can we hear from legal about that?",
)
COMPUTED = [
    ("We had 660 euros for the party. And 260 are gone.", "400 euros of the budget are left"),
    ("The venue is 1200 euros and the catering 800.", "Venue and catering cost 2,000 euros in total"),
    ("Twelve people, 45 dollars each for the ticket.", "The tickets cost 540 dollars altogether"),
    ("Sales went from 200 to 250 this quarter.", "Sales rose by 25 percent"),
    ("There were 80 replies and 60 of them liked it.", "75 percent of the respondents liked it"),
    ("We sold 30 in March and 50 in April.", "The average is 40 a month"),
    ("The workshop starts at 9:30 and ends at 11.", "The workshop lasts 90 minutes"),
    ("It costs 200 euros and we get a ten percent discount.", "With the discount it costs 180 euros"),
    ("Ann paid 120 pounds, Bob paid 80 pounds.", "Ann paid 40 pounds more than Bob"),
    ("I have 300 euros left from the 1000.", "700 euros were spent"),
    ("Income was 5000 and costs were 4200.", "The profit is 800"),
    ("The licence is 30 euros per user and we are 14.", "The licences come to 420 euros"),
    ("Half of the 80 flyers are gone.", "40 flyers are left"),
    ("Tickets were 600, food 350, and drinks another 150 dollars.", "We spent 1,100 dollars"),
    ("The first phase takes three weeks and the second five weeks.", "The project takes eight weeks in all"),
]


def segments_of(*lines: str) -> tuple[Segment, ...]:
    return tuple(Segment(str(n), None, None, "Ann", line) for n, line in enumerate(lines))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Income was 5000 and costs were 4200.", "The profit is 900"),
        ("Income was 5000 and costs were 4200.", "The weather on day 800 is nice"),
        ("Income was 5000 and costs were 4200.", "The income was 5000"),
        ("Income was 5000 and costs were 4200.", "The profit is good"),
        ("", "The profit is 800"),
        ("5 6 7 8 9 10 11 12 13 14 15 16 17", "The total is 11"),
    ],
)
def test_what_does_not_follow_by_its_own_words_is_not_worked_out(said: str, text: str) -> None:
    assert not is_worked_out(text, segments_of(said))


@given(st.integers(100, 9_000), st.integers(100, 9_000), st.integers(1, 9_000))
def test_a_profit_is_worked_out_exactly_where_it_is_right(income: int, costs: int, off: int) -> None:
    said = segments_of(f"Income was {income + costs} and costs were {costs}.")
    assert is_worked_out(f"The profit is {income}", said) or income == costs
    (claimed,) = said_in(f"The profit is {income + off} euros")
    assert [reading.value for reading in readings(claimed, said_by(said))] in ([], [Decimal(income)])


@given(st.text(max_size=80), st.text(max_size=120))
def test_any_words_are_worked_out_or_not(text: str, said: str) -> None:
    is_worked_out(text, segments_of(said))
    for one in said_in(text):
        others = said_by(segments_of(said))
        is_computed(one)
        rival(one, others, ())
        assert is_said(one, said_in(text))
        assert explains(one, others, 0) is False
        assert beside(one, one) in (True, False)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=5))
def test_a_total_is_the_sum_of_the_amounts_that_were_said(amounts: list[int]) -> None:
    said = said_in(" and ".join(f"{amount} euros" for amount in amounts))
    (claimed,) = said_in("1 euro in total")
    reading = total(claimed.figure, said)
    assert reading is not None
    assert reading.value == sum(amounts)


@given(st.integers(13, 19))
def test_teens_and_tens_are_slips_of_each_other(teen: int) -> None:
    (one,), (other,) = said_in(f"{teen} boxes"), said_in(f"{(teen - 10) * 10} boxes")
    assert is_slip(one.figure, other.figure)
    assert is_slip(other.figure, one.figure)
    assert not is_slip(one.figure, said_in("777 boxes")[0].figure)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("The budget is 8,000 and we've spent 6,750.", "With 6,750 of the 8,000 budget spent, 1,250 is left"),
        ("The budget is 8,000 and we've spent 6,750.", "75 percent of the 8,000 budget is spent"),
        ("We had 120 euros for the party and spent 78.", "Of the 120 euros 78 were spent and 42 are left"),
        ("The hall costs 800 euros and the food 720.", "The party costs 1,530 euros"),
    ],
)
def test_a_figure_is_replaced_neither_by_the_rest_beside_it_nor_by_a_part_of_it(said: str, text: str) -> None:
    segments = segments_of(said)
    claim = Claim("d1", "decision", text, Evidence((segments[0].id,), ""))
    guardrails = every_guardrail()
    checked = run_guardrails(guardrails, Scene(segments, (claim,)), Local(guardrails, None, lambda: 0.0))
    assert checked.claims[0].claim.text == text
