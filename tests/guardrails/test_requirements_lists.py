"""What lists must have, each rule alone: days with their year, beginnings, owners and an order."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.requirements.days import day_of, days_in
from guardrails.requirements.items import EachBegins, HasOwner, Sorted, in_order, marked

DAY = date(2026, 12, 1)
FORMS = [
    "{0:%Y-%m-%d}",
    "{0.day}.{0.month}.{0.year}",
    "{0.day}. {0.month}. {0.year}",
    "{0.day} {0:%B} {0.year}",
    "{0.day}th of {0:%B} {0.year}",
    "{0:%b}. {0.day}, {0.year}",
    "{0:%B} {0.day}, {0.year}",
]
PLAIN = st.lists(st.sampled_from("send the copper lantern to gravel".split()), max_size=4).map(" ".join)
DATES = st.dates(date(1970, 1, 1), date(2199, 12, 31))


@given(DATES, PLAIN, PLAIN)
@pytest.mark.parametrize("form", FORMS)
def test_a_day_is_found_however_it_is_written(form: str, day: date, before: str, behind: str) -> None:
    written = form.format(day)
    text = f"{before} {written}, {behind}"
    assert list(days_in(text)) == [(written, day)]
    assert list(days_in(text.upper())) == [(written.upper(), day)]
    assert day_of(written) == day


@pytest.mark.parametrize(
    "text",
    ["12/1/2026", "1 December", "31 June 2026", "2026-02-30", "v1.2026-12-01", "1.12.20267", "tomorrow", ""],
)
def test_what_names_no_day_or_two_has_none(text: str) -> None:
    assert list(days_in(text)) == []


@pytest.mark.parametrize("written", ["1. Dezember 2026", "1. dez 2026", "Dec 1st, 2026", "1.12.2026"])
def test_german_and_english_months_are_known(written: str) -> None:
    assert day_of(written) == DAY


@given(st.text(max_size=80))
def test_any_day_that_is_found_stands_in_the_text(text: str) -> None:
    assert all(words in text and day_of(words) == day for words, day in days_in(text))


DASHED = EachBegins("line", "[-–—]", "a dash", "- ")


def test_each_line_that_lacks_its_beginning_is_told() -> None:
    text = "- send it\ncall them\n\n  - pay"
    assert [str(one) for one in DASHED.failures(text)] == ["line 2 does not begin with a dash"]
    assert str(DASHED) == "each line begins with a dash"
    assert marked(text, DASHED) == "- send it\n- call them\n\n  - pay"
    assert marked("* call them", DASHED) == "- call them"


LINES = st.lists(st.text("ab -*\t", max_size=8) | PLAIN, max_size=6).map("\n".join)


@given(LINES)
def test_a_text_whose_lines_are_marked_keeps_it_and_is_left_alone(text: str) -> None:
    done = marked(text, DASHED)
    assert DASHED.failures(done) == ()
    assert marked(done, DASHED) == done
    assert len(done.split("\n")) == len(text.split("\n"))
    if not DASHED.failures(text):
        assert done == text


@pytest.mark.parametrize(
    ("item", "owned"),
    [
        ("Ann: send it", True),
        ("**Ann and Bob** - send it", True),
        ("send it (Ann)", True),
        ("send it, owner: Ann Weber", True),
        ("send it, zuständig: Ann", True),
        ("Dora sends it", True),
        ("send it", False),
        ("Task: send it", False),
        ("TBD: send it", False),
        ("send it – today", False),
    ],
)
def test_an_item_names_who_does_it(item: str, owned: bool) -> None:
    failures = HasOwner(("Dora Lee",)).failures(f"- Ann: pay\n- {item}")
    assert [one.unit.number for one in failures if one.unit] == ([] if owned else [2])


@given(st.lists(PLAIN.filter(bool), min_size=1, max_size=5))
def test_only_items_without_anybody_lack_an_owner(tasks: list[str]) -> None:
    assert len(HasOwner().failures("\n".join(f"- {task}" for task in tasks))) == len(tasks)
    assert HasOwner().failures("\n".join(f"- Ann: {task}" for task in tasks)) == ()
    assert HasOwner(("Zoe",)).failures("\n".join(f"- {task} for Zoe" for task in tasks)) == ()


def test_a_list_in_its_order_keeps_it_and_one_that_is_not_names_what_is_late() -> None:
    text = "- Bob: pay on 2026-12-03\n- Ann: call\n- Cem: send by 1 December 2026"
    (late,) = Sorted("date").failures(text)
    assert str(late) == "the text is not sorted by date: item 3 comes too late"
    (unsorted,) = Sorted("owner").failures(text)
    assert "item 2" in str(unsorted)
    assert Sorted("letter").failures("- a\n- B\n- c") == ()
    assert [str(Sorted("date")), str(Sorted("owner"))] == ["sorted by date", "sorted by owner"]


NAMES = st.sampled_from(["Ann", "Bob", "Cem", "Dora", "Edgar"])


@given(st.lists(st.tuples(NAMES, st.integers(0, 900)), min_size=1, max_size=6))
@pytest.mark.parametrize("by", ["date", "owner", "letter"])
def test_a_list_that_is_sorted_has_the_same_lines_and_keeps_it(
    by: Literal["date", "owner", "letter"], rows: list[tuple[str, int]]
) -> None:
    order = Sorted(by)
    text = "\n".join(f"- {who}: pay by {DAY + timedelta(days)}" for who, days in rows)
    done = in_order(text, order)
    assert sorted(done.split("\n")) == sorted(text.split("\n"))
    assert order.failures(done) == ()
    assert in_order(done, order) == done
    keys = [str(order.key(line.removeprefix("- "))) for line in done.split("\n")]
    assert all(one <= other for one, other in pairwise(keys))


@pytest.mark.parametrize(
    "text", ["Ann: b\nBob: a", "1. b\n2. a", "- b on 2026-12-03\n- a", "Title\n- b\n- a"]
)
def test_what_is_no_plain_list_or_lacks_a_key_is_left_as_it_is(text: str) -> None:
    assert in_order(text, Sorted("date")) == text


@given(st.text(max_size=80))
def test_any_text_is_looked_at(text: str) -> None:
    assert len(HasOwner().failures(text)) <= max(1, text.count("\n") + 1)
    for by in ("date", "owner", "letter"):
        assert len(Sorted(by).failures(text)) <= 1
        assert sorted(in_order(text, Sorted(by))) == sorted(text)
