"""What holds for every text, however broken the speech in it is."""

from __future__ import annotations

from datetime import date, timedelta
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from guardrails.language import language
from guardrails.language.days.numbers import Numbers
from pipelines.due import find_due_phrases, resolve_due, resolve_span

_ENGLISH = language("en")
_WORDS = sorted(
    {*_ENGLISH.words("weekday"), *_ENGLISH.words("month"), *_ENGLISH.numbers}
    | set("first second twenty third day days week weeks month year quarter hours um like maybe say".split())
    | set("by before on in the of end next last this week after from a couple to or and no".split())
    | set("sorry noon q 4th 5 17 2026 3/4 2026-13-45 10:30 5pm eod easter day ago , . - / : '".split())
)  # fmt: skip
speech = st.lists(st.sampled_from(_WORDS), max_size=25).map(" ".join)
days = st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 12, 31))


@given(text=st.one_of(st.text(), speech), said_on=st.dates())
def test_no_text_and_no_day_raises(text: str, said_on: date) -> None:
    span = resolve_span(text, said_on)

    assert resolve_due(text, said_on) == (span.end if span else None)
    assert span is None or span.start <= span.end


@given(text=st.one_of(st.text(), speech))
@example(text="APR&1:1'APR")
def test_phrases_are_slices_of_the_text_in_order_and_apart(text: str) -> None:
    end = 0
    for found in find_due_phrases(text):
        assert end <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.phrase
        end = found.end


@given(text=speech, said_on=days)
def test_a_phrase_that_was_found_resolves_on_its_own(text: str, said_on: date) -> None:
    for found in find_due_phrases(text):
        assert resolve_due(found.phrase, said_on) is not None


@given(said_on=days, count=st.integers(1, 400))
def test_days_from_now_are_counted_exactly(said_on: date, count: int) -> None:
    assert resolve_due(f"in {count} days", said_on) == said_on + timedelta(days=count)


@given(said_on=days, weekday=st.sampled_from(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]))
def test_a_weekday_lies_in_the_coming_seven_days_and_next_in_the_week_after_this_one(
    said_on: date, weekday: str
) -> None:
    bare, following = resolve_due(f"by {weekday}", said_on), resolve_due(f"next {weekday}", said_on)

    assert bare is not None
    assert following is not None
    assert 1 <= (bare - said_on).days <= 7
    assert following.isocalendar()[:2] == (said_on + timedelta(weeks=1)).isocalendar()[:2]
    assert bare.strftime("%A") == following.strftime("%A") == weekday


@given(day=days, said_on=days)
def test_a_full_date_means_itself_whenever_it_is_said(day: date, said_on: date) -> None:
    assert resolve_due(day.isoformat(), said_on) == day
    assert resolve_due(day.strftime("%B %d, %Y"), said_on) == day
    assert resolve_due(day.strftime("the %d of %B %Y"), said_on) == day


def test_reading_takes_time_in_proportion_to_the_text() -> None:
    def readings(text: str) -> int:
        with patch.object(Numbers, "at", autospec=True, side_effect=Numbers.at) as looked:
            find_due_phrases(text)
        return looked.call_count

    for unit in (
        "two weeks from ",
        "three days after ",
        "the first of ",
        "by next ",
        "5 ",
        "monday or ",
        "end of ",
    ):
        assert readings(unit * 400) <= 2.5 * readings(unit * 200)
