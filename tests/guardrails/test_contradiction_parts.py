"""Each part of the search for contradictions alone: absences, days, items, orders, groups, amounts."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guardrails.contradiction_amounts import amount_conditions
from guardrails.contradiction_away import absences_in
from guardrails.contradiction_days import Days
from guardrails.contradiction_groups import away_conditions, group_conditions, share_conditions
from guardrails.contradiction_items import due_conditions, items_of, own_part
from guardrails.contradiction_matters import (
    are_opposite,
    are_swapped,
    is_same_matter,
    is_waited_for,
    stems_of,
)
from guardrails.contradiction_orders import order_conditions
from guardrails.guardrail import Scene
from guardrails.types import Claim, Evidence
from pipelines.due import resolve_due
from tests.guardrails.test_contradiction import SAID_ON, claim, decided

DAYS = Days(resolve_due, SAID_ON)


@pytest.mark.parametrize(
    ("line", "who", "first", "last"),
    [
        ("I'm away next week, by the way.", "Ann", 23, 29),
        ("Bob is on holiday this week.", "Bob", 16, 22),
        ("I won't be here on Friday.", "Ann", 20, 20),
        ("Bob is not available until the 20th.", "Bob", 16, 19),
        ("Cem is on a business trip from the 18th to the 20th.", "Cem", 18, 20),
        ("I'm out of the office tomorrow.", "Ann", 17, 17),
        ("Bob has time off between the 17th and the 19th", "Bob", 17, 19),
    ],
)
def test_an_absence_is_heard_with_its_days(line: str, who: str, first: int, last: int) -> None:
    (found,) = absences_in(line, "Ann", SAID_ON, resolve_due)
    assert (found.who, found.first.day, found.last.day) == (who, first, last)
    assert found.concerns(f"{who} Miller")
    assert not found.concerns("Zoe")


@pytest.mark.parametrize(
    "line",
    [
        "The office is off limits.",
        "Is anybody away?",
        "I'm away from my desk",
        "I'm off to lunch",
        "He is out.",
    ],
)
def test_what_is_no_absence_with_days_is_not_heard(line: str) -> None:
    assert list(absences_in(line, "Ann", SAID_ON, resolve_due)) == []


def test_a_voice_without_a_name_is_nobody() -> None:
    assert list(absences_in("I'm away next week.", None, SAID_ON, resolve_due)) == []


@given(st.text(max_size=120), st.text(max_size=60))
def test_an_absence_ends_no_earlier_than_it_begins(before: str, when: str) -> None:
    for line in (before, f"I'm away from {when}", f"Bob is off until {when}", f"Bob is out between {when}"):
        assert all(one.first <= one.last for one in absences_in(line, "Ann", SAID_ON, resolve_due))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("not before the 20th", 20),
        ("Sign it after Friday.", 21),
        ("I can't do it before Wednesday, sorry", 18),
        ("no earlier than the 20th of November", 20),
        ("Send the minutes after Monday's meeting", None),
        ("after the Friday call", None),
        ("by the 20th", None),
        ("after all", None),
    ],
)
def test_words_set_how_early_something_can_be(text: str, day: int | None) -> None:
    found = DAYS.earliest(text)
    assert (found[0].day if found else None) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("both by the 20th", 20),
        ("by the 18th, no, by the 20th", 20),
        ("no later than Friday", 20),
        ("by Ann", None),
    ],
)
def test_words_set_how_late_something_can_be(text: str, day: int | None) -> None:
    found = DAYS.latest(text)
    assert (found[0].day if found else None) == day


@given(st.text(max_size=100))
def test_bounds_of_any_text_are_days_that_its_words_name(text: str) -> None:
    for found in (DAYS.earliest(text), DAYS.latest(text)):
        assert found is None or found[1] in text
    assert Days(resolve_due, None).earliest(text) is None


def test_an_item_is_its_own_part_on_its_own_day() -> None:
    (one,) = items_of((claim(1, "Pay the builders after the inspection", "Ann", "by Friday"),), DAYS)
    assert one.day == date(2026, 11, 20)
    assert one.stems == stems_of(claim(1, "Pay the builders"))
    assert [(c.kind, c.values) for c in due_conditions([one], DAYS)] == [("is", ("2026-11-20",))]


def test_claims_of_one_event_share_its_number_unless_both_have_a_day() -> None:
    event = "The audit of the books"
    numbers = [item.number for item in items_of((decided(1, event), decided(2, event)), DAYS)]
    assert numbers == [0, 0]
    dated = (claim(1, event, None, "on Friday"), claim(2, event, None, "on Monday"))
    assert [item.number for item in items_of(dated, DAYS)] == [0, 1]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Pay them once legal has signed", "Pay them "),
        ("After the launch we rest", "After the launch we rest"),
        ("Order fifty chairs", "Order fifty chairs"),
    ],
)
def test_what_an_item_waits_for_is_not_its_own_part(text: str, own: str) -> None:
    assert own_part(text) == own


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Pay the builders after the inspection of the roof", [("place 1", "place 0")]),
        ("Pay the builders before the inspection of the roof", [("place 0", "place 1")]),
        ("Pay the builders not before the inspection of the roof", [("place 1", "place 0")]),
        ("Pay the builders after the party", [("place 2", "place 0")]),
        ("Pay the builders before Friday", []),
        ("Pay the builders", []),
    ],
)
def test_an_order_is_between_the_items_that_its_words_mean(text: str, orders: list[tuple[str, ...]]) -> None:
    items = items_of((claim(1, text), claim(2, "Do the inspection of the roof")), DAYS)
    assert [one.things for one in order_conditions(items, DAYS) if one.kind == "before"] == orders


def test_of_two_items_that_may_be_meant_none_is() -> None:
    texts = ("Pay them after the inspection", "Do the inspection of roofs", "Do the inspection of lifts")
    items = items_of([claim(n, text) for n, text in enumerate(texts)], DAYS)
    assert list(order_conditions(items, DAYS)) == []


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("Both reports are due by Friday", {"day 0", "day 1"}),
        ("Everything must be done by Friday", {"day 0", "day 1", "day 2"}),
        ("Both the lease and the sales report by Friday", {"day 0", "day 2"}),
        ("All lamps are due by Friday", set()),
        ("Both reports are due", set()),
        ("We are all done by now", set()),
    ],
)
def test_a_day_for_several_items_is_for_those_that_are_meant(text: str, members: set[str]) -> None:
    texts = ("Write the sales report", "Write the legal report", "Send the lease")
    claims = (*(claim(n, one) for n, one in enumerate(texts)), decided(9, text))
    items = items_of(claims, DAYS)
    assert {one.things[0] for one in group_conditions(items, DAYS, Scene((), claims))} == members


def test_who_is_away_matters_only_for_items_that_something_else_is_said_of() -> None:
    items = items_of((claim(1, "Send the lease", "Ann", "by Friday"),), DAYS)
    absences = DAYS.absences([("I'm away on Friday.", "Ann")])
    assert [one.kind for one in away_conditions(items, absences, {"day 0"})] == ["is", "away"]
    assert list(away_conditions(items, absences, set())) == []


@pytest.mark.parametrize(
    ("limit", "sums"),
    [
        ("We spend at most 500 euros on the party", [(500,)]),
        ("The budget for the party is 500 euros", [(500,)]),
        ("We spend at most 500 euros per person on the party", []),
        ("We spend at most 500 dollars on the party", []),
        ("We spend at most 500 euros on chairs", []),
        ("The party costs 500 euros", []),
    ],
)
def test_a_limit_holds_for_what_is_spent_on_its_subject(limit: str, sums: list[tuple[int]]) -> None:
    claims = (decided(1, limit), claim(2, "Book the band for the party for 300 euros"))
    found = amount_conditions(items_of(claims, DAYS))
    assert [one.values for one in found if one.kind == "sum_at_most"] == sums


def test_only_so_many_may_do_what_is_named() -> None:
    claims = (
        decided(1, "Only two of us go to Leeds"),
        claim(2, "Go to Leeds", "Ann"),
        claim(3, "Go to Leeds", "Bob"),
    )
    found = list(share_conditions(items_of(claims, DAYS), Scene((), claims, ("Ann", "Bob"))))
    assert [(one.kind, one.values) for one in found] == [("is", (1,)), ("is", (1,)), ("sum_at_most", (2,))]


_CLAIMS = st.builds(
    Claim,
    st.just("c"),
    st.sampled_from(["action", "decision"]),
    st.text(max_size=60)
    | st.sampled_from(["Do not send it before the lease", "Both by Friday", "At most 5 men"]),
    st.just(Evidence((), "")),
    st.sampled_from([None, "Ann"]),
    st.sampled_from([None, "by Friday", "after the 20th"]),
)


@given(_CLAIMS, _CLAIMS)
def test_any_two_claims_are_compared_the_same_from_both_sides(one: Claim, other: Claim) -> None:
    assert is_same_matter(one, other) == is_same_matter(other, one)
    assert are_opposite(one, other) == are_opposite(other, one)
    assert are_swapped(one, other) == are_swapped(other, one)
    assert not are_opposite(one, one)
    assert is_waited_for(one, other) in (True, False)


@given(st.lists(_CLAIMS, max_size=5))
def test_conditions_of_any_claims_are_about_things_that_are_numbered(claims: list[Claim]) -> None:
    items = items_of(claims, DAYS)
    scene = Scene((), tuple(claims))
    stated = [
        *due_conditions(items, DAYS),
        *order_conditions(items, DAYS),
        *group_conditions(items, DAYS, scene),
        *share_conditions(items, scene),
        *amount_conditions(items),
    ]
    assert all(things and things[0].split()[0] in ("day", "place", "part", "amount") for things in (
        one.things for one in stated
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hire nobody this year", "Hire two postdocs this year"),
        ("Close bay four today", "Bay four stays open"),
    ],
)
def test_nobody_and_staying_as_it_is_are_denials(one: str, other: str) -> None:
    first, second = (
        Claim(str(n), "decision", text, Evidence(("0",), "")) for n, text in enumerate((one, other))
    )
    assert are_opposite(first, second)
    assert are_opposite(second, first)
