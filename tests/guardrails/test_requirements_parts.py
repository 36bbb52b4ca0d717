"""Each part of typed requirements alone: counts, words, forms, and what code trims by itself."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.requirements import typed_forms, typed_words
from guardrails.requirements.content import Language, NoDuplicates
from guardrails.requirements.counts import Count
from guardrails.requirements.requirement import Requirement
from guardrails.requirements.shape import Case, EndsWith, Quoted, StartsWith
from guardrails.requirements.trim import cut, mended
from guardrails.requirements.typed_counts import counts_in
from guardrails.requirements.typed_scope import is_order


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("at most five bullets", 0, 5),
        ("exactly three sentences", 3, 3),
        ("at least 100 words", 100, None),
        ("under twelve words", 0, 11),
    ],
)
def test_a_count_has_its_bounds(text: str, low: int, high: int | None) -> None:
    (found,) = counts_in(text)
    assert (found.requirement.low, found.requirement.high) == (low, high)
    assert text[found.start : found.end] == text


@given(
    st.lists(
        st.sampled_from("at most least no five 12 words bullets each with under a two to or".split()),
        max_size=20,
    )
)
def test_counts_stand_in_order_and_within_their_bounds(words: list[str]) -> None:
    text = " ".join(words)
    found = list(counts_in(text))
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.requirement.high is None or one.requirement.high >= 0 for one in found)


@given(st.text(max_size=200).map(str.lower))
def test_every_pattern_of_words_and_forms_makes_a_requirement_or_none(text: str) -> None:
    for pattern, make in (*typed_words.PATTERNS, *typed_forms.PATTERNS):
        for match in re.finditer(rf"(?<!\w)(?:{pattern})", text):
            made = make(match, text)
            assert made is None or isinstance(made.failures(text), list | tuple)


_TEXTS = st.lists(
    st.sampled_from("send the lease not unless . Call Bob , \n - one two three".split(" "))
).map(" ".join)


@given(_TEXTS, st.integers(1, 6))
def test_a_cut_of_a_sentence_adds_no_word_and_keeps_every_negation(text: str, most: int) -> None:
    text = text.replace(".", "").replace("\n", " ")
    left = cut(text, [Count("word", 0, most)])
    assert len(left) <= len(text)
    assert re.findall(r"not|unless", left) == re.findall(r"not|unless", text)


@pytest.mark.parametrize(
    ("one", "text", "right"),
    [
        (Case("lower"), "Send IT", "send it"),
        (Quoted(), "Send it", '"Send it"'),
    ],
)
def test_what_loses_no_word_is_mended(one: Requirement, text: str, right: str) -> None:
    assert one.failures(text)
    assert mended(text, [one]) == right
    assert not one.failures(right)


@pytest.mark.parametrize(
    ("one", "text", "right"),
    [
        (StartsWith("Note:"), "send it", "Note: send it"),
        (EndsWith("Thanks."), "send it", "send it Thanks."),
    ],
)
def test_a_phrase_that_was_asked_for_is_put_at_its_end(one: Requirement, text: str, right: str) -> None:
    assert cut(text, [one]) == right


@given(_TEXTS)
def test_what_holds_is_left_as_it_is(text: str) -> None:
    holding = [
        one for one in (Count("word", 0, 999), NoDuplicates(), Case("lower")) if not one.failures(text)
    ]
    assert mended(text, holding) == text
    assert cut(text, holding) == text


ORDERS = [Count("word", 0, 10), Case("upper"), Language("de")]


@given(st.text(max_size=120), st.integers(0, 120), st.integers(0, 20), st.sampled_from(ORDERS))
def test_words_in_quotation_marks_and_behind_an_if_order_nothing(
    text: str, start: int, length: int, requirement: Requirement
) -> None:
    typed = text.lower()
    start = min(start, len(typed))
    assert is_order(requirement, typed, start, min(start + length, len(typed))) in (True, False)
    words = "in german"
    for before in ("say ", "if it is "):
        quoted = f'{before}"{words}" at the end' if before == "say " else f"{before}{words}"
        begin = quoted.index(words)
        assert not is_order(requirement, quoted, begin, begin + len(words))
