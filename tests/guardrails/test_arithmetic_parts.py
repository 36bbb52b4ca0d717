"""Each part of the check of figures alone: numerals, units, templates, faults, the question to a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guardrails.arithmetic_faults import equation_faults, figure_fault
from guardrails.arithmetic_model import computed
from guardrails.arithmetic_rates import is_rate, rates
from guardrails.arithmetic_readings import said_total, sums_of_some
from guardrails.arithmetic_shares import changed, share
from guardrails.arithmetic_span import span
from guardrails.arithmetic_templates import average, difference, priced, total
from guardrails.figures_said import said_in
from guardrails.figures_written import written_like
from guardrails.guardrail import Answer
from guardrails.numbers import figures_in
from guardrails.numerals import MAX_DIGITS, numeral_at, tokens_of, written
from guardrails.types import Claim, Evidence
from guardrails.units import Figure, alike, same


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("two hundred and forty-five", 245),
        ("15 hundred", 1500),
        ("three and a half million", 3_500_000),
        ("1,200", 1200),
        ("nineteen", 19),
        ("ninety nine", 99),
    ],
)
def test_a_numeral_has_its_value(words: str, value: int) -> None:
    numeral = numeral_at(tokens_of(words), 0)
    assert numeral is not None
    assert value in (numeral.value, *numeral.others)


@given(st.integers(0, 10**9))
def test_a_number_in_digits_is_read_back_however_it_is_grouped(number: int) -> None:
    for text in (str(number), f"{number:,}"):
        assert written(text) == number
        numeral = numeral_at(tokens_of(text), 0)
        assert numeral is not None
        assert number in (numeral.value, *numeral.others)


@given(st.text(max_size=200))
def test_tokens_of_any_text_lie_in_it_one_after_the_other(text: str) -> None:
    tokens = tokens_of(text)
    assert all(text[token.start : token.end].lower() == token.text for token in tokens)
    assert all(one.end <= other.start for one, other in pairwise(tokens))
    for place in range(len(tokens)):
        numeral = numeral_at(tokens, place)
        assert numeral is None or place <= numeral.first < numeral.last <= len(tokens)


def test_a_key_is_no_figure() -> None:
    assert not [figure for figure in figures_in("9" * (MAX_DIGITS + 1)) if figure.firm]


_UNITS = st.sampled_from(
    ["eur", "usd", "%", "day", "week", "month", "year", "hour", "am", "pm", "clock", "th", ""]
)
_FIGURES = st.builds(Figure, st.decimals(0, 10**6, places=2), _UNITS, st.just(0), st.just(1))


@given(_FIGURES, _FIGURES)
def test_two_figures_are_the_same_from_both_sides(one: Figure, other: Figure) -> None:
    assert same(one, one)
    assert same(one, other) == same(other, one)
    assert alike(one, other) == alike(other, one)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("two weeks", "14 days", True),
        ("1 year", "12 months", True),
        ("50 cents", "2 euros", False),
        ("300 euros", "300 dollars", False),
        ("300 euros", "300", True),
    ],
)
def test_units_are_told_in_one_another(one: str, other: str, is_same: bool) -> None:
    assert same(figures_in(one)[0], figures_in(other)[0]) == is_same


_EURO, _PERCENT, _MINUTE = (figures_in(text)[0] for text in ("1 euro", "1 percent", "1 minute"))


@pytest.mark.parametrize(
    ("make", "target", "said", "value"),
    [
        (total, _EURO, "300 euros and 250 euros", 550),
        (total, _EURO, "61 badges at 11 euros each", 671),
        (difference, _EURO, "300 euros and 250 euros", 50),
        (average, _EURO, "300 euros and 250 euros", 275),
        (priced, _EURO, "61 badges at 11 euros each", 671),
        (share, _PERCENT, "60 replies of 80", 75),
        (changed(0), _PERCENT, "from 200 to 250", 25),
        (span, _MINUTE, "from 9:30 am to 11 am", 90),
        (span, _MINUTE, "from 9:30 to 11", 90),
        (span, _MINUTE, "from 9 to 11", None),
        (average, _EURO, "300 euros", None),
        (changed(0), _PERCENT, "0 and 250", None),
        (share, _PERCENT, "0 and 0", None),
    ],
)
def test_a_template_gives_the_value_that_its_name_says(
    make: Any, target: Figure, said: str, value: int | None
) -> None:
    reading = make(target, said_in(said))
    assert (reading.value if reading else None) == value


@given(_FIGURES, st.text("0123456789 .,%€eurospecnt fahbyd:m", max_size=60))
def test_any_figures_have_one_reading_or_none(target: Figure, text: str) -> None:
    said = said_in(text)
    for make in (total, difference, average, priced, share, changed(0), changed(1), span):
        reading = make(target, said)
        assert reading is None or (reading.value.is_finite() and reading.how)


@given(st.integers(2, 99), st.integers(2, 99), st.integers(0, 50))
def test_an_equation_is_at_fault_exactly_where_it_is_wrong(one: int, other: int, off: int) -> None:
    found, settled = equation_faults(f"It is {one} x {other} = {one * other + off} euros")
    assert len(settled) == 3
    assert [fault.text for fault in found] == ([f"{one * other} euros"] if off else [])


def test_a_figure_is_mended_only_where_one_other_can_be_meant() -> None:
    (one,) = said_in("It costs 245 euros")
    fault = figure_fault(one, [one], said_in("It costs 254 euros"), ())
    assert fault is not None
    assert fault.text == "254 euros"
    assert figure_fault(one, [one], said_in("It costs 245 euros"), ()) is None
    unknown = figure_fault(one, [one], said_in("It is fine"), ())
    assert unknown is not None
    assert unknown.text is None


@example("SIX", "SIXTH")
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_figure_over_any_words_is_right_or_at_fault_in_words(text: str, said: str) -> None:
    claimed, others = said_in(text), said_in(said)
    for one in claimed:
        fault = figure_fault(one, claimed, others, others)
        assert fault is None or (fault.reason and fault.figure == one.figure)
        assert said_total(one, others) in (None, *others)
        assert sums_of_some(one, ()) is False


CLAIM = Claim("c", "decision", "It costs 540 euros", Evidence(("0",), ""))
SAID = said_in("12 people at 45 euros")


def _asked(answer: str) -> Decimal | None:
    def ask(claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        assert "n1 = 12" in question
        assert "n2 = 45" in question
        return Answer(answer)

    return computed(CLAIM, "540 euros", SAID, ask)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("n1 * n2", 540),
        ("(n2 + n1) * 2", 114),
        ("540", None),
        ("n1", None),
        ("none", None),
        ("n1 ** n2", None),
    ],
)
def test_a_model_names_the_figures_and_code_computes(expression: str, value: int | None) -> None:
    assert _asked(json.dumps({"expression": expression})) == value


@given(
    st.text(max_size=60)
    | st.text("n12+-*/() ", max_size=30).map(lambda text: json.dumps({"expression": text}))
)
def test_whatever_a_model_answers_is_a_finite_value_or_none(answer: str) -> None:
    value = _asked(answer)
    assert value is None or value.is_finite()


def test_one_figure_is_nothing_to_compute_from() -> None:
    def ask(claim: Claim, question: str, schema: Mapping[str, Any]) -> Answer:
        raise AssertionError("it was asked")

    assert computed(CLAIM, "540 euros", said_in("45 euros"), ask) is None


@pytest.mark.parametrize(
    ("text", "said", "values"),
    [
        ("It is 1 euro per person", "600 euros for 12 people", [50]),
        ("It is 1 euro per person", "100 euros for food, 200 euros for drinks, 10 people", [10, 20, 30]),
        ("It is 1 euro per week", "100 euros for 12 people over four weeks", [25]),
        ("It is 1 euro per table", "100 euros for 12 people", []),
        ("It is 1 euro a person", "3 euros a person and 4 euros a person", [7]),
    ],
)
def test_a_figure_for_one_is_an_amount_over_the_count(text: str, said: str, values: list[int]) -> None:
    (one,) = said_in(text)
    assert is_rate(one)
    assert [reading.value for reading in rates(one, said_in(said))] == values


@given(st.integers(1, 9), st.integers(2, 59), st.sampled_from((" ", " and ")))
def test_hours_and_minutes_are_one_figure_and_written_as_one(hours: int, minutes: int, between: str) -> None:
    (one,) = said_in(f"It takes {hours} hours{between}{minutes} minutes")
    assert one.figure.value == 60 * hours + minutes
    assert one.figure.unit == "minute"
    written = written_like(f"9 hours{between}59 minutes", one.figure, "minute")
    assert written == f"{hours} hour{'s' if hours > 1 else ''}{between}{minutes} minutes"
