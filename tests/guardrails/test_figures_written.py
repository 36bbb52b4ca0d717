from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.figures_written import digits, written_like
from guardrails.numbers import figures_in


@pytest.mark.parametrize(
    ("sample", "said", "written"),
    [
        ("$1,245", "1254 dollars", "$1,254"),
        ("15", "fifty", "50"),
        ("fifteen", "50", "fifty"),
        ("Fifteen people", "fifty", "Fifty people"),
        ("fifteen", "twenty five", "twenty five"),
        ("15 million euros", "fifty million euros", "50 million euros"),
        ("$2.4 million", "2,450,000 dollars", "$2.45 million"),
        ("3 pm", "two pm", "2 pm"),
        ("3:30 pm", "half past two", "2:30 pm"),
        ("3 pm", "14:00", "2 pm"),
        ("28th", "the twenty first of May", "21st"),
        ("12.05", "12.5 euros", "12.50"),
        ("12.50 Euro", "13.25 euros", "13.25 Euro"),
        ("nine pounds eighty", "nine pounds twenty", "nine pounds twenty"),
        ("20 percent", "25 percent", "25 percent"),
        ("two hundred and five", "312", "three hundred and twelve"),
        ("2k", "3000", "3k"),
    ],
)
def test_a_figure_is_written_in_the_manner_of_the_one_it_replaces(
    sample: str, said: str, written: str
) -> None:
    [old], [new] = figures_in(sample), figures_in(said)
    sample, rest = sample[: old.end], sample[old.end :]
    written = written.removesuffix(rest)
    assert written_like(sample, new, old.unit, said[new.start : new.end]) == written


@pytest.mark.parametrize(
    ("value", "text"),
    [("280", "280"), ("280.00", "280"), ("12.5", "12.5"), ("0.333", "0.33"), ("1E+3", "1000")],
)
def test_digits_have_no_empty_end(value: str, text: str) -> None:
    assert digits(Decimal(value)) == text


@given(
    st.integers(0, 10**7), st.sampled_from(["15", "$1,500", "fifteen", "1.5k", "15 million", "15th", "15.50"])
)
def test_what_is_written_reads_as_the_figure(number: int, sample: str) -> None:
    [old], [figure] = figures_in(sample), figures_in(str(number))
    text = written_like(sample, figure, old.unit)
    if text is not None:
        [back] = figures_in(text)
        assert number in back.readings
