"""Due dates: what people say in meetings, and the day it means."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pipelines.conventions import Conventions
from pipelines.due import Span, find_due_phrases, resolve_due, resolve_span

_TABLE = tomllib.loads((Path(__file__).parent / "due_phrases.toml").read_text(encoding="utf-8"))
_CASES = [
    pytest.param(phrase, date.fromisoformat(said_on), day or None, id=f"{said_on}: {phrase}")
    for said_on, phrases in _TABLE.items()
    for phrase, day in phrases.items()
]
WEDNESDAY = date(2026, 3, 4)


@pytest.mark.parametrize(("phrase", "said_on", "day"), _CASES)
def test_a_phrase_means_the_day_that_a_person_finds_in_the_calendar(
    phrase: str, said_on: date, day: date | None
) -> None:
    assert resolve_due(phrase, said_on) == day


def test_the_table_holds_enough_to_mean_something() -> None:
    assert sum(case.values[2] is not None for case in _CASES) >= 150


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("yesterday", date(2026, 3, 3)),
        ("the day before yesterday", date(2026, 3, 2)),
        ("two days ago", date(2026, 3, 2)),
        ("last Friday", date(2026, 2, 27)),
        ("last week", date(2026, 2, 27)),
        ("last month", date(2026, 2, 28)),
        ("in 2019", date(2019, 12, 31)),
    ],
)
def test_words_that_look_back_resolve_to_the_past(phrase: str, day: date) -> None:
    assert resolve_due(phrase, WEDNESDAY) == day


@pytest.mark.parametrize(
    ("phrase", "span"),
    [
        ("Friday at 3 pm", Span(date(2026, 3, 6), date(2026, 3, 6))),
        ("by half past four tomorrow", Span(date(2026, 3, 5), date(2026, 3, 5))),
        ("tomorrow between 9 and 11 am", Span(date(2026, 3, 5), date(2026, 3, 5))),
        ("by noon on Monday", Span(date(2026, 3, 9), date(2026, 3, 9))),
        ("next week", Span(date(2026, 3, 9), date(2026, 3, 13))),
        ("from Monday to Wednesday", Span(date(2026, 3, 9), date(2026, 3, 11))),
        ("April 27th to May 3rd", Span(date(2026, 4, 27), date(2026, 5, 3))),
        ("within two weeks", Span(date(2026, 3, 5), date(2026, 3, 18))),
        ("Q3", Span(date(2026, 7, 1), date(2026, 9, 30))),
    ],
)
def test_ranges_are_kept_and_times_of_day_are_left_out(phrase: str, span: Span) -> None:
    assert resolve_span(phrase, WEDNESDAY) == span


@pytest.mark.parametrize(
    ("sentence", "phrases"),
    [
        ("I'll send the report by uh Friday.", ["by uh Friday"]),
        ("I'll have it done, um, by the- by the end of next week.", ["by the end of next week"]),
        ("Can you do that by Thursday, no, sorry, Friday?", ["by Thursday, no, sorry, Friday"]),
        ("Bob will call them on Monday and Ann writes it up in two weeks.", ["on Monday", "in two weeks"]),
        ("Ship it before Christmas or by the 4th of January.", ["before Christmas or by the 4th of January"]),
        ("We need it Tuesday or Wednesday.", ["Tuesday or Wednesday"]),
        ("It has to be ready by EOD tomorrow, okay?", ["by EOD tomorrow"]),
        ("Please reply by 5 pm.", ["by 5 pm"]),
        ("We'll meet on the twenty first, I think.", ["on the twenty first"]),
        ("I will finish it next week. Next month I am away.", ["next week", "Next month"]),
        ("It could be in May.", ["in May"]),
        ("I'll send it before the end of the day.", ["before the end of the day"]),
        ("Please reply before close of business on Friday.", ["before close of business on Friday"]),
        ("We meet a week Friday.", ["a week Friday"]),
        ("We meet once a week Friday included.", ["Friday"]),
        ("I'll send it by Chinese New Year.", ["by Chinese New Year"]),
        ("I'll send it before the Lunar New Year.", ["before the Lunar New Year"]),
        ("The party is in the new year, so book it before the new year.", ["before the new year"]),
    ],
)  # fmt: skip
def test_due_phrases_are_found_as_they_were_said(sentence: str, phrases: list[str]) -> None:
    found = find_due_phrases(sentence)

    assert [item.phrase for item in found] == phrases
    assert all(sentence[item.start : item.end] == item.phrase for item in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "We may march on from here, may I ask why?",
        "This may be a second try, so it may first fail.",
        "The 4th may be too late for that one.",
        "The 4th item on the list is the second one we have.",
        "On the first slide you see the third quarter results.",
        "Version 2.1 runs on 10.0.0.1, call 555-123-4567 or 138-2010-2015.",
        "The sun was out and she sat there, they wed in a minute.",
        "At the end of the day it is about people.",
        "The Monday meeting and Friday's call are cancelled, every Tuesday too.",
        "I did that yesterday, last week I was away and two days ago as well.",
        "We talked about that since Monday and after Easter.",
        "It takes two weeks, maybe a couple of months or 20 percent of a year.",
        "See sales-2019-10-09.xlsx and /archive/2018-09-23/page.",
        "Ratio 4:3, one on one, 24/7, 1/2 of the third party.",
    ],
)
def test_what_only_looks_like_a_date_is_left_alone(sentence: str) -> None:
    assert find_due_phrases(sentence) == []


def test_the_house_decides_where_a_week_starts_and_which_figure_is_the_day() -> None:
    sunday = date(2026, 3, 8)
    american, british = Conventions(week_start=6, country="US"), Conventions(country="GB")
    assert resolve_due("next Friday", sunday) == date(2026, 3, 13)
    assert resolve_due("next Friday", sunday, conventions=american) == date(2026, 3, 20)
    assert resolve_due("by the end of the week", sunday) == sunday
    assert resolve_due("by the end of the week", sunday, conventions=american) == date(2026, 3, 13)
    assert resolve_due("by 3/4", sunday) == date(2027, 3, 4)
    assert resolve_due("by 3/4", sunday, conventions=american) == date(2027, 3, 4)
    assert resolve_due("by 3/4", sunday, conventions=british) == date(2026, 4, 3)
    assert resolve_due("by 3/4", sunday, conventions=replace(british, day_first=False)) == date(2027, 3, 4)
    assert resolve_due("by 3/4", sunday, conventions=replace(american, day_first=True)) == date(2026, 4, 3)


@pytest.mark.parametrize(
    ("country", "phrase", "day"),
    [
        (None, "by Mother's Day", date(2026, 5, 10)),
        ("GB", "by Mother's Day", date(2026, 3, 15)),
        ("US", "by Mothering Sunday", date(2026, 3, 15)),
        ("GB", "before the bank holiday", date(2026, 4, 2)),
        ("GB", "by Boxing Day", date(2026, 12, 26)),
        ("GB", "by the early May bank holiday", date(2026, 5, 4)),
        ("GB", "by the spring bank holiday", date(2026, 5, 25)),
        ("GB", "the August bank holiday", date(2026, 8, 31)),
        ("IE", "the August bank holiday", date(2026, 8, 3)),
        ("IE", "by the next bank holiday", date(2026, 3, 17)),
        ("US", "before the bank holiday", None),
        (None, "before the bank holiday", None),
        ("CA", "before Thanksgiving", date(2026, 10, 11)),
        ("US", "before Thanksgiving", date(2026, 11, 25)),
        ("NO", "before Thanksgiving", date(2026, 11, 25)),
        ("DE", "by Father's Day", date(2026, 5, 14)),
        ("DE", "by Labour Day", date(2026, 5, 1)),
        ("AU", "by Labour Day", None),
        ("AT", "by the national day", date(2026, 10, 26)),
        ("US", "by the national day", None),
    ],
)
def test_holidays_are_those_of_the_houses_country(country: str | None, phrase: str, day: date | None) -> None:
    assert resolve_due(phrase, WEDNESDAY, conventions=Conventions(country=country)) == day


@pytest.mark.parametrize(
    ("said_on", "phrase", "day"),
    [
        (date(2027, 12, 20), "by the next bank holiday", date(2027, 12, 27)),  # for Saturday's Christmas
        (date(2027, 12, 27), "by the next bank holiday", date(2027, 12, 28)),  # for Sunday's Boxing Day
        (date(2027, 12, 28), "by the bank holiday", date(2027, 12, 28)),
        (date(2027, 12, 29), "by the bank holiday", date(2028, 1, 3)),
        (date(2026, 4, 1), "by bank holiday Monday", date(2026, 4, 6)),
    ],
)
def test_a_bank_holiday_on_a_weekend_is_kept_on_the_next_working_day(
    said_on: date, phrase: str, day: date
) -> None:
    assert resolve_due(phrase, said_on, conventions=Conventions(country="GB")) == day


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("We close for the bank holiday.", []),
        ("Send it before the bank holiday, please.", ["before the bank holiday"]),
        ("The bank holiday rota is done.", []),
    ],
)
def test_a_bank_holiday_sets_a_deadline_only_behind_a_word_that_makes_it_one(
    text: str, phrases: list[str]
) -> None:
    assert [found.phrase for found in find_due_phrases(text)] == phrases


def test_a_phrase_inside_other_words_is_still_resolved() -> None:
    assert resolve_due("send it by Friday if legal agrees", WEDNESDAY) == date(2026, 3, 6)


def test_the_firm_date_wins_over_the_one_that_is_only_mentioned() -> None:
    assert resolve_due("the draft from Monday, due by Thursday next week", WEDNESDAY) == date(2026, 3, 12)


def test_the_end_of_the_calendar_is_no_error() -> None:
    assert resolve_due("in two weeks", date.max) is None
    assert resolve_due("last year", date.min) is None


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("We ship it the Thursday after that.", ["the Thursday after that"]),
        ("Send it within two days of that, please.", ["within two days of that"]),
        ("It has to be there by that Friday.", ["by that Friday"]),
        ("I'll look at that Friday.", ["Friday"]),
        ("I'll work on that Monday or Tuesday.", ["Monday or Tuesday"]),
        ("They said that Friday works.", ["Friday"]),
        ("I do it by Friday after that I'm on leave.", ["by Friday"]),
        ("I do it in two weeks after that I'm on leave.", ["in two weeks"]),
    ],
)
def test_what_is_told_from_a_day_before_is_found_whole(text: str, phrases: list[str]) -> None:
    assert [found.phrase for found in find_due_phrases(text)] == phrases
