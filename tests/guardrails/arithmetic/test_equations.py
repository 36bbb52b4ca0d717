from __future__ import annotations

from decimal import Decimal
from functools import reduce
from operator import add, mul, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.arithmetic.equations import committed, equations_in, is_result


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("7 x 40 = 80", "280", False),
        ("12 plus 15 is 27", "27", True),
        ("(12 + 15) * 2 = 54 in all", "54", True),
        ("20% of 50 is 10", "10", True),
        ("15 / 60 = 20%", "25", False),
        ("100 / 3 = 33.33", "33.333", True),
        ("100 / 3 = about 30", "33.333", True),
        ("10 minus 3 equals seven", "7", True),
        ("7 × $40 = $280", "280", True),
        ("12+15+13=40", "40", True),
        ("five times 12 euros makes 50 euros", "60", False),
        ("50% * 50% = 25%", "25", True),
        ("7 mal 40 ist 80", "280", False),
        ("3 fois 12 font 36", "36", True),
    ],
)
def test_an_equation_is_computed_again(text: str, value: str, holds: bool) -> None:
    [found] = equations_in(text)
    assert abs(found.value - Decimal(value)) < Decimal("0.001")
    assert is_result(found.value, found.result, text) == holds


@pytest.mark.parametrize(
    "text",
    [
        "We are open 24/7 is the plan",
        "3x + 4 - 4 = 28 - 4",  # solved, not computed
        "4s + 16 = 2s + 32",
        "The fee is $350 000 x 5/100 = $17500",
        "Yuri scored 1/2 (68) + 10 = 44 points",
        "After Friday he had 3 1/2 - 2 = 1 1/2 hours",
        "costs 2+3\n= 6",
        "pages 3-5 are fine",
        "Version 2-3 is 5",
        "2 weeks + 3 days = 17 days",
        "from 2 pm + 3 = 5",
        "1 / 0 = 3",
        "100 + 20% = 120",
        "room 12 is 3",
    ],
)
def test_what_only_looks_like_an_equation_is_none(text: str) -> None:
    assert list(equations_in(text)) == []


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("It costs 45, since 7 x 40 = 280", "45"),
        ("The total is $245 (7 x 40 = 280)", "$245"),
        ("The total is $245: 7 * 40 = 280", "$245"),
        ("In 2026 (7 x 40 = 280)", None),
        ("Order 3 chairs. 7 x 40 = 280", None),
        ("7 x 40 = 280, and 3 people come", None),
    ],
)
def test_a_result_that_was_stated_beside_its_computation_is_found(text: str, figure: str | None) -> None:
    [equation] = equations_in(text)
    found = committed(text, equation)
    assert (text[found.start : found.end] if found else None) == figure


@given(st.lists(st.integers(1, 99), min_size=2, max_size=6), st.sampled_from("+-*"))
def test_a_chain_of_one_sign_has_the_value_of_the_sign(numbers: list[int], sign: str) -> None:
    side = f" {sign} ".join(map(str, numbers))
    value = reduce({"+": add, "-": sub, "*": mul}[sign], numbers)
    text = f"{side} = {abs(value)}"
    [found] = equations_in(text)
    assert found.value == value
    assert is_result(found.value, found.result, text) == (value >= 0)
